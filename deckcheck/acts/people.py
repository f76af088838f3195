"""The people of the club: added, renamed, merged and removed, and the links that open a page to them."""

from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from db.arguments import checked
from db.clock import now
from db.club import persons
from db.club.history import UNDOABLE, ClubChange, list_changes, undo_change
from db.club.links import (
    LinkKind,
    LinkTarget,
    StoredLink,
    end_links,
    find_link,
    link_hash,
    make_links,
    new_token,
)
from db.club.persons import Person, list_persons, person_number
from db.errors import PersonError
from db.events.forget import forget_person
from db.events.store import read_event
from db.language import filled, gettext as _
from db.texts import name_key
from deckcheck.events.event_editor import AUTHOR
from deckcheck.events.links import PATH
from deckcheck.events.players import clean_name, get_player
from deckcheck.show.picked import picked


@dataclass(frozen=True, slots=True)
class NewLink:
    """A link that was just made; its token is known only now. `of` is a person, or a helper's event."""

    of: str
    token: str

    def address(self, site: str = "") -> str:
        """The address of the link on a site.

        >>> NewLink("Ada", "b3aT").address("https://club.example/")
        'https://club.example/link/b3aT'
        """
        return f"{site.rstrip('/')}{PATH}{self.token}"


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who looks at the page: the organiser, a helper at an event, a person of the club, or anybody.

    `ended` are the kinds of links that they came with and that have ended.
    """

    is_organiser: bool = False
    helps: str = ""
    person: Person | None = None
    ended: tuple[LinkKind, ...] = ()

    @property
    def is_known(self) -> bool:
        """Whether it is not just anybody."""
        return self.is_organiser or bool(self.helps) or self.person is not None

    @property
    def home(self) -> str:
        """The address at which they begin; empty for the organiser and for anybody."""
        return "/me" if self.person else f"/events/{quote(self.helps, safe='')}" if self.helps else ""

    @property
    def name(self) -> str:
        """The name under which their changes are kept; empty for the organiser."""
        if self.is_organiser:
            return ""
        return self.person.name if self.person else _("a helper") if self.helps else ""

    @property
    def owns(self) -> int:
        """The person whose collection they see and change; 0 is the owner of the database."""
        return 0 if self.is_organiser or self.person is None else self.person.id

    def helps_at(self, event: str) -> bool:
        """Whether they have a link of a helper at an event."""
        return bool(self.helps) and name_key(self.helps) == name_key(event)

    def plays_in(self, event: str) -> bool:
        """Whether they are a player of an event."""
        played = self.person.players if self.person else ()
        return any(name_key(event) == name_key(name) for name, _number in played)


ORGANISER, ANYBODY = Visitor(is_organiser=True), Visitor()
VISITOR: ContextVar[Visitor] = ContextVar("who looks at the page", default=ORGANISER)


def enters(visitor: Visitor) -> None:
    """Lets what is asked from here on be asked by somebody, and kept as changed by them."""
    VISITOR.set(visitor)
    AUTHOR.set(visitor.name)


@dataclass(frozen=True, slots=True)
class Joined:
    """Players who became persons, and those left out, since a person of their name is there already."""

    added: tuple[str, ...]
    left: tuple[str, ...] = ()


@checked
class People:
    """The people of a database's club."""

    def __init__(self, database: Path) -> None:
        self._database = database

    def list(self) -> tuple[Person, ...]:
        """All of them by name."""
        return list_persons(self._database)

    def get(self, name: str) -> Person:
        """The person of that name; raises `PersonNotFoundError`."""
        number = person_number(self._database, name)
        return next(one for one in self.list() if one.id == number)

    def add(self, names: Sequence[str]) -> Joined:
        """Adds persons, all or none; raises `PersonTakenError` for a name that is there.

        A name that is given twice raises `PersonError`.
        """
        cleaned = tuple(map(clean_name, names))
        keys = [name_key(name) for name in cleaned]
        if twice := [name for name, key in zip(cleaned, keys, strict=True) if keys.count(key) > 1]:
            raise PersonError(_("{name!r} is given twice; nothing was changed"), name=twice[0])
        made = persons.add_persons(self._database, cleaned)
        return Joined(tuple(one.name for one in made))

    def join(
        self, event: str, players: Sequence[str] = (), *, same: bool = False, person: str = ""
    ) -> Joined:
        """Makes persons of players of an event, by default of all who are none yet.

        A player whose name a person has becomes that one only where they are the `same`, as only the
        organiser knows; `person` is who a single player is, whatever they are called.
        """
        stored = read_event(self._database, event)
        known = {name_key(one.name): one for one in self.list()}
        joined = persons.players_of(self._database, stored.id)
        wanted = [get_player(stored.players, one) for one in players]
        chosen: dict[int, int | str] = {}
        left = []
        for number in wanted or [one for one in stored.players if one not in joined]:
            name = stored.players[number].name
            if person:
                chosen[number] = person_number(self._database, person)
            elif (there := known.get(name_key(name))) is None:
                chosen[number] = name
            elif same:
                chosen[number] = there.id
            else:
                left.append(name)
        persons.join_players(self._database, stored.id, chosen)
        return Joined(tuple(stored.players[number].name for number in chosen), tuple(left))

    def link(self, name: str, *, more: bool = False) -> NewLink:
        """A new link to a person's page; those that they had end, but for `more`."""
        return self._made(LinkTarget("person", self.get(name).id), name, more=more)

    def end_links(self, name: str) -> int:
        """Ends the links of a person; returns how many there were."""
        return end_links(self._database, LinkTarget("person", self.get(name).id))

    def helper_link(self, event: str) -> NewLink:
        """One more link for helpers at the desk of an event: results, drops and the clock."""
        stored = read_event(self._database, event)
        return self._made(LinkTarget("helper", event=stored.id), stored.facts.name, more=True)

    def end_helper_links(self, event: str) -> int:
        """Ends the links of all helpers at an event; returns how many there were."""
        return end_links(self._database, LinkTarget("helper", event=read_event(self._database, event).id))

    def visitor(self, tokens: Mapping[LinkKind, str], *, is_organiser: bool = False) -> Visitor:
        """Who has these links, by their kinds."""
        found = {kind: self.find(token) for kind, token in tokens.items()}
        links = {kind: link for kind, link in found.items() if link is not None and link.kind == kind}
        person, helper = links.get("person"), links.get("helper")
        there = None if person is None else persons.read_person(self._database, person.person or 0)
        ended = tuple(kind for kind in tokens if kind not in links)
        return Visitor(is_organiser, "" if helper is None else helper.event, there, ended)

    def paper_links(self, event: str, site: str) -> dict[int, str]:
        """One more link for each player of an event who is of the club, by number, to be printed.

        They end with the event, wherever the paper lies then.
        """
        number = read_event(self._database, event).id
        made = {
            player: self._made(LinkTarget("person", who, number), "", more=True)
            for player, who in persons.players_of(self._database, number).items()
        }
        return {player: link.address(site) for player, link in made.items()}

    def find(self, token: str) -> StoredLink | None:
        """The link of a token; None for one that was never given or has ended."""
        return find_link(self._database, token)

    def rename(self, name: str, new: str) -> str:
        """Gives a person another name, and returns it; in events they stay called as they were."""
        cleaned = clean_name(new)
        persons.rename_person(self._database, self.get(name).id, cleaned)
        return cleaned

    def merge(self, name: str, into: str) -> None:
        """Makes one person of two, the second; the links of the first end."""
        one, other = self.get(name), self.get(into)
        if one.id != other.id:
            persons.merge_persons(self._database, one.id, other.id)

    def remove(self, name: str) -> None:
        """Removes a person with all links; in events their lists and notes go, results stay as a player's."""
        forget_person(self._database, self.get(name))

    def history(self) -> tuple[ClubChange, ...]:
        """All that was done with the people who are there, the newest first."""
        return list_changes(self._database)

    def undo(self, number: int | None = None) -> str:
        """Undoes a change, by default the newest that can be; returns it in words. Raises `PersonError`."""
        return change_sentence(undo_change(self._database, number))

    def history_documents(self) -> tuple[dict[str, Any], ...]:
        """The history as documents."""
        return tuple(
            {
                "change": one.number,
                "time": one.time,
                "words": change_sentence(one),
                "undoes": one.undoes,
                "undone": bool(one.undone),
                "can_be_undone": one.command in UNDOABLE and one.undoes is None and not one.undone,
            }
            for one in self.history()
        )

    def document(self) -> dict[str, Any]:
        """All of them as in `deckcheck.people/1`."""
        return {
            "schema": "deckcheck.people/1",
            "people": [
                {**picked(one, "name made links"), "events": [event for event, _number in one.players]}
                for one in self.list()
            ],
        }

    def _made(self, target: LinkTarget, of: str, *, more: bool) -> NewLink:
        token = new_token()
        make_links(self._database, [(link_hash(token), target)], now(), more=more)
        return NewLink(of, token)


_SENTENCES = {
    "add": _("{after} was added"),
    "join": _("{before} is a player of {after}"),
    "rename": _("{before} is called {after} now"),
    "merge": _("{before} and {after} are one: {after}"),
    "link": _("a link for {after} was made"),
    "end": _("the links for {after} were ended"),
    "remove": _("somebody was removed"),
}


def change_sentence(change: ClubChange) -> str:
    """A change of the club's people in a sentence; one that undoes says which.

    >>> change_sentence(ClubChange(3, "", "rename", 1, "Ada", "Ada Lovelace"))
    'Ada is called Ada Lovelace now'
    """
    if change.undoes is not None:
        return _("change {number} was undone", number=change.undoes)
    return filled(_SENTENCES[change.command], {"before": change.before, "after": change.after})


def qr_code(address: str) -> str:
    """The QR code of an address as a picture for a page."""
    import segno

    return segno.make(address, error="m", micro=False).svg_data_uri(border=4)
