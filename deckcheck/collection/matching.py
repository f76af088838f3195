"""Matching rows of a sheet to printings: exact, strong, or unsure; an unsure row is never applied.

- exact: the row names one printing, by name and set (and number), image key, or our own key.
- strong: it can only be this one, but something had to be inferred; the reason is given.
- unsure: it may be several (ambiguous), or nothing known (unmatched); candidates only help to ask.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter

from db.advice import meant
from db.cards.card import Card, Printing
from db.cards.lookup import Catalogue
from db.cards.names import normal_form, number_key, parse_name, set_form, version_order
from db.collection.holdings import HoldingKey
from db.language import Message, gettext as _, joined
from db.patterns import pattern
from deckcheck.collection.printing_lookup import Pair, PrintingLookup
from deckcheck.games import get_game
from deckcheck.judge.name_facts import FINISH, divided, place_in_set, printings_with
from deckcheck.judge.name_folds import foldings, names_like
from deckcheck.show.picked import picked
from deckcheck.suggest import suggest, suggest_many
from importers.collections.holding_row import SheetHolding

EXACT, STRONG, AMBIGUOUS, UNMATCHED = "exact", "strong", "ambiguous", "unmatched"
CHOSEN = "chosen"
"""The grade of a row of which the user said what it means."""

_VERSION = pattern(r"\W*(?:v(?:er(?:s(?:ion|e)?)?)?(?:\.\s*|\s+))?([^\W\d_][^\W_]?)\W*", re.IGNORECASE)
"""A version in a column of its own, as `A`, `(A)`, `Ver. A`."""
_BESIDE = pattern(r"\s*[/|:()\[\]]\s*|\s+[-\u2013\u2014]\s+")
"""The signs between the code and the name of one set."""
_MOST_CANDIDATES = 12
LONGEST_CELL = 1_000
"""Characters of what a row says of its card; no name has a tenth of it."""

MOST_SEARCHED = 1_000
"""Unknown names of a sheet for which near ones are looked for."""

_stated_facts = attrgetter(
    *("name", "set_code", "set_name", "number", "version", "image_key", "printing_id", "card_id", "subtitle")
)
_LOOKED_AT, _ENOUGH_TO_TELL = 200, 5
"""Rows of a sheet by which it is told that it is of another game."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible meaning of a row: a printing of a card, or the card in an unknown printing."""

    card: Card
    printing: Printing | None = None

    @property
    def label(self) -> str:
        """The candidate as users choose it, like `Boba Fett (A) [AOTC 6]`."""
        return candidate_label(self.card, self.printing)


@dataclass(frozen=True, slots=True)
class CardMatch:
    """The meaning of a row, its grade of certainty, and the reason for the grade."""

    grade: str
    found: Candidate | None = None
    reason: str = ""
    candidates: tuple[Candidate, ...] = ()

    @property
    def is_sure(self) -> bool:
        """Whether the row is applied."""
        return self.found is not None


@dataclass(frozen=True, slots=True)
class MatchedRow:
    """A row of the sheet with its match."""

    row: SheetHolding
    match: CardMatch

    @property
    def key(self) -> HoldingKey:
        """The key of the holding that a sure row is about."""
        found = self.match.found
        if found is None or found.card.id is None:
            raise ValueError(self.row.text)
        row, printing = self.row, found.printing
        return HoldingKey(
            found.card.id,
            printing.id if printing else None,
            row.condition or "",
            row.language or "",
            row.finish or "",
            row.location or "",
        )


@dataclass(frozen=True, slots=True)
class Context:
    """The context of a row: the heading above it, or the name of the sheet."""

    set_text: str = ""
    place: str = ""


NO_CONTEXT = Context()

_Named = tuple[Sequence[Pair], Sequence[Card], str]


def candidate_label(card: Card, printing: Printing | None) -> str:
    """A printing as users choose it: its name, set and number; a card without set by its name."""
    if printing is None:
        return card.name
    return f"{printing.name} [{printing.set_code}{f' {printing.number}' if printing.number else ''}]"


