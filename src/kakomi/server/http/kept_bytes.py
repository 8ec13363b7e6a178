"""A cache of answers, bounded by their size."""

from __future__ import annotations

from collections import OrderedDict


class KeptBytes:
    """Bytes by name; the least recently used are dropped when the total is too large."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self._kept: OrderedDict[object, bytes] = OrderedDict()

    def get(self, name: object) -> bytes | None:
        """What is kept under the name."""
        kept = self._kept.get(name)
        if kept is not None:
            self._kept.move_to_end(name)
        return kept

    def keep(self, name: object, content: bytes) -> None:
        """Keep the content under the name."""
        self.size += len(content) - len(self._kept.pop(name, b""))
        self._kept[name] = content
        while self.size > self.most:
            self.size -= len(self._kept.popitem(last=False)[1])
