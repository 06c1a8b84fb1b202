"""Alembic's environment: migrations run on the caller's connection, in the caller's transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
