"""The command line. commands/ has one file per command, terminal/ plays a game; neither knows any rules: they ask Match."""
