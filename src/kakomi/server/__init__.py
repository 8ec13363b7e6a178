"""The server: games in the browser, over HTTP and WebSocket.

Folders, in the order they build on each other: `schemas` (messages in and out), `content` (boards, rules pages, reviews,
reports), `engines` (processes that search for a move), `live` (games being played), `http` (what surrounds every request),
`api` (one file per group of addresses). `runtime` holds the parts together, `app` is the application, `run` serves it.
"""
