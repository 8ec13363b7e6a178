"""A scene as one self-contained SVG document: no scripts, nothing fetched, the reader's own fonts."""

from kakomi.core.svg.drawing import THEMES, draw

__all__ = ["THEMES", "draw"]
