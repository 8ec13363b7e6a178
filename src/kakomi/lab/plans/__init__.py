"""Plans: which studies a run plays, and when a study has enough games."""
