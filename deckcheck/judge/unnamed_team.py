"""The team of a deck list that names none: one copy of each card that the deck has for the team alone.

A deck holds no such cards but those of its team, so they are the team of any legal deck, however it
is listed. Where they are more than a team, or fewer, the list is left as it is.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from db.language import all_of, gettext as _
from deckcheck.rules.requirement import Different
from importers.decks.deck_list import DeckList

if TYPE_CHECKING:
    from deckcheck.judge.resolve import Resolver

_DOUBTED = "?"
"""The end of the name of a zone that a list may mean, or not."""


def zones_of_lines(deck_list: DeckList, resolver: "Resolver", team: Different) -> Mapping[int, str]:
    """The zones of the lines of a list that hold its unnamed team, by their places in it.

    Where members are too few, they may be among the unknown names; of more no zone is known.
    """
    zone = min(team.of.zones or ("",))
    labels = (*deck_list.zones, *(line.zone for line in deck_list.lines))
    if team.of.fits is None or zone in map(resolver.zone, labels):
        return {}
    members, unknown, size = dict[str, int](), list[int](), team.size
    for place, line in enumerate(deck_list.lines):
        if resolver.placed(line) != resolver.game.main_zone and not line.zone.endswith(_DOUBTED):
            continue
        found = resolver.resolve_line(line)
        faces = (found.card,) if found.card else found.candidates
        if not faces or (not all(fitting := [*map(team.of.fits, faces)]) and any(fitting)):
            unknown.append(place)
        elif all(fitting):
            name = found.card.name if found.card else line.name
            first = members.setdefault(name, place)
            if line.quantity < deck_list.lines[first].quantity:
                members[name] = place
            size += size == team.size and any(map(team.beside, faces))
    missing = max(0, team.size - len(members))
    if missing > len(unknown) or len(members) > size:
        return {}
    where = zone if missing == len(unknown) else f"{zone}{_DOUBTED}"
    return dict.fromkeys(members.values(), zone) | dict.fromkeys(unknown if missing else (), where)


def with_team(deck_list: DeckList, zones: Mapping[int, str]) -> tuple[DeckList, tuple[str, ...]]:
    """The list with a copy of each member in the team, and a note that says so."""
    lines, members = [], []
    for place, line in enumerate(deck_list.lines):
        zone = zones.get(place, line.zone)
        copies = line.quantity
        if place in zones and not zone.endswith(_DOUBTED):
            members.append(line.name)
            copies = 1
        lines.append(line._replace(zone=zone, quantity=copies))
        if copies < line.quantity:
            lines.append(line._replace(quantity=line.quantity - copies))
    note = _("the list names no team; it is taken to be {members}", members=all_of(members))
    left = [zone for zone in deck_list.zones if not zone.endswith(_DOUBTED)]
    named = dict.fromkeys((*left, *(line.zone for line in lines)))
    return deck_list._replace(lines=tuple(lines), zones=tuple(named)), (note,) if members else ()
