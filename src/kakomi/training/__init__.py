"""Training: players that learn a game from nothing by playing against themselves."""
