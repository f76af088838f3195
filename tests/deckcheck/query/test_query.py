"""The query language: what its fields mean, and how it tells what is wrong with a query."""

from collections.abc import Iterable

import pytest

from db.cards.card import Card, CardSet, LegalityMark, Printing
from deckcheck.query import Field, QueryError, Vocabulary, card_fields, parse_query
from deckcheck.query.errors import (
    QuerySyntaxError,
    QueryTooDeepError,
    UnfitOperatorError,
    UnfitValueError,
    UnknownFieldError,
)
from deckcheck.query.kinds import COMPARED, number_test
from deckcheck.query.tree import terms

SETS = (
    CardSet("swtcg", "ESB", "The Empire Strikes Back", None),
    CardSet("swtcg", "JG", "Jedi Guardians", None),
    CardSet("swtcg", "15TH", "Fifteenth Anniversary", None),
)
FIELDS = card_fields(Vocabulary(SETS, ("WOTC", "Vintage", "Standard")))


def a_card(name: str = "Some Card (A)", **facts: object) -> Card:
    base, _, version = name.partition(" (")
    usual: dict[str, object] = {
        "game": "swtcg",
        "name": name,
        "base_name": base,
        "version": version.rstrip(")") or None,
        "distinction": None,
        "side": "light",
        "type": "Character",
        "subtype": None,
        "cost": 4,
        "speed": 40,
        "power": 4,
        "health": 4,
        "printings": (Printing(name, "ESB", "12", "R"),),
    }
    return Card(**{**usual, **facts})  # type: ignore[arg-type]


def is_match(query: str, card: Card) -> bool:
    return parse_query(query, FIELDS).matches(card)


def check(card: Card, yes: Iterable[str], no: Iterable[str]) -> None:
    wrong = [query for query in yes if not is_match(query, card)]
    wrong += [query for query in no if is_match(query, card)]
    assert not wrong


def test_words_look_anywhere_in_the_name_and_quoted_words_for_whole_words() -> None:
    check(
        a_card("Luke’s X-wing (A2)"),
        yes=[
            "luke wing",
            "uke",
            '"x wing"',
            '"LUKES X-WING (A2)"',
            'name="luke\'s x-wing (a2)"',
            "name~ing",
            "x-wing",
            "",
            "name:uke",
            'name:"x wing"',
        ],
        no=["leia", "luke leia", '"x win"', 'name:"x win"', "name:leia", '"X-wing (A)"', 'name="x-wing"'],
    )


@pytest.mark.parametrize("sign", [",", ":", "!", ".", "...", "…", "?"])
def test_quoted_words_find_names_in_which_a_sign_stands_behind_them(sign: str) -> None:
    check(
        a_card(f"Bill Lee{sign} Brave Scientist"),
        yes=['"Bill Lee"', '"bill lee brave"', f'"Bill Lee{sign} Brave"', f'"Lee{sign}"', '"scientist."'],
        no=['"Bill Brave"', '"ill Lee"', '"Bill Lee Scientist"'],
    )


def test_signs_within_words_count() -> None:
    check(a_card("B.O.B. 1,000"), yes=['"b.o.b"', '"1,000"'], no=['"b o b"', '"bob"', '"1"'])
    with pytest.raises(UnfitValueError, match="at least one letter or digit"):
        parse_query('name:"..."', FIELDS)


def test_name_of_a_printing_counts_but_base_is_without_version() -> None:
    printings = (
        Printing("Some Card (A)", "ESB", "1", "R"),
        Printing("Some Card (A) (Promo 2)", "JG", "P", "P", "Promo 2"),
    )
    check(
        a_card(printings=printings),
        yes=[
            "promo",
            "base:some",
            'base="some card"',
            "reprint:promo",
            "reprint:any",
            'reprint="promo 2"',
            "set:jg set:esb",
            "rarity:p",
            "number:p",
            "number:1",
        ],
        no=["base:a", "reprint=promo", "reprint:starter", "reprint:none", "set:15TH", "rarity:c", "number:2"],
    )


def test_arenas_of_a_multi_arena_unit() -> None:
    check(
        a_card(type="Space/Ground"),
        yes=[
            "type:space",
            "type:ground",
            "type:unit",
            "type:ground/space",
            "type=space/ground",
            "arena:space",
            "arena=ground/space",
            "type~ace",
            "type!=space",
        ],
        no=[
            "type:character",
            "type=space",
            "type:mission",
            "arena=space",
            "arena:none",
            "type:space/character",
            "type!=ground/space",
        ],
    )


@pytest.mark.parametrize("kind", ["Mission", "Mission - Trap", "Mission - Campaign"])
def test_every_kind_of_mission_is_a_mission(kind: str) -> None:
    card = a_card("Some Plan", type=kind, subtype=None)
    check(card, yes=["type:mission", f'type="{kind}"'], no=["type:unit", "arena:any"])
    assert is_match("type:trap", card) is (kind == "Mission - Trap")
    assert is_match("type=mission", card) is (kind == "Mission")
    assert is_match("type:mission-campaign", card) is (kind == "Mission - Campaign")


