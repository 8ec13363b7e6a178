"""The engines: a pool of worker processes that search for moves and review games.

`pool` is what the server calls, `queue` decides who is next, `process` is the server's side of a worker, `worker` its own.
"""
