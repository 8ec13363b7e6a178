"""The terminal face: `kakomi COMMAND GAME ...`, one file a command. It asks Match and knows no rule."""
