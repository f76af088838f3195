"""The formats as `formats.toml` has them."""

from functools import cache
from pathlib import Path

from deckcheck.games.game import Format, FormatState


@cache
def load_formats() -> tuple[Format, ...]:
    """All formats, `printed` first."""
    import tomllib

    data = tomllib.loads(Path(__file__).with_name("formats.toml").read_text(encoding="utf-8"))
    return tuple(
        Format(
            code=entry["code"],
            name=entry["name"],
            edition=entry["edition"],
            lists=entry.get("lists"),
            states=tuple(
                FormatState(state["since"], frozenset(state["sets"]), state.get("note", ""))
                for state in entry.get("state", ())
            ),
        )
        for entry in data["format"]
    )
