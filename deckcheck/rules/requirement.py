"""The kinds of requirements that deck rules are made of: values, without any way to judge.

`evaluate` says what they find in a deck, `compiled` states them as rows for a repair, and `findings`
puts them into sentences. In the templates of messages stand `{have}`, `{limit}` and `{off}` (what is
missing or too much), with `_kind`, `_cards` or `_copies` behind them as numbers with their noun, and
`{name}` for the card or title at fault.
"""

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar, get_args

from db.cards.card import Card
from db.language import Message, gettext as _

_T = TypeVar("_T")

Fits = Callable[[Card], bool]
"""Whether a card counts."""

Kind = tuple[str, str]
"""The words for one of what is counted, and for several."""

CARDS: Kind = ("card", "cards")
NUMBERS = ("minimum", "minimum_with", "limit", "limited", "size", "each", "factor", "exclusive")
"""The fields that a format may put other numbers in."""

NO_DETAILS: Mapping[str, Any] = {}
"""Stands where there are no details; nobody changes it."""


def literal(text: str) -> str:
    """A text as a template has it: what is in braces there is no name."""
    return text if isinstance(text, Message) else text.replace("{", "{{").replace("}", "}}")


def by_card(find: Callable[[Card], _T]) -> Callable[[Card], _T]:
    """The same function, which keeps what it found of each card.

    By identity and not by name: another catalogue may have another card of that name.
    """
    found: dict[int, tuple[Card, _T]] = {}

    def kept(card: Card) -> _T:
        known = found.get(id(card))
        if known is None:
            known = found[id(card)] = card, find(card)
        return known[1]

    return kept


def never(_card: Card) -> bool:
    """False for every card."""
    return False


def just(card: Card) -> Fits:
    """Whether a card is this one."""
    return lambda other: other == card


class Count(NamedTuple):
    """The copies of the cards that fit, in some zones; each counts `times`.

    Without `fits` any card counts, without `zones` those zones that the edition counts. An unknown
    card that is listed `beside` these zones may stand in them, too; one that is listed at `home` is
    told as one that counts.
    """

    fits: Fits | None = None
    zones: frozenset[str] | None = None
    times: int = 1
    beside: frozenset[str] = frozenset()
    home: frozenset[str] = frozenset()

    def holds(self, zone: str, counted: frozenset[str]) -> bool:
        """Whether copies in a zone count."""
        return zone in (counted if self.zones is None else self.zones)

    def weight(self, zone: str, card: Card, counted: frozenset[str]) -> int:
        """The weight of one copy of a card in a zone."""
        return self.times if self.holds(zone, counted) and (self.fits is None or self.fits(card)) else 0


EVERYWHERE: frozenset[str] = frozenset({"*"})
"""Stands for all zones of a game, counted or not: those that lists look at."""


class AtLeast(NamedTuple):
    """A deck has at least `minimum` of what `of` counts.

    With a copy that `given` counts, `minimum_with` is enough. Fewer is open where it is not `proven`
    wrong. `adds` is the level of `report.Adds`, `names` are other names by which a format may call its
    numbers.
    """

    code: str
    cite: str
    minimum: int
    of: Count = Count()
    kind: Kind = CARDS
    where: str = ""
    details: Mapping[str, Any] = NO_DETAILS
    minimum_with: int | None = None
    given: Count | None = None
    given_hint: str = ""
    adds: int | None = None
    names: Mapping[str, str] = NO_DETAILS
    proven: bool = True
    message: str = _("{have_there}, at least {limit} expected")
    advice: str = _("add {off_kind}")
    sentence: str = _("at least {limit_there}")


class AtMost(NamedTuple):
    """A deck has at most `limit` of what `of` counts; more is open where it is not `proven` wrong.

    Unknown cards are named with the others at fault where `unknown_too`. A list in which a game reads
    two copies of a card that `pairs` finds as one may have them both.
    """

    code: str
    cite: str
    limit: int
    of: Count = Count()
    kind: Kind = CARDS
    where: str = ""
    details: Mapping[str, Any] = NO_DETAILS
    message: str = _("{have_there}, at most {limit}")
    advice: str = _("take out {off_kind}")
    proven: bool = True
    unknown_too: bool = False
    pairs: Fits | None = None
    sentence: str = _("at most {limit_there}")


class Stated(NamedTuple):
    """A number that the text of a card sets while it is in the deck.

    `number` gives it, None for a card that sets none. Of the cards that `of` finds a deck has only one:
    where one is certain, no other one in doubt sets a number. `most` is the most that any sets.
    """

    number: Callable[[Card], int | None]
    of: Fits
    most: int


