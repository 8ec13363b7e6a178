"""Nets trained from nothing: self-play, learning, the contest that a new net must win, and the folder of a run."""
