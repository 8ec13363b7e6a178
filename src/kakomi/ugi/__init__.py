"""The Universal Game Interface: Kakomi as an engine that other programs talk to in lines of text (docs/protocol.md)."""

from kakomi.ugi.main_loop import run, serve
from kakomi.ugi.session import Session

__all__ = ["Session", "run", "serve"]
