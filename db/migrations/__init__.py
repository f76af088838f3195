"""Alembic migrations: numbered scripts in `versions`, run by `db.database` after a backup."""
