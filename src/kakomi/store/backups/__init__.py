"""Backups: a folder with the database as one SQLite file, the secret, and an inventory by which both are checked.

The format is the same for either database: `folder` describes and checks it, `backup` writes one while servers run,
`restore` brings one back to SQLite or PostgreSQL, `rows` copies tables between databases.
"""
