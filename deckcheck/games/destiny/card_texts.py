"""The card texts about building team and deck, as data: `exceptions.tsv` of the catalogue.

Each word of such a fact is a short statement of ours, like `side=villain,colour=red,most=5`. A card
without the fact `known_text` is of a set that is not bundled, of which that table says nothing.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from operator import eq
from typing import Any, NamedTuple

from db.cards.card import Card
from db.language import filled, gettext as _, joined
from deckcheck.games.destiny.cards import (
    GRAY,
    HERO,
    NO_BALANCE,
    VILLAIN,
    colour_given,
    costs_in,
    is_character,
    is_drawn,
    is_villain,
    read_card,
)
from deckcheck.games.destiny.zones import IN
from deckcheck.games.titles import title_of
from deckcheck.rules import requirement as need

OPENS, CHEAPER, NEEDS, BRINGS = "opens", "cheaper", "needs", "brings"
TEAM_UP, KNOWN = "team_up", "known_text"
TEXTS_MATTER = frozenset({"Character", "Plot", "Battlefield"})
"""The types of cards of which some say how team and deck are built; limits are facts of others."""

SIDE, COLOUR = "side", "colour"
_CHOSEN_SETS = 3


class Aside(NamedTuple):
    """Cards that a plot brings beside team and deck: so many copies, or so many different cards."""

    fits: Callable[[Card], bool]
    most: int
    different: bool = False


def words_of(card: Card, fact: str) -> tuple[str, ...]:
    """The words of a fact of the card."""
    return tuple(map(str, card.facts.get(fact) or ()))


def values(text: str) -> tuple[str, ...]:
    """The values of a statement: joined by bars, with underscores for blanks.

    >>> values("Kylo_Ren|Rey")
    ('Kylo Ren', 'Rey')
    """
    return tuple(text.replace("_", " ").split("|"))


def parts_of(word: str) -> dict[str, tuple[str, ...]]:
    """The parts of a statement: `side=villain,most=2`, or with colons within another one."""
    found = {}
    for statement in word.split(","):
        name, _unused, text = statement.replace(":", "=", 1).partition("=")
        found[name] = values(text)
    return found


def wanted_by(parts: Mapping[str, tuple[str, ...]]) -> Callable[[Card], bool]:
    """Whether a card is one that the parts of a statement name: each of them must fit."""

    def fits(card: Card) -> bool:
        seen = read_card(card)
        return (
            seen.affiliation in parts.get("side", (seen.affiliation,))
            and seen.colour in parts.get("colour", (seen.colour,))
            and card.type in parts.get("type", (card.type,))
            and ("trait" not in parts or not set(parts["trait"]).isdisjoint(card.subtypes))
            and card.base_name in parts.get("name", (card.base_name,))
            and (seen.unique or "unique" not in parts)
        )

    return need.by_card(fits)


def _number(parts: Mapping[str, tuple[str, ...]], name: str) -> int | None:
    return int(parts[name][0]) if name in parts else None


def is_unread(card: Card) -> bool:
    """Whether it is not known how the card's own text changes team and deck; most types never do."""
    return card.type in TEXTS_MATTER and not card.facts.get(KNOWN)


def is_special(card: Card) -> bool:
    """Whether the card's own text may change how team and deck are built."""
    words = (BRINGS, CHEAPER, NEEDS, OPENS, TEAM_UP)
    return is_unread(card) or any(words_of(card, word) for word in words)


@need.by_card
def lets_in(card: Card) -> Sequence[need.Permission]:
    """The cards that the text of a card lets into the deck in spite of their side or colour."""
    return tuple(map(_permission, words_of(card, OPENS)))


def _permission(word: str) -> need.Permission:
    """Where it names colours, those need no character of the colour; with `own-side` that is all."""
    parts = parts_of(word)
    fits = wanted_by(parts)
    covers = ({SIDE} - {SIDE if "own-side" in parts else ""}) | ({COLOUR} & parts.keys())
    return need.Permission(
        need.by_card(lambda card: is_drawn(card) and fits(card)),
        frozenset(covers),
        _number(parts, "most"),
        _number(parts, "different"),
    )


