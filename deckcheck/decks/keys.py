"""The keys by which other formats find a card: set, number, id, name, dice.

A list of names gets sets or ids before it is written for a program that goes by them; a list of ids
gets names before it is written for people.
"""

from collections.abc import Callable
from typing import Any

from db.cards.card import Card, Printing
from db.cards.lookup import Catalogue
from deckcheck.errors import UnknownLanguageError
from deckcheck.games import get_game
from deckcheck.games.game import Game
from deckcheck.judge.resolve import Resolver
from importers.decks.deck_list import DeckLine, DeckList
from importers.decks.octgn_o8d import GUIDS

LACKEY, OCTGN, SWDESTINYDB = "lackey-dek", "octgn-o8d", "swdestinydb-txt"
BY_KEYS = {LACKEY: "set", OCTGN: "id", SWDESTINYDB: "set", "swdestinydb-json": "id"}
"""The formats whose programs find a card by a key, and what it is."""


def with_keys(
    deck_list: DeckList, format_name: str, catalogue: Catalogue, game: Game
) -> tuple[DeckList, int]:
    """The list with what its new format needs, and the number of copies that were given a key.

    What the catalogue does not know stays as it is. Zones become those of the game, but for
    LackeyCCG, whose zones are its own. There a card that an id told gets its full name.
    """
    if format_name == LACKEY and all(x.set_code and not x.card_id for x in deck_list.lines):
        return deck_list, 0
    if format_name == OCTGN and game.code not in GUIDS:
        return deck_list, 0  # OCTGN has no such game, and no ids of its cards
    resolver = Resolver(catalogue, game)
    names = {s.code: s.name for s in catalogue.sets()} if format_name == SWDESTINYDB else {}
    filled, lines = 0, []
    for line in deck_list.lines:
        resolution = resolver.resolve_line(line)
        if resolution.card is None or resolution.printing is None:
            lines.append(line)
            continue
        more, is_new = _keys(line, resolution.card, resolution.printing, format_name, game)
        if format_name == SWDESTINYDB:
            more["set_code"] = names[resolution.printing.set_code]
        if format_name != LACKEY:
            more["zone"] = game.lists.place(resolution.card, resolver.zone(line.zone))
        filled += line.quantity if is_new else 0
        lines.append(line._replace(**more))
    zones = deck_list.zones if format_name == LACKEY else ()
    return deck_list._replace(lines=tuple(lines), zones=zones, game=game.code), filled


def with_names(deck_list: DeckList, holds: frozenset[str], catalogue: Catalogue, game: Game) -> DeckList:
    """A list of ids with the full names of its cards, for a format that `holds` such facts.

    Where the format has no ids, sets and numbers come in their place.
    """
    resolver = Resolver(catalogue, game)
    lines = []
    for line in deck_list.lines:
        resolution = resolver.resolve_line(line)
        more: dict[str, Any] = {}
        if resolution.card is not None and resolution.printing is not None and line.card_id is not None:
            more = {"name": resolution.card.name, "zone": game.lists.place(resolution.card, line.zone)}
            if "card_id" not in holds:
                printing = resolution.printing
                more |= {"set_code": printing.set_code, "number": printing.number}
        lines.append(line._replace(**more))
    if "card_id" not in holds:
        lines = [line._replace(card_id=None) for line in lines]
    return deck_list._replace(lines=tuple(lines), zones=(), game=game.code)


def with_dice_as_counts(deck_list: DeckList) -> DeckList:
    """The list for a format without dice: a number of dice larger than the count becomes it."""
    lines = (
        line._replace(quantity=max(line.quantity, line.dice or 0), dice=None) for line in deck_list.lines
    )
    return deck_list._replace(lines=tuple(lines))


def with_translated_names(deck_list: DeckList, language: str, catalogue: Catalogue) -> DeckList:
    """The list with the names of its cards in a language, where these lead back to the same card.

    Raises `UnknownLanguageError` where no card of the game has a name in that language.
    """
    resolver = Resolver(catalogue, get_game(catalogue.game))
    name_of = names_in(language, catalogue, resolver)
    lines = []
    for line in deck_list.lines:
        card = resolver.resolve_line(line).card
        name = card and name_of(card.id, line.set_code)
        lines.append(line._replace(name=name) if name else line)
    return deck_list._replace(lines=tuple(lines))


def names_in(
    language: str, catalogue: Catalogue, resolver: Resolver
) -> Callable[[int | None, str | None], str | None]:
    """A function from the id and set of a card to its name in a language that leads back to it.

    It returns None where there is none. Raises `UnknownLanguageError` where no card of the game has
    a name in that language.
    """
    translations = catalogue.translations()
    known = sorted({code for names in translations.values() for code in names})
    if language not in known:
        raise UnknownLanguageError(language, known)

    def name_of(card_id: int | None, set_code: str | None) -> str | None:
        name = translations.get(card_id or 0, {}).get(language)
        back = resolver.resolve_name(name, set_code).card if name else None
        return name if back is not None and back.id == card_id else None

    return name_of


def _keys(
    line: DeckLine, card: Card, printing: Printing, format_name: str, game: Game
) -> tuple[dict[str, Any], bool]:
    """The keys that a format needs and a line lacks, and whether it lacked any."""
    if format_name == LACKEY:
        called = {} if line.card_id is None else {"name": card.name}
        if line.set_code:
            return called, False
        return called | {"set_code": printing.set_code, "number": printing.number}, True
    if format_name == SWDESTINYDB:
        return {"name": printing.name, "number": printing.number}, line.set_code is None
    more: dict[str, Any] = {"card_id": line.card_id or printing.image_key}
    if format_name == OCTGN and more["card_id"]:
        more["name"] = card.base_name  # OCTGN has subtitles apart from names
    elif line.dice is None:
        more["quantity"], more["dice"] = game.lists.cards_and_dice(card, line.quantity)
    return more, line.card_id is None
