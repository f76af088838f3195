"""A line that names copies of a card: how many, the card, and what else is said of them, in any order.

`3 nexu bgmd nm binder 2` are three copies of Nexu from the set BGMD, near mint, in binder 2. Each
word is read as what it can be: first places that are known and names of cards, then sets, conditions,
languages, finishes and prices, numbers, and a part of a name. What is left is a new place, unless it
is another card or says something of the copies. Brackets around words do not count.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, cast

from db.cards.card import Card
from db.cards.lookup import Catalogue
from db.cards.names import normal_form, number_key, parse_name, set_form
from db.collection.holdings import CONDITIONS
from db.language import filled, gettext as _, joined
from deckcheck.collection.edit import NameFinder
from deckcheck.collection.matching import candidate_label
from deckcheck.errors import RefusedError
from deckcheck.judge.name_facts import FINISH, place_in_set
from deckcheck.query.facts import name_key
from deckcheck.show.picked import picked
from importers.collections.sheet_words import header_form_whole, read_condition, sheet_words
from importers.decks.typed_line import number_words
from importers.heading_words import heading_form, words_for

if TYPE_CHECKING:
    from deckcheck.collection.editor import AddedCopies, WhichCopies

_COUNT = re.compile(r"[xX×]?([0-9]{1,6})[xX×]?")
_LONGEST_NAME, _LONGEST_WORDS = 12, 3
"""So many words a name of a card, or of a condition, has at most."""

_SHORTEST_PART = 3
_MOST_CANDIDATES = 12
_FILLERS = words_for("copies") | {"of", "in"}
_FINISHES = {"foil": "foil", "etched": "etched", "holo": "foil", "*f*": "foil"}
_LONGEST_PRICE = 2
_AROUND, _SIGNS, _OPENED = "()[]{}*,;:", "-–—,;:", frozenset("([{")
"""Signs around words, between words, and before a group, which names may have."""
_BETWEEN = re.compile(r"[,;+&]")
_APART = re.compile(r"(?<!\S)(?:([0-9]{1,6})\s+([xX×])|([xX×])\s+([0-9]{1,6}))(?!\S)")
"""A number and its sign as two words, like `4 x`."""
_OF_A_SET = re.compile(r"#?([0-9]{1,3})/[0-9]{1,3}")


@dataclass(frozen=True, slots=True)
class TypedCopies:
    """The copies that a line says; None where it says nothing of it.

    `candidates` are the names of the cards that may be meant where there are several; `problem` says
    why nothing can be added, `note` what a user should know, `words` what was understood. `count` is
    the number of copies that is said, `name` the card as it is written.
    """

    count: int | None = None
    name: str | None = None
    set_code: str | None = None
    number: str | None = None
    condition: str | None = None
    language: str | None = None
    finish: str | None = None
    location: str | None = None
    price: str | None = None
    currency: str | None = None
    is_new_place: bool = False
    candidates: tuple[str, ...] = ()
    problem: str | None = None
    note: str | None = None
    words: str = ""

    @property
    def quantity(self) -> int:
        """The number of copies: one where the line says none."""
        return 1 if self.count is None else self.count

    @property
    def which(self) -> "WhichCopies":
        """The facts by which copies are told apart that the line says."""
        return cast("WhichCopies", picked(self, "set_code number condition language finish location"))

    @property
    def stated(self) -> "AddedCopies":
        """The facts of the copies that the line says."""
        return cast("AddedCopies", {**self.which, "price": self.price, "currency": self.currency})


def read_copies(
    catalogue: Catalogue, names: NameFinder, text: str, places: Iterable[str] | None, card: str | None = None
) -> TypedCopies:
    """The copies that a line says; `card` is the one chosen of several.

    `places` are those of the collection, None where no place can be said.
    """
    words = list(_words(text, catalogue.set_names()))
    known = {normal_form(place): place for place in places or () if place}
    line = _Line(catalogue, names, words, known, has_place=places is not None)
    found, cards = line.read()
    if card is not None:
        cards = ([one for one in cards if one.name == card] or list(catalogue.find_cards(card)))[:1]
    if not cards:
        return replace(
            found, problem=_("no card is named; type a part of its name") if text.strip() else None
        )
    if len(cards) == 1:
        key = normal_form(line.name)  # of a printing where that is written, else of the card
        printed = (one.name for one in cards[0].printings if normal_form(one.name) == key)
        found = replace(found, name=next(printed, cards[0].name))
    if found.problem:
        return found
    if found.name is None:
        shown = dict.fromkeys(one.name for one in sorted(cards, key=name_key))
        return replace(found, candidates=tuple(shown)[:_MOST_CANDIDATES])
    try:
        named = names.find(found.name, found.set_code, found.number)
    except RefusedError as error:
        problem = error.problem
        instead = error.candidates and _("choose one of: {words}", words=", ".join(error.candidates))
        return replace(found, problem=joined((problem, instead or ""), "; "))
    in_place = _("in {location} (a new place)") if found.is_new_place else _("in {location}")
    place = filled(in_place, {"location": found.location}) if found.location else None
    price = found.price and f"{found.price} {found.currency}"
    facts = (found.condition, found.language, found.finish, place, price)
    label = candidate_label(named.card, named.printing)
    said = joined([f"{found.quantity} x {label}", *(fact for fact in facts if fact)], ", ")
    return replace(found, note=named.note, words=said)


def _words(text: str, sets: Mapping[str, str]) -> Iterator[str]:
    """Yields the words of a line; where a set and a number are one word, both."""
    for word in _APART.sub(r"\1\2\3\4", text).split():
        place = place_in_set(word.strip(_AROUND))
        if place and not place[2] and set_form(place[0]) in sets:
            yield from (place[0], f"#{place[1]}")
        else:
            yield word


@dataclass(slots=True)
class _Line:
    """The words of a line, of which each is read once; `name` are those of the card."""

    catalogue: Catalogue
    names: NameFinder
    words: Sequence[str]
    places: Mapping[str, str]
    has_place: bool
    known: dict[int, str] = field(default_factory=dict)
    """The readings of words, by their places."""
    name: str = ""

    def read(self) -> tuple[TypedCopies, Sequence[Card]]:
        found: dict[str, Any] = {}
        self._take(found, "location", lambda run: self.places.get(normal_form(run)), _LONGEST_NAME)
        cards = self._named(self.names.called)
        sets = self.catalogue.set_names()
        self._take(found, "set_code", lambda run: sets.get(set_form(run)), _LONGEST_NAME)
        self._take(found, "condition", _condition, _LONGEST_WORDS)
        self._take(found, "language", _language, _LONGEST_WORDS)
        self._take(found, "finish", lambda run: _FINISHES.get(run.lower()), 1)
        self._take(found, "price", _price, _LONGEST_PRICE)
        if price := found.pop("price", None):
            found["price"], _unused, found["currency"] = price.partition(" ")
        self._numbers(found, cards)
        cards = cards or self._named(self._with_part)
        if code := found.get("set_code"):
            cards = cards or self.catalogue.find_numbered(code, found.get("number", ""))
            cards = [one for one in cards if code in one.set_codes] or cards
            numbered = self.catalogue.find_numbered(code, found["number"]) if "number" in found else ()
            cards = [one for one in cards if one in numbered] or cards
        self._left(found, cards)
        return TypedCopies(**found), cards

    def _runs(self, most: int) -> Iterator[tuple[range, str]]:
        """Yields the runs of words that are not read yet, the longest first."""
        for many in range(min(most, len(self.words)), 0, -1):
            for first in range(len(self.words) - many + 1):
                run = range(first, first + many)
                if not any(place in self.known for place in run):
                    words = self.words[first : first + many]
                    plain = " ".join(word.strip(_AROUND) for word in words)
                    yield run, plain
                    if plain != (written := " ".join(words)) and not _OPENED & set(written):
                        yield run, written

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
                self.name = text
                return cards
        return ()

    def _with_part(self, text: str) -> Sequence[Card]:
        part = normal_form(text)
        if len(part) < _SHORTEST_PART:
            return ()
        fitting = [name for key, name in self.catalogue.names().items() if part in key]
        begins = [name for name in fitting if f" {part}" in f" {normal_form(name)}"]
        return [card for name in begins or fitting for card in self.catalogue.find_cards(name)]

    def _numbers(self, found: dict[str, Any], cards: Sequence[Card]) -> None:
        """Reads a number as that of copies, and one behind a set as the collector's, where it is one.

        Of two it is the collector's anyway. One behind a word that is not read yet belongs to that
        word: `binder 2`.
        """
        numbers: dict[int, str | None] = {}
        for place, written in enumerate(self.words):
            behind = self.known.get(place - 1, "number" if place - 1 in numbers or not place else None)
            word = written.strip(_AROUND)
            if place in self.known or (behind is None and word == written):
                continue
            if (of_set := _OF_A_SET.fullmatch(word)) or (word.startswith("#") and number_key(word[1:])):
                found["number"], self.known[place] = of_set[1] if of_set else word[1:], "number"
            elif _COUNT.fullmatch(word):
                numbers[place] = behind
        at = next((place for place, behind in numbers.items() if behind == "set_code"), None)
        if at is not None and "number" not in found:
            number = self.words[at].strip(_AROUND)
            here = self.catalogue.find_numbered(found["set_code"], number)
            if len(numbers) > 1 or (here and (not cards or set(here) & set(cards))):
                found["number"], self.known[at] = number, "number"
                del numbers[at]
        for place in list(numbers)[:1]:
            word = self.words[place].strip(_AROUND)
            found["count"] = int(word.strip("xX×"))
            self.known[place] = "quantity"
            both = {
                number_key(one.number or "") for card in cards if len(cards) == 1 for one in card.printings
            }
            if place and word in both and "number" not in found:
                found["problem"] = _(
                    "{word} may be the copies or the number of the card; type {word}x or #{word}", word=word
                )

    def _left(self, found: dict[str, Any], cards: Sequence[Card]) -> None:
        """Takes the words that are left for a new place, where they say nothing else."""
        words = [word for place, word in enumerate(self.words) if place not in self.known]
        while words and (not words[0].strip(_SIGNS) or heading_form(words[0].strip(".")) in _FILLERS):
            del words[0]
        if words and "count" not in found and (spelt := number_words().get(heading_form(words[0]))):
            found["count"] = int(spelt)
            del words[0]
        left = " ".join(word for word in words if word.strip(_SIGNS)).strip(_AROUND)
        if not left or "problem" in found:
            return
        parts = [part.strip(_SIGNS) for part in _BETWEEN.split(left)]
        names = [re.sub(r"^[xX×]?[0-9]+[xX×]?\s+|\s+[xX×]?[0-9]+[xX×]?$", "", part) for part in parts]
        if cards and any(map(self.catalogue.find_called, filter(None, names))):
            found["problem"] = _("{left!r} names another card; type a line for each", left=left)
        elif (
            "location" in found
            or not self.has_place
            or not re.search(r"[^\W\d_]{2}", left)
            or normal_form(left) in sheet_words("column")["dice"]
            or any(FINISH.fullmatch(part) or parse_name(f"x ({part})").reprint for part in parts)
        ):
            found["problem"] = _("{left!r} is not understood: it is no set, condition or language", left=left)
        else:
            found |= {"location": left, "is_new_place": True}


def _price(run: str) -> str | None:
    from importers.collections.holding_cells import read_price

    price = read_price(run.partition("/")[0])
    return f"{price[0]} {price[1]}" if price and price[1] else None


def _language(run: str) -> str | None:
    known = {word: code for code, words in sheet_words("language").items() for word in words}
    return known.get(word) if len(word := header_form_whole(run)) > 1 else None


def _condition(run: str) -> str | None:
    grade = read_condition(run)
    return grade if grade in CONDITIONS and (len(run) > 1 or run in CONDITIONS) else None