@need.by_card
def lift(card: Card) -> need.Lift | None:
    """How a card lets heroes and villains into one team, and cards of both into the deck."""
    for name, text in _brought(card):
        if name == "both-sides":
            return need.Lift()
        if name == "beside-hero":
            hero = wanted_by({"side": (HERO,), "type": ("Character",), "trait": values(text)})
            return need.Lift(hero, lambda other: is_villain(other) and other.name != card.name)
    return None


@need.by_card
def cheaper(card: Card) -> Sequence[need.Cheaper]:
    """The cards that cost less with a character; where it says nothing else, characters."""
    found = map(partial(_cheaper, card), words_of(card, CHEAPER))
    return tuple(found) if is_character(card) else ()


def _cheaper(card: Card, word: str) -> need.Cheaper:
    parts = parts_of(word)
    if "self" in parts:
        beside = wanted_by({"trait": parts["beside"], "type": ("Character",)})
        return need.Cheaper(partial(eq, card), lambda other: other != card and beside(other))
    return need.Cheaper(wanted_by({"type": ("Character",), **parts}), partial(eq, card))


def _brought(card: Card) -> Iterator[tuple[str, str]]:
    for word in words_of(card, BRINGS):
        name, _unused, text = word.partition("=")
        yield name, text


def asides(card: Card) -> Sequence[Aside]:
    """The cards that a plot brings beside team and deck."""
    return _asides(card) if BRINGS in card.facts else ()


@need.by_card
def _asides(card: Card) -> Sequence[Aside]:
    found = [parts_of(text) for name, text in _brought(card) if name == "aside"]
    return tuple(Aside(wanted_by(one), _number(one, "most") or 1, "different" in one) for one in found)


def spares(card: Card) -> Sequence[tuple[Callable[[Card], bool], int]]:
    """The characters that may stand beside the team, where they cost nothing, and how many."""
    return tuple((aside.fits, aside.most) for aside in asides(card))


def _stated(card: Card, what: str) -> int | None:
    return next((int(text) for name, text in _brought(card) if name == what), None)


battlefields = need.by_card(partial(_stated, what="battlefields"))
"""How many battlefields a deck has with a card; None for the usual number."""

extra_copies = need.by_card(partial(_stated, what="extra-copies"))
"""Of how many titles a card allows one more copy; None for none."""


@need.by_card
def teams_up(card: Card) -> Callable[[Card], bool] | None:
    """The other characters of the team with which it is not known what a card costs."""
    wanted = [wanted_by(parts_of(word)) for word in words_of(card, TEAM_UP)]
    return (lambda other: is_character(other) and any(fits(other) for fits in wanted)) if wanted else None


def unread_text(card: Card) -> str | None:
    """The words for a character or a battlefield of which nobody read the text."""
    matters = is_unread(card) and card.type != "Plot"
    return _("may say how team and deck are built; its text is not known to us") if matters else None


def unread_plot(card: Card) -> str | None:
    """The words for a plot of which nobody read the text."""
    matters = is_unread(card) and card.type == "Plot"
    return _("may set conditions for team and deck; its text is not known to us") if matters else None


def said_by(
    code: str, types: Sequence[str], format_name: str = "", balance: Mapping[str, str] = NO_BALANCE
) -> Callable[[Card], Sequence[need.Requirement]]:
    """The requirements that cards of some types state by their own texts, by the card."""

    def said(card: Card) -> Sequence[need.Requirement]:
        advice, cite = (
            _("take out {name}, or change the deck", name=card.name),
            _("text of {name}", name=card.name),
        )
        found = (_needed(card, word, format_name, balance) for word in words_of(card, NEEDS))
        return tuple(one._replace(code=code, cite=cite, advice=advice) for one in found if one)

    kept = need.by_card(said)
    return lambda card: kept(card) if card.type in types and NEEDS in card.facts else ()


def _needed(card: Card, word: str, format_name: str, balance: Mapping[str, str]) -> Any:
    """The requirement of a condition, None where the format meets it."""
    name, _unused, value = word.partition("=")
    own = card.name
    if name in ("format", "special-format"):
        # `printed`, which has no name, stands for one with all sets, not for one of a kind.
        met = format_name in ((value, "") if name == "format" else (value,))
        return (
            None
            if met
            else need.AtMost(
                "",
                "",
                0,
                need.Count(partial(eq, card)),
                message=_("{own} is for {value} only", own=own, value=value),
            )
        )
    text = filled(_NEEDS[name][0], {"value": value if name == "points" else _value_text(value)})
    needed = _NEEDS[name][1](card, value, balance)
    return None if needed is None else needed._replace(message=joined((own, text), " "))


