"""The compile step: one source bound to a game's rules, run as it is, compiled for the CPU, or compiled for a GPU."""
