"""The store: players, games, seats and moves in SQLite or PostgreSQL, through SQLAlchemy; migrations by Alembic.

`database` opens and migrates, `schema` holds the tables, `writer` commits (several changes in one transaction); `games`,
`players`, `reviews` and `lab` hold the queries and changes, plain functions of a connection.
"""
