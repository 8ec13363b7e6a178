"""Alpha-beta: `search` deepens and keeps time; the compiled `kernel` works on `arrays` and a table of `transpositions`."""
