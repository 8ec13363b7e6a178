"""Tests of what all games have in common, and of each game."""
