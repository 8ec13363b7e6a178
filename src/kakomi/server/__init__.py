"""The server: HTTP and WebSocket, live games, engine workers. It contains no rule: moves are judged by Match."""
