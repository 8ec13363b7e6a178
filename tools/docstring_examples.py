"""Extension of the API reference (mkdocs.yml): doctests in docstrings become code blocks."""

from __future__ import annotations

import re
from typing import Any

import griffe

BLOCK = re.compile(r"(?:^>>> .*\n?(?:^(?!\s*$).*\n?)*)+", re.MULTILINE)  # up to the next empty line


class FenceExamples(griffe.Extension):
    """Puts fences around the examples, which Markdown would take for block quotes."""

    def on_package(self, *, pkg: griffe.Module, **kwargs: Any) -> None:
        """Called for the package itself, which is not among its objects."""
        self.on_object(obj=pkg, **kwargs)

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called for every module, class, function and attribute."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """The docstring with its examples as code.

    >>> fenced("Adds." + chr(10) * 2 + ">>> 1 + 1" + chr(10) + "2").split(chr(10))
    ['Adds.', '', '```pycon', '>>> 1 + 1', '2', '```']
    """
    return BLOCK.sub(lambda match: f"```pycon\n{match[0].rstrip()}\n```\n", text).rstrip("\n")
