"""An event as a workbook: players, decks, rounds and standings, a sheet each."""

from collections.abc import Collection, Sequence

from db.events.values import StoredEvent
from db.language import filled, gettext as _
from deckcheck.events.deck_hash import short_hash
from deckcheck.events.elimination import final_standings
from deckcheck.events.lists import decks_of
from deckcheck.events.round_text import round_headers, round_rows, standing_rows
from deckcheck.events.stored import as_tournament
from deckcheck.show.workbook import ResultSheet

_DECKS = (_("player"), _("seat"), _("file"), _("deck"), _("cards"), _("hash"), _("registered"), _("late"))
_POINTS = {2, 4}
"""The columns of a round with points, of the player and of the opponent."""


def event_workbook(event: StoredEvent) -> tuple[ResultSheet, ...]:
    """The sheets of the workbook, for the organiser: they hold all lists and all rounds."""
    tournament = as_tournament(event)
    headers, rows = standing_rows(final_standings(tournament))
    rounds = [
        (one.number, filled(one.stage, {}), _("yes") if one.published else _("no"), *row)
        for one in tournament.rounds
        for row in _numbers(round_rows(tournament, one)[1], _POINTS)
    ]
    return (
        ResultSheet(
            _("Players"),
            (_("number"), _("player"), _("club"), _("from round"), _("dropped after"), _("notes")),
            tuple(_player(event, number) for number in event.players),
        ),
        ResultSheet(_("Decks"), _DECKS, tuple(_decks(event))),
        ResultSheet(
            _("Lists"),
            (_("player"), _("seat"), _("zone"), _("copies"), _("card"), _("as written")),
            tuple(
                (
                    player.name,
                    filled(deck.seat, {}),
                    *(card.zone, card.quantity, card.card or _("(unknown)"), card.name),
                )
                for number, player in event.players.items()
                for deck in decks_of(event, number)
                for card in deck.cards
            ),
        ),
        ResultSheet(
            _("Rounds"),
            (_("round"), _("stage"), _("published"), *round_headers(tournament.first_seat)),
            tuple(rounds),
        ),
        ResultSheet(_("Standings"), headers, _numbers(rows, {3, *range(5, len(headers) - 1)})),
    )


def _numbers(
    rows: Sequence[Sequence[str | int]], columns: Collection[int]
) -> tuple[tuple[str | float, ...], ...]:
    """The rows with numbers in these columns, for a sheet that adds them up."""
    return tuple(
        tuple(float(cell) if at in columns and cell != "" else cell for at, cell in enumerate(row))
        for row in rows
    )


def _player(event: StoredEvent, number: int) -> tuple[str | float, ...]:
    player = event.players[number]
    notes = [f"{one.kind}: {one.text}" for one in event.notes.values() if one.player == number]
    dropped = "" if player.dropped is None else player.dropped
    return number, player.name, player.club, player.entered, dropped, "; ".join(notes)


def _decks(event: StoredEvent) -> list[tuple[str | float, ...]]:
    return [
        (
            player.name,
            filled(deck.seat, {}),
            deck.path,
            deck.name,
            sum(card.quantity for card in deck.cards),
            short_hash(deck.hash) if deck.hash else deck.error,
            deck.time,
            _("yes") if deck.late else "",
        )
        for number, player in event.players.items()
        for deck in decks_of(event, number)
    ]
