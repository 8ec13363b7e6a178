"""What a game is: protocol, compile step, options, errors, Match, records, scenes. Knows no particular game."""
