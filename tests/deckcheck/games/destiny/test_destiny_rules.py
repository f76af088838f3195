"""Destiny: dice and points, what cards say themselves, formats, and what is not known."""

from dataclasses import replace
from datetime import date

import pytest

from db.cards.bundled import EXCEPTIONS
from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry, UnreadEntry
from deckcheck.games.destiny.cards import read_card
from deckcheck.games.destiny.deck_rules import POINTS
from deckcheck.games.destiny.reading import read_deck
from deckcheck.games.destiny.zones import ZONES
from deckcheck.judge.validate import Judge
from deckcheck.report import Issue, Report
from deckcheck.rules.compiled import Total
from deckcheck.rules.evaluate import cost_of
from tests.deckcheck.borders import balanced, team
from tests.deckcheck.sister_decks import (
    Pool,
    destiny_card,
    destiny_deck,
    error_codes,
    is_plain,
    judged,
    unknown,
    with_entries,
    without,
)

LEIA = "Leia Organa, Born Leader"


def issues(report: Report, code: str) -> list[Issue]:
    return [issue for issue in report.issues if issue.code == code]


def swapped(deck: Deck, *entries: DeckEntry) -> Deck:
    """The deck with as many of its cards taken out as are put in."""
    number = sum(entry.quantity for entry in entries)
    return with_entries(without(deck, lambda e: e.zone == "Deck", number), *entries)


# -- points and dice ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "quantity", "dice", "cards", "total"),
    [
        (LEIA, 1, 1, 1, (12, 12)),
        (LEIA, 1, 2, 1, (16, 16)),
        (LEIA, 1, None, 1, (12, 12)),
        (LEIA, 2, None, 1, (16, 16)),  # a list without dice counts dice
        ("First Order Stormtrooper", 3, None, 3, (21, 21)),
        ("First Order Stormtrooper", 3, 3, 3, (21, 21)),
        ("Imperial Death Trooper", 2, 2, 2, (16, 16)),
        ("Imperial Death Trooper", 2, 3, 2, (19, 19)),
        ("Imperial Death Trooper", 2, 4, 2, (22, 22)),
        ("Imperial Death Trooper", 2, None, 2, (11, 16)),  # one elite, or two that are not
        ("Imperial Death Trooper", 3, None, 3, (19, 24)),
        ("Imperial Death Trooper", 1, 2, 1, (11, 11)),
        ("Imperial Death Trooper", 1, 3, 3, (19, 24)),  # an old export: several in one line
        ("First Order Stormtrooper", 1, 3, 3, (21, 21)),
        ("Snoke's Praetorian Guard", 3, 6, 3, (33, 33)),
        ("Obi-Wan Kenobi, Wise Protector", 1, 0, 1, (9, 12)),  # has two values and no die
    ],
)
def test_what_a_team_costs(
    destiny: Pool, name: str, quantity: int, dice: int | None, cards: int, total: tuple[int, int]
) -> None:
    deck = destiny.deck([destiny.entry(name, quantity, dice=dice)])
    view = read_deck(deck, frozenset(ZONES))
    assert view.counts["characters"] == cards
    assert cost_of(POINTS, view) == total


def test_a_number_of_dice_for_which_a_card_has_no_value_is_an_error(destiny: Pool) -> None:
    report = judged(team(destiny, LEIA, dice={LEIA: 3}))
    (issue,) = issues(report, "team-points")
    assert (issue.severity, issue.have, issue.limit) == ("error", 3, 2)
    assert issue.advice == "give it at most 2 dice"


@pytest.mark.parametrize(("name", "copies", "dice"), [(LEIA, 1, 0), ("Imperial Death Trooper", 2, 1)])
def test_a_character_without_dice_is_an_error(destiny: Pool, name: str, copies: int, dice: int) -> None:
    entry = destiny.entry(name, copies, dice=dice)
    (issue,) = issues(judged(destiny.deck([entry])), "team-points")
    assert (issue.severity, issue.have, issue.limit) == ("error", dice, copies)
    assert "at least one" in issue.message


def test_a_team_that_may_or_may_not_be_too_dear_is_not_decided(destiny: Pool) -> None:
    fortuna = "Bib Fortuna, Majordomo"
    entries = [destiny.entry("Imperial Death Trooper", 3), destiny.entry(fortuna, 1, dice=1)]
    deck = without(team(destiny, fortuna), lambda e: e.zone == "Team")
    report = judged(with_entries(deck, *entries))
    (issue,) = issues(report, "team-points")
    assert (issue.severity, issue.undecided, report.verdict) == ("warning", True, "unproven")
    assert "28 to 33 points" in issue.message


def test_points_of_plots_count_and_may_be_negative(destiny: Pool) -> None:
    deck = team(destiny, LEIA, "Luke Skywalker, Jedi Knight", dice={LEIA: 2})  # 16 + 15 = 31
    assert error_codes(judged(deck)) == ["team-points"]
    shared = with_entries(deck, destiny.entry("Bitter Rivalry"))  # -1, a villain plot
    assert "team-points" not in error_codes(judged(shared))


def test_an_elite_plot_is_one_plot_with_two_copies(destiny: Pool) -> None:
    deck = team(destiny, "Captain Phasma, Elite Trooper")
    for copies, points in ((1, 15), (2, 17)):
        report = judged(with_entries(deck, destiny.entry("Sweeper Droid Infiltration", copies)))
        assert report.verdict == "legal", report.issues
        assert report.counts["points"] == points


