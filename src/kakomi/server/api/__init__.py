"""The routes of the server, one file per group; `socket` is the WebSocket of a live game."""
