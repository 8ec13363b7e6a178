"""The Universal Game Interface: Kakomi as an engine for other programs (docs/research/protocol.md)."""

from kakomi.ugi.main_loop import run, serve
from kakomi.ugi.session import Session

__all__ = ["Session", "run", "serve"]
