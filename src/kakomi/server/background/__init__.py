"""Heavy work on behalf of requests, in separate processes: replays, boards, pictures.

`jobs` holds the work, `fork_server` starts processes that have everything imported, and `pool` decides whose job is next.
"""
