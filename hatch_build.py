"""Puts the built pages into the wheel. An editable install has none: `make web` builds them beside the sources."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "web"))
import build as pages


class Pages(BuildHookInterface):
    """Builds web/ when a wheel is made."""

    def dependencies(self) -> list[str]:
        """Node comes from PyPI where the machine has none."""
        return [] if pages.find_node() is not None else [pages.NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """The built files are not in the repository, so the wheel is told of them."""
        if version == "editable":
            return
        pages.build()
        build_data["artifacts"].append("src/kakomi/server/web/**")
