"""The cards and the copies that a query asks for, in order, and the sums and facets of holdings."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from db.advice import meant
from db.cards.card import Card
from db.cards.lookup import Catalogue
from db.cards.names import normal_form
from db.collection.holdings import Holding
from db.language import gettext as _, joined
from deckcheck.collection.holdings import Collection
from deckcheck.collection.query import (
    PLACES,
    HeldCard,
    asks_a_collection,
    asks_for_copies,
    by_card,
    by_holding,
    collection_fields,
    held_card,
    only_printing,
)
from deckcheck.errors import OtherGameError, SortFieldError
from deckcheck.games import game_codes, get_game
from deckcheck.games.formats.stated_formats import find_format
from deckcheck.games.game import Game
from deckcheck.query import Field, Query, Vocabulary, card_fields, own_fields, parse_query
from deckcheck.query.fields import EITHER
from deckcheck.query.likeness import AlikeCard, most_alike
from deckcheck.query.narrowing import narrows, parts_of_query, values_of
from deckcheck.query.tree import And, Node, terms
from deckcheck.rules.edition import CardStatus, Status
from deckcheck.show.recent import Recent

if TYPE_CHECKING:
    from deckcheck.judge.validate import Judge

from collections import Counter
from collections.abc import Mapping

from db.collection.read import read_collection, read_decks
from deckcheck.suggest import suggest

_Key = Callable[[Any], Any]
_Place = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class FoundCards:
    """The cards that a query asks for; `lacks_texts` where it asks for texts and there are none.

    `alike` has them with their distance from the card that was asked for; `unsure` are the formats
    in which the legality of some cards is not known.
    """

    cards: tuple[Card, ...]
    lacks_texts: bool = False
    alike: tuple[AlikeCard, ...] = ()
    unsure: tuple[str, ...] = ()


def _has_rules(catalogue: Catalogue) -> bool:
    """Whether the cards are of one of our games, and not of one that only the user has."""
    return catalogue.game in game_codes()


def query_fields(catalogue: Catalogue, status: "FormatStatus | None" = None) -> tuple[Field, ...]:
    """The fields of a query, with the words of this catalogue for hints.

    `status` gives the legality of cards in formats, by default as of today.
    """
    game = get_game(catalogue.game) if _has_rules(catalogue) else None
    lists = (one.lists for one in game.formats() if one.lists) if game else ()
    words = Vocabulary(
        catalogue.sets(),
        tuple(dict.fromkeys(lists)),
        find_text=lambda text, part: catalogue.find_text(text, part=part),
        translations=catalogue.translations,
    )
    if game is None:
        types, sides = catalogue.kinds()
        return card_fields(replace(words, types=types, sides=sides))
    words = replace(
        words,
        status_in=(status or FormatStatus(catalogue, game)).status_in,
        format_names={normal_form(one.code): one.code for one in game.formats()},
        find_deck=lambda name: cards_in_deck(catalogue, game, name),
    )
    return card_fields(words) if game.words.search is None else own_fields(game.words.search, words)


def fields_on(catalogue: Catalogue, day: date | None = None) -> tuple[Field, ...]:
    """The fields of queries, with formats as they were on a day (default: today)."""
    if not _has_rules(catalogue):
        return query_fields(catalogue)
    return query_fields(catalogue, FormatStatus(catalogue, get_game(catalogue.game), day))


@dataclass(frozen=True, slots=True)
class FormatStatus:
    """The legality of a game's cards in its formats on a day; judges are made when needed."""

    catalogue: Catalogue
    game: Game
    day: date | None = None
    _judges: "dict[str, Judge | None]" = field(default_factory=dict)
    _known: dict[str, dict[int, CardStatus]] = field(default_factory=dict)

    def status_in(self, name: str) -> Callable[[Card], str | None] | None:
        """A function that gives cards their status in a format, None if unknown; None for none."""
        judge = self.judge_by(name)
        if judge is None:
            return None

        def status(card: Card) -> str | None:
            found = self.card_status(name, judge, card)
            unsure = EITHER if found.status == Status.RESTRICTED else None
            return found.status if found.certain else unsure

        return status

    def card_status(self, name: str, judge: "Judge", card: Card) -> CardStatus:
        """The status that a judge by the format gives a card; kept for the next question."""
        known = self._known.setdefault(name, {})
        ident = card.id or id(card)
        found = known.get(ident)
        if found is None:
            found = known[ident] = judge.card_status(card)
        return found

    def judge_by(self, name: str) -> "Judge | None":
        """A judge by a format of the game, a card source or the user; None where there is none."""
        if name not in self._judges:
            self._judges[name] = self._make_judge(name)
        return self._judges[name]

    def unsure(self, query: Query) -> tuple[str, ...]:
        """The formats of a query in which the legality of some cards is not known."""
        asked = {t.value for t in terms(query.root) if t.field in {"legal", "banned", "restricted"}}
        said = []
        for name in sorted(asked):
            if judge := self.judge_by(name):
                every = (self.card_status(name, judge, card) for card in self.catalogue.cards())
                if count := sum(not found.certain for found in every):
                    what = _(
                        "what it says of {count:,} cards on {day} is not known", count=count, day=judge.day
                    )
                    said.append(
                        _("{name}: {what}; they are not among these", name=judge.format.name, what=what)
                    )
        return tuple(said)

    def _make_judge(self, name: str) -> "Judge | None":
        from deckcheck.judge.own_formats import find_own_format
        from deckcheck.judge.validate import Judge

        stated = self.catalogue.play_formats(self.day.isoformat() if self.day else None)
        found = find_format(self.game, name, stated)
        found = found or find_own_format(self.catalogue.path, self.game.code, name)
        if found is None:
            return None
        seen = self.catalogue.source()[1]
        return Judge(
            self.game.code,
            found,
            on=self.day,
            stated=stated,
            marks_as_of=date.fromisoformat(seen) if seen else date.min,
        )


