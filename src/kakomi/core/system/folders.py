"""Kakomi's folders in the user's home, where the operating system expects such files.

The environment variables KAKOMI_CACHE and KAKOMI_DATA name other folders. On Linux the defaults are ~/.cache/kakomi and
~/.local/share/kakomi, or those of XDG_CACHE_HOME and XDG_DATA_HOME.
"""

from __future__ import annotations

import os
from pathlib import Path


def cache_home() -> Path:
    """The folder for what can be made again: compiled code and tables."""
    chosen = os.environ.get("KAKOMI_CACHE")
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("kakomi", appauthor=False)


def data_home() -> Path:
    """The folder for what belongs to the user: saved games, matches, the lab's runs, the server's database."""
    chosen = os.environ.get("KAKOMI_DATA")
    if chosen:
        return Path(chosen)
    from platformdirs import user_data_path

    return user_data_path("kakomi", appauthor=False)
