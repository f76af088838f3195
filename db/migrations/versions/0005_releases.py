"""When the sets came out, as exactly as it is known, and where that stands."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the columns; they are filled with the bundled catalogue, which is loaded next."""
    for column in ("released", "release_source"):
        op.add_column("sets", sa.Column(column, sa.String(), nullable=True))