def test_locations_have_an_arena_without_being_units() -> None:
    card = a_card("Some Place", type="Location", subtype="Ground/Character - Jedi Temple")
    check(
        card,
        yes=["arena:ground", "arena:character", "arena=ground/character", 'trait:"jedi temple"'],
        no=["arena:space", "type:ground", "type:unit", "arena=ground"],
    )
    check(a_card(type="Location", subtype="Jedi Temple"), yes=["arena:none"], no=["arena:any"])


def test_trait_is_whole_words_of_one_group() -> None:
    check(
        a_card(subtype="Zabrak Bounty Hunter - Sith Lord"),
        yes=[
            'trait:"bounty hunter"',
            "trait:hunter",
            'trait="sith lord"',
            "trait~ount",
            "subtype:sith",
            "trait:any",
        ],
        no=["trait:hunt", 'trait:"hunter sith"', "trait=sith", "trait:none"],
    )
    check(a_card(), yes=["trait:none"], no=["trait:any"])


def test_numbers_compare_and_x_and_missing_never_do() -> None:
    check(
        a_card(cost=4, speed="X", power="*", health=None),
        yes=[
            "cost:4",
            "cost<=4",
            "cost>=4",
            "cost<5",
            "cost>3",
            "cost!=3",
            "speed:x",
            "power:*",
            "health:none",
            "health!=3",
            "speed!=3",
            "power:any",
        ],
        no=[
            "cost<4",
            "cost>4",
            "cost!=4",
            "speed>=0",
            "speed<99",
            "power<=99",
            "health>0",
            "health<=0",
            "health:0",
            "speed:*",
            "cost:none",
            "health:any",
        ],
    )
    check(a_card(cost=0), yes=["cost:0", "cost:any", "cost<1"], no=["cost:none"])


def test_version_and_unique() -> None:
    check(
        a_card("Yoda (B2)"),
        yes=["version:b2", "version:any", "unique:yes", 'version:"(B2)"'],
        no=["version:B", "version:none", "unique:no"],
    )
    check(a_card("Some Droid"), yes=["version:none", "unique:no"], no=["version:any"])


@pytest.mark.parametrize(
    ("side", "words"),
    [
        ("light", "light l LIGHT"),
        ("dark", "dark d"),
        ("neutral", "neutral n"),
        ("yuuzhan-vong", "yuuzhan-vong yv y"),
    ],
)
def test_sides_have_short_names(side: str, words: str) -> None:
    check(a_card(side=side), yes=[f"side:{word}" for word in words.split()], no=["side:none"])


def test_sets_by_code_or_name() -> None:
    check(
        a_card(),
        yes=["set:esb", 'set:"the empire strikes back"', "set~strikes", "set!=JG"],
        no=["set:JG", "set~guard", "not set:ESB"],
    )


def test_marks_without_a_format_count_in_every_format_but_the_printed_rules() -> None:
    marked = a_card(marks=(LegalityMark("banned", "Vintage", "Some Card (A)"),))
    check(
        marked,
        yes=["banned:vintage", "banned:any", "restricted:none"],
        no=["banned:standard", "restricted:any", "banned:none", "banned:printed"],
    )
    everywhere = a_card(marks=(LegalityMark("restricted", None, "Some Card (A)"),))
    check(everywhere, yes=["restricted:wotc", "restricted:standard"], no=["restricted:printed"])


def test_facts_of_a_printing_that_differs_count_too() -> None:
    differs = {"type": "Subordinate", "subtype": "Ground - Knight", "cost": None, "side": "dark"}
    printings = (
        Printing("Some Card (A)", "ESB", "1", "R", tags=("CW",)),
        Printing("Some Card (A)", "JG", "S", "S", differs=differs),
    )
    check(
        a_card(printings=printings),
        yes=[
            "type:character",
            "type:subordinate",
            "side:dark",
            "side:light",
            "trait:knight",
            "arena:ground",
            "arena:character",
            "cost:4",
            "tag:cw",
            "tag~w",
        ],
        no=["cost:none", "type!=character", "side!=dark", "tag:none"],
    )


def test_or_binds_less_than_and_and_not_binds_most() -> None:
    card = a_card("Alpha Beta")
    check(
        card,
        yes=[
            "gamma delta or alpha",
            "alpha or gamma delta",
            "not gamma alpha",
            "-gamma",
            "alpha AND NOT gamma",
            "not (alpha gamma)",
            "--alpha",
            "not not alpha",
        ],
        no=["(alpha or gamma) delta", "not alpha or gamma", "not (alpha or gamma)", "-alpha"],
    )


