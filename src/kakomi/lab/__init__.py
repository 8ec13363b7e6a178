"""The lab: games played in numbers by a plan, measured with intervals, and repeatable by anyone.

`plan` reads what is asked, `units` cuts it into seeded pieces, `play` plays one, `run` has them played and keeps what comes
of it, `results` reads that again; the measures take it from there.
"""
