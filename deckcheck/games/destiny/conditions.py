"""The conditions that cards put on team and deck: the words of `needs` in `exceptions.tsv`."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from deckcheck.games.destiny.cards import HERO, NO_BALANCE, VILLAIN
from deckcheck.games.destiny.entries import DestinyEntry
from deckcheck.games.destiny.exceptions import NEEDS, parts_of, values, wanted_by, words_of
from deckcheck.games.destiny.tally import DestinyTally
from deckcheck.report import ERROR, WARNING, Issue, issue_cards
from deckcheck.show.wording import UNKNOWN_CARDS_HINT

_CHOSEN_SETS = 3


def unmet(
    deck: DestinyTally,
    one: DestinyEntry,
    code: str,
    format_name: str = "",
    balance: Mapping[str, str] = NO_BALANCE,
) -> Iterator[Issue]:
    """Yields an issue for each condition of a card that team and deck do not meet."""
    for word in words_of(one.seen.card, NEEDS):
        name, _, value = word.partition("=")
        if name == "points":
            met, text = _dear_character(deck, value, balance), _DEAR.format(value)
        elif name in _FORMATS:
            met, text = _FORMATS[name](format_name, value), "is for {} only"
        else:
            is_met, text = _CONDITIONS[name]
            met = is_met(deck, value, one)
        if not met:
            yield _issue(deck, one, code, name, text.format(_value_text(value)))


def _issue(deck: DestinyTally, one: DestinyEntry, code: str, name: str, text: str) -> Issue:
    proven = name != "aside" and (not deck.slack or name not in _MAY_BE_MET)
    card = one.seen.card.name
    return Issue(
        code,
        ERROR if proven else WARNING,
        f"{card} {text}" + (UNKNOWN_CARDS_HINT if not proven and name != "aside" else ""),
        cards=issue_cards([one.entry]),
        cite=f"text of {card}",
        undecided=not proven,
        advice=f"take out {card}, or change the deck",
        details={"card": card},
    )


def _value_text(value: str) -> str:
    """A value as a message tells it: `trait:ewok,unique` as `unique ewok`."""
    parts = value.replace("_", " ").replace("|", " or ").split(",")
    words = [part.partition(":")[2] or part for part in reversed(parts) if not part.isdigit()]
    return " ".join(words)


def _members(deck: DestinyTally, value: str, one: DestinyEntry) -> int:
    """How many characters of the team beside the card itself are as a statement names them."""
    wanted = wanted_by(parts_of(value))
    return sum(
        each.cards
        for each in deck.team
        if each.listed.seen.card != one.seen.card and wanted.fits(each.listed.seen)
    )


def _has_member(deck: DestinyTally, value: str, one: DestinyEntry) -> bool:
    return _members(deck, value, one) > 0


def _has_members(deck: DestinyTally, value: str, one: DestinyEntry) -> bool:
    number, _, statement = value.partition(",")
    return _members(deck, statement, one) >= int(number)


def _without(deck: DestinyTally, value: str, _: DestinyEntry) -> bool:
    return all(one.listed.seen.card.base_name not in values(value) for one in deck.team)


def _neutral_team(deck: DestinyTally, _value: str, _: DestinyEntry) -> bool:
    return not {one.listed.seen.affiliation for one in deck.team} & {HERO, VILLAIN}


def _one_colour(deck: DestinyTally, _value: str, _: DestinyEntry) -> bool:
    return len({one.listed.seen.colour for one in deck.team}) <= 1


def _all_of_colour(deck: DestinyTally, value: str, _: DestinyEntry) -> bool:
    return all(one.listed.seen.colour == value for one in deck.team)


def _shared_colour(deck: DestinyTally, _value: str, _: DestinyEntry) -> bool:
    colours = [one.listed.seen.colour for one in deck.team for _ in range(one.cards)]
    return len(set(colours)) < len(colours)


def _single_copies(deck: DestinyTally, _value: str, _: DestinyEntry) -> bool:
    titles = [listed.title for listed in deck.draw for _ in range(listed.quantity)]
    return len(set(titles)) == len(titles)


def _dear_character(deck: DestinyTally, value: str, balance: Mapping[str, str]) -> bool:
    return any(
        points >= int(value) * cards
        for one in deck.team
        for cards in (min(cards for cards, _ in one.ways),)
        for points in (max(one.points(balance, 0), default=0),)
    )


def _all_with_trait(deck: DestinyTally, value: str, _: DestinyEntry) -> bool:
    return all(set(one.listed.seen.traits) & set(values(value)) for one in deck.team)


def _only_these(deck: DestinyTally, value: str, _: DestinyEntry) -> bool:
    return all(one.listed.seen.card.base_name in values(value) for one in deck.team)


def _no_gray(deck: DestinyTally, _value: str, _: DestinyEntry) -> bool:
    return all(listed.seen.colour != "gray" for listed in deck.draw)


def _three_sets(deck: DestinyTally, _value: str, _: DestinyEntry) -> bool:
    others = [*(one.listed for one in deck.team), *deck.battlefields, *deck.draw]
    printed = [frozenset(listed.seen.card.set_codes) for listed in others]
    return _hold_all(printed, _CHOSEN_SETS)


def _hold_all(printed: Sequence[frozenset[str]], number: int) -> bool:
    """Whether so many sets can be chosen that each card is printed in one of them.

    >>> _hold_all([frozenset({"AW"}), frozenset({"SOR", "LEG"}), frozenset({"LEG"})], 2)
    True
    """
    if not printed:
        return True
    fewest = min(printed, key=len)  # one of its sets must be chosen
    return number > 0 and any(
        _hold_all([codes for codes in printed if chosen not in codes], number - 1) for chosen in fewest
    )


def _aside_listed(deck: DestinyTally, _value: str, _: DestinyEntry) -> bool:
    every = [*(one.listed for one in deck.team), *deck.listed_draw]
    return all(any(aside.wanted.fits(one.seen) for one in every) for aside in deck.asides)


_DEAR = "needs a character of at least {} points in the team"
_FORMATS: Mapping[str, Callable[[str, str], bool]] = {
    "format": lambda name, value: name in ("", value),
    "special-format": lambda name, value: name == value,
}
"""Formats that a card is for: `printed` stands for one with all sets, not for one of a kind."""
_CONDITIONS: Mapping[str, tuple[Callable[[DestinyTally, str, DestinyEntry], bool], str]] = {
    "neutral-team": (_neutral_team, "goes only with a team without heroes and villains"),
    "one-colour": (_one_colour, "goes only with a team of one colour"),
    "colour": (_all_of_colour, "goes only with a team of which every character is {}"),
    "shared-colour": (_shared_colour, "needs two characters of one colour in the team"),
    "single-copies": (_single_copies, "goes only with a deck that holds no card twice"),
    "trait": (_all_with_trait, "goes only with a team of which every character is a {}"),
    "only": (_only_these, "lets nobody but {} into the team"),
    "no-gray": (_no_gray, "lets no gray cards into the deck"),
    "three-sets": (_three_sets, "lets cards of three sets only into team and deck"),
    "member": (_has_member, "needs another character in the team: {}"),
    "members": (_has_members, "needs two or more characters in the team: {}"),
    "without": (_without, "lets no {} into the team"),
    "aside": (_aside_listed, "asks for a card beside the team, which the list does not show"),
}
_MAY_BE_MET = frozenset({"shared-colour", "points", "member", "members"})
"""The conditions that a card which is not known could still meet."""
