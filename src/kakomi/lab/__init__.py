"""The lab: games played in large numbers by a plan, measured with intervals, and repeatable by anyone.

In order of dependence:

results.py       the results of a run, as data: games, counts, studies, runs
figures.py       numbers in text
player_names.py  players' names in words, and their order of strength
orbits.py        first moves and early positions up to symmetry
statistics/      intervals, calibration of chances, comparison of two runs, sweeps, doublings, symmetry, fair first moves
measures/        what is measured: each measure in a sentence, a formula and a function
plans/           the plan of a run, read from TOML, and its stopping rules
runs/            carrying out a plan: units, the backends that play them, the store, the files, the manifest
report/          pages and JSON about runs, and the alarms that keep a wrong page from being published
tournament.py    round robins, gauntlets and Swiss tournaments
"""
