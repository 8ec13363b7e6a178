"""The server under load, killed, idle, and fed nonsense. Each module is a program; docs/reports/server.md has figures."""
