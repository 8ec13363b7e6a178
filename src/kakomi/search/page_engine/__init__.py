"""Engines for the browser: a game's rules and searches as a WebAssembly module, and what a page must know to run it."""
