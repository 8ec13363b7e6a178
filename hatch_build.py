"""The wheel: the built pages with their notices, and a description whose links lead somewhere.

An editable install finds the pages beside the sources. The README's links are relative, right in the repository; the project
has no public address yet that they could be completed with, so the package's description has their text alone
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
NOTICES = "THIRD_PARTY_NOTICES.txt"
IMAGE = re.compile(r"!\[([^\]]*)\]\((?!https?://)[^)\s]+\)|<img\b[^>]*>")
LINK = re.compile(r"\[([^\]]+)\]\((?!https?://|#)[^)\s]+\)")


class Pages(BuildHookInterface):
    """Builds web/ when a wheel is made."""

    def dependencies(self) -> list[str]:
        """Node comes from PyPI where the machine has none."""
        return [] if pages.find_node() is not None else [pages.NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """The built files are not in the repository, so the wheel must be pointed to them."""
        if version == "editable":
            return
        pages.build()
        if not (pages.BUILT / NOTICES).is_file():  # pages built before there were notices
            pages.build(anew=True)
        build_data["artifacts"].append("src/kakomi/server/web/**")


class Description(MetadataHookInterface):
    """The README as the package's description."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Called by hatchling, since `readme` is declared dynamic."""
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": without_relative_links(text)}


def without_relative_links(text: str) -> str:
    """Relative links become their text, and relative pictures go."""
    return LINK.sub(r"\1", IMAGE.sub("", text))
