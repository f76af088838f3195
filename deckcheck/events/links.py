"""Links by which players submit their lists themselves: one for each player.

The link names one player of one event. Lists can be tried with it as often as one likes; once they
are sent it is used up. Making a new link ends the one before.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from db.arguments import checked
from db.clock import now
from db.club.links import (
    LinkTarget,
    StoredLink,
    end_in,
    enter_links,
    find_link,
    link_hash,
    links_to,
    new_token,
)
from db.events.store import EventWork
from db.events.values import EventFacts, PlayerFacts
from db.language import gettext as _
from deckcheck.errors import HandInLinkError
from deckcheck.events.event_editor import EventEditor, Registered
from deckcheck.events.frozen import ListCache, open_freezer
from deckcheck.events.players import get_player
from deckcheck.events.submissions import Submission
from deckcheck.games import get_game
from deckcheck.games.seats import DeckSeat
from deckcheck.repair.result import Plan
from deckcheck.report import ILLEGAL, AnyReport
from deckcheck.show.picked import picked

PATH = "/link/"
SECONDS = 2.0
"""So long is the nearest legal deck looked for; others wait for the page meanwhile."""


@dataclass(frozen=True, slots=True)
class PlayerLink:
    """A player's link: with its token where it was just made, else whether it was used."""

    player: str
    token: str = ""
    made: str = ""
    used: str = ""

    def address(self, site: str = "") -> str:
        """The address of the link on a site; empty where the token is no longer known.

        >>> PlayerLink("Ada", "b3aT").address("https://club.example/")
        'https://club.example/link/b3aT'
        """
        return f"{site.rstrip('/')}{PATH}{self.token}" if self.token else ""


@dataclass(frozen=True, slots=True)
class TriedList:
    """A list before it is submitted: the verdict, and the nearest legal deck where it is illegal.

    `seats` are the codes of those that the list may take.
    """

    file: Submission
    report: AnyReport
    seats: tuple[str, ...] = ()
    nearest: Plan | None = None

    @property
    def fits(self) -> bool:
        """Whether the list may take the seat for which it was given."""
        return self.file.seat in self.seats


@checked
class SubmissionLinks:
    """The links of an event."""

    def __init__(self, event: EventEditor) -> None:
        self._event = event

    def make(self, players: Sequence[str] = ()) -> tuple[PlayerLink, ...]:
        """New links, by default for all players who lack a list; their earlier links end.

        A token is known only now: the database stores its hash.
        """
        with self._event.work("event links") as work:
            event = work.event
            if players:
                wanted = [get_player(event.players, name) for name in players]
            else:
                there = {(deck.player, deck.seat) for deck in event.decks.values()}
                seats = [seat.code for seat in get_game(event.facts.game).seats]
                wanted = [n for n in event.players if any((n, seat) not in there for seat in seats)]
            tokens = {number: new_token() for number in wanted}
            made = [(link_hash(token), self._to(work, number)) for number, token in tokens.items()]
            for _digest, target in made:
                end_in(work.connection, target)
            enter_links(work.connection, made, now())
        return tuple(PlayerLink(event.players[number].name, token) for number, token in tokens.items())

    def end(self, players: Sequence[str] = ()) -> int:
        """Ends the links of players, by default of all; returns how many were still valid."""
        with self._event.work("event links") as work:
            there = work.event.players
            numbers = [get_player(there, name) for name in players] or there
            return sum(end_in(work.connection, self._to(work, number)) for number in numbers)

    def list(self) -> tuple[PlayerLink, ...]:
        """The newest link of each player who has one, without its token."""
        event = self._event.stored
        newest = {
            one.player: one for one in links_to(self._event.database, LinkTarget("lists", None, event.id))
        }
        return tuple(
            PlayerLink(event.players[player].name, "", one.made, one.used)
            for player, one in newest.items()
            if player is not None and player in event.players
        )

    @staticmethod
    def _to(work: EventWork, player: int) -> LinkTarget:
        return LinkTarget("lists", event=work.event.id, player=player)


def links_document(
    event: str, links: Iterable[PlayerLink], *, ended: int = 0, address: str = ""
) -> dict[str, Any]:
    """Links as in `deckcheck.event-links/1`; `link` is null where it was made before."""
    return {
        "schema": "deckcheck.event-links/1",
        "event": event,
        "ended": ended,
        "links": [
            {"player": one.player, "link": one.address(address) or None, **picked(one, "made? used?")}
            for one in links
        ],
    }


class LinkSubmission:
    """The submission by a player's link: lists are tried any number of times and sent once.

    A person of the club sends them by `event` and `player` instead, until registration closes.
    """

    def __init__(
        self, database: Path, token: str, kept: ListCache | None = None, event: str = "", player: int = 0
    ) -> None:
        """Raises `HandInLinkError` for a token that was never given or has ended."""
        if event:
            self._link, self._token, self._kept = StoredLink("lists", "", event=event), "", kept
            self._event, self._player = EventEditor(database, event, kept), player
            return
        link = find_link(database, token)
        if link is None or link.kind != "lists":
            raise HandInLinkError(_("this link is not known, or a newer one was made"))
        self._link = link
        self._token = token
        self._kept = kept
        self._event = EventEditor(database, link.event, kept)
        self._player = link.player or 0
        if self._player not in self._event.stored.players:
            raise HandInLinkError(_("its player is no longer registered"))

    @property
    def facts(self) -> EventFacts:
        """The facts of the event."""
        return self._event.stored.facts

    @property
    def player(self) -> PlayerFacts:
        """The player whose link it is."""
        return self._event.stored.players[self._player]

    @property
    def number(self) -> int:
        """The number of that player."""
        return self._player

    @property
    def is_once(self) -> bool:
        """Whether a link sends the lists, which works once, and not a person of the club."""
        return bool(self._token)

    @property
    def seats(self) -> tuple[DeckSeat, ...]:
        """The seats for which lists are expected."""
        return get_game(self.facts.game).seats

    @property
    def problem(self) -> str:
        """The reason why no list can be sent any more; empty where one can."""
        facts = self.facts
        if self._link.used:
            return _(
                "lists were sent by this link on {replace} UTC",
                replace=self._link.used[:16].replace("T", " "),
            )
        return _("registration of {name} is closed", name=facts.name) if facts.locked else ""

    def tried(self, lists: Mapping[str, tuple[str, bytes]]) -> tuple[TriedList, ...]:
        """The verdicts on lists, given by seat as file name and bytes; nothing is stored."""
        found, name = [], self.player.name
        with open_freezer(self._event.database, self.facts, self._kept) as freezer:
            for seat, (path, data) in lists.items():
                frozen = freezer.freeze(path, data)
                report = freezer.report(frozen)
                nearest = freezer.nearest(frozen, SECONDS) if report.verdict == ILLEGAL else None
                file = Submission(name, path, data, seat)
                found.append(TriedList(file, report, frozen.seats, nearest))
        return tuple(found)

    def send(self, lists: Mapping[str, tuple[str, bytes]]) -> Registered:
        """Registers the lists, each for its seat, and uses the link up: both or nothing.

        Raises `HandInLinkError` where the link cannot be used any more.
        """
        if self.problem:
            raise HandInLinkError(self.problem)
        if not lists:
            raise HandInLinkError(_("no list to send"))
        name = self.player.name
        files = [Submission(name, path, data, seat) for seat, (path, data) in lists.items()]
        done = self._event.register(
            files, replace_old=True, command=_("submitted by {name}", name=name), link=self._token
        )
        self._link = (self._token and find_link(self._event.database, self._token)) or self._link
        return done
