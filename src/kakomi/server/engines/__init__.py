"""The engines: a pool of worker processes that search for moves and review games.

`pool` is what the server calls, `queue` decides who is next, `process` is one worker seen from here, `worker` runs in it.
"""
