"""Statistics: intervals, the comparison of two runs, and which first moves are fair."""