_FILES = ContextVar("_FILES", default=True)


@contextmanager
def only_saved_decks() -> Iterator[None]:
    """Within it `in:` asks for saved decks alone: who asks from elsewhere may read no files."""
    before = _FILES.set(False)
    try:
        yield
    finally:
        _FILES.reset(before)


def cards_in_deck(catalogue: Catalogue, game: Game, name: str) -> frozenset[str]:
    """The names of the cards in a deck file or saved deck; of an ambiguous name all it may be."""
    from deckcheck.judge.opening import get_saved_of_any_game, is_file, open_file, opened_saved
    from deckcheck.judge.resolve import Resolver

    if _FILES.get() and is_file(name):
        deck_list = open_file(name).deck_list
    else:
        saved = get_saved_of_any_game(read_decks(catalogue.path), name, game.code)
        deck_list = opened_saved(saved).deck_list
    if deck_list.game not in {None, game.code}:
        raise OtherGameError(deck_list.game or "", game.code)
    entries = Resolver(catalogue, game).resolve(deck_list).entries
    return frozenset(
        card.name for entry in entries for card in (entry.candidates if entry.card is None else (entry.card,))
    )


def parsed(catalogue: Catalogue, query: str) -> Query:
    """A query on cards and copies; raises `QueryError`."""
    return parse_query(query, (*query_fields(catalogue), *_held_fields(catalogue)))


def search_cards(
    catalogue: Catalogue,
    query: str,
    sort: str | None = None,
    *,
    like: Card | None = None,
    day: date | None = None,
) -> FoundCards:
    """The cards that a query asks for, also by the copies that are owned, in the order of `sort`.

    With `like` they are put in order by how like that card they are, itself left out, unless a
    `sort` is given. Raises `QueryError` and `SortFieldError`.
    """
    status = FormatStatus(catalogue, get_game(catalogue.game), day) if _has_rules(catalogue) else None
    fields = (*query_fields(catalogue, status), *_held_fields(catalogue))
    wanted = parse_query(query, fields)
    keys = sort_keys("name" if sort is None else sort, fields)
    found = _sorted([c for c in _asked_cards(catalogue, wanted) if wanted.matches(c)], keys)
    asks_texts = any(term.field == "text" for term in terms(wanted.root))
    lacks = asks_texts and not catalogue.find_text("")
    unsure = status.unsure(wanted) if status else ()
    if like is None:
        return FoundCards(tuple(found), lacks, unsure=unsure)
    own = get_game(catalogue.game).words.search if _has_rules(catalogue) else None
    alike = most_alike(like, found, own)
    if sort:
        places = {one.card.name: one for one in alike}
        alike = [places[card.name] for card in found if card.name in places]
    return FoundCards(tuple(one.card for one in alike), lacks, tuple(alike), unsure)


