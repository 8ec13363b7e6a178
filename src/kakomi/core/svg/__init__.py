"""A scene as one self-contained SVG document: no scripts, nothing fetched, the reader's own fonts."""

from kakomi.core.svg.course import Turn, draw_course
from kakomi.core.svg.drawing import THEMES, draw
from kakomi.core.svg.materials import PLAIN, Material, material_of

__all__ = ["PLAIN", "THEMES", "Material", "Turn", "draw", "draw_course", "material_of"]