def test_an_unknown_card_may_be_a_plot_that_gives_points_back(destiny: Pool) -> None:
    deck = team(destiny, LEIA, "Luke Skywalker, Jedi Knight", dice={LEIA: 2})  # 31
    (issue,) = issues(judged(with_entries(deck, unknown("Plot"))), "team-points")
    assert issue.undecided
    dear = team(destiny, LEIA, "Luke Skywalker, Jedi Knight", "Padawan", dice={LEIA: 2})  # 39
    assert "team-points" in error_codes(judged(with_entries(dear, unknown("Plot"))))


def test_a_title_is_the_same_with_and_without_accents_and_capitals(destiny: Pool) -> None:
    names = sorted({c.base_name for c in destiny.cards if c.base_name in ("Padme Amidala", "Padmé Amidala")})
    assert len(names) == 2
    cards = [destiny.find(lambda c, n=n: c.base_name == n) for n in names]  # type: ignore[misc]
    deck = destiny.deck([destiny.entry(card, dice=1) for card in cards])
    assert "team-unique" in error_codes(judged(deck))


# -- what cards say themselves --------------------------------------------------------------------


def draw(destiny: Pool, kind: str, side: str, colour: str, trait: str | None, skip: int = 0) -> DeckEntry:
    card = destiny.find(
        lambda c: (
            c.type == kind
            and c.side == side
            and c.facts["faction"] == colour
            and is_plain(c)
            and (trait is None or trait in c.subtypes)
        ),
        skip,
    )
    return destiny.entry(card)


@pytest.mark.parametrize(
    ("character", "inside", "outside"),
    [
        (
            "Finn, First Order Defector",
            ("Upgrade", "villain", "red", "weapon"),
            ("Event", "villain", "red", None),
        ),
        (
            "Finn, First Order Defector",
            ("Support", "villain", "red", "vehicle"),
            ("Upgrade", "villain", "yellow", "weapon"),
        ),
        (
            "Bo-Katan Kryze, Deathwatch Lieutenant",
            ("Upgrade", "villain", "yellow", None),
            ("Event", "villain", "yellow", None),
        ),
        ("Leia Organa, Boushh", ("Event", "villain", "yellow", None), ("Event", "villain", "gray", None)),
    ],
)
def test_characters_that_let_cards_of_the_other_side_in(
    destiny: Pool, character: str, inside: tuple[str, str, str, str], outside: tuple[str, str, str, str]
) -> None:
    deck = team(destiny, character)
    assert judged(swapped(deck, draw(destiny, *inside))).verdict == "legal"
    assert "deck-affiliation" in error_codes(judged(swapped(deck, draw(destiny, *outside))))
    without_them = team(destiny, "Han Solo, Scoundrel")
    assert "deck-affiliation" in error_codes(judged(swapped(without_them, draw(destiny, *inside))))


def test_permissions_for_a_number_of_cards(destiny: Pool) -> None:
    deck = team(destiny, "Leia Organa, Boushh")
    villains = [draw(destiny, "Event", "villain", "yellow", None, skip) for skip in range(6)]
    assert judged(swapped(deck, *villains[:5])).verdict == "legal"
    (issue,) = issues(judged(swapped(deck, *villains)), "deck-affiliation")
    assert issue.severity == "error"


def test_what_a_team_gives_to_its_cards_is_said_to_a_repair(destiny: Pool) -> None:
    rows = Judge("destiny").constraints(destiny.cards)
    assert {(row.code, row.words) for row in rows if isinstance(row, Total) and row.words} == {
        ("team-affiliation", "only heroes and neutral cards"),
        ("team-affiliation", "only villains and neutral cards"),
        ("deck-affiliation", "no hero cards without a hero character"),
        ("deck-affiliation", "no villain cards without a villain character"),
        ("deck-colour", "a red character for red cards"),
        ("deck-colour", "a blue character for blue cards"),
        ("deck-colour", "a yellow character for yellow cards"),
    }


def test_an_all_neutral_team_takes_neither_hero_nor_villain_cards(destiny: Pool) -> None:
    deck = team(destiny, "Lobot, Cyborg Aide")
    hero = draw(destiny, "Event", "hero", "red", None)
    (issue,) = issues(judged(swapped(deck, hero)), "deck-affiliation")
    assert (issue.severity, issue.have) == ("error", 1)
    assert issue.message == "1 hero card with an all-neutral team"
    plot = destiny.entry("Long-Term Plan")  # a red plot of heroes
    assert error_codes(judged(with_entries(deck, plot))) == ["deck-affiliation"]
    assert judged(with_entries(swapped(deck, hero), unknown("Team"))).verdict == "unproven"


@pytest.mark.parametrize(
    ("member", "side", "told"),
    [
        (LEIA, "villain", "2 villain cards with a team of heroes"),
        ("Captain Phasma, Elite Trooper", "hero", "2 hero cards with a team of villains"),
        ("Lobot, Cyborg Aide", "hero", "2 hero cards with an all-neutral team"),
    ],
)
def test_cards_of_the_wrong_side_are_told_with_the_team(
    destiny: Pool, member: str, side: str, told: str
) -> None:
    card = destiny_card(destiny, "Event", side, "gray", 0)
    deck = with_entries(team(destiny, member), destiny.entry(card, 2))
    assert [issue.message for issue in issues(judged(deck), "deck-affiliation")] == [told]


