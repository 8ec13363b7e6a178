"""Generic over games: playouts and perft now; no game is named here."""
