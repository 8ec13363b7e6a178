"""Alpha-beta: `search` deepens and keeps the clock, `kernel` is compiled, over `arrays` and a table of `transpositions`."""