def test_an_all_neutral_team_with_a_text_that_lets_cards_in(destiny: Pool) -> None:
    hero, villain = (
        draw(destiny, "Event", "hero", "red", None),
        draw(destiny, "Event", "villain", "red", None),
    )
    nest = team(destiny, "Enfys Nest, Fearsome Outlaw", "Lobot, Cyborg Aide")
    assert judged(swapped(nest, hero, villain)).verdict == "legal"


def test_characters_that_make_others_cheaper(destiny: Pool) -> None:
    names = ("General Grievous, Droid Armies Commander", "Battle Droid")
    deck = team(destiny, *names)
    assert judged(deck).counts["points"] == 9 + 6 - 1
    alone = team(destiny, "Battle Droid", dice={"Battle Droid": 1})
    assert judged(alone).counts["points"] == 6


@pytest.mark.parametrize(
    ("plot", "met", "unmet"),
    [
        ("Retribution", ("Palpatine, Galactic Emperor",), ("Captain Phasma, Elite Trooper",)),
        ("No Allegiance", ("Lobot, Cyborg Aide",), ("Captain Phasma, Elite Trooper",)),
        (
            "Allies of Necessity",
            (LEIA, "Admiral Ackbar, Perceptive Tactician"),
            (LEIA, "Han Solo, Scoundrel"),
        ),
        ("Spectre Cell", ("Ezra Bridger, Resourceful Cutpurse",), (LEIA,)),
        ("United", (LEIA, "Admiral Ackbar, Perceptive Tactician"), (LEIA, "Han Solo, Scoundrel")),
        (
            "Temporary Truce",
            ("Kylo Ren, Vader's Disciple", "Rey, Force Prodigy"),
            (LEIA, "Rey, Force Prodigy"),
        ),
        (
            "The Inquisitorius",
            ("Ninth Sister, Brutish Empath",),
            ("Ninth Sister, Brutish Empath", "Royal Guard"),
        ),
        ("Intelligence Operation", ("Cassian Andor, Efficient Agent",), (LEIA,)),
        ("Extremist Campaign", ("Han Solo, Scoundrel",), ("Han Solo, Scoundrel", LEIA)),
        ("Protect The Child", ("Grogu, The Child",), ("Luke Skywalker, Jedi Knight",)),
        ("Spice Runners", ("Han Solo, Scoundrel",), ("Han Solo, Scoundrel", LEIA)),
        ("The Jedi Code", ("Kit Fisto, Shii-cho Master",), ("Kit Fisto, Shii-cho Master", LEIA)),
        ("Sound the Horn", ("Ewok Warrior", "Han Solo, Scoundrel"), ("Han Solo, Scoundrel",)),
    ],
)
def test_what_plots_ask_of_the_team(
    destiny: Pool, plot: str, met: tuple[str, ...], unmet: tuple[str, ...]
) -> None:
    def errors(names: tuple[str, ...]) -> list[str]:
        deck = with_entries(team(destiny, *names), destiny.entry(plot))
        return [
            i.details.get("card", "")
            for i in issues(judged(deck), "plot")
            if i.severity == "error" and i.cite == f"text of {plot}"
        ]

    if plot != "Temporary Truce":  # it lets no gray cards in, of which this deck is made
        assert errors(met) == []
    assert plot in errors(unmet)


def test_a_plot_that_wants_a_dear_character_says_how_dear(destiny: Pool) -> None:
    deck = with_entries(team(destiny, LEIA), destiny.entry("Retribution"))
    told = [issue.message for issue in issues(judged(deck), "plot")]
    assert "Retribution needs a character of at least 20 points in the team" in told


def test_a_truce_of_both_sides(destiny: Pool) -> None:
    entries = [
        destiny.entry("Kylo Ren, Vader's Disciple", dice=1),
        destiny.entry("Rey, Force Prodigy", dice=1),
    ]
    blue = [
        destiny_card(destiny, "Event", side, "blue", skip)
        for side in ("hero", "villain", "neutral")
        for skip in range(5)
    ]
    deck = destiny.deck(
        [
            *entries,
            *(destiny.entry(card, 2) for card in blue),
            destiny.entry("Frozen Wastes, Starkiller Base"),
            destiny.entry("Temporary Truce"),
        ]
    )
    assert judged(deck).verdict == "legal", judged(deck).issues
    gone = without(deck, lambda e: e.name == "Temporary Truce")
    assert "team-affiliation" in error_codes(judged(gone))


def test_plots_that_ask_something_of_the_deck(destiny: Pool) -> None:
    deck = team(destiny, LEIA)
    assert "plot" in error_codes(judged(with_entries(deck, destiny.entry("Solidarity"))))
    singles = [
        c
        for c in destiny.cards
        if c.type in ("Event", "Support")
        and c.side == "neutral"
        and c.facts["faction"] == "gray"
        and is_plain(c)
    ][:30]
    alone = [e for e in deck.entries if e.zone != "Deck"]
    once = destiny.deck([*alone, *(destiny.entry(c) for c in singles), destiny.entry("Solidarity")])
    assert judged(once).verdict == "legal", judged(once).issues


def test_one_additional_copy_of_two_cards(destiny: Pool) -> None:
    deck = team(destiny, "Han Solo, Scoundrel")
    names = [e.name for e in deck.entries if e.zone == "Deck"]
    for doubled, expected in ((1, []), (2, []), (3, ["copy-limit"])):
        kept = without(deck, lambda e: e.zone == "Deck" and e.name not in names[:3], doubled)
        more = [destiny.entry(name) for name in names[:doubled]]
        plot = destiny.entry("Double Down")
        assert error_codes(judged(with_entries(kept, *more, plot))) == expected
    kept = without(deck, lambda e: e.zone == "Deck" and e.name not in names[:3], 2)
    assert error_codes(
        judged(with_entries(kept, destiny.entry(names[0], 2), destiny.entry("Double Down")))
    ) == ["copy-limit"]