Facets = Mapping[str, Callable[[Card], Iterable[str | None]]]
_Faceted = tuple[Sequence[Card], Mapping[str, Counter[str]]]
_faceted: WeakKeyDictionary[Catalogue, Recent[tuple[str, str], _Faceted]] = WeakKeyDictionary()
_MOST_KEPT = 32
_CHANGING = frozenset({"deck", "legal", "banned", "restricted"})
"""The fields whose answer changes though the cards stay as they are."""


def search_facets(catalogue: Catalogue, query: str, sort: str, facets: Facets) -> _Faceted:
    """The cards that a query asks for, in order, and how often each value of a facet is there.

    A facet counts what there would be if the query did not narrow it down. The last answers are kept,
    for their other pages. Raises `QueryError` and `SortFieldError`.
    """
    known = _faceted.setdefault(catalogue, Recent(_MOST_KEPT))
    if (kept := known.recall((query, sort))) is not None:
        return kept
    fields = (*query_fields(catalogue), *_held_fields(catalogue))
    wanted = parse_query(query, fields)
    keys = sort_keys(sort, fields)
    found, left_out = _with_left_out(_asked_cards(catalogue, wanted), wanted.root, facets)
    counts = {
        facet: Counter(one for card in (*found, *left_out.get(facet, ())) for one in values(card) if one)
        for facet, values in facets.items()
    }
    answer = _sorted(found, keys), counts
    if not asks_a_collection(wanted) and _CHANGING.isdisjoint(term.field for term in terms(wanted.root)):
        known[query, sort] = answer
    return answer


def _with_left_out(
    cards: Iterable[Card], root: Node, facets: Iterable[str]
) -> tuple[list[Card], dict[str, list[Card]]]:
    """The cards that a query asks for, and of each facet those that it leaves out by that alone."""
    parts = parts_of_query(root)
    narrowing = {facet: [part for part in parts if narrows(part, facet)] for facet in facets}
    narrowing = {facet: mine for facet, mine in narrowing.items() if mine}
    rest = And(tuple(part for part in parts if not any(part in mine for mine in narrowing.values())))
    found: list[Card] = []
    left_out: dict[str, list[Card]] = {facet: [] for facet in narrowing}
    for one in cards:
        failed = [facet for facet, mine in narrowing.items() if not all(part.matches(one) for part in mine)]
        if len(failed) <= 1 and rest.matches(one):
            (left_out[failed[0]] if failed else found).append(one)
    return found, left_out


def search_collection(
    collection: Collection,
    catalogue: Catalogue,
    query: str = "",
    sort: str | None = None,
    *,
    cards: bool = False,
    day: date | None = None,
) -> list[HeldCard]:
    """The owned cards that a query asks for: each holding, or with `cards` each card.

    With `cards`, a query for numbers of copies also finds cards that are not owned. `day` is the
    one as of which formats are asked.
    """
    fields = (*fields_on(catalogue, day), *_held_fields(catalogue))
    wanted = parse_query(query, fields)
    held = sorted({holding.key.card_id for holding in collection.holdings})
    if cards and asks_for_copies(wanted):
        all_of = by_card(collection, catalogue.cards())
    elif cards:
        all_of = by_card(collection, catalogue.get_cards(held))
    else:
        all_of = by_holding(collection, catalogue.get_cards(held))
    found = [card for card in all_of if wanted.matches(card)]
    return _sorted(found, sort_keys(sort, fields) if sort else [])


