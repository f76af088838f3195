"""The stats of a deck as text for a terminal, and as a JSON document."""

import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from db.language import Message, gettext as _, in_parts, joined, ngettext
from deckcheck.games.deck_profile import Spread
from deckcheck.games.swtcg.cards import SIDE_NAMES, UNIT_NAMES
from deckcheck.games.swtcg.profile.stats import STATS, DeckStats, Unique
from deckcheck.games.swtcg.setup.rules import SETUP_TOTAL
from deckcheck.show.bars import bar_lines
from deckcheck.show.language import number
from deckcheck.show.wording import count

DIE_MEAN = 3.5
"""Build points that a die gives a turn, on average."""

FORCE_A_TURN = 4

_MOST_TRAITS = 12
_BAR = 30


def stats_text(stats: DeckStats, width: int = 80, *, plain: bool = False) -> str:
    """The figures of a deck, part by part; `plain` draws bars in ASCII."""
    parts = [
        [_head(stats)],
        _notes(stats),
        _cost_lines(stats, plain=plain),
        _arena_lines(stats),
        _trait_lines(stats, plain=plain),
        _unique_lines(stats, width),
        _need_lines(stats, width),
    ]
    return "\n\n".join("\n".join(map(str, part)) for part in parts if part) + "\n"


def _head(stats: DeckStats) -> str:
    sides = ", ".join(f"{n} {Message(SIDE_NAMES.get(side, side))}" for side, n in stats.sides.items())
    types = ", ".join(f"{n} {in_parts(card_type)}" for card_type, n in stats.types.items())
    return _(
        "{name}: {cards}, {units} of them units\nsides  {sides}\ntypes  {types}",
        name=stats.name,
        cards=count(stats.cards, "card", "cards"),
        units=stats.units,
        sides=sides or _("none known"),
        types=types or _("none known"),
    )


def _notes(stats: DeckStats) -> list[str]:
    lines = []
    if stats.unknown:
        lines.append(
            ngettext(
                "Note: {number} card is unknown or ambiguous and in none of the figures below.",
                "Note: {number} cards are unknown or ambiguous and in none of the figures below.",
                stats.unknown,
            )
        )
    if stats.unread:
        what = count(stats.unread, "line", "lines")
        lines.append(_("Note: {what} could not be read; the cards there are missing below.", what=what))
    return lines


def _cost_lines(stats: DeckStats, *, plain: bool) -> list[str]:
    """A line a build cost, without a gap between the least and the greatest."""
    totals: Counter[str] = Counter()
    for costs in stats.costs.values():
        totals.update(costs)
    if not totals:
        return []
    numbers = [int(cost) for cost in totals if cost.isdecimal()]
    labels = [str(n) for n in range(min(numbers), max(numbers) + 1)] if numbers else []
    labels += sorted(cost for cost in totals if not cost.isdecimal())
    remarks = {
        label: ", ".join(
            f"{costs[label]} {in_parts(card_type)}"
            for card_type, costs in stats.costs.items()
            if label in costs
        )
        for label in labels
    }
    lines = bar_lines({label: totals[label] for label in labels}, _BAR, remarks=remarks, plain=plain)
    mean = stats.unit_cost
    title = _("Build cost")
    if mean is not None:
        title = _("Build cost (units: {mean:.2f} on average)", mean=mean)
    return [title, *(f"  {line}" for line in lines)]