class Matcher:
    """Matches rows against one catalogue; equal rows are looked up once."""

    def __init__(self, catalogue: Catalogue) -> None:
        game = get_game(catalogue.game)
        self._collecting, self._spellings = game.collecting, game.names.spellings
        self._by_title = game.names.by_title
        self._versions_word = Message(game.names.version)
        self._known = PrintingLookup(catalogue)
        self._aliases = {normal_form(alias): name for alias, name, _ in catalogue.aliases()}
        self._sets = {s.code: s.name for s in catalogue.sets()}
        self._codes = catalogue.set_names()
        self._found_sets: dict[str, str | None] = {}
        self._named_before: dict[str, _Named] = {}
        self._matched: dict[tuple[object, ...], CardMatch] = {}
        self._suggested: dict[str, tuple[Candidate, ...]] = {}
        self._catalogue = catalogue
        self.notes: tuple[str, ...] = ()

    def look_ahead(self, rows: Iterable[SheetHolding]) -> None:
        """Searches similar names for all unknown ones of a sheet at once; remarks go to `notes`.

        Of a sheet of another game, and past `MOST_SEARCHED` names, none are searched.
        """
        named = [row for row in rows if row.name and _too_long(row) is None]
        names = {id(row): _full_name(row) for row in named}
        self._known.read(names.values())
        unknown = [row for row in named if not self._knows(row, names[id(row)])]
        wanted = dict.fromkeys(
            name for row in unknown if normal_form(name := names[id(row)]) not in self._suggested
        )
        if not wanted:
            return
        self.notes = ()
        searched = list(wanted)[:MOST_SEARCHED]
        if other := self._other_game(named[:_LOOKED_AT], unknown):
            searched, self.notes = [], (other,)
        elif len(wanted) > MOST_SEARCHED:
            found_few = _(
                "near names were looked for only for the first {most_searched:,}", most_searched=MOST_SEARCHED
            )
            self.notes = (
                _("{count:,} names are of no card; {found_few}", count=len(wanted), found_few=found_few),
            )

        found = suggest_many(searched, self._catalogue.names(), self._catalogue.translated_names())
        for name in wanted:
            self._suggested[normal_form(name)] = self._printings_of(found.get(name, ()))

    def _knows(self, row: SheetHolding, name: str) -> bool:
        pairs, cards, _unused = self._named(name)
        return bool(pairs or cards or self._versions(row) or self._catalogue.find_translated(name))

    def _other_game(self, first: Sequence[SheetHolding], unknown: Sequence[SheetHolding]) -> str | None:
        """A note when most of the first rows are cards of another game."""
        rows = set(map(id, first))
        names = [_full_name(row) for row in unknown if id(row) in rows]
        if len(names) < _ENOUGH_TO_TELL or 2 * len(names) <= len(first):
            return None
        from deckcheck.judge.other_games import OtherGames

        code = OtherGames(self._catalogue).game_of(names)
        if code is None:
            return None
        return _(
            "most of the first {count} rows are cards of {name}; choose the game {code}",
            count=len(first),
            name=get_game(code).name,
            code=code,
        )

    def _printings_of(self, names: Iterable[str]) -> tuple[Candidate, ...]:
        cards = [card for name in names for card in self._known.called(name)]
        return _candidates([(card, printing) for card in cards for printing in card.printings])

    def match(self, row: SheetHolding, context: Context = NO_CONTEXT) -> CardMatch:
        """The meaning of a row."""
        if (too_long := _too_long(row)) is not None:
            return CardMatch(UNMATCHED, None, too_long)
        stated = (*_stated_facts(row), context)
        found = self._matched.get(stated)
        if found is None:
            found = self._matched[stated] = self._whole(self._match(row, context))
        return found

    def find_set(self, text: str) -> str | None:
        """The code of the set that a text names exactly, by code, by name or by both; None for any other."""
        if len(text) > LONGEST_CELL:
            return None
        if text not in self._found_sets:
            parts = [part for part in (text, *_BESIDE.split(text)) if part]
            codes = {self._codes.get(set_form(part)) for part in parts[1:]}
            self._found_sets[text] = self._codes.get(set_form(text)) or (
                codes.pop() if len(codes) == 1 else None
            )
        return self._found_sets[text]

    def suggest_sets(self, text: str) -> tuple[str, ...]:
        """The codes of sets that a misspelt text may mean."""
        names = {normal_form(name): name for name in self._sets.values()}
        near = suggest(text, names) or suggest(text, {normal_form(c): c for c in self._sets})
        return tuple(self._codes[set_form(name)] for name in near)

    def set_name(self, code: str) -> str:
        """The name of a set by its code."""
        return self._sets[code]

    def find_choice(self, text: str) -> Candidate | None:
        """The candidate that a label names, as `Candidate.label` writes it."""
        name, bracket, place = text.strip().rpartition(" [")
        if not bracket:
            name, place = text, ""
        code, _unused, number = place.rstrip("]").partition(" ")
        match = self.match(SheetHolding(0, 1, name, set_code=code or None, number=number or None))
        return match.found if match.grade == EXACT or not place else None

    def search(self, text: str) -> tuple[Candidate, ...]:
        """Printings for what a user typed: by name, by part of a name, or nearly so."""
        choice = self.find_choice(text)
        if choice:
            return (choice,)
        key = normal_form(text)
        inside = list(self._known.containing(key)) if key else []
        places = {name: n for n, name in enumerate(dict.fromkeys(c.base_name for c, _ in inside))}
        inside.sort(key=lambda pair: (places[pair[0].base_name], version_order(pair[0].version)))
        return _candidates(inside) if inside else self._suggestions(text)

    def _whole(self, match: CardMatch) -> CardMatch:
        """The match, but for cards that are owned only within others: those are to be chosen."""
        found = [match.found] if match.found else match.candidates
        parts = dict.fromkeys(one.card for one in found)
        if not parts or not all(map(self._collecting.is_part, parts)):
            return match
        wholes = [c for part in parts for c in self._collecting.wholes_of(part, self._catalogue.cards())]
        reason = _("comes only in an {whole}, which is counted as a whole", whole=self._collecting.whole)
        return CardMatch(AMBIGUOUS, None, reason, _candidates([(c, p) for c in wholes for p in c.printings]))

    def _match(self, row: SheetHolding, context: Context) -> CardMatch:
        by_name = self._by_what_is_written(row, context)
        if by_name.grade == EXACT or (keyed := self._keyed(row)) is None:
            return by_name
        # A key may come from another database, or from a row that was copied and written over.
        if self._agrees(keyed, row):
            return CardMatch(EXACT, keyed)
        if by_name.is_sure:
            return by_name
        reason = _("its hidden key means {label}, which the row does not say", label=keyed.label)
        return CardMatch(AMBIGUOUS, None, reason, _merged((keyed,), by_name.candidates))

    def _keyed(self, row: SheetHolding) -> Candidate | None:
        if row.printing_id is not None and (pair := self._known.printing(row.printing_id)):
            return Candidate(*pair)
        if row.card_id is not None and (card := self._known.card_by_id(row.card_id)):
            return Candidate(card)
        return None

    def _agrees(self, keyed: Candidate, row: SheetHolding) -> bool:
        """Whether what a row says of its card fits the printing of its key."""
        card, printing = keyed.card, keyed.printing
        names = {normal_form(card.name), normal_form(printing.name if printing else card.name)}
        if not row.name or (
            normal_form(name := _full_name(row)) not in names
            and card not in self._catalogue.find_translated(name)
        ):
            return False
        codes = {code for text in (row.set_code, row.set_name) if text for code in [self.find_set(text)]}
        wanted = {printing.set_code} if printing else set()
        number = number_key(row.number or "")
        return codes == wanted and number == number_key((printing and printing.number) or "")

    def _by_what_is_written(self, row: SheetHolding, context: Context) -> CardMatch:
        row = self._with_place(row)
        code = row.set_code
        if code and not self.find_set(code) and self._catalogue.find_image(code):  # of the card, not its set
            return self._by_image_key(replace(row, image_key=code))
        if not row.name and (row.image_key or not row.number):
            return self._by_image_key(row)
        stated = self._stated_set(row)
        if isinstance(stated, CardMatch):
            return stated
        code, hints = stated
        if not row.name:
            return self._by_place(row, code, hints)
        if code is None and context.set_text and (above := self.find_set(context.set_text)):
            found = self._in_set(
                row, above, [_("set {above} from {place}", above=above, place=context.place)]
            )
            if found.is_sure:
                return found
        return self._in_set(row, code, hints)

    def _with_place(self, row: SheetHolding) -> SheetHolding:
        """The row with the set and the number apart where one cell states both, like `AOTC 97`."""
        for cell in ("number", "set_code", "set_name"):
            text = getattr(row, cell) or ""
            place = None if len(text) > LONGEST_CELL or self.find_set(text) else place_in_set(text)
            code = self.find_set(place[0]) if place and not place[2] else None
            if place and code:
                stated = (row.set_code or row.set_name) if cell == "number" else row.number
                is_same = (self.find_set if cell == "number" else number_key)(stated or "")
                if not stated or is_same == (code if cell == "number" else number_key(place[1])):
                    return replace(row, set_code=code, set_name=None, number=place[1])
        return row

    def _in_set(self, row: SheetHolding, code: str | None, hints: Sequence[str]) -> CardMatch:
        """The meaning of a row by the set that it states, or by none."""
        pairs, cards, hint = self._named(_full_name(row))
        version = _stated_version(row)
        if version and not pairs and not cards:
            pairs, cards, hint = self._named(row.name or "")
        versions = {card.version for card in (*(card for card, _ in pairs), *cards)} - {None}
        if version and versions and version not in versions:
            reason = _("its version is {version}, which its name does not say", version=version)
            return CardMatch(AMBIGUOUS, None, reason, self._in_sets(row, [code] if code else ()))
        if not pairs and not cards:
            pairs = self._called(row, code)
        if not pairs and not cards and code is None and (pairs := self._with_facts(row.name or "")):
            hint = _("{name} is read as {spelt}", name=row.name, spelt=pairs[0][0].name)
            if len(pairs) == 1:
                return _sure(pairs[0], [*hints, hint])
        hints = [*hints, hint] if hint else hints
        if pairs or cards:
            return self._choose(row, code, pairs, cards, hints)
        if row.image_key and self._catalogue.find_image(row.image_key):
            return self._by_image_key(row)
        if not self._versions(row) and (cards := self._catalogue.find_translated(_full_name(row))):
            return self._choose(row, code, (), cards, hints)
        return self._without_version(row, code, hints)

    def _called(self, row: SheetHolding, code: str | None) -> Sequence[Pair]:
        """The printings of what people call by its number, such as objective sets."""
        number = self._collecting.called(row.name or "")
        if number is None:
            return ()
        codes = self._sets if code is None else (code,)
        return [pair for code in codes for pair in self._known.at(code, number)]

    def _by_place(self, row: SheetHolding, code: str | None, hints: Sequence[str]) -> CardMatch:
        """The printing at the set and the number of a row without a name."""
        there = self._known.at(code, number_key(row.number or "")) if code else ()
        if len(there) == 1:
            return _sure(there[0], [*hints, _("no name; the only card with this set and number")])
        if there:
            return CardMatch(AMBIGUOUS, None, _("several cards have this set and number"), _candidates(there))
        return CardMatch(UNMATCHED, None, _("no name of a card, and none has this set and number"))

    def _by_image_key(self, row: SheetHolding) -> CardMatch:
        pair = self._catalogue.find_image(row.image_key) if row.image_key else None
        if pair is None:
            key = row.image_key
            reason = _("no card has the image key {key!r}", key=key) if key else _("no name of a card")
            return CardMatch(UNMATCHED, None, reason)
        if row.name and normal_form(parse_name(row.name).base) != normal_form(pair[0].base_name):
            candidate = Candidate(*pair)
            reason = _("its image key means {label}, which the row does not say", label=candidate.label)
            return CardMatch(AMBIGUOUS, None, reason, (candidate,))
        return CardMatch(EXACT, Candidate(*pair))

    def _stated_set(self, row: SheetHolding) -> CardMatch | tuple[str | None, Sequence[str]]:
        """The set that a row states by code or name, with hints; or why that is not sure."""
        texts = [text for text in (row.set_code, row.set_name) if text]
        codes = [self.find_set(text) for text in texts]
        known = list(dict.fromkeys(code for code in codes if code))
        unknown = [text for text, code in zip(texts, codes, strict=True) if code is None]
        if len(known) > 1:
            reason = _("its set is {texts!r} by code and {texts2!r} by name", texts=texts[0], texts2=texts[1])
            return CardMatch(AMBIGUOUS, None, reason, self._in_sets(row, known))
        if known:
            # Other programs have codes of their own, other languages other names.
            return known[0], [
                _("set {known}, though {u!r} is no set of ours", known=known[0], u=u) for u in unknown
            ]
        if not texts:
            return None, ()
        near = self.suggest_sets(texts[-1])
        reason = _("no set is called {texts!r}", texts=texts[-1])
        reason = joined((reason, meant([self._sets[code] for code in near])), "; ")
        return CardMatch(UNMATCHED, None, reason, self._in_sets(row, near) or self._in_sets(row, ()))

    def _in_sets(self, row: SheetHolding, codes: Iterable[str]) -> tuple[Candidate, ...]:
        """The printings of a row's name in these sets, or in any where none is given."""
        pairs, cards, _unused = self._named(_full_name(row))
        pool = pairs or [(card, p) for card in cards for p in card.printings]
        pool = pool or [(c, p) for c in self._versions(row) for p in c.printings]
        wanted = set(codes)
        return _candidates([pair for pair in pool if not wanted or pair[1].set_code in wanted])

    def _named(self, name: str) -> _Named:
        """The printings and the cards of this name, and what had to be inferred for it."""
        found = self._named_before.get(name)
        if found is None:
            found = self._named_before[name] = self._look_up(name)
        return found

    def _look_up(self, name: str) -> _Named:
        key = normal_form(name)
        if found := self._exactly(key):
            return found
        if key in self._aliases:
            renamed = self._aliases[key]
            return (), self._card_of(normal_form(renamed)), _("now called {renamed}", renamed=renamed)
        for spelt in self._spellings(name):
            if found := self._exactly(normal_form(spelt)):
                return found
        parts = parse_name(name)
        plain = normal_form(parts.card)
        if parts.reprint and plain != key and (cards := self._card_of(plain)):
            return (), cards, _("{reprint} read as a mark of a reprint", reprint=parts.reprint)
        folded = names_like(self._foldings, name)
        if len(folded) == 1:
            cards = self._card_of(normal_form(folded[0]))
            return (), cards, _("{name} is read as {spelt}", name=name, spelt=folded[0])
        return (), (), ""

    def _with_facts(self, name: str) -> Sequence[Pair]:
        """The printings of a name with their own facts beside it, such as its set; all of one card.

        What is said of copies is not lost: such a name is unknown.
        """
        for way in divided(name):
            if any(map(FINISH.fullmatch, way.facts)):
                continue
            pairs, cards, _unused = self._named(way.name)
            every = list(dict.fromkeys([*(card for card, _ in pairs), *cards]))
            is_only = len(every) == 1 and not parse_name(every[0].name).version
            known = {id(printing) for _, printing in pairs}
            found = [
                (card, printing)
                for card in every
                for printing in printings_with(card, way, self.find_set, is_only=is_only)
                if not known or id(printing) in known
            ]
            if found:
                return found if len({card.name for card, _ in found}) == 1 else ()
        return ()

    @cached_property
    def _foldings(self) -> Mapping[str, tuple[str, ...]]:
        return foldings(tuple(self._catalogue.names().values()))

    def _exactly(self, key: str) -> _Named | None:
        """The printings and cards of just this name, None where there are none."""
        pairs, cards = self._known.named(key), self._card_of(key)
        return (pairs, cards, "") if pairs or cards else None

    def _card_of(self, key: str) -> Sequence[Card]:
        card = self._known.card(key)
        return [card] if card else []

    def _choose(
        self,
        row: SheetHolding,
        code: str | None,
        pairs: Sequence[Pair],
        cards: Sequence[Card],
        hints: Sequence[str],
    ) -> CardMatch:
        """The printing of a name that is known."""
        number = number_key(row.number or "")
        every = list(dict.fromkeys(card for card, _ in pairs)) or list(cards)
        pool = list(pairs) or [(card, p) for card in every for p in card.printings]
        if code is not None:
            # A reprint often goes by the card's plain name; the set tells.
            inside = [pair for pair in pool if pair[1].set_code == code]
            inside = inside or [(c, p) for c in every for p in c.printings if p.set_code == code]
            if not inside:
                reason = _("{name} is not in {code}", name=every[0].name, code=code)
                alike = [
                    (card, p)
                    for card in self._catalogue.cards()
                    for p in card.printings
                    if p.set_code == code and _begins_alike(card.name, row.name or "")
                ]
                return CardMatch(AMBIGUOUS, None, reason, _merged(_candidates(alike), _candidates(pool)))
            return self._numbered(inside, number, row.number, code, hints)
        if number:
            inside = [pair for pair in pool if number_key(pair[1].number or "") == number]
            if len(inside) == 1:
                return _sure(inside[0], [*hints, _("no set stated; identified by its collector number")])
        if len(pool) == 1:
            return _sure(pool[0], [*hints, _("no set stated; the only printing of that name")])
        if len(every) == 1:
            what = _("no set stated, several printings; the printing is kept as unknown")
            return CardMatch(STRONG, Candidate(every[0]), joined([*hints, what], "; "))
        return CardMatch(AMBIGUOUS, None, _("several cards have this name"), _candidates(pool))

    def _numbered(
        self, inside: Sequence[Pair], number: str, written: str | None, code: str, hints: Sequence[str]
    ) -> CardMatch:
        """The printing among those of one name in one set that has the number, if one is stated."""
        fitting = inside
        if number:
            fitting = [pair for pair in inside if number_key(pair[1].number or "") == number]
            fitting = fitting or [pair for pair in inside if pair[1].image_key == written]
        if len(fitting) == 1:
            return _sure(fitting[0], hints)
        others = [] if fitting else self._known.at(code, number)
        if others:
            reason = _(
                "number {written} of {code} is {name}", written=written, code=code, name=others[0][1].name
            )
            return CardMatch(AMBIGUOUS, None, reason, _merged(_candidates(inside), _candidates(others)))
        if len(inside) == 1:
            return _sure(
                inside[0],
                [*hints, _("the number {written} is not known in {code}", written=written, code=code)],
            )
        reason = _("{code} holds several printings of it", code=code)
        return CardMatch(AMBIGUOUS, None, reason, _candidates(fitting or inside))

    def _versions(self, row: SheetHolding) -> Sequence[Card]:
        parts = parse_name(row.name or "")
        return () if parts.version else self._catalogue.find_versions(parts.base)

    def _without_version(self, row: SheetHolding, code: str | None, hints: Sequence[str]) -> CardMatch:
        """A name that no card has whole: a person without the version, or a slip."""
        cards = self._versions(row)
        number = number_key(row.number or "")
        pool = [(card, p) for card in cards for p in card.printings]
        inside = [pair for pair in pool if code is None or pair[1].set_code == code]
        if pool and parse_name(row.name or "").distinction:
            return CardMatch(UNMATCHED, None, _("no card has this name"), _candidates(inside or pool))
        if number:
            fitting = [p for p in inside if number_key(p[1].number or "") == number]
            if len(fitting) == 1 and code is not None:
                how = [
                    _("version {version} by its number in {code}", version=fitting[0][0].version, code=code)
                ]
                return _sure(fitting[0], [*hints, *([] if self._by_title else how)])
        versions = list(dict.fromkeys(card for card, _ in inside))
        if code is not None and not number and len(inside) == len(versions) == 1:
            why = _("the only {versions_word} of it in {code}", versions_word=self._versions_word, code=code)
            return _sure(inside[0], [*hints, why])
        if versions:
            what = (
                _("{versions_word} letter missing", versions_word=self._versions_word)
                if self._versions_word == "version"
                else _("no {versions_word} stated", versions_word=self._versions_word)
            )
            return CardMatch(AMBIGUOUS, None, what, _candidates(inside))
        if pool:
            what = _("no {versions_word} of it is in {code}", versions_word=self._versions_word, code=code)
            return CardMatch(AMBIGUOUS, None, what, _candidates(pool))
        return CardMatch(UNMATCHED, None, _("no card has this name"), self._near(row, code, number))

    def _near(self, row: SheetHolding, code: str | None, number: str) -> tuple[Candidate, ...]:
        """The cards that a misspelt name may mean, that of the stated set and number first."""
        near = self._suggestions(_full_name(row))
        if code is None:
            return near
        at_number = _candidates(self._known.at(code, number) if number else [])
        in_set = tuple(c for c in near if c.printing and c.printing.set_code == code)
        names = {c.card.name for c in in_set or near}
        return _merged(tuple(c for c in at_number if c.card.name in names), in_set or near or at_number)

    def _suggestions(self, name: str) -> tuple[Candidate, ...]:
        key = normal_form(name)
        if key not in self._suggested:
            near = suggest(name, self._catalogue.names(), self._catalogue.translated_names())
            self._suggested[key] = self._printings_of(near)
        return self._suggested[key]


