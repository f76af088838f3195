"""Alembic's entry: migrations run on the connection, and in the transaction, of the caller."""

from alembic import context

from db.event_models import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
    transactional_ddl=False,  # the caller's transaction holds everything
)
context.run_migrations()
