"""The frozen databases of edition 1, unpacked into a file or restored into a PostgreSQL server."""

import lzma
from pathlib import Path

import psycopg
from psycopg import sql
from sqlalchemy import make_url

FOLDER = Path(__file__).with_name("edition-1")


def unpack_sqlite(folder: Path) -> str:
    """A copy of the SQLite file, to be written to."""
    file = folder / "house.db"
    file.write_bytes(lzma.decompress((FOLDER / "house.db.xz").read_bytes()))
    return str(file)


def create_database(server: str, name: str) -> str:
    """The address of an empty database of this name on a PostgreSQL server."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return make_url(server).set(database=name).render_as_string(hide_password=False)


def restore_postgres(server: str, name: str) -> str:
    """The address of a database of this name with the contents of the dump."""
    address = create_database(server, name)
    with psycopg.connect(address) as connection:
        connection.execute(lzma.decompress((FOLDER / "house.sql.xz").read_bytes()))
    return address
