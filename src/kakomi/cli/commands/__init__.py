"""One file per command of `kakomi`: its arguments, its help and how its answer is printed. The work is done elsewhere."""