def test_a_copy_more_that_a_text_allows_is_kept_in_the_table(destiny: Pool) -> None:
    deck = team(destiny, "Han Solo, Scoundrel")
    name, other = [e.name for e in deck.entries if e.zone == "Deck"][:2]
    three = with_entries(without(deck, lambda e: e.name == other), destiny.entry(name))
    for plots, state, most in (([], "broken", 2), ([destiny.entry("Double Down")], "kept", 3)):
        rows = Judge("destiny").requirements(with_entries(three, *plots))
        (row,) = (row for row in rows if row.code == "copy-limit")
        assert (row.state, row.have, row.most) == (state, 3, most)


def test_a_name_in_doubt_takes_one_of_the_copies_more_that_a_text_allows(destiny: Pool) -> None:
    """Two titles may be there once more: a third third copy is wrong, whichever of them it is."""
    deck = with_entries(team(destiny, "Han Solo, Scoundrel"), destiny.entry("Double Down"))
    names = [e.name for e in deck.entries if e.zone == "Deck"]
    doubt = in_doubt(*map(destiny.__getitem__, names[:2]))._replace(zone="Deck", name="A title")
    for more, verdict in ((names[2:3], "unproven"), (names[2:4], "illegal")):
        kept = without(deck, lambda e: e.zone == "Deck" and e.name not in names[:4], 1 + len(more))
        assert judged(with_entries(kept, doubt, *map(destiny.entry, more))).verdict == verdict


def test_two_battlefields_with_home_turf_advantage(destiny: Pool) -> None:
    deck = team(destiny, LEIA)
    turf = destiny.entry("Home Turf Advantage")
    assert error_codes(judged(with_entries(deck, turf))) == ["battlefield"]
    assert judged(with_entries(deck, turf, destiny.entry("Echo Base, Hoth"))).verdict == "legal"


def in_doubt(*cards: Card) -> DeckEntry:
    """An entry that may be any of these cards; without any, one whose name nothing is called."""
    return DeckEntry(1, "A plot", "Plot", None, candidates=cards)


def test_a_card_in_doubt_may_be_a_plot_that_allows_more(destiny: Pool) -> None:
    """Such decks were called illegal, though the card can be the one that makes them legal."""
    turf, doubled, fortify = (destiny[n] for n in ("Home Turf Advantage", "Double Down", "Fortify"))
    two = with_entries(team(destiny, LEIA), destiny.entry("Echo Base, Hoth"))
    deck = team(destiny, "Han Solo, Scoundrel")
    name, other = [e.name for e in deck.entries if e.zone == "Deck"][:2]
    three = with_entries(without(deck, lambda e: e.name == other), destiny.entry(name))
    for deck, code, plot, most in (
        (two, "battlefield", turf, destiny.entry("Echo Base, Hoth")),
        (three, "copy-limit", doubled, destiny.entry(name)),
    ):
        assert code in error_codes(judged(deck))
        for doubtful in (in_doubt(), in_doubt(plot, fortify)):
            assert code not in error_codes(judged(with_entries(deck, doubtful)))
            report = judged(with_entries(deck, doubtful))
            assert report.verdict == "unproven"
        assert code in error_codes(judged(with_entries(deck, in_doubt(fortify))))
        for doubtful in (in_doubt(), in_doubt(plot, fortify)):
            assert code in error_codes(judged(with_entries(deck, doubtful, most)))
        taken = with_entries(deck, in_doubt(), destiny.entry(fortify))
        assert code in error_codes(judged(taken)), "there is one plot already"


def unread(entry: DeckEntry) -> DeckEntry:
    """The entry with its card as a source would bring it in a set of which nobody read the texts."""
    assert entry.card is not None
    facts = {key: value for key, value in entry.card.facts.items() if key not in EXCEPTIONS}
    return entry._replace(card=replace(entry.card, facts=facts))


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Fortify", "plot"),
        ("Captain Phasma, Ruthless Tactician", "card-text"),
        ("Echo Base, Hoth", "card-text"),
    ],
)
def test_a_card_whose_text_nobody_read_is_named_and_never_proven_legal(
    destiny: Pool, name: str, code: str
) -> None:
    deck = team(
        destiny,
        "Bala-Tik, Gang Leader",
        "Captain Phasma, Ruthless Tactician",
        dice={"Bala-Tik, Gang Leader": 1},
    )
    taken = "Battlefield" if code == "card-text" and "," in name and name.startswith("Echo") else ""
    kept = deck if code == "plot" else without(deck, lambda e: e.name == name or e.zone == taken)
    known, entry = (with_entries(kept, destiny.entry(name, dice=1)), unread(destiny.entry(name, dice=1)))
    assert judged(known).verdict == "legal", judged(known).issues
    report = judged(with_entries(kept, entry))
    assert report.verdict == "unproven"
    assert [(i.code, i.details["card"]) for i in report.issues if i.undecided] == [(code, name)]