def test_words_that_begin_with_a_keyword_are_words() -> None:
    check(a_card("Orbit Android Notable"), yes=["orbit android notable", "name~or"], no=["or-x"])


@pytest.mark.parametrize(
    ("query", "error", "place", "hint"),
    [
        ("type:space sied:dark", UnknownFieldError, "sied", "Did you mean side?"),
        ("a (b or side:lihgt)", UnfitValueError, "lihgt", "Did you mean light?"),
        ("set:ESC", UnfitValueError, "ESC", "Did you mean ESB?"),
        ('set:"Jedi Gaurdians"', UnfitValueError, '"Jedi Gaurdians"', "Jedi Guardians?"),
        ("type:grond", UnfitValueError, "grond", "Did you mean ground?"),
        ("banned:vintge", UnfitValueError, "vintge", "Did you mean vintage?"),
        ("rarity:Q", UnfitValueError, "Q", "C, U, R, P, S, L"),
        ("version:ABC", UnfitValueError, "ABC", "a letter and perhaps a digit"),
        ("unique:perhaps", UnfitValueError, "perhaps", "yes or no"),
        ("cost:cheap", UnfitValueError, "cheap", "a whole number, X, *, none or any"),
        ("cost<X", UnfitValueError, "X", "a whole number"),
        ("cost:9999999999999999999", UnfitValueError, "9999999999999999999", "a whole number"),
        ("side<dark", UnfitOperatorError, "<", "one of : = !="),
        ("cost~4", UnfitOperatorError, "~", ">="),
        ("'", UnfitValueError, "'", "at least one letter"),
        ("cost:<=4", QuerySyntaxError, "<=", "a value here"),
        ("version:(A)", QuerySyntaxError, "(", "a value here"),
        ("mission - trap", QuerySyntaxError, "- ", "a condition"),
        ("cost:4)", QuerySyntaxError, ")", "a ( before it"),
        ('x "abc', QuerySyntaxError, '"', "never closed"),
        ("or x", QuerySyntaxError, "or", "a condition"),
        ("x or or y", QuerySyntaxError, "or y", "a condition"),
        ("(x y", QuerySyntaxError, "", "a ) for every ("),
        ("x and", QuerySyntaxError, "", "a condition"),
        ("side:", QuerySyntaxError, "", "a value here"),
    ],
)
def test_errors_point_at_the_character(query: str, error: type[QueryError], place: str, hint: str) -> None:
    with pytest.raises(error) as caught:
        parse_query(query, FIELDS)
    start = query.rindex(place) if place else len(query)
    assert caught.value.start == start
    message, shown, marks = str(caught.value).split("\n")
    assert message.startswith(f"query, character {start + 1}: ")
    assert hint in message
    assert shown == f"  {query}"
    assert marks.index("^") == 2 + start
    assert marks.rstrip() == marks


def test_a_long_query_is_shown_around_the_place() -> None:
    query = "x " * 200 + "sied:dark" + " y" * 200
    with pytest.raises(UnknownFieldError) as caught:
        parse_query(query)
    _, shown, marks = str(caught.value).split("\n")
    assert len(shown) < 100
    assert shown[marks.index("^") : marks.rindex("^") + 1] == "sied"


def test_line_breaks_in_a_query_do_not_break_the_message() -> None:
    with pytest.raises(UnknownFieldError) as caught:
        parse_query("alpha\nsied:dark")
    assert len(str(caught.value).split("\n")) == 3


@pytest.mark.parametrize("query", ["(" * 3000 + "x" + ")" * 3000, "-" * 5000 + "x", "x " * 50_000])
def test_hostile_queries_end_in_an_error(query: str) -> None:
    try:
        parse_query(query)
    except QueryError as error:
        assert isinstance(error, QueryTooDeepError)  # noqa: PT017 - parentheses alone are no depth
    else:
        assert query.startswith("((")


def test_other_modules_add_fields() -> None:
    owned = {"Some Card (A)": 3}
    field = Field(
        "owned", "copies owned", "owned>=1", COMPARED, number_test(lambda card: (owned.get(card.name, 0),))
    )
    query = parse_query("owned>=2 type:unit", (*FIELDS, field))
    assert query.matches(a_card())
    assert not query.matches(a_card("Other Card (A)"))
    with pytest.raises(UnknownFieldError):
        parse_query("owned>=2", FIELDS)


def test_without_a_vocabulary_any_set_and_format_may_be_asked_for() -> None:
    assert parse_query("set:esb not set:XYZ not banned:mine").matches(a_card())


def test_every_field_has_an_example_that_reads_back() -> None:
    for field in FIELDS:
        query = parse_query(field.example, FIELDS)
        assert [term.field for term in terms(query.root)] == [field.name]
        assert parse_query(query.text, FIELDS) == query
