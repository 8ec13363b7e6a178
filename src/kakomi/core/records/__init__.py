"""Records: what one is made of, how it is written (`text`), how it is read (`reader`), and replay (`record`)."""
