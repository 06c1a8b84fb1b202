"""The migrations of a store's schema, run by Alembic from `pitboss.journal.migration`.

To change the schema: write `versions/v0011_WHAT.py` after the model of the last script, add its revision
to `REVISIONS` in `migration.py`, and change the tables in `journal/schema.py` or `web/account_schema.py` to
match. `tests/journal/test_migration.py` compares the three. A released script is never changed.
"""
