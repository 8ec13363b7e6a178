"""Search with a learned net: its file, its arithmetic, compiled, and the tree search that asks it."""
