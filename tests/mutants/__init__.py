"""One-line changes of the rules that some test must catch; see __main__."""
