"""Which column of a sheet means which field, remembered for sheets with the same header."""

import json
from collections.abc import Mapping
from pathlib import Path

from db.connection import reading, writing


def remember_layout(path: Path, fingerprint: str, mapping: Mapping[str, str]) -> None:
    """Keeps which column means which field, for sheets whose header has that fingerprint."""
    with writing(path) as connection:
        connection.execute(
            "INSERT INTO layouts (fingerprint, mapping) VALUES (:fingerprint, :mapping)"
            " ON CONFLICT (fingerprint) DO UPDATE SET mapping = :mapping",
            {"fingerprint": fingerprint, "mapping": json.dumps(dict(mapping), ensure_ascii=False)},
        )


def find_layout(path: Path, fingerprint: str) -> Mapping[str, str] | None:
    """The columns of a sheet as they were mapped before, or None."""
    with reading(path) as connection:
        row = connection.execute(
            "SELECT mapping FROM layouts WHERE fingerprint = ?", (fingerprint,)
        ).fetchone()
    mapping: Mapping[str, str] | None = None if row is None else json.loads(row[0])
    return mapping
