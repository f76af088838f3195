"""Tunes of real cards, held against decks by chance and against dealt hands."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import deckcheck
from deckcheck.deck import Deck, DeckEntry
from deckcheck.odds.parser import parse_condition
from deckcheck.repair.problem import Conditions
from deckcheck.repair.repair import RepairOptions
from deckcheck.tune.goal import Goal
from deckcheck.tune.tune import Tuned, TuneOptions, Tuning
from tests.amounts import amount
from tests.conftest import ROOT
from tests.deckcheck.sister_decks import Pool, stargate_deck

GOALS = {
    "decks/rebels.dek": ("type:space >= 1 and type:ground >= 1 and type:character >= 1", "units"),
    "sisters/kylo-and-phasma.txt": ("type:event >= 2 and type:upgrade >= 1", "keep"),
    "sisters/sg-1.o8d": ("side:hero >= 3 and type:event >= 1", "keep"),
    "sisters/guardians.txt": ("type:unit >= 2 and type:event >= 1", "keep"),
}
CHANGES = 6


@pytest.mark.parametrize("name", GOALS)
def test_no_deck_by_chance_beats_the_bound_and_dealt_hands_agree(database: Path, name: str) -> None:
    """The bound is above legal decks of up to so many changes; the odds are those of shuffled cards."""
    rng, (goal, mulligan) = random.Random(name), GOALS[name]
    with deckcheck.open(database) as session:
        deck = session.deck(ROOT / "examples" / name)
        found = session.tune(ROOT / "examples" / name, goal, changes=CHANGES, mulligan=mulligan)
        document, plan = found.document(), found.tuned.plan
        bound, value = document["proof"]["upper_bound"], document["after"]["value"]
        assert isinstance(found.tuned, Tuned)
        assert plan is not None
        dealt = session.dealt_odds(plan.deck, goal, hands=20_000, seed=7, mulligan=mulligan)
        assert abs(dealt.value - value) < 4 * dealt.standard_error
        of_type: dict[str, list[deckcheck.Card]] = {}
        for card in session.catalogue(deck.game).cards():
            if card.side in {None, "neutral", *(entry.card.side for entry in deck.entries if entry.card)}:
                of_type.setdefault(card.type, []).append(card)
        judge, legal, wanted = deckcheck.Judge(deck.game), 0, found.tuned.classes.goal
        odds: dict[object, float] = {}
        while legal < amount(10, 10_000):
            other = changed(deck, of_type, rng)
            if judge.validate(other).verdict == "legal":
                legal += 1
                question = wanted.question(other)
                drawn = question.classes.classes
                if drawn not in odds:
                    odds[drawn] = float(question.probability())
                assert odds[drawn] <= bound + 1e-12, other


def changed(deck: Deck, of_type: Mapping[str, Sequence[deckcheck.Card]], rng: random.Random) -> Deck:
    """A deck in which up to so many cards are exchanged for others of their types."""
    entries = list(deck.entries)
    for _turn in range(rng.randint(1, CHANGES // 2)):
        place = rng.randrange(len(entries))
        one = entries[place]
        assert one.card is not None
        entries[place] = one._replace(quantity=one.quantity - 1, dice=None)
        card = rng.choice(of_type[one.card.type])
        entries.append(DeckEntry(1, card.name, one.zone, None, card))
    return replace(deck, entries=tuple(entry for entry in entries if entry.quantity))


def test_a_rule_is_eased_where_then_the_only_copy_of_a_card_is_wanted_twice(stargate: Pool) -> None:
    """One copy more of a hero in place of the villain would be his second: in the team he is the only one."""
    whole = stargate_deck(stargate)
    villain = next(entry for entry in whole.entries if entry.card and entry.card.side == "villain")
    hero = whole.entries[0]
    assert hero.zone == "Team"
    assert hero.card is not None
    deck = replace(whole, entries=tuple(one for one in whole.entries if one not in (hero, villain)))
    judge, every = deckcheck.Judge("stargate"), [one.card for one in whole.entries if one.card]
    drawn = [one for one in every if one.type not in ("Mission", "Team Character")]

    def of_main(deck: Deck) -> list[tuple[DeckEntry, int]]:
        return [(one, one.quantity) for one in deck.entries if one.zone == "Main"]

    goal = Goal(parse_condition(f'name:"{hero.name}" >= 1'), 5, 0, False, None, lambda _card: False, of_main)
    for copies, gained in ((1, []), (2, ["villain-minimum"])):
        free = {one.id or 0: 1 for one in every} | {hero.card.id or 0: copies}
        options = TuneOptions(RepairOptions(Conditions(free, owned_only=True)), changes=2)
        found = Tuning(judge, every, deck, goal, options).found()
        assert found.optimal
        assert found.value == 0
        assert [one.code for one in found.held_back] == gained
    assert found.held_back[0].value == pytest.approx(5 / len(drawn))
