"""Analysis: the best lines of a position (`analyser`), a whole game reviewed (`game_review`), and both for programs."""
