"""The command line, `kakomi COMMAND GAME ...`: commands/ has one file per command, terminal/ plays a game. It asks Match and knows no rules."""
