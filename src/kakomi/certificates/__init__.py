"""Certificates of solved games: `writing` makes them; `check_six` checks those of the six-piece game.

The checker shares nothing with the rest, and this folder is none of those whose sources decide about compiled code.
"""
