"""Matches between players: the referee, clocks, scores with intervals, files, and ratings."""
