"""The cards of a deck as setup and turns use them: team, missions, and the cards drawn."""

from collections.abc import Iterator
from dataclasses import dataclass

from db.language import gettext as _
from deckcheck.deck import Deck
from deckcheck.errors import UnknownEditionError
from deckcheck.games.stargate.card_texts import is_fifth_member
from deckcheck.games.stargate.cards import HERO, SKILLS, skills_of
from deckcheck.games.stargate.deck_rules import EDITIONS, MISSION_COUNT, TEAM_SIZE
from deckcheck.games.stargate.zones import MAIN, MISSIONS, TEAM
from deckcheck.simulators.simulator import PlayDeck
from deckcheck.simulators.zone_cards import ZoneCard, zone_cards, zone_notes

LIBRARY, MISSION_PILE = "library", "missions"
LEAST_CARDS = 40
UNKNOWN = "unknown"
KINDS = (
    _("team character"),
    _("support character"),
    "gear",
    "ship",
    "event",
    "obstacle",
    "adversary",
    UNKNOWN,
)
CHARACTERS = frozenset({_("team character"), _("support character")})
VILLAIN_KINDS = frozenset({"obstacle", "adversary"})
STAYING = CHARACTERS | {"gear", "ship"}
"""The types of cards that a Hero plays and keeps."""


@dataclass(frozen=True, slots=True, eq=False)
class StargatePlayCard:
    """A card as setup and turns see it.

    `title` tells characters apart of which a player may have only one in play. `skills` are those
    of a character, or those that a Mission needs, in the order of `cards.SKILLS`.
    """

    number: int
    name: str
    kind: str
    title: str = ""
    cost: int | None = None
    skills: tuple[int | None, ...] = (None,) * len(SKILLS)
    experience: int = 0
    is_hero: bool = False


def make_deck(deck: Deck, edition: str) -> PlayDeck:
    """The deck as it is played; raises `UnknownEditionError`."""
    if edition not in {one.code for one in EDITIONS}:
        raise UnknownEditionError(edition, (one.code for one in EDITIONS))
    listed = zone_cards(deck, (MAIN,))
    cards = tuple(_as_played(number, one) for number, one in enumerate(listed))
    team = _of_zone(deck, TEAM)
    missions = _of_zone(deck, MISSIONS)
    library = tuple(card for card, one in zip(cards, listed, strict=True) for _ in range(one.copies))
    return PlayDeck(
        deck.name or deck.path,
        edition,
        cards,
        {LIBRARY: library, MISSION_PILE: missions},
        team,
        notes=tuple(_notes(deck, library, team, missions)),
        entries=tuple(one.entry for one in listed),
    )


def team_cost(team: tuple[StargatePlayCard, ...]) -> int:
    """The cost of a team in all; it is the opponent's victory total."""
    return sum(card.cost or 0 for card in team)


def _of_zone(deck: Deck, zone: str) -> tuple[StargatePlayCard, ...]:
    found = []
    for number, one in enumerate(zone_cards(deck, (zone,))):
        found += [_as_played(number, one)] * one.copies
    return tuple(found)


def _as_played(number: int, one: ZoneCard) -> StargatePlayCard:
    card = one.entry.card
    if card is None:
        return StargatePlayCard(number, one.name, UNKNOWN)
    skills = skills_of(card)
    return StargatePlayCard(
        number,
        one.name,
        card.type.casefold(),
        card.base_name,
        card.cost if isinstance(card.cost, int) else None,
        tuple(skills.get(skill) for skill in SKILLS),
        card.facts.get("experience") or 0,
        card.side == HERO,
    )


def _notes(
    deck: Deck,
    library: tuple[StargatePlayCard, ...],
    team: tuple[StargatePlayCard, ...],
    missions: tuple[StargatePlayCard, ...],
) -> Iterator[str]:
    fifth = any(e.card and e.zone == TEAM and is_fifth_member(e.card) for e in deck.entries)
    size, missions_size = TEAM_SIZE.size, MISSION_COUNT.size
    sizes = {size, size + fifth}
    if len({card.title for card in team}) not in sizes or len(team) not in sizes:
        expected = _("expected {size} different", size=size)
        yield _(
            "a team of {count}, {expected}: not legal, played all the same",
            count=len(team),
            expected=expected,
        )
    if len(missions) != missions_size:
        yield _(
            "{count} Missions, expected {missions_size}: not legal, played all the same",
            count=len(missions),
            missions_size=missions_size,
        )
    if len(library) < LEAST_CARDS:
        yield _(
            "{count} cards, fewer than {least_cards}: not legal, played all the same",
            count=len(library),
            least_cards=LEAST_CARDS,
        )
    uncosted = [card.name for card in team if card.cost is None]
    if uncosted:
        yield _("without a known cost, counted as 0 in the team: {uncosted}", uncosted=", ".join(uncosted))
    yield from zone_notes(deck, (MAIN, TEAM, MISSIONS), "deck")
