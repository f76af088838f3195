"""Names with facts of their card beside them: `AOTC 119 Yoda (B)`, `Yoda (B) | U | Light`.

One part of such a line names a card; each other part must be a fact of it, all of one printing. A
part that is not leaves the line unknown.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from db.cards.card import RARITIES, Card, Printing
from db.cards.names import normal_form, number_key, parse_name, set_form
from db.patterns import pattern

_RARITY = "[CURPMSL]"
_N = "[0-9]{1,4}[a-z]?(?:-[0-9])?"
"""The number of a card in its set."""
_SET = "[A-Z0-9][A-Za-z0-9]{0,3}[A-Z0-9]"
_DIVIDER = pattern(
    r"\s*[,;|]\s*|\s+[-\u2013\u2014/]\s+|(?<=[)\]])\s*(?=[^\s)\]])|\s*(?=\[)|(?<=\w)\s*(?=\()|\s+(?=\()"
    r"|\s*(?=\*)|\s+(?=(?i:foil|holofoil)\s*$)"
    rf"|\s+(?={_SET}(?:(?:\s+#?|#|-){_N})?\s*$)|\s+(?=(?:{_SET}\s+)?{_RARITY}\s*$)"
)
"""Signs and blanks between a name and a fact: also the blank before a finish, a rarity, a number, a set."""
FINISH = pattern(
    r"(?:non-?\s?)?foil|foils|holo(?:foil)?|alt(?:ernate)? art|full art|signed|proxy|proxies"
    r"|f|nm|mint|near mint|played|english|en",
    re.IGNORECASE,
)
_PLACE = pattern(rf"\[?([A-Za-z0-9]{{2,5}})(?:\s*#\s*|\s+|-|(?<=[A-Za-z]))({_N})\]?(?:\s*[:|.-]?\s+|$)")
"""A set and a number before a name, or instead of it: `AOTC 119`, `esb-045`, `[ANH #3]`."""
_PLACE_BEHIND = pattern(rf"(.+?)(?:[\s,/-]*#\s*|[\s,/-]+)({_N})(?:/[0-9]{{1,3}})?")
_RARITY_BEHIND = pattern(rf"([A-Z0-9]{{2,5}}[\s#]+{_N})(?:\s*\([A-Z]{{1,2}}\)|\s+{_RARITY})\s*$")
"""The rarity behind a set and a number, which says nothing more: it is not compared."""
_FOIL = "F"
_LIKE_A_VERSION = pattern("[A-Za-z][0-9]?")
_SET_AND_RARITY = pattern(r"([A-Za-z0-9]{2,5})[\s,/-]+([A-Z]{1,2})")
_COST = pattern(r"(?:cost:? *)?([0-9]{1,2}|[Xx])(?: *cost)?")
_NUMBER = pattern(f"#?{_N}")
_ENDS_IN_NUMBER = pattern(rf"(?:^|[\s#-]){_N}(?:/[0-9]{{1,3}})?$")
_LONGEST = 200
_MOST_PARTS = 8
_RARITY_WORDS = {name: code for code, name in RARITIES.items()}


class Divided(NamedTuple):
    """A part of a text that may name a card, and the other parts, which may be its facts."""

    name: str
    facts: tuple[str, ...]


@lru_cache(maxsize=1024)
def place_in_set(text: str) -> tuple[str, str, str] | None:
    """The set, the number and the name behind them with which a text begins.

    >>> place_in_set("AOTC 119 Yoda (B)"), place_in_set("esb-045"), place_in_set("Yoda (B)")
    (('AOTC', '119', 'Yoda (B)'), ('esb', '045', ''), None)
    """
    found = _PLACE.match(text)
    return (found[1], found[2], text[found.end() :].strip()) if found else None


def divided(text: str) -> Iterator[Divided]:
    """Yields the ways to take a text for a name and facts beside it, the longest name first.

    >>> next(divided("Yoda (B) | AOTC"))
    Divided(name='Yoda (B)', facts=('AOTC',))
    >>> list(divided("Yoda"))
    []
    """
    text = _RARITY_BEHIND.sub(r"\1", text)
    ends = [(0, 0), *(found.span() for found in _DIVIDER.finditer(text)), (len(text), len(text))]
    parts = [(start, end) for (_, start), (end, _) in pairwise(ends) if start < end]
    if len(text) > _LONGEST or not 1 < len(parts) <= _MOST_PARTS:
        return
    for size in range(len(parts) - 1, 0, -1):
        for first in range(len(parts) - size + 1):
            last = first + size
            others = (*parts[:first], *parts[last:])
            facts = tuple(text[start:end].strip("()[]{}* ") for start, end in others)
            yield Divided(text[parts[first][0] : parts[last - 1][1]], facts)


def printings_with(
    card: Card, named: Divided, set_code: Callable[[str], str | None], *, is_only: bool = False
) -> tuple[Printing, ...]:
    """The printings of a card of which all the facts beside its name are true.

    `set_code` gives the code of a set by its code or name. A letter that could be a version is a
    rarity only behind a name with its version, or beside a set and number. Where a card without a
    version has a name alone (`is_only`), it is one beside its set, too, and else no C: of a third
    version we may not know, of an eighteenth we would. A bare number is that of a card only where a
    set is named too.
    """
    facts = [fact for fact in named.facts if fact and not FINISH.fullmatch(fact)]
    in_set = any(set_named(fact, set_code) for fact in facts)
    is_told_apart = parse_name(named.name).version or (is_only and (in_set or "C" not in facts))
    is_told_apart = is_told_apart or (in_set and any(map(_ENDS_IN_NUMBER.search, facts)))
    is_of_version = card.version is not None and not parse_name(named.name).version
    if not is_told_apart and any(map(_LIKE_A_VERSION.fullmatch, facts)):
        return ()
    if is_of_version and any(fact.upper() == _FOIL for fact in named.facts):
        return ()  # Asajj Ventress (F) #4 is not her version B, in foil
    return tuple(
        printing
        for printing in card.printings
        if all(_is_fact(fact, card.as_printed(printing), printing, set_code, in_set=in_set) for fact in facts)
    )


def set_named(fact: str, set_code: Callable[[str], str | None]) -> str | None:
    """The code of the set that a fact names, alone or with a number or a rarity behind it."""
    place = _PLACE_BEHIND.fullmatch(fact) or _SET_AND_RARITY.fullmatch(fact)
    return set_code(fact) or (place and set_code(place[1]))


def _is_fact(
    fact: str, card: Card, printing: Printing, set_code: Callable[[str], str | None], *, in_set: bool
) -> bool:
    form = normal_form(fact)
    if form in {normal_form(one) for one in (card.side, card.type, card.subtype, *card.subtypes) if one}:
        return True
    if set_code(fact) == printing.set_code or set_form(fact) == set_form(printing.set_code):
        return True
    if printing.rarity and _RARITY_WORDS.get(form, form.upper()) == printing.rarity:
        return True
    if _NUMBER.fullmatch(fact) and (in_set or fact.startswith("#")):
        return number_key(fact) == number_key(printing.number or "")
    place = _PLACE_BEHIND.fullmatch(fact) or _SET_AND_RARITY.fullmatch(fact)
    if place and set_code(place[1]) == printing.set_code:
        return printing.rarity == place[2] or number_key(place[2]) == number_key(printing.number or "")
    cost = _COST.fullmatch(fact)
    return cost is not None and "cost" in form and cost[1].upper() == str(card.cost)
