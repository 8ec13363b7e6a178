"""The six-piece game on a round board: rules, view, evaluation, and its solution (`solved`)."""
