"""The OpenAPI description: `python -m kakomi.server.http.openapi` prints it without starting anything.

The WebSocket's messages are no part of OpenAPI; they are put among the components as LiveIn and LiveOut all the same,
so that the front end's types are made from one description.
"""

from __future__ import annotations

import json
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter

from kakomi.server.schemas import messages

REFERENCE = "#/components/schemas/{model}"


def describe(app: FastAPI) -> dict[str, Any]:
    """The description of the application, made once."""
    if app.openapi_schema is None:
        made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        schemas = made.setdefault("components", {}).setdefault("schemas", {})
        for name, union, mode in (
            ("LiveIn", messages.LiveIn, "validation"),
            ("LiveOut", messages.LiveOut, "serialization"),
        ):
            schema = TypeAdapter(union).json_schema(ref_template=REFERENCE, mode=mode)  # type: ignore[arg-type]
            for part, inner in schema.pop("$defs", {}).items():
                schemas.setdefault(part, inner)
            schemas[name] = schema
        app.openapi_schema = made
    return app.openapi_schema


def main() -> None:
    """Print the description."""
    from kakomi.server.app import make_app
    from kakomi.server.settings import Settings

    print(json.dumps(make_app(Settings()).openapi(), indent=2, sort_keys=True))


if __name__ == "__main__":
    main()
