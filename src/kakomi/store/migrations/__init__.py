"""Migrations, in order of their numbers; `kakomi.store.database` runs them."""
