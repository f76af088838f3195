"""What stored events add up to: wins of cards, seats and kinds of decks."""

from deckcheck.acts.events import SessionEvent
from deckcheck.events.round_editor import TypedResult
from deckcheck.events.statistics import event_statistics
from deckcheck.events.stored import played_decks
from deckcheck.events.submissions import Submission
from tests.deckcheck.events.conftest import DARK, LIGHT


def test_wins_of_cards_and_seats_are_counted_from_what_is_stored(event: SessionEvent) -> None:
    event.register_files("Ada", [LIGHT, DARK])
    event.register_files("Bo", [LIGHT])
    event.register([Submission("Cy"), Submission("Di")])
    event.pair(1)
    event.publish()
    event.enter_results([TypedResult("1", "WL"), TypedResult("2", "WL")])
    found = event_statistics(event.tournament, played_decks(event.stored), ["light", "dark"])
    assert found.decks == 3
    assert {one.seat: one.decks for one in found.seats} == {"light": 2, "dark": 1}
    cards = {one.name: one for one in found.cards}
    light = {card.card: card.quantity for card in event.stored.decks[1].cards if card.card}
    for name in light:
        assert cards[name].decks >= 2
    # Who has Light first and wins game one, wins the second with the other deck, or loses it: of
    # both games of a table each is won by one seat, and only games of registered decks count.
    records = [one.record for one in found.seats]
    assert sum(one.won + one.lost for one in records) <= 6
    assert sum(one.won for one in records) > 0
    groups = {group.decks[0].seat: group for group in found.groups}
    assert {deck.player for deck in groups["light"].decks} == {1, 2}
    assert dict(groups["light"].core) == light
