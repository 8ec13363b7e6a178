"""The game on a grid of 5x5 or 7x7 intersections: rules, view, evaluation, and its solution (`solved`)."""