def test_a_support_whose_text_nobody_read_is_judged_by_its_limit(destiny: Pool) -> None:
    deck = team(destiny, "Captain Phasma, Elite Trooper")
    assert judged(swapped(deck, unread(destiny.entry("TIE Fighter", 4)))).verdict == "legal"


@pytest.mark.parametrize(
    "plot",
    [
        "Order 66",
        "Fateful Companions",
        "Any Means Necessary",
        "Rule of Two",
        "Construct the Death Star",
        "Jedi Trials",
        "Destroy the Death Star",
    ],
)
def test_plots_without_conditions_leave_nothing_open(destiny: Pool, plot: str) -> None:
    card = destiny[plot]
    colour = str(card.facts["faction"])
    lead = destiny.find(
        lambda c: (
            c.type == "Character"
            and c.side == card.side
            and is_plain(c)
            and (colour == "gray" or c.facts["faction"] == colour)
        )
    )
    if plot == "Any Means Necessary":
        lead = destiny["Bala-Tik, Gang Leader"]
    report = judged(with_entries(team(destiny, lead.name, dice={lead.name: 1}), destiny.entry(plot)))
    assert report.verdict == "legal", report.issues


# -- copies ---------------------------------------------------------------------------------------


def yellow_team(destiny: Pool) -> Deck:
    return team(destiny, "Han Solo, Scoundrel")


@pytest.mark.parametrize(
    ("first", "second", "expected"), [(2, 0, []), (1, 1, []), (2, 1, ["copy-limit"]), (2, 2, ["copy-limit"])]
)
def test_copies_are_cards_of_one_title_in_whatever_set(
    destiny: Pool, first: int, second: int, expected: list[str]
) -> None:
    falcons = [("Millennium Falcon (AW)", first), ("Millennium Falcon (LEG)", second)]
    deck = swapped(yellow_team(destiny), *(destiny.entry(n, c) for n, c in falcons if c))
    report = judged(deck)
    assert error_codes(report) == expected
    for issue in issues(report, "copy-limit"):
        assert (issue.have, issue.limit) == (first + second, 2)
        assert issue.details["card"] == "Millennium Falcon"


def test_an_entry_that_may_be_several_cards_of_one_title_counts_as_copies_of_it(destiny: Pool) -> None:
    falcons = tuple(c for c in destiny.cards if c.base_name == "Millennium Falcon")
    bare = unknown("Deck")._replace(name="Millennium Falcon", quantity=2, candidates=falcons)
    for copies, expected in ((0, []), (1, ["copy-limit"])):
        known = [destiny.entry("Millennium Falcon (AW)")] * copies
        report = judged(swapped(yellow_team(destiny), bare, *known))
        assert error_codes(report) == expected
        assert report.verdict == ("illegal" if copies else "unproven")


def test_cards_of_one_title_with_other_limits_are_not_decided_between_these(destiny: Pool) -> None:
    deck = team(destiny, LEIA)
    for old, new, verdict in ((4, 0, "legal"), (2, 1, "unproven"), (3, 2, "illegal"), (0, 3, "illegal")):
        wings = [("X-Wing (AtG)", old), ("X-Wing (EC)", new)]
        report = judged(swapped(deck, *(destiny.entry(n, c) for n, c in wings if c)))
        assert report.verdict == verdict, (old, new, report.issues)


def test_an_unknown_card_of_a_title_may_raise_its_limit(destiny: Pool) -> None:
    """A spoiled card may be the one of its title whose text allows more: that is not proven illegal."""
    deck = swapped(team(destiny, LEIA), destiny.entry("X-Wing (EC)", 4))
    for name, codes in (("X-Wing (Spoiled)", []), ("A-Wing (Spoiled)", ["copy-limit"])):
        report = judged(with_entries(deck, DeckEntry(1, name, "Deck", 99)))
        assert [code for code in error_codes(report) if code == "copy-limit"] == codes


def test_a_card_with_a_limit_of_its_own(destiny: Pool) -> None:
    deck = team(destiny, "Captain Phasma, Elite Trooper")
    for copies, expected in ((4, []), (5, ["copy-limit"])):
        assert error_codes(judged(swapped(deck, destiny.entry("TIE Fighter", copies)))) == expected


def test_the_text_of_a_card_decides_where_its_limit_in_the_data_is_another(destiny: Pool) -> None:
    assert destiny["Keeradak"].facts["limit"] == 6
    deck = team(destiny, LEIA)
    for copies, expected in ((4, []), (5, ["copy-limit"])):
        assert error_codes(judged(swapped(deck, destiny.entry("Keeradak", copies)))) == expected


def test_a_reprint_counts_as_the_card_that_it_reprints(destiny: Pool) -> None:
    card = destiny["Dodge"]
    assert {p.set_code for p in card.printings} == {"AW", "CONV"}
    deck = without(team(destiny, LEIA), lambda e: e.name == "Dodge", 2)
    first = destiny.entry(card, 2)
    again = first._replace(quantity=1, printing=card.printings[1])
    assert judged(with_entries(deck, first)).verdict == "legal"
    (issue,) = issues(judged(with_entries(deck, first, again)), "copy-limit")
    assert (issue.have, issue.limit) == (3, 2)


# -- what characters, battlefields and later plots say --------------------------------------------


def verdict_of(deck: Deck, code: str) -> list[str]:
    """The severities of the issues of a code."""
    return [issue.severity for issue in issues(judged(deck), code)]