def _value_text(value: str) -> str:
    """A value as a message tells it: `trait:ewok,unique` as `unique ewok`."""
    parts = value.replace("_", " ").replace("|", " or ").split(",")
    words = [part.partition(":")[2] or part for part in reversed(parts) if not part.isdigit()]
    return " ".join(words)


def _none(fits: Callable[[Card], bool]) -> need.AtMost:
    return need.AtMost("", "", 0, need.Count(need.by_card(fits), IN))


def _members(card: Card, number: int, statement: str) -> need.AtLeast:
    """So many characters beside the card itself as a statement names them."""
    wanted = wanted_by({"type": ("Character",), **parts_of(statement)})
    return need.AtLeast("", "", number, need.Count(lambda other: other != card and wanted(other)))


def _all(value: str, fact: str) -> need.AtMost:
    wanted = wanted_by({fact: values(value)})
    return _none(lambda card: is_character(card) and not wanted(card))


def _colour(card: Card) -> str:
    return colour_given(card) or ""


def _in_team(card: Card) -> tuple[str, bool] | None:
    return ("", True) if is_character(card) else None


def _no_plot(card: Card) -> tuple[str, bool] | None:
    return None if card.type == "Plot" else ("", True)


def _sets(card: Card) -> frozenset[str]:
    return frozenset(card.set_codes)


def _dear(_card: Card, value: str, balance: Mapping[str, str]) -> need.Dear:
    costs = partial(costs_in, balance=balance)
    return need.Dear("", "", int(value), costs, is_character, "", "")


def _beside(card: Card, _value: str, _balance: Mapping[str, str]) -> need.AtLeast | None:
    fits = [aside.fits for aside in asides(card)]
    if not fits:
        return None
    return need.AtLeast("", "", 1, need.Count(lambda other: any(one(other) for one in fits)), proven=False)


_NEEDS: Mapping[str, tuple[str, Callable[[Card, str, Mapping[str, str]], Any]]] = {
    "neutral-team": (
        _("goes only with a team without heroes and villains"),
        lambda _card, _value, _unused: _none(lambda c: is_character(c) and c.side in (HERO, VILLAIN)),
    ),
    "one-colour": (
        _("goes only with a team of one colour"),
        lambda _card, _value, _unused: need.Alone("", "", 1, _in_team, "", "", key=_colour),
    ),
    "colour": (
        _("goes only with a team of which every character is {value}"),
        lambda _card, value, _unused: _all(value, "colour"),
    ),
    "shared-colour": (
        _("needs two characters of one colour in the team"),
        lambda _card, _value, _unused: need.Same("", "", 2, _colour, is_character, "", ""),
    ),
    "single-copies": (
        _("goes only with a deck that holds no card twice"),
        lambda _card, _value, _unused: need.PerName("", "", 1, key=title_of, only=is_drawn, zones=IN),
    ),
    "trait": (
        _("goes only with a team of which every character is a {value}"),
        lambda _card, value, _unused: _all(value, "trait"),
    ),
    "only": (_("lets nobody but {value} into the team"), lambda _card, value, _unused: _all(value, "name")),
    "no-gray": (
        _("lets no gray cards into the deck"),
        lambda _card, _value, _unused: _none(lambda c: is_drawn(c) and read_card(c).colour == GRAY),
    ),
    "three-sets": (
        _("lets cards of three sets only into team and deck"),
        lambda _card, _value, _unused: need.Alone("", "", _CHOSEN_SETS, _no_plot, "", "", key=_sets),
    ),
    "member": (
        _("needs another character in the team: {value}"),
        lambda card, value, _unused: _members(card, 1, value),
    ),
    "members": (
        _("needs two or more characters in the team: {value}"),
        lambda card, value, _unused: _members(card, int(value.partition(",")[0]), value.partition(",")[2]),
    ),
    "without": (
        _("lets no {value} into the team"),
        lambda _card, value, _unused: _none(wanted_by({"type": ("Character",), "name": values(value)})),
    ),
    "points": (_("needs a character of at least {value} points in the team"), _dear),
    "aside": (_("asks for a card beside the team, which the list does not show"), _beside),
}
"""By the name of a condition the words for it, and what it asks for of a deck, by its value."""