def _too_long(row: SheetHolding) -> str | None:
    """Why a row is not looked up at all: what it says of its card is no name."""
    stated = picked(row, "name version subtitle set=set_code number")
    stated |= {"name of the set": row.set_name, "image key": row.image_key}
    for what, text in stated.items():
        if text is not None and len(text) > LONGEST_CELL:
            return _(
                "its {what} has {count:,} characters, at most {longest_cell:,} expected",
                what=what,
                count=len(text),
                longest_cell=LONGEST_CELL,
            )
    return None


def _full_name(row: SheetHolding) -> str:
    """The name with the version or the subtitle where that stands in a column of its own."""
    name = row.name or ""
    if row.subtitle and not name.endswith(f", {row.subtitle}"):
        name = f"{name}, {row.subtitle}"
    version = _stated_version(row)
    return f"{name} ({version})" if version and not parse_name(name).version else name


def _stated_version(row: SheetHolding) -> str | None:
    """The version that stands in a column of its own, None where none does."""
    found = _VERSION.fullmatch(row.version or "")
    return found[1].upper() if found else None


def _begins_alike(one: str, other: str) -> bool:
    """Whether one name is the beginning of the other, like a name with its set in it."""
    first, second = normal_form(one), normal_form(other)
    return first.startswith(second) or second.startswith(first)


