"""Runs, in the order in which `kakomi lab run` uses them.

runner.py         carries out a plan: claims the run, has its units played, writes the files
run_lock.py       the claim on a run in the store, and the units stored so far
schedule.py       which unit is next, which units count, and when a study is complete
units.py          the units of a study and the seed of each game
local_backend.py  units played by processes on this machine (ray_backend.py: on a Ray cluster)
spread_player.py  a player that draws among near-equal moves at the beginning of a game
unit_player.py    plays one unit, game by game with the referee (random_counts.py: counted by compiled code)
run_files.py      the files of a complete run
manifest.py       what is needed to repeat the run; the hash of the sources that determine a result
repeat.py         plays a run again and compares it
"""
