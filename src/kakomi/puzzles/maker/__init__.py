"""Puzzles from self-play: positions in which a search, or the table of a solved game, proves one move to be the only one."""
