"""The LCG: what each rule tells, word for word, on made cards."""

from db.cards.card import Card, Printing
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.swlcg.affiliation_texts import ExactNumber, needs_of, reserve_of
from deckcheck.games.swlcg.deck_rules import PRINTED
from deckcheck.games.swlcg.zones import ZONES, zone_for
from deckcheck.report import Issue
from deckcheck.rules.findings import issues_with_crowds
from deckcheck.rules.slot import DeckSlots


def made(kind: str, name: str = "Made", **facts: object) -> Card:
    printings = (Printing(name, "CORE", "1", None),)
    return Card(
        "swlcg", name, name, None, None, "light", kind, None, None, None, None, None, printings, (), facts
    )


def of(card: Card, quantity: int = 1, zone: str | None = None) -> DeckEntry:
    return DeckEntry(quantity, card.name, zone or zone_for(card.type), 1, card)


def told(code: str, *entries: DeckEntry) -> list[Issue]:
    """The issues of the rules with a code; of no minimum, which small decks would break."""
    deck = DeckSlots(Deck(entries, "swlcg"), frozenset(ZONES), zones=ZONES, counting={})
    rules = [rule for rule in PRINTED.rules if rule.code == code and not hasattr(rule, "minimum")]
    return [issue for rule in rules for issue in issues_with_crowds(rule, deck)]


def objective(name: str, *command: str, **facts: object) -> Card:
    return made("Objective", name, objective_set=1, command_cards=command, **facts)


UNKNOWN = DeckEntry(1, "Nobody", "Deck", 9)


def test_sets_that_are_not_whole() -> None:
    """Each that lacks cards is told, also behind one whose cards are not known."""
    unit = made("Unit", "Unit")
    bare, short = objective("Bare"), objective("Short", "Unit", "Other")
    found = [
        (issue.message, issue.undecided) for issue in told("objective-minimum", of(bare), of(short), of(unit))
    ]
    assert found[:2] == [
        ("Bare is an objective whose command cards are unknown", True),
        ("the objective set Short is not whole; it lacks 1 Other", False),
    ]
    some = told("objective-minimum", of(short), of(unit), UNKNOWN)
    assert [issue.undecided for issue in some] == [True]


def test_copies_of_an_objective_set() -> None:
    (issue,) = told("copy-limit", of(objective("One"), 3))
    assert (issue.message, issue.together, issue.details) == (
        "3 copies of the objective set One, at most 2",
        "there more than 2 times",
        {"card": "One"},
    )


def test_an_objective_that_is_locked() -> None:
    locked = objective("Locked", affiliation="Jedi", locked=True)
    open_ones = told("affiliation-lock", of(locked), UNKNOWN)
    other = list(told("affiliation-lock", of(locked), of(made("Affiliation", "Sith", affiliation="Sith"))))
    assert list(told("affiliation-lock", of(locked))) == []
    assert [(i.severity, i.undecided) for i in (*open_ones, *other)] == [("warning", True), ("error", False)]
    assert other[0].message == "Locked goes only with the affiliation Jedi"
    assert open_ones[0].message.startswith("Locked goes only with the affiliation Jedi;")
    for issue in (*open_ones, *other):
        assert issue.together == "for the affiliation Jedi only"
        assert issue.details == {"card": "Locked"}


def test_objectives_of_which_the_card_says_nothing_are_counted() -> None:
    card = made("Affiliation", "Allies", needs=("exactly=1,affiliation=Jedi",), known_text=("all",))
    assert list(needs_of(card)) == [ExactNumber(1, ("Jedi",))]
    found = list(told("affiliation-text", of(card), of(objective("None"))))
    assert any("of other affiliations, of which Allies says nothing" in i.message for i in found)
    assert reserve_of(None) == 6


def test_a_card_in_the_zone_of_another_type() -> None:
    unit = made("Unit", "Unit")
    home = zone_for("Unit")
    away = next(zone for zone in ZONES if zone != home)
    (issue,) = told("zone", of(unit, 1, away))
    assert issue.message == f"Unit is of type Unit and was counted in {home}, not in {away}"
    assert issue.together == f"of type Unit and were counted in {home}, not in {away}"
    assert issue.details == {"card": "Unit"}


def test_an_objective_of_no_set_that_we_know_leaves_the_deck_open() -> None:
    """What command cards come with it cannot be said, so that the deck is not proven whole."""
    stray, known = made("Objective", "Stray"), objective("Known", "Unit")
    found = list(told("objective-minimum", of(known), of(stray)))
    assert [(i.message, i.undecided) for i in found] == [
        ("Stray belongs to no objective set that we know", True)
    ]
