"""What surrounds every request: checks, limits, identity, errors, logs, metrics, pages, compression, the description."""
