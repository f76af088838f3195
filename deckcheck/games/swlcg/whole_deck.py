"""A deck that is listed by its objectives alone, with the command cards of its sets beside them."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from db.cards.card import Card, Printing
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.swlcg.cards import AFFILIATION, OBJECTIVE, is_command_card, is_objective, read_card
from deckcheck.games.swlcg.zones import COMMAND, ZONES

Find = Callable[[str], Sequence[Card]]
"""Gives the cards of a name, none for an unknown one."""


def whole_deck(deck: Deck, find: Find) -> Deck:
    """The deck with all the cards of its objective sets, so that it can be played.

    A list that names command cards stays as it is, also where they are too few or too many. What
    `find` does not know stays in as a title without a card.
    """
    if lists_command_cards(deck):
        return deck
    together: dict[str, DeckEntry] = {}
    for entry in deck.entries:
        if entry.zone not in ZONES or entry.card is None or not is_objective(entry.card):
            continue
        seen = read_card(entry.card)
        for title in seen.command_cards:
            card, printing = _of_set(find(title), seen.objective_set)
            name = title if card is None else card.name
            known = together.get(name)
            copies, line = entry.quantity, entry.line
            if known is not None:
                copies, line = copies + known.quantity, known.line
            together[name] = DeckEntry(copies, name, COMMAND, line, card, printing)
    return replace(deck, entries=(*deck.entries, *together.values()))


def lists_command_cards(deck: Deck) -> bool:
    """Whether a list names command cards beside its objectives, known or not."""
    return any(
        is_command_card(entry.card) if entry.card else entry.zone == COMMAND
        for entry in deck.entries
        if entry.zone in ZONES
    )


def _of_set(cards: Sequence[Card], number: int | None) -> tuple[Card | None, Printing | None]:
    """Of cards of one title the one that is printed in that objective set, else the only one."""
    command = [card for card in cards if card.type not in {OBJECTIVE, AFFILIATION}]
    for card in command:
        for printing in card.printings:
            if (printing.number or "").startswith(f"{number}-"):
                return card.as_printed(printing), printing
    return (command[0], None) if len(command) == 1 else (None, None)
