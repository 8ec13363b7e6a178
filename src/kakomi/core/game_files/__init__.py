"""What data files in a game's folder say: how its endings read, and its sample game."""
