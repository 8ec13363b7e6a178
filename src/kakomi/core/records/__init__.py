"""Records: how one is written (`text`) and read (`reader`), its replay (`record`), and its variations (`tree`)."""
