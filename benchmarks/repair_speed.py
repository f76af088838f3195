"""Repairs of broken decks, against one variable for each card and zone in a plain model.

The baseline asks HiGHS the same question, the fewest changes, with a column for every card of the
format and no class of cards; it proves nothing a second time, and asks for no other aim.
"""

import os
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from statistics import median

import highspy
import numpy as np

from db.cards.lookup import Catalogue
from db.database import ensure_ready
from deckcheck.deck import Deck
from deckcheck.judge.validate import Judge
from deckcheck.repair.prepared import PreparedCards
from deckcheck.repair.repair import repair_deck
from deckcheck.rules.slot import slots_of
from tests.deckcheck.repair.test_broken_decks import BrokenDecks, rules_of

DECKS = int(os.environ.get("DECKCHECK_REPAIRS", "1000"))
BASELINES = 5
WAYS = (("printed", "printed-2005"), ("printed", "community"), ("standard", "community"))


def main() -> None:
    """Prints for each way to judge the median and the worst repair, and the plain model's."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cards.sqlite"
        ensure_ready(path)
        cards = Catalogue(path, "swtcg").cards()
        print(f"{'judged by':<24}{'prepared':>10}{'median':>9}{'worst':>9}{'plain':>10}{'ratio':>8}")
        for play_format, edition in WAYS:
            begun = time.process_time()
            judge = Judge("swtcg", play_format, edition=edition, on=date(2026, 11, 21))
            prepared = PreparedCards(judge, cards)
            ready = time.process_time() - begun
            decks = BrokenDecks(cards, rules_of(play_format, edition), 1)
            broken = [decks.deck() for _ in range(DECKS)]
            times = [_repaired(prepared, deck) for deck in broken]
            plain = median(_plain(prepared, deck) for deck in broken[:BASELINES])
            usual = median(times)
            print(
                f"{f'{play_format} by {edition}':<24}{ready * 1e3:>7.0f} ms{usual * 1e3:>6.0f} ms"
                f"{max(times) * 1e3:>6.0f} ms{plain * 1e3:>7.0f} ms{plain / usual:>7.0f}x",
                flush=True,
            )


def _repaired(prepared: PreparedCards, deck: Deck) -> float:
    begun = time.process_time()
    repair_deck(prepared, deck)
    return time.process_time() - begun


def _plain(prepared: PreparedCards, deck: Deck) -> float:
    """The time of a model with a column for each copy put in and taken out of each slot."""
    begun = time.process_time()
    copies = slots_of(deck.entries, prepared.judge.game.zones)
    slots = {slot: None for card in prepared.cards for slot, _ in prepared.slots_of(card.name)}
    columns = list(dict.fromkeys([*copies, *slots]))
    helpers = list(dict.fromkeys(h for t in prepared.totals for h, _ in t.helpers))
    helpers += [t.when for t in prepared.totals if t.when is not None and t.when not in helpers]
    places = {helper: 2 * len(columns) + n for n, helper in enumerate(dict.fromkeys(helpers))}
    ups = [prepared.column(slot).most or 0 for slot in columns]
    most = [*ups, *(copies.get(slot, 0) for slot in columns), *(h.most for h in places)]
    rows: list[tuple[dict[int, float], float, float]] = []
    infinite = highspy.kHighsInf
    for total in prepared.totals:
        weights = [total.weight(slot) for slot in columns]
        have = sum(w * copies.get(slot, 0) for w, slot in zip(weights, columns, strict=True))
        row = {n: float(w) for n, w in enumerate(weights) if w}
        row |= {len(columns) + n: float(-w) for n, w in enumerate(weights) if w}
        row |= {places[helper]: float(factor) for helper, factor in total.helpers}
        low = -infinite if total.low is None else total.low - have
        high = infinite if total.high is None else total.high - have
        if total.when is not None:
            slack = 1_000.0
            if total.high is not None:
                row[places[total.when]], high = slack, high + slack
            else:
                row[places[total.when]], low = -slack, low - slack
        rows.append((row, low, high))
    names: dict[str, dict[int, float]] = {}
    for n, slot in enumerate(columns):
        names.setdefault(slot.card.name, {})[n] = 1.0
        names[slot.card.name][len(columns) + n] = -1.0
    for name, row in names.items():
        have = sum(q for slot, q in copies.items() if slot.card.name == name)
        limit = min(prepared.column(columns[n]).most or 0 for n in row if n < len(columns))
        rows.append((row, -infinite, float(limit - have)))
    _solve(rows, [1.0] * (2 * len(columns)) + [0.0] * len(places), most)
    return time.process_time() - begun


def _solve(
    rows: Sequence[tuple[dict[int, float], float, float]], costs: list[float], most: list[int]
) -> None:
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = len(costs), len(rows)
    model.col_cost_, model.col_lower_ = np.array(costs), np.zeros(len(costs))
    model.col_upper_ = np.array(most, dtype=float)
    model.row_lower_ = np.array([low for _, low, _ in rows])
    model.row_upper_ = np.array([high for _, _, high in rows])
    model.integrality_ = [highspy.HighsVarType.kInteger] * len(costs)
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = np.cumsum([0, *(len(row) for row, _, _ in rows)], dtype=np.int32)
    model.a_matrix_.index_ = np.array([n for row, _, _ in rows for n in row], dtype=np.int32)
    model.a_matrix_.value_ = np.array([v for row, _, _ in rows for v in row.values()])
    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    for name, value in (("output_flag", False), ("threads", 1), ("mip_rel_gap", 0.0)):
        solver.setOptionValue(name, value)
    solver.passModel(model)
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        print("the plain model was not solved", file=sys.stderr)
