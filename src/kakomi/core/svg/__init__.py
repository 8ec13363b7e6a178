"""A scene as one self-contained SVG document: no scripts, nothing fetched, the reader's own fonts."""

from kakomi.core.svg.course import Turn, draw_course
from kakomi.core.svg.drawing import THEMES, draw

__all__ = ["THEMES", "Turn", "draw", "draw_course"]
