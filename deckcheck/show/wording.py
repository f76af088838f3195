"""Words that the reports of all games share."""

from collections.abc import Mapping

from db.language import Message, gettext as _, ngettext

OTHER_GAME_HINT = _("most of these cards are of")
"""With this begins the note that names another game."""

ANOTHER_DAY = _("choose another day")
"""Advice where a day leaves the verdict open."""

LATER_DAY = _("choose a later day")
"""Advice where a day is too early."""

UNKNOWN_CARDS_HINT = _("the cards that are not known could make up for it")
"""The end of messages where unknown cards leave a rule undecided."""


def bring_in_cards(game: str) -> str:
    """Advice for a database that has no cards of a game.

    >>> bring_in_cards("stargate")
    'import them with `deckcheck cards import` for the game stargate'
    """
    return _("import them with `deckcheck cards import` for the game {game}", game=game)


def count(number: int, one: str, many: str) -> str:
    """A number with its noun, like `1 Space unit` or `2 Space units`.

    >>> count(1, "card", "cards"), count(0, "card", "cards")
    ('1 card', '0 cards')
    """
    if isinstance(one, Message):
        return Message("{number} {noun}", {"number": number, "noun": one if number == 1 else many})
    return Message(f"{{number}} {one}", {"number": number}, f"{{number}} {many}", number)


def amount(number: int, one: str, many: str = "") -> str:
    """A number, with commas where it is long, and its noun, which gets an s unless there is one.

    >>> amount(1, "card"), amount(2000, "file"), amount(2, "die", "dice")
    ('1 card', '2,000 files', '2 dice')
    """
    return Message(f"{{number}} {one}", {"number": number}, f"{{number:,}} {many or one + 's'}", number)


def more_lines(number: int) -> str:
    """The line after the first of several, like `and 3 more`."""
    return ngettext("and {number} more", "and {number:,} more", number)


def there(what: str, where: str) -> str:
    """A thing with its place, if it has one, like `60 cards in the deck`."""
    return _("{what} {where}", what=what, where=where) if where else what


def cards(number: int) -> str:
    """A number of cards, like `1 card`."""
    return count(number, "card", "cards")


def copies(number: int) -> str:
    """A number of copies, like `2 copies`."""
    return count(number, "copy", "copies")


def with_english(name: str, names: Mapping[str, str]) -> str:
    """A card's name in another language, with the English one beside it; that one where no other is known.

    >>> with_english("Yoda", {"Yoda": "Joda"}), with_english("Rey", {})
    ('Joda (Yoda)', 'Rey')
    """
    return f"{names[name]} ({name})" if name in names else name
