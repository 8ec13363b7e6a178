"""What importing alone does not load, for the process that others are forked from: see forked.py."""

from __future__ import annotations

from kakomi import games

games.all_games()  # and the plug-ins, for which it looks through everything that is installed
