"""The game in the terminal: board, moves, saved games; and what it takes to print for people."""