@pytest.mark.parametrize(
    ("names", "met"),
    [
        (("Anakin Skywalker, Conflicted Apprentice", "Royal Guard"), True),
        (("Anakin Skywalker, Conflicted Apprentice", "Darth Vader, Dark Apprentice"), False),
        (("Sith Cultist, Emperor's Minion", "Darth Vader, Dark Apprentice"), True),
        (("Sith Cultist, Emperor's Minion", "Royal Guard"), False),
        (("Youngling", "Kit Fisto, Shii-cho Master"), True),
        (("Youngling", "Padawan"), False),
        (("Jedi Apprentice",), False),
        (("Ewok Warrior", "Han Solo, Scoundrel"), False),
        (("Ewok Warrior", "Ewok Warrior"), False),
    ],
)
def test_what_characters_ask_of_the_team(destiny: Pool, names: tuple[str, ...], met: bool) -> None:
    deck = team(destiny, *names)
    assert verdict_of(deck, "card-text") == ([] if met else ["error"])
    if not met and "Anakin" not in names[0]:
        (issue, *_) = issues(judged(with_entries(deck, unknown("Team"))), "card-text")
        assert issue.undecided


def test_a_unique_ewok_leads_ewok_warriors(destiny: Pool) -> None:
    lead = destiny.find(lambda c: c.type == "Character" and "ewok" in c.subtypes and bool(c.facts["unique"]))
    assert verdict_of(team(destiny, lead.name, "Ewok Warrior"), "card-text") == []


@pytest.mark.parametrize(
    ("names", "met"), [((LEIA,), False), ((LEIA, "Admiral Ackbar, Perceptive Tactician"), True)]
)
def test_what_a_battlefield_asks(destiny: Pool, names: tuple[str, ...], met: bool) -> None:
    deck = without(team(destiny, *names), lambda e: e.zone == "Battlefield")
    deck = with_entries(deck, destiny.entry("Perimeter Outpost, Hoth"))
    assert judged(deck).verdict == ("legal" if met else "illegal")


def blue_heroes(destiny: Pool, number: int, copies: int) -> list[DeckEntry]:
    return [
        destiny.entry(destiny_card(destiny, "Event", "hero", "blue", skip), copies) for skip in range(number)
    ]


@pytest.mark.parametrize(
    ("number", "copies", "verdict"), [(4, 1, "legal"), (3, 1, "legal"), (5, 1, "illegal"), (2, 2, "unproven")]
)
def test_so_many_different_cards(destiny: Pool, number: int, copies: int, verdict: str) -> None:
    deck = swapped(team(destiny, "Pong Krell, Deadly Imposter"), *blue_heroes(destiny, number, copies))
    assert judged(deck).verdict == verdict, judged(deck).issues


def test_cards_let_in_in_spite_of_side_and_colour(destiny: Pool) -> None:
    deck = team(destiny, "Cassian Andor, Efficient Agent")
    intel = [
        destiny.entry(c)
        for c in destiny.cards
        if "intel" in c.subtypes
        and c.type in ("Event", "Support", "Upgrade", "Downgrade")
        and (c.side == "villain" or c.facts["faction"] in ("blue", "yellow"))
        and is_plain(c)
    ]
    assert len(intel) > 4
    assert {"villain"} < {entry.card.side for entry in intel if entry.card}
    assert judged(swapped(deck, *intel[:4])).verdict == "legal"
    fifth = set(error_codes(judged(swapped(deck, *intel[:5]))))
    assert fifth
    assert fifth <= {"deck-affiliation", "deck-colour"}


@pytest.mark.parametrize(
    ("names", "inside", "outside", "code"),
    [
        (
            ("Merrin, Nightsister Survivor", "Padawan"),
            ("Downgrade", "villain", "blue", "curse"),
            ("Event", "villain", "blue", None),
            "deck-affiliation",
        ),
        (
            ("Maul, Tyrant of Mandalore",),
            ("Event", "villain", "yellow", None),
            ("Event", "neutral", "yellow", None),
            "deck-colour",
        ),
        (
            ("Padawan", "The Last Command"),
            ("Event", "hero", "red", None),
            ("Event", "villain", "red", None),
            "deck-affiliation",
        ),
    ],
)
def test_later_texts_that_let_cards_in(
    destiny: Pool,
    names: tuple[str, ...],
    inside: tuple[str, str, str, str | None],
    outside: tuple[str, str, str, str | None],
    code: str,
) -> None:
    deck = team(destiny, *names)
    assert judged(swapped(deck, draw(destiny, *inside))).verdict == "legal"
    assert code in error_codes(judged(swapped(deck, draw(destiny, *outside))))


def test_a_villain_that_may_stand_beside_a_hero_engineer(destiny: Pool) -> None:
    engineer = destiny.find(
        lambda c: c.type == "Character" and c.side == "hero" and "engineer" in c.subtypes
    ).name
    both = team(destiny, "IG-11, Programmable Hunter", engineer)
    villain, hero = (
        draw(destiny, "Event", "villain", "yellow", None),
        draw(destiny, "Event", "hero", "yellow", None),
    )
    assert judged(swapped(both, villain, hero)).verdict == "legal"
    assert error_codes(judged(team(destiny, "IG-11, Programmable Hunter", LEIA))) == ["team-affiliation"]
    more = team(destiny, "IG-11, Programmable Hunter", engineer, "Battle Droid")
    assert "team-affiliation" in error_codes(judged(more))


