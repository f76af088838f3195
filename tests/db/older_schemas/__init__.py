"""The tables as older releases made them, by the statements that those ran."""

from pathlib import Path

from db.connection import writing

SCRIPTS = sorted(Path(__file__).parent.glob("*.sql"))
REVISIONS = [path.stem for path in SCRIPTS]


def make_older(path: Path, revision: str) -> None:
    """Makes the empty tables of an older revision in a new database."""
    with writing(path) as connection:
        for script in SCRIPTS[: REVISIONS.index(revision) + 1]:
            for statement in script.read_text(encoding="utf-8").split(";\n\n"):
                connection.execute(statement)
