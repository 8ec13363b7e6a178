"""How the blocker replies where lines of five may be completed: the search, and the strategy that it finds."""
