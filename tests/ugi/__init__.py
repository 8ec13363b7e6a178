"""The engine protocol: commands, searches, clocks and hostile input, in one process and through real ones."""