@pytest.mark.parametrize(
    ("names", "points"),
    [
        (("Director Krennic, Death Star Mastermind", "Construct the Death Star"), -1),
        (("Luke Skywalker, Red Five", "Destroy the Death Star"), -1),
        (("Luke Skywalker, Red Five", "Long-Term Plan"), 0),
        (("Kanan Jarrus, Jedi Exile", "Ezra Bridger, Resourceful Cutpurse"), -1),
        (("Kanan Jarrus, Jedi Exile", "Padawan"), 0),
    ],
)
def test_later_texts_that_lower_points(destiny: Pool, names: tuple[str, ...], points: int) -> None:
    values = [int(str(destiny[name].facts["points"]).split("/")[0]) for name in names]
    assert judged(team(destiny, *names)).counts["points"] == sum(values) + points


def test_order_66_brings_cards_beside_the_deck(destiny: Pool) -> None:
    deck = with_entries(
        team(destiny, "Darth Vader, Dark Apprentice", "First Order Stormtrooper"), destiny.entry("Order 66")
    )
    execute = "Execute Order 66"
    assert judged(with_entries(deck, destiny.entry(execute, 4))).verdict == "legal"
    assert judged(with_entries(deck, destiny.entry(execute, 5))).verdict == "illegal"
    inside = swapped(deck, destiny.entry(execute, 6))
    assert judged(inside).verdict == "legal"
    assert judged(with_entries(inside, destiny.entry(execute, 4))).verdict == "legal"
    more = swapped(deck, destiny.entry(execute, 7))
    assert error_codes(judged(with_entries(more, destiny.entry(execute, 4)))) == ["copy-limit"]


def test_lightsaber_mastery_brings_two_moves_of_any_side_and_colour(destiny: Pool) -> None:
    deck = with_entries(team(destiny, "Kit Fisto, Shii-cho Master"), destiny.entry("Lightsaber Mastery"))
    moves = [
        destiny.entry(c) for c in destiny.cards if c.type == "Event" and "move" in c.subtypes and is_plain(c)
    ]
    assert judged(deck).verdict == "legal"
    assert judged(with_entries(deck, *moves[:2])).verdict == "legal"
    assert "deck-size" in error_codes(judged(with_entries(deck, *moves[:3])))
    (first,) = moves[:1]
    foreign = with_entries(deck, first._replace(card=replace(first.card, side="villain")))  # type: ignore[type-var]
    assert judged(foreign).verdict == "legal"
    within = swapped(deck, first._replace(card=replace(first.card, side="villain")))  # type: ignore[type-var]
    assert error_codes(judged(within)) == ["deck-affiliation"]


def test_a_character_that_a_plot_brings_beside_the_team(destiny: Pool) -> None:
    deck = with_entries(team(destiny, "Han Solo, Scoundrel"), destiny.entry("Coaxium Heist"))
    (issue,) = issues(judged(deck), "plot")
    assert issue.undecided
    shown = with_entries(
        team(destiny, "Cad Bane, Vicious Mercenary"),
        destiny.entry("Coaxium Heist"),
        destiny.entry("Pyke Sentinel", dice=1),
    )
    assert judged(shown).verdict == "legal"


def test_whether_listed_copies_lie_beside_the_team_is_not_decided_where_it_matters(destiny: Pool) -> None:
    troopers = destiny.entry("332nd Clone Trooper", 3, dice=3)  # 24 points
    deck = with_entries(team(destiny, "Padawan"), destiny.entry("The Last Command"), troopers)
    (issue,) = issues(judged(deck), "team-points")
    assert issue.undecided
    assert "lie beside the team" in issue.message


def test_a_plot_for_another_way_to_play(destiny: Pool) -> None:
    deck = with_entries(team(destiny, LEIA), destiny.entry("Death of CT-4040"))
    assert "Death of CT-4040 is for 40/40 only" in [i.message for i in issues(judged(deck), "plot")]


@pytest.mark.parametrize(
    ("names", "is_open"),
    [
        (("Han Solo, Scoundrel", "Rescue Han Solo"), False),
        (("Han Solo, Scoundrel", "Luke Skywalker, Unlikely Hero", "Rescue Han Solo"), True),
        (("Luke Skywalker, Seeking The Path", "Yoda, Wizened Master"), True),
        (("Luke Skywalker, Seeking The Path", "Padawan"), False),
        (("Grand Inquisitor, Inquisitorius Leader", "Ninth Sister, Brutish Empath"), True),
        (("Grand Inquisitor, Inquisitorius Leader", "Royal Guard"), False),
    ],
)
def test_what_team_up_makes_of_points_is_not_known(
    destiny: Pool, names: tuple[str, ...], is_open: bool
) -> None:
    undecided = [i for i in issues(judged(team(destiny, *names)), "team-points") if i.undecided]
    assert bool(undecided) is is_open
    assert all("Team Up with" in issue.message for issue in undecided)


def test_a_coloured_plot_needs_a_character_of_its_colour(destiny: Pool) -> None:
    plot = destiny.entry("Force Flow")  # neutral, blue
    (issue,) = issues(judged(with_entries(team(destiny, LEIA), plot)), "plot")
    assert (issue.severity, issue.message) == ("error", "Force Flow is blue, without a blue character")
    assert judged(with_entries(team(destiny, "Padawan"), plot)).verdict == "legal"
    assert judged(with_entries(team(destiny, LEIA), plot, unknown("Team"))).verdict == "unproven"


