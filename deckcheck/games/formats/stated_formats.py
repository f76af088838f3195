"""Formats as card sources state them, beside our own: sets, lists and points by the keys of cards.

What a source states holds from the day on which it was seen, before it the bundled format.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from types import MappingProxyType
from typing import Any

from db.cards.card import PlayFormat
from db.cards.dates import exactly
from db.language import gettext as _, joined
from deckcheck.errors import UnknownPlayFormatError
from deckcheck.games.formats.format_files import find_by_code
from deckcheck.games.game import Game
from deckcheck.rules.edition import Format, FormatState

_JUDGED = frozenset({"sets", "banned", "restricted", "balance", "restrictedPairs"})
_NO_RULES = frozenset({"errata"})
"""The statements of sources about a format that are no rule: that card texts were changed."""


def formats_of(game: Game, stated: Iterable[PlayFormat] = ()) -> tuple[Format, ...]:
    """The formats of a game, those that sources state joined to the bundled ones of the same name.

    Only for games whose sources state whole formats; of others, ours are all.
    """
    formats = {one.code: one for one in game.formats()}
    if not game.formats.by_sources:
        return tuple(formats.values())
    edition = next(iter(formats.values())).edition
    for one in stated:
        known = find_by_code(formats.values(), one.name)
        code = one.code.casefold() if known is None else known.code
        ours = known or Format(code, one.name, edition, lists=one.name)
        states = sorted((*ours.states, _state(one)), key=_begin)
        formats[code] = ours._replace(states=tuple(states))
    return tuple(formats.values())


def find_format(game: Game, name: str, stated: Iterable[PlayFormat] = ()) -> Format | None:
    """The format of that code or name, joined with what sources state; None where there is none."""
    stated = tuple(stated)
    if not stated or not game.formats.by_sources:
        return game.formats.find(name)
    found = find_by_code(formats_of(game, stated), name)
    return found if isinstance(found, Format) else None


def get_format(game: Game, name: str, stated: Iterable[PlayFormat] = ()) -> Format:
    """The format of that code or name; raises `UnknownPlayFormatError`."""
    stated = tuple(stated)
    found = find_format(game, name, stated)
    if found is None:
        codes = (one.code for one in formats_of(game, stated))
        raise UnknownPlayFormatError(name, codes, game.name)
    return found


def _state(one: PlayFormat) -> FormatState:
    data: Mapping[str, Any] = one.data
    pairs = data.get("restrictedPairs") or {}
    judged = _JUDGED if isinstance(pairs, Mapping) else _JUDGED - {"restrictedPairs"}
    others = sorted(key for key in data.keys() - judged - _NO_RULES if data[key])
    errata = len(data.get("errata") or ())
    note = _("as the source {source} states it", source=one.source)
    if errata:
        changed = _("it says that the texts of {errata} cards were changed", errata=errata)
        note = joined((note, changed), "; ")
    points = {str(key): str(value) for key, value in (data.get("balance") or {}).items()}
    return FormatState(
        exactly(date.fromisoformat(one.seen)),
        frozenset(data.get("sets") or ()) or None,
        note,
        MappingProxyType(points),
        frozenset(data.get("banned") or ()),
        frozenset(data.get("restricted") or ()),
        pairs=_pairs(pairs) if isinstance(pairs, Mapping) else frozenset(),
        not_judged=tuple(others),
    )


def _begin(state: FormatState) -> date:
    return state.since.latest or state.since.earliest or date.max


def _pairs(stated: Mapping[str, Iterable[str]]) -> frozenset[tuple[str, str]]:
    """The pairs that a source states from both sides or from one, each once.

    >>> sorted(_pairs({"2": ["1", "3"], "1": ["2"]}))
    [('1', '2'), ('2', '3')]
    """
    pairs = {(str(one), str(other)) for one, others in stated.items() for other in others}
    return frozenset((min(pair), max(pair)) for pair in pairs if pair[0] != pair[1])
