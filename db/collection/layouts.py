"""Which column of a sheet means which field, remembered for sheets with the same header."""

import json
from collections.abc import Mapping
from pathlib import Path

from db.engines.common import Connection, whose
from db.engines.people import reading, tried_again, writing


@tried_again
def remember_layout(path: Path, fingerprint: str, mapping: Mapping[str, str]) -> None:
    """Keeps which column means which field, for sheets whose header has that fingerprint."""
    with writing(path) as connection:
        connection.execute(
            "INSERT INTO layouts (fingerprint, mapping) VALUES (:fingerprint, :mapping)"
            " ON CONFLICT (fingerprint) DO UPDATE SET mapping = :mapping",
            {
                "fingerprint": _beginning(connection) + fingerprint,
                "mapping": json.dumps(dict(mapping), ensure_ascii=False),
            },
        )


@tried_again
def known_layouts(path: Path) -> Mapping[str, Mapping[str, str]]:
    """The columns of sheets as they were mapped before, by the fingerprint of their header."""
    with reading(path) as connection:
        rows = connection.execute("SELECT fingerprint, mapping FROM layouts").fetchall()
        mine = _beginning(connection)
    return {
        fingerprint.removeprefix(mine): json.loads(mapping)
        for fingerprint, mapping in rows
        if fingerprint.startswith(mine) and "/" not in fingerprint.removeprefix(mine)
    }


def _beginning(connection: Connection) -> str:
    """The beginning of fingerprints whose sheets a person of the club has mapped."""
    return f"{person}/" if (person := whose(connection)) else ""
