"""Playouts, perft, searches, proofs and nets, generic over games; no game is named here."""
