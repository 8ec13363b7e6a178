"""The OpenAPI description: `python -m kakomi.server.http.openapi` prints it without starting anything.

OpenAPI does not cover WebSocket messages; they are added to the components as LiveIn and LiveOut, so that the front end's
types come from one description.
"""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter

from kakomi.server.http.errors import ANSWERS
from kakomi.server.schemas import messages

REFERENCE = "#/components/schemas/{model}"


def describe(app: FastAPI) -> dict[str, Any]:
    """The description of the application, built once."""
    if app.openapi_schema is None:
        whole = APIRouter(responses=ANSWERS)  # only here: routes that have them take longer to make
        whole.include_router(APIRouter(routes=app.routes))
        description = get_openapi(
            title=app.title, version=app.version, description=app.description, routes=whole.routes
        )
        schemas = description.setdefault("components", {}).setdefault("schemas", {})
        for name, union, mode in (
            ("LiveIn", messages.LiveIn, "validation"),
            ("LiveOut", messages.LiveOut, "serialization"),
        ):
            schema = TypeAdapter(union).json_schema(ref_template=REFERENCE, mode=mode)  # type: ignore[arg-type]
            for part, inner in schema.pop("$defs", {}).items():
                schemas.setdefault(part, inner)
            schemas[name] = schema
        app.openapi_schema = description
    return app.openapi_schema


def main() -> None:
    """Print the description."""
    from kakomi.server.app import make_app
    from kakomi.server.settings import ServerSettings

    print(json.dumps(make_app(ServerSettings()).openapi(), indent=2, sort_keys=True))


if __name__ == "__main__":
    main()