Asides = Callable[[Card], Sequence[tuple[Fits, int]]]
"""The cards that the text of a card lets lie beside the deck, each with how many copies."""


def no_asides(_card: Card) -> Sequence[tuple[Fits, int]]:
    """No cards that lie beside the deck."""
    return ()


class Exactly(NamedTuple):
    """A deck has exactly `size` of what `of` counts, or as many as `stated` says.

    `laid_aside` gives the copies that do not count where a text lays them beside the deck.
    """

    code: str
    cite: str
    size: int
    of: Count = Count()
    kind: Kind = CARDS
    where: str = ""
    details: Mapping[str, Any] = NO_DETAILS
    message: str = _("{have_there}, exactly {limit} expected")
    add: str = _("add {off_kind}")
    remove: str = _("take out {off_kind}")
    shown: bool = True
    stated: Stated | None = None
    laid_aside: Asides | None = None
    sentence: str = _("exactly {limit_there}")


class Part(NamedTuple):
    """A part of a deck with its name, and the words for its copies.

    Where a deck has only one of several parts, cards of others that it `joins` go with it.
    """

    name: str
    of: Count
    kind: Kind = CARDS
    joins: Fits | None = None


class Ratio(NamedTuple):
    """No part of a deck is more than `factor` times as many as another; all pairs count."""

    code: str
    cite: str
    factor: int
    parts: tuple[Part, ...]
    sentence: str = _("no {kinds} more than {limit} times as many as others")


def words_of_pair(rule: Ratio, larger: Part, smaller: Part) -> str:
    """A ratio in words for two of its parts, like `at most 2 Space units for each Ground unit`."""
    return _(
        "at most {factor} {kind} for each {kind2}",
        factor=rule.factor,
        kind=Message(larger.kind[1]),
        kind2=Message(smaller.kind[0]),
    )


def card_name(card: Card) -> str:
    """The name of a card, by which its copies are usually counted together."""
    return card.name


class PerName(NamedTuple):
    """A deck has at most `limit` copies of the cards with one key, such as the name.

    Cards that are `limited_ones` have the limit `limited`; `limit_of` gives the limit that a card
    has of its own, None for the usual one. Of cards of one key that state several the least counts,
    or with `widest` the most, and never less than `limit`. `only` are the cards that
    are limited at all, None for all. Without `zones` those count that the edition counts. With
    `asked_in` there is nothing to find unless a copy stands in that zone. With `disputed`, the end of
    the message, more than the least of several limits stay open up to the most. Of as many keys as
    `one_more` says there may be one copy more.
    `shown_as` is the name under which details give the label.
    """

    code: str
    cite: str
    limit: int
    key: Callable[[Card], Hashable] = card_name
    label: Callable[[Card], str] = card_name
    only: Fits | None = None
    zones: frozenset[str] | None = None
    limit_of: Callable[[Card], int | None] | None = None
    limited: int | None = None
    limited_ones: Fits | None = None
    widest: bool = False
    asked_in: str = ""
    message: str = _("{have_copies} of {name}, at most {limit}")
    limited_message: str = ""
    advice: str = _("take out {off_copies}")
    crowd: str = _(
        "{have_cards} called {name} and room for {room} among all that they may be ({cards}), at "
        "most {most} of each"
    )
    together: str = _("there more than {limit} times")
    limited_together: str = ""
    details: Mapping[str, Any] = NO_DETAILS
    sentence: str = _("at most {limit} copies of a card")
    shown_as: str = "card"
    disputed: str = ""
    one_more: Stated | None = None

    def limit_for(self, card: Card) -> int:
        """The most copies that a card allows by itself."""
        if self.limited is not None and self.limited_ones is not None and self.limited_ones(card):
            return self.limited
        own = None if self.limit_of is None else self.limit_of(card)
        return self.limit if own is None else max(own, self.limit) if self.widest else own


class EachAtLeast(NamedTuple):
    """Of each name, or other key, that is in a deck there are at least `minimum` copies."""

    code: str
    cite: str
    minimum: int
    key: Callable[[Card], str]
    only: Fits | None
    zones: frozenset[str] | None
    details: Mapping[str, Any]
    message: str
    advice: str
    sentence: str = ""


class CardLimit(NamedTuple):
    """The most copies of a card that a list allows, and the words for it.

    `lax` is the limit by the most lenient reading of what is known, None for any number: between
    the two a deck stays open. `values` are what the templates name. `codes` are those of findings
    by the limit that is broken, where they are others, `cite` takes the place of the list's.
    """

    strict: int
    lax: int | None
    values: Mapping[str, str] = NO_DETAILS
    codes: Mapping[int, str] | None = None
    cite: str = ""


