"""The wheel: the built pages with their notices, and a description without dead links.

An editable install finds the pages beside the sources. The README's links are relative, which is right in the repository;
the project has no public address yet to resolve them against, so the package's description keeps only their text
(docs/decisions/0005-what-a-wheel-holds.md).
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "web"))
import build as pages

ROOT = Path(__file__).resolve().parent
IMAGE = re.compile(r"!\[([^\]]*)\]\((?!https?://)[^)\s]+\)|<img\b[^>]*>")
LINK = re.compile(r"\[([^\]]+)\]\((?!https?://|#)[^)\s]+\)")


class Pages(BuildHookInterface):
    """Builds web/ when a wheel is built."""

    def dependencies(self) -> list[str]:
        """Node comes from PyPI if the system has none."""
        return [] if pages.find_node() is not None else [pages.NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """The built files are not in the repository, so the wheel must be told to include them."""
        if version == "editable":
            return
        pages.build()
        build_data["artifacts"].append("src/kakomi/server/web/**")


class Description(MetadataHookInterface):
    """The README as the package's description."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Called by hatchling, since `readme` is declared dynamic."""
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": without_relative_links(text)}


def without_relative_links(text: str) -> str:
    """Replace relative links by their text, and drop relative pictures."""
    return LINK.sub(r"\1", IMAGE.sub("", text))
