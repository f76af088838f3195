"""The games whose catalogues ship with the package, and where their files are.

It stands apart from `db.cards.bundled`, which reads the files: at every start the database is
compared with their fingerprints, and they are read only when it is made.
"""

from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[1] / "catalogue"


class BundledGame(NamedTuple):
    """A game whose catalogue ships with the package.

    `identity_column` is the column that makes printings one card, together with the name, where
    none says what they reprint. Cards that share a name are distinguished by their sets, all of
    them, or all but the first where `first_keeps_name`. `lackey` is the plugin of LackeyCCG and
    `octgn` the game definition of OCTGN with which the game is played.
    """

    code: str
    name: str
    source: str
    as_of: str
    identity_column: str | None = None
    first_keeps_name: bool = False
    lackey: str | None = None
    octgn: str | None = None

    @property
    def folder(self) -> Path:
        """The folder with the files of this game."""
        return FOLDER / self.code

    def digest(self) -> str:
        """The fingerprint of the files, as `DIGEST` states it."""
        return (self.folder / "DIGEST").read_text(encoding="ascii").strip()


def read_set_names(game: str) -> list[tuple[str, ...]]:
    """The names of sets in other languages: code, language, name; not every game has some."""
    path = FOLDER / game / "set_names.tsv"
    rows = path.read_text(encoding="utf-8").split("\n")[1:-1] if path.exists() else []
    return [tuple(row.split("\t")) for row in rows]


BUNDLED = (
    BundledGame(
        "swtcg",
        "Star Wars Trading Card Game",
        "compiled from the community's public LackeyCCG card lists, stored 2020 to 2026",
        "2026-11-21",
        lackey="starwars",
    ),
    BundledGame(
        "destiny",
        "Star Wars: Destiny",
        "compiled from the card data of swdestinydb: the thirteen official sets, and five of the "
        "players' projects A Renewed Hope and The Coruscant Initiative",
        "2020-07-13",
    ),
    BundledGame(
        "stargate",
        "Stargate TCG",
        "compiled from the community's OCTGN definition, sixteen sets",
        "2026-11-22",
        identity_column="type",
        octgn="11ec1f21-7d4c-4bf0-9d72-df01c6c78911",
    ),
    BundledGame(
        "swlcg",
        "Star Wars: The Card Game",
        "compiled from a public JSON of the cards, 41 products",
        "2026-11-22",
        identity_column="card",
        first_keeps_name=True,
        octgn="d5cf89e5-1984-4873-8ae0-f06eea411bb3",
    ),
)
"""The one list of the games that come with the package; a game of the user's own needs none."""


def game_name(code: str) -> str:
    """The name of a game by its code; of a game of the user's own the code itself.

    >>> game_name("stargate"), game_name("pebbles")
    ('Stargate TCG', 'pebbles')
    """
    return next((game.name for game in BUNDLED if game.code == code), code)