_shown: WeakKeyDictionary[Catalogue, dict[tuple[int, int | None], Card]] = WeakKeyDictionary()
"""The cards of a catalogue as each printing has them, which every change would make anew."""


class _Holdings:
    """The holdings of a collection with what each part of a query leaves of them.

    A part asks for the printing, for the place, or for both: the first two of a key, the last four,
    or all. Most holdings share either with many others, so that a part is asked once for all of them.
    """

    def __init__(self, collection: Collection, catalogue: Catalogue, query: str) -> None:
        self._collection, self._catalogue = collection, catalogue
        self._fields = (*fields_on(catalogue), *_held_fields(catalogue))
        self.root = parse_query(query, self._fields).root
        self._parts = [(part, *self._fitting(part)) for part in parts_of_query(self.root)]

    @cached_property
    def _cards(self) -> Mapping[tuple[int, int | None], HeldCard]:
        return _printings_held(self._collection, self._catalogue)

    @cached_property
    def _places(self) -> Mapping[_Place, Holding]:
        return {one.key[2:]: one for one in self._collection.holdings}

    def _fitting(self, part: Node) -> tuple[slice, frozenset[tuple[Any, ...]]]:
        asked = {term.field for term in terms(part)}
        if not asked & {*PLACES}:
            return slice(2), frozenset(key for key, card in self._cards.items() if part.matches(card))
        if asked <= {*PLACES}:
            return slice(2, None), frozenset(
                key for key, one in self._places.items() if part.matches(self._held(one))
            )
        return slice(None), frozenset(
            one.key for one in self._collection.holdings if part.matches(self._held(one))
        )

    def _held(self, one: Holding) -> HeldCard:
        return held_card(self._cards[one.key[:2]], (one,), self._collection.counts(one.key.card_id))

    def found(self, but: str = "") -> list[Holding]:
        """The holdings that the query asks for, but for the parts that narrow down a field."""
        rows = list(self._collection.holdings)
        for part, place, fitting in self._parts:
            if not narrows(part, but):
                keys: Iterable[Any] = (one.key[place] for one in rows)
                rows = [one for one, key in zip(rows, keys, strict=True) if key in fitting]
        return rows

    def put_in_order(self, rows: list[Holding], sort: str) -> None:
        """Puts holdings in order; raises `SortFieldError`."""
        words = [word.strip().removeprefix("-") for word in sort.lower().split(",")]
        for word, (key, reverse) in reversed(list(zip(words, sort_keys(sort, self._fields), strict=True))):
            if word in PLACES:
                by_place = {place: key(self._held(one)) for place, one in self._places.items()}
                rows.sort(key=lambda one, by=by_place: by[one.key[2:]], reverse=reverse)  # type: ignore[misc]
            else:
                by_card = {printing: key(card) for printing, card in self._cards.items()}
                rows.sort(key=lambda one, by=by_card: by[one.key[:2]], reverse=reverse)  # type: ignore[misc]


def _printings_held(collection: Collection, catalogue: Catalogue) -> dict[tuple[int, int | None], HeldCard]:
    """Each printing of which there are copies, as its card with the counts of all its copies."""
    shown = _shown.setdefault(catalogue, {})
    places = {holding.key[:2]: holding for holding in collection.holdings}
    new = [place for place in places if place not in shown]
    known = {card.id: card for card in catalogue.get_cards(sorted({one for one, _ in new}))}
    shown.update((place, only_printing(known[place[0]], place[1])) for place in new)
    return {place: held_card(shown[place], (), collection.counts(place[0])) for place in places}


def sort_fields(catalogue: Catalogue) -> tuple[str, ...]:
    """The names of the fields by which cards and copies can be put in order."""
    fields = (*query_fields(catalogue), *_held_fields(catalogue))
    return tuple(field.name for field in fields if field.sort_key)


