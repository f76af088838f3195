"""The page of a card: words, other names, versions, legality by format."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from db.cards.card import Card, PrintingWords
from db.cards.lookup import Catalogue
from deckcheck.games import game_codes, get_game
from deckcheck.games.formats.stated_formats import formats_of
from deckcheck.judge.batch import parsed_day
from deckcheck.judge.legality import FormatLegality, legality_of
from deckcheck.judge.validate import Judge
from deckcheck.query.facts import name_key
from deckcheck.show.card_document import card_document


@dataclass(frozen=True, slots=True)
class CardPage:
    """A card with its other names, the words on its printings, and its status in each format.

    `others` are the other cards of its base name, in order; `languages` its names in other
    languages.
    """

    card: Card
    aliases: tuple[str, ...]
    words: tuple[PrintingWords, ...]
    legality: tuple[FormatLegality, ...]
    others: tuple[Card, ...]
    languages: Mapping[str, str]

    def document(self) -> dict[str, Any]:
        """The card as in `deckcheck.card/1`."""
        return {
            **card_document(self.card),
            "aliases": list(self.aliases),
            "languages": dict(self.languages),
            "words": [one._asdict() for one in self.words],
            "formats": [asdict(one) for one in self.legality],
        }


def card_page(catalogue: Catalogue, card: Card, day: date) -> CardPage:
    """The page of a card; its legality is that of a day, by the formats of its game."""
    others = [other for other in catalogue.find_versions(card.base_name) if other != card]
    return CardPage(
        card,
        tuple(alias for alias, name, _ in catalogue.aliases() if name == card.name),
        tuple(catalogue.words(card)),
        legality_on(catalogue, (card,), day)[0],
        tuple(sorted(others, key=name_key)),
        catalogue.translations().get(card.id or 0, {}),
    )


def legality_on(
    catalogue: Catalogue, cards: Sequence[Card], day: date
) -> tuple[tuple[FormatLegality, ...], ...]:
    """Cards of one game, each in every format of it; in none for a game that only the user has."""
    if not cards or cards[0].game not in game_codes():
        return ((),) * len(cards)
    game, stated = get_game(cards[0].game), catalogue.play_formats(day.isoformat())
    ours = {one.code for one in game.formats()}
    known = [one for one in formats_of(game, stated) if one.code in ours]
    listed = parsed_day(catalogue.source()[1])
    asked: dict[str, Any] = {"on": day, "marks_as_of": listed, "stated": stated, "sets": catalogue.sets()}
    judges = [Judge(game.code, one, **asked) for one in known]
    return tuple(legality_of(card, judges, stated) for card in cards)