class PerCard(NamedTuple):
    """A deck keeps the limit that a list sets for a card; `limit_of` gives None for no limit.

    `status` names what a card is that has a limit. `when` is said of what is open.
    """

    code: str
    cite: str
    limit_of: Callable[[Card], CardLimit | None]
    status: str
    message: str
    crowd: str
    open_message: str = ""
    when: str = ""
    advice: str = _("take out {off}")
    together: str = ""
    aside: str = ""
    zones: frozenset[str] | None = EVERYWHERE
    sentence: str = _("only cards that the list allows")


class Alone(NamedTuple):
    """Of the cards of a list at most `limit` different ones are in a deck, each in any number.

    `listed` gives where a card stands in the words of what is found, and whether it is on the list for
    certain; None for a card that is not. `{names}` and `{both}` name the cards that are there. Cards
    of one `key` are no different ones; where it gives several, such as sets, one of them is chosen for
    each card, so that as few are as can be.
    """

    code: str
    cite: str
    limit: int
    listed: Callable[[Card], tuple[str, bool] | None]
    message: str
    open_hint: str
    status: str = ""
    shown_as: str = ""
    advice: str = _("keep one of them")
    sentence: str = _("at most {limit} title of a list, in any number")
    key: Callable[[Card], str | frozenset[str]] = card_name


def keys_of(key: str | frozenset[str]) -> frozenset[str]:
    """The keys of a card of which one is chosen: one alone, or several."""
    return frozenset({key}) if isinstance(key, str) else key


class LetIn(NamedTuple):
    """Cards of a deck that let others stand in a zone, whichever case is theirs.

    `says` gives the statements of a card in the main zone, `lets` whether one lets a card in.
    """

    main: str
    zone: str
    says: Callable[[Card], Sequence[str]]
    lets: Callable[[str, Card], bool]


class Lift(NamedTuple):
    """A card lifts a rule: beside a card that `beside` finds, if any, and without one of `without`."""

    beside: Fits | None = None
    without: Fits | None = None


class Unless(NamedTuple):
    """The cards of a deck that lift a rule; of those that `unread` finds nobody knows whether they do."""

    lift: Callable[[Card], Lift | None]
    unread: Fits


class OneOf(NamedTuple):
    """A deck is of one of several cases, such as one for each side.

    The keys of those that never stand together are `exclusive`; of others the rule does not know
    that, and a mixture with them stays open. Where two are as many, the first is the larger, or the
    one of which `leads` finds a card. Of three cases and more there may be none left though no two
    are there for certain: `crowd` says so.
    """

    code: str
    cite: str
    cases: tuple[Part, ...]
    exclusive: tuple[str, ...]
    message: str
    advice: str
    open_hint: str = ""
    crowd: str = ""
    crowd_advice: str = ""
    lets_in: LetIn | None = None
    leads: Fits = never
    unless: Unless | None = None
    sentence: str = ""


class Requires(NamedTuple):
    """A card that asks for something stands beside one that gives it, such as an affiliation.

    `asks` and `gives` name what a card asks for and gives, None for nothing. Where nothing at all is
    given another rule says so.
    """

    code: str
    cite: str
    asks: Callable[[Card], Hashable | None]
    gives: Callable[[Card], Hashable | None]
    message: str
    advice: str
    together: str = ""
    sentence: str = ""


class Whole(NamedTuple):
    """All that a card brings is listed whole, or not at all: a set with its parts, by their titles.

    `brings` are the titles that one copy of a card brings, None for a card that is itself a part
    or brings nothing; `title` is that of a part, None for a card that is none; `parts`
    counts them.
    """

    code: str
    cite: str
    brings: Callable[[Card], Sequence[str] | None]
    title: Callable[[Card], str | None]
    parts: Count
    part_zone: str
    message: str
    extra: str
    unknown: str
    sentence: str = ""


class Warned(NamedTuple):
    """A card of which a rule warns, such as one in the zone of another type; it forbids nothing.

    `values` gives what the templates name, None where there is nothing to warn of. All entries of a
    card are one finding where `by_name`; all of the deck where `in_one`, with so many `label`s. A note
    says only how a card is judged.
    """

    code: str
    cite: str
    values: Callable[[str, Card], Mapping[str, str] | None]
    message: str
    advice: str
    together: str = ""
    by_name: bool = False
    in_one: int = 0
    zones: frozenset[str] | None = None
    is_note: bool = False
    sentence: str = ""