def _sure(pair: Pair, hints: Sequence[str]) -> CardMatch:
    return CardMatch(STRONG if hints else EXACT, Candidate(*pair), joined(hints, "; "))


def _candidates(pairs: Iterable[Pair]) -> tuple[Candidate, ...]:
    found = {(card.name, p.set_code, p.name, p.number): Candidate(card, p) for card, p in pairs}
    return tuple(found.values())[:_MOST_CANDIDATES]


def _merged(*groups: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The candidates of all groups, each once."""
    result = {candidate.label: candidate for group in reversed(groups) for candidate in group}
    order = dict.fromkeys(candidate.label for group in groups for candidate in group)
    return tuple(result[label] for label in order)[:_MOST_CANDIDATES]


class Contexts:
    """The heading above each row where that is a set, else the name of the sheet."""

    def __init__(self, headings: Mapping[int, str], sheet: str, is_set: Callable[[str], object]) -> None:
        self._rows = sorted(headings)
        self._headings = headings
        self._is_set = is_set
        self._sheet = (
            Context(sheet, _("the name of the sheet {sheet!r}", sheet=sheet)) if sheet else NO_CONTEXT
        )

    def of(self, row: int) -> Context:
        """The context of a row."""
        place = bisect_left(self._rows, row)
        number = self._rows[place - 1] if place else 0
        if not place or not self._is_set(self._headings[number]):
            return self._sheet
        return Context(self._headings[number], _("the heading in row {number}", number=number))
