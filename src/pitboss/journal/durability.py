"""Whether a database keeps what it says it has written, also when its machine loses power."""

from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from pitboss.errors import BadStore

NEEDED = {
    "synchronous_commit": "an accepted command may be forgotten when the machine loses power",
    "fsync": "the whole database may be lost when the machine loses power",
    "full_page_writes": "pages may be torn when the machine loses power",
}


def unsafe_settings(engine: Engine) -> list[str]:
    """The settings of a PostgreSQL server, as they are for us, that let it forget what it has committed."""
    if engine.dialect.name != "postgresql":
        return []
    return [name for name in NEEDED if _value(engine, name) == "off"]


def _value(engine: Engine, name: str) -> str:
    """Not every server shows every setting; what is not shown is not known to be off."""
    try:
        with engine.connect() as connection:
            return str(connection.execute(text(f"SHOW {name}")).scalar())
    except (DBAPIError, BadStore):
        return ""


def check_durability(engine: Engine, where: str) -> None:
    """BadStore when the server may lose what it has committed."""
    unsafe = unsafe_settings(engine)
    if unsafe:
        says = "; ".join(f"{name} is off, so {NEEDED[name]}" for name in unsafe)
        raise BadStore(where, f"{says}.", "these settings on; or --operation-allow-unsafe-commits, for tests")
