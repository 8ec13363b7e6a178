"""The compile step: one source bound to a game's rules, interpreted, or compiled for the CPU, a GPU or the browser."""
