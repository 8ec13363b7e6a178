"""The commands of a server: `serve` starts it; `admin`, `backup` and `restore` look after its database."""
