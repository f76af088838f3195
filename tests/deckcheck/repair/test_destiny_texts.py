"""Destiny decks that only a card's own text makes illegal: the card goes, which is one change.

The rows of a repair do not state these texts; such decks were once called illegal, with nothing to
change.
"""

from dataclasses import replace

import pytest

from deckcheck.deck import Deck
from deckcheck.games import get_game
from deckcheck.games.destiny.card_texts import NEEDS, words_of
from deckcheck.games.formats.format_reading import FormatText
from deckcheck.games.formats.house_rules import rules_of_format
from deckcheck.judge.validate import Judge
from deckcheck.repair.integer_program import Solved
from deckcheck.repair.prepared import PreparedCards
from deckcheck.repair.problem import Conditions
from deckcheck.repair.repair import RepairOptions, repair_deck
from deckcheck.repair.solving import Answers, Solver
from deckcheck.rules.edition import Format
from tests.amounts import amount
from tests.deckcheck.borders import team
from tests.deckcheck.sister_decks import Pool, with_entries

LEIA = "Leia Organa, Born Leader"
UNHURRIED = RepairOptions(seconds=300)
"""So that a proof is found on the slowest machine."""


@pytest.fixture(scope="module")
def prepared(destiny: Pool) -> PreparedCards:
    return PreparedCards(Judge("destiny"), destiny.cards)


@pytest.fixture
def deck(destiny: Pool) -> Deck:
    return team(destiny, LEIA)


def test_a_plot_whose_text_asks_for_another_team_goes(
    destiny: Pool, prepared: PreparedCards, deck: Deck
) -> None:
    plots = [card for card in destiny.cards if card.type == "Plot" and words_of(card, NEEDS)]
    gone = 0
    for plot in plots[:: amount(5, 1)]:
        broken = with_entries(deck, destiny.entry(plot))
        if prepared.judge.validate(broken).verdict != "illegal":
            continue
        found = repair_deck(prepared, broken, UNHURRIED)
        assert found.plan is not None, plot.name
        assert found.verdict == "legal", plot.name
        assert [(one.name, one.quantity) for one in found.plan.out] == [(plot.name, 1)]
        assert not found.plan.put_in
        assert found.proof.minimal
        gone += 1
    assert gone > 2


@pytest.mark.parametrize(
    ("rule", "changes"),
    [
        ('per = "name"\nat_most = 1\nof = "type:plot"', 1),
        ('at_most = 2\nof = "type:plot or type:battlefield"', 1),
        ('at_least = 24\nof = "type:plot or type:event"', 3),
        ('per = "title"\nat_least = 2\nof = "type:plot"', 3),
    ],
)
def test_a_house_rule_counts_an_elite_plot_once(destiny: Pool, rule: str, changes: int) -> None:
    """It was one in the verdict and two in the rows of a repair, which found another deck or none."""
    text = FormatText("own.toml", f"[[require]]\n{rule}\n")
    own = rules_of_format(text, "Own", get_game("destiny"))
    judge = Judge("destiny", Format("own", "Own", "printed-2016", house_rules=own))
    deck = team(destiny, "Captain Phasma, Elite Trooper")
    elite = with_entries(deck, destiny.entry("Sweeper Droid Infiltration", 2), destiny.entry("Dodge"))
    found = repair_deck(PreparedCards(judge, destiny.cards), elite, UNHURRIED)
    assert found.plan is not None
    assert (found.verdict, found.plan.distance) == ("legal", changes)


def test_a_plot_that_must_stay_gets_the_team_that_it_asks_for(
    destiny: Pool, prepared: PreparedCards, deck: Deck
) -> None:
    broken = with_entries(deck, destiny.entry("Spectre Cell"))
    options = replace(UNHURRIED, conditions=Conditions(keep=frozenset({"Spectre Cell"})))
    found = repair_deck(prepared, broken, options)
    assert found.plan is not None
    assert found.verdict == "legal"
    assert "Spectre Cell" in {entry.name for entry in found.plan.deck.entries}
    assert found.proof.minimal


@pytest.mark.parametrize("copies", [1, 2, 3])
def test_several_changes_are_proven_though_texts_of_other_cards_might_help(
    destiny: Pool, prepared: PreparedCards, deck: Deck, copies: int
) -> None:
    missing = with_entries(deck)
    entries = [e for e in missing.entries if e.zone != "Battlefield"]
    place = next(n for n, e in enumerate(entries) if e.zone == "Deck")
    taken = [e._replace(quantity=e.quantity - (place <= n < place + copies)) for n, e in enumerate(entries)]
    found = repair_deck(prepared, destiny.deck(taken), UNHURRIED)
    assert found.plan is not None
    assert (found.verdict, found.plan.distance) == ("legal", copies + 1)
    assert (found.proof.minimal, found.proof.methods) == (True, ("integer program",))


def test_a_plot_that_lays_cards_beside_the_deck_is_nearer_than_taking_them_out(
    destiny: Pool, prepared: PreparedCards
) -> None:
    """Rows that count those cards would prove the two changes to be the fewest."""
    villains = team(destiny, "Captain Phasma, Elite Trooper", "Count Dooku, Devious Strategist")
    found = repair_deck(prepared, with_entries(villains, destiny.entry("Execute Order 66", 2)), UNHURRIED)
    assert found.plan is not None
    assert [(one.name, one.quantity) for one in found.plan.put_in] == [("Order 66", 1)]
    assert (found.verdict, found.plan.distance, found.proof.minimal) == ("legal", 1, True)


def test_a_character_without_dice_goes_in_every_deck_that_a_text_makes_legal(
    destiny: Pool, prepared: PreparedCards, deck: Deck
) -> None:
    """Rows that let it stay would leave the number of changes unproven."""
    broken = with_entries(deck, destiny.entry("Han Solo, Scoundrel", zone="Team", dice=0))
    fewer = [e._replace(quantity=e.quantity - (n == 1)) for n, e in enumerate(broken.entries)]
    found = repair_deck(prepared, destiny.deck(fewer), UNHURRIED)
    assert found.plan is not None
    assert (found.verdict, found.plan.distance, found.proof.minimal) == ("legal", 2, True)


def test_time_is_left_for_what_texts_allow_where_the_rows_take_theirs(
    prepared: PreparedCards, deck: Deck, destiny: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rows prove nothing of such a deck, however long they are searched."""
    ends: list[float] = []

    class Watched(Solver):
        def answers(self, conditions: Conditions) -> Answers:
            ends.append(self.until)
            return super().answers(conditions)

        def least(self, conditions: Conditions, below: int) -> Solved:
            ends.append(self.until)
            return super().least(conditions, below)

    monkeypatch.setattr("deckcheck.repair.repair.Solver", Watched)
    fewer = [e._replace(quantity=e.quantity - (n in (1, 2))) for n, e in enumerate(deck.entries)]
    assert repair_deck(prepared, destiny.deck(fewer), UNHURRIED).proof.minimal
    assert ends[-1] - ends[0] == pytest.approx(UNHURRIED.seconds / 2)
