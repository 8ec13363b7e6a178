"""Games being played.

A move comes in through `dispatch` (from a WebSocket or HTTP) or `computer`, is checked and stored by `game_actions`, and is
then broadcast by `rooms`, which holds a `room` per game. `pg_notify` carries changes between processes.
"""
