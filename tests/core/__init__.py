"""Tests of the core: matches, records, series."""