class NotKnown(NamedTuple):
    """A card of which a fact that matters is not known leaves the verdict open.

    `why` gives the reason in words, None where all is known.
    """

    code: str
    cite: str
    why: Callable[[Card], str | None]
    message: str = "{name} {why}"
    advice: str = _("read the card")
    counted: bool = False
    sentence: str = _("of each card is known what the rule asks")


class Open(NamedTuple):
    """Something about the format itself that is not known, or not judged: any deck stays open."""

    code: str
    cite: str
    message: str
    advice: str
    details: Mapping[str, Any] = NO_DETAILS
    status: str = ""
    sentence: str = ""


class WhileIn(NamedTuple):
    """Requirements that the text of a card states while it is in the deck.

    With `told_of_card` each is told of that card alone. With `apart` a repair puts in none of the cards
    that it finds, and claims nothing of decks with them. Of cards that stand `alone` another rule lets
    only one into a deck.
    """

    code: str
    cite: str
    said_by: Callable[[Card], Sequence[Any]]
    told_of_card: bool = False
    apart: Fits | None = None
    alone: bool = False
    sentence: str = ""


class Different(NamedTuple):
    """Exactly `size` different cards are what `of` counts, none of them twice.

    One of them may stand beside the others where `beside` finds it among them: so many and one.
    Where no copy at all stands in the zones of `of`, `none_advice` takes the place of the advice.
    """

    code: str
    cite: str
    size: int
    of: Count
    kind: Kind
    message: str
    twice: str
    beside: Fits = never
    add: str = _("add {off_kind}")
    remove: str = _("take out {off_kind}")
    none_advice: str = _("add {off_kind}")
    twice_advice: str = _("keep one of each")
    sentence: str = _("exactly {limit} different {kinds}")


class Shared(NamedTuple):
    """Each of several parts is exactly `each` copies; a copy of several parts counts for one of them.

    It is shared out so that as many parts as can be have their number. `shown_as` is the name under
    which details name a part.
    """

    code: str
    cite: str
    each: int
    parts: tuple[Part, ...]
    kind: Kind
    where: str
    shown_as: str
    message: str = _("{have_there}, exactly {limit} expected")
    advice: tuple[str, str] = (_("add {off_kind}"), _("take out {off_kind}"))
    part_message: str = _("{have_kind} of {part}, exactly {limit} expected")
    part_advice: tuple[str, str] = (_("add {off_kind} of {part}"), _("take out {off_kind} of {part}"))
    sentence: str = _("exactly {limit_kind} of each part")

    @property
    def size(self) -> int:
        """How many copies all parts have."""
        return self.each * len(self.parts)

    def parts_of(self, zone: str, card: Card, counted: frozenset[str]) -> tuple[str, ...]:
        """The names of the parts for which a copy may count."""
        return tuple([part.name for part in self.parts if part.of.weight(zone, card, counted)])


class AlsoIn(NamedTuple):
    """Of each card that `of` counts a copy stands where `there` counts one."""

    code: str
    cite: str
    of: Count
    there: Count
    message: str
    advice: str
    together: str = ""
    sentence: str = ""


class Forbidden(NamedTuple):
    """A card that may not stand in a zone, or in no zone that the edition counts.

    `values` gives what the templates name, None for a card that may stand there. All entries of a
    card are one finding where `by_name`.
    """

    code: str
    cite: str
    values: Callable[[str, Card], Mapping[str, str] | None]
    message: str
    advice: str
    together: str = ""
    by_name: bool = False
    sentence: str = ""


class Either(NamedTuple):
    """Of two cards with one key only one may be in a deck, and nobody knows which.

    Both are wrong, one leaves the verdict open. `key` gives None for any other card.
    """

    code: str
    cite: str
    key: Callable[[Card], Hashable | None]
    label: Callable[[Card], str]
    both: str
    one: str
    both_advice: str = _("take it out")
    one_advice: str = _("read the card")
    sentence: str = ""


class Moved(NamedTuple):
    """A card that counts in its zone and stands elsewhere in a list that tells zones apart.

    That is said and forbids nothing. `fits` are the cards whose zone is `zone` and not `beside`.
    """

    code: str
    cite: str
    fits: Fits
    zone: str
    beside: str
    message: str
    advice: str
    together: str = ""
    sentence: str = ""


class Same(NamedTuple):
    """At least `minimum` copies of some of the cards that `only` finds have the same key."""

    code: str
    cite: str
    minimum: int
    key: Callable[[Card], Hashable]
    only: Fits
    message: str
    advice: str
    sentence: str = ""


