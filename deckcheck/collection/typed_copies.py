"""A line that names copies of a card: how many, the card, and what else is said of them, in any order.

`3 nexu bgmd nm binder 2` are three copies of Nexu from the set BGMD, near mint, in binder 2. Each
word is read as what it can be: first places that are known and names of cards, then sets, conditions,
languages and finishes, numbers, and a part of a name. What is left is a new place.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, cast

from db.cards.card import Card
from db.cards.lookup import Catalogue
from db.cards.names import normal_form, number_key, set_form
from db.collection.holdings import CONDITIONS
from db.language import filled, gettext as _, joined
from deckcheck.collection.edit import NameFinder
from deckcheck.collection.matching import candidate_label
from deckcheck.errors import RefusedError
from deckcheck.query.facts import name_key
from deckcheck.show.picked import picked
from importers.collections.sheet_words import header_form_whole, read_condition, sheet_words

if TYPE_CHECKING:
    from deckcheck.collection.editor import WhichCopies

_COUNT = re.compile(r"[xX×]?([0-9]{1,6})[xX×]?")
_LONGEST_NAME, _LONGEST_WORDS = 12, 3
"""So many words a name of a card, or of a condition, has at most."""

_SHORTEST_PART = 3
_MOST_CANDIDATES = 12
_FINISHES = {"foil": "foil", "etched": "etched", "holo": "foil"}


@dataclass(frozen=True, slots=True)
class TypedCopies:
    """The copies that a line says; None where it says nothing of it.

    `candidates` are the names of the cards that may be meant where there are several; `problem` says
    why nothing can be added, `note` what a user should know, `words` what was understood.
    """

    quantity: int = 1
    name: str | None = None
    set_code: str | None = None
    number: str | None = None
    condition: str | None = None
    language: str | None = None
    finish: str | None = None
    location: str | None = None
    is_new_place: bool = False
    candidates: tuple[str, ...] = ()
    problem: str | None = None
    note: str | None = None
    words: str = ""

    @property
    def stated(self) -> "WhichCopies":
        """The facts of the copies that the line says."""
        return cast("WhichCopies", picked(self, "set_code number condition language finish location"))


def read_copies(
    catalogue: Catalogue, names: NameFinder, text: str, places: Iterable[str], card: str | None = None
) -> TypedCopies:
    """The copies that a line says; `places` are those of the collection, `card` the one chosen of several."""
    line = _Line(catalogue, text.split(), {normal_form(place): place for place in places if place})
    found, cards = line.read()
    if card is not None:
        cards = ([one for one in cards if one.name == card] or list(catalogue.find_cards(card)))[:1]
    if not cards:
        return replace(
            found, problem=_("no card is named; type a part of its name") if text.strip() else None
        )
    if found.problem:
        return found
    if len(cards) > 1:
        shown = dict.fromkeys(one.name for one in sorted(cards, key=name_key))
        return replace(found, candidates=tuple(shown)[:_MOST_CANDIDATES])
    found = replace(found, name=cards[0].name)
    try:
        named = names.find(cards[0].name, found.set_code, found.number)
    except RefusedError as error:
        problem = error.problem
        instead = error.candidates and _("choose one of: {words}", words=", ".join(error.candidates))
        return replace(found, problem=joined((problem, instead or ""), "; "))
    in_place = _("in {location} (a new place)") if found.is_new_place else _("in {location}")
    place = filled(in_place, {"location": found.location}) if found.location else None
    facts = (found.condition, found.language, found.finish, place)
    label = candidate_label(named.card, named.printing)
    words = joined([f"{found.quantity} x {label}", *(fact for fact in facts if fact)], ", ")
    return replace(found, note=named.note, words=words)


@dataclass(slots=True)
class _Line:
    """The words of a line, of which each is read once."""

    catalogue: Catalogue
    words: Sequence[str]
    places: Mapping[str, str]
    known: dict[int, str] = field(default_factory=dict)
    """The readings of words, by their places."""

    def read(self) -> tuple[TypedCopies, Sequence[Card]]:
        found: dict[str, Any] = {}
        self._take(found, "location", lambda run: self.places.get(normal_form(run)), _LONGEST_NAME)
        cards = self._named(self.catalogue.find_called)
        sets = self.catalogue.set_names()
        self._take(found, "set_code", lambda run: sets.get(set_form(run)), _LONGEST_NAME)
        self._take(found, "condition", _condition, _LONGEST_WORDS)
        self._take(found, "language", _language, _LONGEST_WORDS)
        self._take(found, "finish", lambda run: _FINISHES.get(run.lower()), 1)
        self._numbers(found)
        cards = cards or self._named(self._with_part)
        if code := found.get("set_code"):
            cards = [one for one in cards if code in one.set_codes] or cards
        left = " ".join(word for place, word in enumerate(self.words) if place not in self.known)
        if left and ("location" in found or not any(map(str.isalpha, left))):
            found["problem"] = _("{left!r} is not understood: it is no set, condition or language", left=left)
        elif left:
            found |= {"location": left, "is_new_place": True}
        return TypedCopies(**found), cards

    def _runs(self, most: int) -> Iterator[tuple[range, str]]:
        """Yields the runs of words that are not read yet, the longest first."""
        for many in range(min(most, len(self.words)), 0, -1):
            for first in range(len(self.words) - many + 1):
                run = range(first, first + many)
                if not any(place in self.known for place in run):
                    yield run, " ".join(self.words[first : first + many])

    def _take(
        self, found: dict[str, Any], name: str, meaning: Callable[[str], str | None], most: int
    ) -> None:
        for run, text in self._runs(most):
            if meant := meaning(text):
                found[name] = meant
                self.known |= dict.fromkeys(run, name)
                return

    def _named(self, cards_of: Callable[[str], Sequence[Card]]) -> Sequence[Card]:
        """The cards that the longest run of words names."""
        for run, text in self._runs(_LONGEST_NAME):
            if not _COUNT.fullmatch(text) and (cards := cards_of(text)):
                self.known |= dict.fromkeys(run, "name")
                return cards
        return ()

    def _with_part(self, text: str) -> Sequence[Card]:
        part = normal_form(text)
        if len(part) < _SHORTEST_PART:
            return ()
        fitting = [name for key, name in self.catalogue.names().items() if part in key]
        begins = [name for name in fitting if f" {part}" in f" {normal_form(name)}"]
        return [card for name in begins or fitting for card in self.catalogue.find_cards(name)]

    def _numbers(self, found: dict[str, Any]) -> None:
        """Reads a number as that of copies, and of two the one behind a set as the collector's.

        One behind a word that is not read yet belongs to that word: `binder 2`.
        """
        numbers: dict[int, str | None] = {}
        for place, word in enumerate(self.words):
            behind = self.known.get(place - 1, "number" if place - 1 in numbers or not place else None)
            if place in self.known or behind is None:
                continue
            if word.startswith("#") and number_key(word[1:]):
                found["number"], self.known[place] = word[1:], "number"
            elif _COUNT.fullmatch(word):
                numbers[place] = behind
        if len(numbers) > 1 and "number" not in found:
            at = next((place for place, behind in numbers.items() if behind == "set_code"), None)
            if at is not None:
                found["number"], self.known[at] = self.words[at], "number"
                del numbers[at]
        for place in list(numbers)[:1]:
            found["quantity"] = int(self.words[place].strip("xX×"))
            self.known[place] = "quantity"


def _language(run: str) -> str | None:
    known = {word: code for code, words in sheet_words("language").items() for word in words}
    return known.get(header_form_whole(run)) if len(run) > 1 else None


def _condition(run: str) -> str | None:
    grade = read_condition(run)
    return grade if grade in CONDITIONS and (len(run) > 1 or run in CONDITIONS) else None