def _arena_lines(stats: DeckStats) -> list[str]:
    """A table of the arenas: units, and mean, least and most of each stat."""
    rows: list[tuple[str, ...]] = [(str(_("Arenas")), str(_("units")), *(str(Message(one)) for one in STATS))]
    for arena, units in stats.arenas.items():
        shown = (_spread_text(stats.stats[arena][stat]) for stat in STATS)
        rows.append((f"  {Message(UNIT_NAMES[arena][1])}", str(units), *map(str, shown)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
    if sum(stats.arenas.values()) > stats.units:
        lines.append(f"  {_('A unit of several arenas counts in each of them.')}")
    return lines


def _spread_text(spread: Spread) -> str:
    """A spread in short, like `3.5 (2-6)`, with what is X or * named apart."""
    if spread.mean is None:
        return _("{open} X or *", open=spread.open) if spread.open else "-"
    text = f"{number(spread.mean, '.1f')} ({spread.least}-{spread.most})"
    return _("{text}, {open} X or *", text=text, open=spread.open) if spread.open else text


def _trait_lines(stats: DeckStats, *, plain: bool) -> list[str]:
    shown = dict(list(stats.traits.items())[:_MOST_TRAITS])
    if not shown:
        return []
    rest = len(stats.traits) - len(shown)
    title = _("Traits (and {rest} rarer ones)", rest=rest) if rest else _("Traits")
    return [title] + [f"  {line}" for line in bar_lines(shown, _BAR, plain=plain)]


def _unique_lines(stats: DeckStats, width: int) -> list[str]:
    """The unique units, first those whose versions can be stacked."""
    if not stats.uniques:
        return []
    copies = sum(unique.copies for unique in stats.uniques)
    stacks = [unique for unique in stats.uniques if unique.stack > 1]
    lines = [
        _(
            "Uniques: {count} of them in {cards}",
            count=len(stats.uniques),
            cards=count(copies, "card", "cards"),
        )
    ]
    lines += [line for unique in stacks for line in _wrapped(_stack_text(unique), width)]
    single = [f"{u.copies} {u.versions[0][0]}" for u in stats.uniques if u.stack == 1]
    if single:
        lines += _wrapped(_("one version each: {single}", single=", ".join(single)), width)
    return lines


def _stack_text(unique: Unique) -> str:
    versions = joined(
        [
            _("{copies} {name} for {cost}", copies=copies, name=name, cost="-" if cost is None else cost)
            for name, cost, copies in unique.versions
        ],
        ", ",
    )
    return _(
        "{names}: {versions}; stacks of up to {stack}",
        names=" = ".join(unique.names),
        versions=versions,
        stack=unique.stack,
    )


def _need_lines(stats: DeckStats, width: int) -> list[str]:
    lines = [_("Needs")]
    for kind, need in stats.needs.items():
        name = _("units") if kind == "unit" else _("{kind} cards", kind=Message(kind.capitalize()))
        known = need.cards - need.open
        parts = (
            [_("{counters} build counters for {known}", counters=need.counters, known=known)] if known else []
        )
        parts += [_("{open} with X or no number", open=need.open)] if need.open else []
        lines += _wrapped(f"{name}: {joined(parts, '; ')}", width)
    if mean := stats.unit_cost:
        lines += _wrapped(
            _(
                "setup's {setup_total} pay for {setup_total2:.1f} units of average cost, the die of "
                "a turn ({die_mean} on average) for {die_mean2:.1f}",
                setup_total=SETUP_TOTAL,
                setup_total2=SETUP_TOTAL / mean,
                die_mean=DIE_MEAN,
                die_mean2=DIE_MEAN / mean,
            ),
            width,
        )
    battle = sum(n for card_type, n in stats.types.items() if card_type == "Battle")
    lines += _wrapped(
        _(
            "Force: +{force_a_turn} a turn; what Battle cards ({battle} here) and abilities cost "
            "stands in card text, which the catalogue does not hold",
            force_a_turn=FORCE_A_TURN,
            battle=battle,
        ),
        width,
    )
    return lines


def _wrapped(text: str, width: int) -> Iterator[str]:
    yield from textwrap.wrap(str(text), width, initial_indent="  ", subsequent_indent="    ")


def as_json(stats: DeckStats) -> dict[str, Any]:
    """The figures as a JSON document, without its schema."""
    document: Mapping[str, Any] = asdict(stats)
    return {
        **{key: value for key, value in document.items() if key not in {"uniques", "edition"}},
        "rules": stats.edition,
        "unit_cost": stats.unit_cost,
        "uniques": [
            {
                "names": list(unique.names),
                "versions": [
                    {"name": name, "cost": cost, "copies": copies} for name, cost, copies in unique.versions
                ],
                "copies": unique.copies,
                "stack": unique.stack,
            }
            for unique in stats.uniques
        ],
        "force": {"per_turn": FORCE_A_TURN, "battle_cards": stats.types.get("Battle", 0), "prices": None},
    }
