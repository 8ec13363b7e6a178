"""Storing efficiently: moves without a thread in between, and many rows in one statement."""
