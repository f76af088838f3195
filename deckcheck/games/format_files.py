"""The formats of a game as its `formats.toml` has them."""

from functools import cache
from pathlib import Path
from types import MappingProxyType

from deckcheck.games.game import Format, FormatState


@cache
def load_formats(game: str) -> tuple[Format, ...]:
    """All formats of a game, its default first."""
    import tomllib

    path = Path(__file__).with_name(game) / "formats.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return tuple(
        Format(
            code=entry["code"],
            name=entry["name"],
            edition=entry["edition"],
            lists=entry.get("lists"),
            states=tuple(
                FormatState(
                    state["since"],
                    frozenset(state["sets"]),
                    state.get("note", ""),
                    MappingProxyType(state.get("points", {})),
                )
                for state in entry.get("state", ())
            ),
        )
        for entry in data["format"]
    )
