"""The fields that queries can ask of a game's cards, beside those that all games have."""

from dataclasses import dataclass

from db.language import gettext as _

WORDS, NUMBER, YES_NO = "words", "number", _("yes or no")


@dataclass(frozen=True, slots=True)
class OwnFact:
    """A fact of this game's cards that can be asked for; `kind` says how it is compared.

    `fact` is its name among the facts where the field is called otherwise.
    """

    name: str
    help: str
    example: str
    kind: str = WORDS
    fact: str = ""


@dataclass(frozen=True, slots=True)
class OwnWords:
    """The search words of a game: its sides and types, and the facts that only its cards have."""

    sides: tuple[str, ...]
    types: tuple[str, ...]
    facts: tuple[OwnFact, ...]
    side_help: str = "side"
    health_help: str = "health"
