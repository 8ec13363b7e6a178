"""Search with a learned net: its file, its compiled arithmetic, and the tree search that uses it."""