@pytest.mark.parametrize(("dice", "total"), [(None, (14, 15)), (1, (14, 14)), (2, (15, 15)), (0, (14, 15))])
def test_a_plot_of_two_values(destiny: Pool, dice: int | None, total: tuple[int, int]) -> None:
    plot = destiny.entry("Rescue Han Solo")._replace(dice=dice)
    deck = destiny.deck([destiny.entry(LEIA, dice=1), plot])
    assert cost_of(POINTS, read_deck(deck, frozenset(ZONES))) == total


# -- formats --------------------------------------------------------------------------------------


def test_the_balance_of_the_force_replaces_points_and_says_so(destiny: Pool) -> None:
    deck = balanced(destiny, "Fortify")
    assert error_codes(judged(deck)) == ["team-points"]
    report = judged(deck, "standard")
    assert report.verdict == "legal"
    told = {i.details["card"]: i.message for i in issues(report, "balance")}
    assert told["Maul, Vengeful One"] == "Maul, Vengeful One costs 10/14 here; 12/16 is printed on it"
    assert all(i.severity == "info" for i in issues(report, "balance"))


def test_what_a_format_was_before_our_knowledge_is_not_decided(destiny: Pool) -> None:
    deck = balanced(destiny, "Fortify")
    report = Judge("destiny", "standard", on=date(2017, 1, 1)).validate(deck)
    assert "set-legality" in {i.code for i in report.issues if i.undecided}


def test_a_card_is_legal_in_a_format_by_any_of_its_printings(destiny: Pool) -> None:
    judge = Judge("destiny", "trilogy")
    for name, legal in (("Dodge", True), ("Close Quarters Assault", False)):
        deck = destiny.deck([destiny.entry(name)])
        assert ("set-legality" in {i.code for i in judge.validate(deck).issues}) is not legal


# -- what is not known, and where cards stand -----------------------------------------------------


def test_unknown_cards_leave_open_what_they_could_make_up_for(destiny: Pool) -> None:
    deck = without(destiny_deck(destiny), lambda e: e.zone == "Deck")
    report = judged(with_entries(deck, unknown("Deck")))
    assert error_codes(report) == []
    assert report.verdict == "unproven"
    two_less = without(deck, lambda e: e.zone == "Deck")
    (issue,) = issues(judged(with_entries(two_less, unknown("Deck"))), "deck-size")
    assert issue.severity == "error"
    blue = swapped(destiny_deck(destiny), destiny.entry(destiny_card(destiny, "Event", "neutral", "blue")))
    assert error_codes(judged(blue)) == ["deck-colour"]
    assert error_codes(judged(with_entries(blue, unknown("Team")))) == []


def test_31_known_cards_are_too_many_whatever_the_unknown_one_is(destiny: Pool) -> None:
    other = destiny.entry(destiny_card(destiny, "Event", "neutral", "red", 12))
    deck = with_entries(destiny_deck(destiny), other, unknown("Team"))
    (issue,) = issues(judged(deck), "deck-size")
    assert (issue.severity, issue.have) == ("error", 31)


def test_unread_lines_may_hold_any_number_of_cards(destiny: Pool) -> None:
    deck = replace(team(destiny, LEIA), unread=(UnreadEntry(1, "?", "unreadable"),))
    short = without(deck, lambda e: e.zone == "Deck", 10)
    assert judged(short).verdict == "unproven"


def test_a_card_in_the_zone_of_another_type_is_counted_where_it_belongs(destiny: Pool) -> None:
    deck = destiny_deck(destiny)
    wrong = replace(
        deck, entries=tuple(e._replace(zone="Team") if e.zone == "Battlefield" else e for e in deck.entries)
    )
    report = judged(wrong)
    assert report.verdict == "legal"
    (issue,) = issues(report, "zone")
    assert (issue.severity, issue.advice) == ("warning", "move it to Battlefield")


def test_the_facts_of_every_card_can_be_read(destiny: Pool) -> None:
    for card in destiny.cards:
        seen = read_card(card)
        assert seen.affiliation in ("hero", "villain", "neutral")
        assert seen.colour in ("red", "blue", "yellow", "gray")
        assert len(seen.faces) in (0, 6)
        assert seen.limit >= 1
        if card.type == "Character" or (card.type == "Plot" and not seen.is_other_face):
            assert seen.points, card.name


@pytest.mark.parametrize(("day", "undecided"), [(date(2021, 6, 11), False), (date(2021, 2, 10), True)])
def test_restricted_pairs_of_a_format_with_a_history(destiny: Pool, day: date, undecided: bool) -> None:
    names = ("R2-D2, Loyal Companion", "C-3PO, Perfect Gentleman")
    judge = Judge("destiny", "arh-standard", on=day)
    (issue,) = issues(judge.validate(team(destiny, *names)), "restricted")
    assert (issue.undecided, issue.severity) == (undecided, "warning" if undecided else "error")
    assert sorted(issue.details["pair"]) == sorted(names)
    assert issues(judge.validate(team(destiny, names[0])), "restricted") == []


def test_an_ambiguous_name_costs_at_least_one_die_of_each_copy(destiny: Pool) -> None:
    """Two copies with one die between them once cost nothing where a choice of cards was looked for."""
    deck = team(destiny, "Rey, Bound By The Force")
    names = ("Clawdite Shapeshifter", "Ahsoka Tano, Brash Prodigy")
    cards = tuple(destiny[name] for name in names)
    nobody = DeckEntry(2, "Nobody", "Team", 99, candidates=cards, dice=1)
    assert judged(with_entries(deck, nobody, nobody._replace(line=100))).verdict == "illegal"
