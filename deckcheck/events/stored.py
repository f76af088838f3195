"""A stored event as a value for pairings and standings, and their results as stored facts."""

from collections.abc import Mapping
from typing import Any

from db.events.values import EventFacts, RoundFacts, StoredEvent, TableFacts
from db.language import gettext as _
from db.sums import summed
from deckcheck.events.deck_hash import card_counts
from deckcheck.events.errors import TournamentSettingError
from deckcheck.events.presets import preset
from deckcheck.events.statistics import PlayedDeck
from deckcheck.events.values import EventSettings, Player, Result, Round, Table, Tournament
from deckcheck.games import get_game

PRESET, MATCH = "preset", "match"
"""The keys of an event's settings: the name of a preset, and what is otherwise in this event."""


def settings_of(facts: EventFacts) -> EventSettings:
    """The settings for matches and scores: the game's preset, unless the event has others.

    Raises `TournamentSettingError` for impossible settings.
    """
    game = get_game(facts.game)
    settings = preset(str(facts.settings.get(PRESET) or game.event_preset))
    if len(game.seats) == 1:
        settings = settings.changed({"first_seat": "none"})
    stated: Mapping[str, Any] = facts.settings.get(MATCH) or {}
    known = settings.as_json()
    for key in stated:
        if key not in known or key == PRESET:
            raise TournamentSettingError("match", key, _("one of {known}", known=", ".join(known)))
    return settings.changed(stated) if stated else settings


def as_tournament(event: StoredEvent) -> Tournament:
    """The event as a `Tournament`, on which pairings and standings depend."""
    players = tuple(
        Player(number, one.name, one.club, one.entered, one.dropped) for number, one in event.players.items()
    )
    rounds = tuple(
        Round(
            number,
            tuple(_table(n, table) for (of, n), table in event.tables.items() if of == number),
            one.stage,  # type: ignore[arg-type]
            bool(one.published),
            one.facts,
        )
        for number, one in event.rounds.items()
    )
    first_seat = get_game(event.facts.game).seats[0].name
    return Tournament(players, rounds, settings_of(event.facts), first_seat)


def _table(number: int, table: TableFacts) -> Table:
    result = None if table.result is None else Result.from_json(table.result)
    first: Any = table.first
    return Table(number, table.one, table.two, first, result, table.extension, table.reason)


def round_facts(one: Round, published: str = "") -> RoundFacts:
    """A round as it is stored, without its tables."""
    return RoundFacts(one.stage, published, dict(one.facts))


def table_facts(table: Table) -> TableFacts:
    """A table as it is stored."""
    result = None if table.result is None else table.result.as_json()
    return TableFacts(table.one, table.two, table.first, result, table.extension, table.reason)


def played_decks(event: StoredEvent) -> list[PlayedDeck]:
    """The registered lists with the copies of each known card, in all zones together."""
    decks = []
    for deck in event.decks.values():
        found = card_counts(deck.cards).items()
        counts = summed((name, copies) for (_zone, name), copies in found if not name.startswith("?"))
        if deck.seat and counts:
            decks.append(PlayedDeck(deck.player, deck.seat, counts))
    return decks
