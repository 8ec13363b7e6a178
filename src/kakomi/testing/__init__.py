"""Tests for any game, built in or plugged in. They need the extra `kakomi[testing]`.

    pytest --pyargs kakomi.testing --game NAME [--materials FOLDER]

test_contract     texts round-trip, undo is exact, scenes show every move, options are checked, compiled = interpreted
test_net          the net interface, where the game has one: move numbers, images, positions that look alike play alike
test_fuzz         damaged moves, positions and diagrams are read or refused
test_run_modes    compiled with every index checked; compiled for CUDA
test_oracle       an independent second implementation sees the same games (FOLDER/oracle.py)
test_perft        move counts from the oracle (FOLDER/perft.txt)
test_scores       whole games that the oracle played (FOLDER/scores/NAME-RULES.kakomi)

The last three need files that the game's author provides. FOLDER is `tests/games/NAME` or `tests`, unless given.
"""
