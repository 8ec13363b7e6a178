"""Puts the built pages and the lab's reports into the wheel. An editable install finds both beside the sources."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "web"))
import build as pages

REPORTS = Path(__file__).resolve().parent / "docs" / "reports" / "lab"


class Pages(BuildHookInterface):
    """Builds web/ when a wheel is made, and takes the reports along."""

    def dependencies(self) -> list[str]:
        """Node comes from PyPI where the machine has none."""
        return [] if pages.find_node() is not None else [pages.NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """The built files are not in the repository, so the wheel is told of them."""
        if version == "editable":
            return
        pages.build()
        build_data["artifacts"].append("src/kakomi/server/web/**")
        for file in sorted((*REPORTS.glob("*.html"), *REPORTS.glob("*.json"))):
            build_data["force_include"][str(file)] = f"kakomi/reports/{file.name}"