def sort_keys(text: str, fields: Sequence[Field]) -> list[tuple[_Key, bool]]:
    """The keys by which cards are put in order, each with whether it is reversed.

    Raises `SortFieldError`.
    """
    known = {field.name: field.sort_key for field in fields if field.sort_key}
    words = [part.strip() for part in text.lower().split(",")]
    keys = []
    for word in words:
        name = word.removeprefix("-")
        key = known.get(name)
        if not name or [other.removeprefix("-") for other in words].count(name) > 1:
            problem = _("{name!r} stands there twice", name=name) if name else _("a comma without a field")
            raise SortFieldError(_("{problem}; write it like cost,-name", problem=problem))
        if key is None:
            what = _("{word!r} is no field to sort by", word=word)
            if near := meant(suggest(word, {name: name for name in known}), begins=True):
                raise SortFieldError(joined((what, near), ". "))
            raise SortFieldError(joined((what, _("use {known}", known=", ".join(known))), "; "))
        keys.append((key, word.startswith("-")))
    return keys


def _held_fields(catalogue: Catalogue) -> tuple[Field, ...]:
    """The fields that a collection adds, in games of which there can be one."""
    if not _has_rules(catalogue):
        return ()
    return collection_fields(has_dice=get_game(catalogue.game).collecting.has_dice)


def _asked_cards(catalogue: Catalogue, query: Query) -> Iterable[Card]:
    """All cards, together with the copies that are owned where the query asks for them."""
    if not asks_a_collection(query):
        return catalogue.cards()
    collection = Collection(read_collection(catalogue.path, catalogue.game))
    return by_card(collection, catalogue.cards())


def _sorted(cards: list[Any], keys: Sequence[tuple[_Key, bool]]) -> list[Any]:
    for key, reverse in reversed(keys):
        cards.sort(key=key, reverse=reverse)
    return cards


_FACETS = ("set", "type", "location", "condition", "language", "finish")
_MOST = 40
"""So many values of a facet are counted out, the most frequent; the others are found by typing."""


@dataclass(frozen=True, slots=True)
class FoundHoldings:
    """Holdings in order, with the sums of their copies and dice.

    `facets` counts the holdings by set, type, place, condition, language and finish, as if the query
    did not narrow that one down; those of which it is not stated are counted under the empty text, but
    for those of unknown printing.
    """

    holdings: tuple[Holding, ...]
    copies: int
    dice: int
    facets: Mapping[str, Mapping[str, int]]


def find_holdings(
    collection: Collection, catalogue: Catalogue, query: str = "", sort: str | None = None
) -> FoundHoldings:
    """The holdings that a query asks for, as `search_collection` finds them, in the order of `sort`."""
    asked = _Holdings(collection, catalogue, query)
    holdings = asked.found()
    if sort:
        asked.put_in_order(holdings, sort)
    facets = {}
    for facet in _FACETS:
        pool = asked.found(but=facet) if values_of(asked.root, facet) else holdings
        if facet == "set":
            facets[facet] = _counted(one.set_code for one in pool if one.set_code)
        elif facet == "type":
            facets[facet] = _counted(_types_of(catalogue, [one.key.card_id for one in pool]))
        else:
            facets[facet] = _counted(getattr(one.key, facet) for one in pool)
    return FoundHoldings(
        tuple(holdings),
        sum(holding.quantity for holding in holdings),
        sum(holding.dice for holding in holdings),
        facets,
    )


_types: WeakKeyDictionary[Catalogue, dict[int, str]] = WeakKeyDictionary()
"""The types of a catalogue's cards, which every change would ask for anew."""


def _types_of(catalogue: Catalogue, idents: Sequence[int]) -> Iterable[str]:
    known = _types.setdefault(catalogue, {})
    new = sorted(set(idents).difference(known))
    known.update((ident, card.type) for ident, card in zip(new, catalogue.get_cards(new), strict=True))
    return map(known.__getitem__, idents)


def _counted(values: Iterable[str]) -> Mapping[str, int]:
    """How often each value is there, the most frequent first; none where all are unstated."""
    counted = Counter(values)
    return dict(counted.most_common(_MOST)) if any(counted) else {}
