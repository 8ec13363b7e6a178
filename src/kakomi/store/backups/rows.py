"""The rows of all tables, copied from one database to another of the same schema."""

from __future__ import annotations

from sqlalchemy import Connection, MetaData, func, insert, select

AT_ONCE = 1_000  # rows
PASSING = ("alembic_version", "announcements")  # the schema's revision, and messages to servers that were running then


def tables_of(connection: Connection) -> MetaData:
    """The tables as the database has them."""
    tables = MetaData()
    tables.reflect(connection)
    return tables


def count_rows(connection: Connection) -> dict[str, int]:
    """The number of rows in each table, in order of table name."""
    every = tables_of(connection).sorted_tables
    counted = sorted((each for each in every if each.name not in PASSING), key=lambda table: table.name)
    return {each.name: connection.execute(select(func.count()).select_from(each)).scalar_one() for each in counted}


def copy_rows(source: Connection, target: Connection) -> None:
    """Copy every row; a table comes after those it refers to."""
    there = tables_of(source)
    for table in tables_of(target).sorted_tables:
        if table.name in PASSING:
            continue
        rows = source.execution_options(yield_per=AT_ONCE).execute(select(there.tables[table.name]))
        for part in rows.mappings().partitions():
            target.execute(insert(table), [dict(row) for row in part])