Costs = Callable[[Card, int, int | None], Sequence[tuple[int, int]]]
"""The costs of so many copies with so many dice: pairs of copies and their cost, one for each way to
read that; several where the dice are not said, none where no way fits."""


class Dear(NamedTuple):
    """A deck has a card that costs at least `minimum` by itself."""

    code: str
    cite: str
    minimum: int
    costs: Costs
    only: Fits
    message: str
    advice: str
    sentence: str = ""


class Cheaper(NamedTuple):
    """Each copy that `of` finds costs one less while a card that `beside` finds is in the deck."""

    of: Fits
    beside: Fits


class Budget(NamedTuple):
    """The costs of the cards of a deck add up to at most `limit`.

    `values` are those of a card with one die, with two and so on; `only` the cards that cost something.
    A second copy of a card that `stacks` takes its second value, others cost by their dice. Texts of
    cards lower costs (`cheaper`), or leave so many copies of others out (`spares`); what a card costs
    beside one that `teams_up` finds is not known, nor what texts say that are `unread`. An unknown card
    costs at least `least`, where no card that `gives_back` is certain. `unsaid` tells of dice that are
    not said, and of copies left out; `misfit` of too few dice for a card, and of too many.
    """

    code: str
    cite: str
    limit: int
    values: Callable[[Card], Sequence[int]]
    costs: Costs
    only: Fits
    stacks: Fits
    cheaper: Callable[[Card], Sequence[Cheaper]]
    spares: Asides
    teams_up: Callable[[Card], Fits | None]
    unread: Fits
    least: int
    gives_back: Fits
    kind: Kind
    message: str
    advice: str
    unsaid: tuple[str, str]
    no_value: str
    misfit: tuple[str, str]
    teamed: str = ""
    names: Mapping[str, str] = NO_DETAILS
    sentence: str = _("a team of at most {limit_kind}")


class Aspect(NamedTuple):
    """Something in which cards go together, like a side: what a card asks for, and what one gives.

    None stands for nothing. Where `by_others`, a deck without any that gives is told by another rule.
    """

    name: str
    asks: Callable[[Card], str | None]
    gives: Callable[[Card], str | None]
    by_others: bool = False
    unless: Unless | None = None


class Permission(NamedTuple):
    """Cards that the text of a card lets in though the deck gives not what they ask for.

    It `covers` aspects by their names; only `most` copies for each copy of the card that says so, or
    so many `different` ones, None for any number.
    """

    fits: Fits
    covers: frozenset[str]
    most: int | None = None
    different: int | None = None


def no_permission(_card: Card) -> Sequence[Permission]:
    """No cards that the text of a card lets in."""
    return ()


class GoesWith(NamedTuple):
    """A card stands beside one that gives what it asks for, or the text of another lets it in.

    A card is let in for all `aspects` at once; here is told of the first of them: on each thing that is
    asked for, on each card, or on all together. `words` are those for what is given, `{given}`, and
    `asked_words` what a repair says of something that is asked for. Cards of
    one `key` are no different ones. Of texts that are `unread` nobody knows whom they let in.
    """

    code: str
    cite: str
    aspects: tuple[Aspect, ...]
    message: str
    advice: str
    lets_in: Callable[[Card], Sequence[Permission]] = no_permission
    unread: Fits = never
    zones: frozenset[str] | None = None
    key: Callable[[Card], Hashable] = card_name
    told_on: str = ""
    shown_as: str = ""
    second_hint: str = ""
    words: Mapping[str, str] = NO_DETAILS
    asked_words: str = ""
    sentence: str = ""


Requirement = (
    AtLeast
    | AtMost
    | Exactly
    | EachAtLeast
    | Ratio
    | PerName
    | PerCard
    | Alone
    | OneOf
    | Requires
    | Whole
    | Warned
    | NotKnown
    | Open
    | WhileIn
    | Different
    | Shared
    | AlsoIn
    | Forbidden
    | Either
    | Moved
    | Same
    | Dear
    | Budget
    | GoesWith
)


def by_kind(functions: Mapping[str, Any]) -> dict[type, Callable[..., Any]]:
    """The functions of a module by the kind of requirement that each is for: `_at_least` for `AtLeast`.

    >>> by_kind({"_per_name": max, "_other": min})[PerName] is max
    True
    """
    names = {kind: re.sub("([A-Z])", r"_\1", kind.__name__).lower() for kind in get_args(Requirement)}
    return {kind: functions[name] for kind, name in names.items() if name in functions}
