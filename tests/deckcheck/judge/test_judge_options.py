"""What may be asked of a judge, and how a script hears that it cannot be answered."""

from datetime import date
from pathlib import Path

import pytest

from db.cards.card import PlayFormat
from db.cards.dates import parse_date
from deckcheck.deck import Deck, DeckEntry
from deckcheck.errors import FormatFileError, UnknownEditionError, UnknownPlayFormatError, UnknownZoneError
from deckcheck.games import get_game
from deckcheck.judge.validate import Judge
from deckcheck.rules.edition import Format, FormatState

GAMES = ("swtcg", "destiny", "stargate", "swlcg")


@pytest.mark.parametrize("game", GAMES)
def test_zones_are_limited_by_any_name_that_deck_lists_give_them(game: str) -> None:
    """The limit of a zone must hold whichever of its names a format or an option writes."""
    for written, zone in get_game(game).zone_names.items():
        for name in (written, f"  {written.upper().replace(' ', '   ')} ", zone):
            deck = Deck((DeckEntry(2, "Nobody", zone),), game)
            report = Judge(game, zone_limits={name: 1}).validate(deck)
            (issue,) = (i for i in report.issues if i.cite == "limit set by the user")
            assert issue.message == f"2 cards in {zone}, at most 1"
            assert not any(zone in note for note in report.not_checked if "no limit" in note)
            whole = Judge(game, zone_limits={name: 2}).validate(deck)
            assert not any(i.cite == "limit set by the user" for i in whole.issues)


def test_a_format_limits_zones_and_an_option_wins_over_it() -> None:
    own = Format("own", "Own", "printed-2005", zone_limits={"Sideboard": 1, "Supply": 0})
    deck = Deck(tuple(DeckEntry(2, "Nobody", zone) for zone in ("Sideboard", "Supply")))
    told = [i.message for i in Judge(play_format=own).validate(deck).issues if i.code == "zone"]
    assert told == ["2 cards in Sideboard, at most 1", "2 cards in Supply, at most 0"]
    report = Judge(play_format=own, zone_limits={"sideboard": 2}).validate(deck)
    assert [i.message for i in report.issues if i.code == "zone"] == [told[1]]


def test_what_a_judge_is_shows_its_rules() -> None:
    """Tools that list the rules in force read them from the judge."""
    judge = Judge(zone_limits={"Sideboard": 9})
    assert [rule.code for rule in judge.rules] == [*(rule.code for rule in judge.edition.rules), "zone"]


def test_unknown_names_are_refused_with_those_that_are_known() -> None:
    with pytest.raises(UnknownZoneError, match=r"'Attic'\. Known zones: Deck, Supply"):
        Judge(zone_limits={"Attic": 3})
    with pytest.raises(UnknownEditionError, match=r"'printed-1999'.*Known: .*printed-2005"):
        Judge(edition="printed-1999")
    with pytest.raises(UnknownPlayFormatError, match=r"'Nothing'\. Known formats: .*infinite"):
        Judge("destiny", "Nothing")


def test_a_format_that_only_a_source_states_is_known_to_the_judge() -> None:
    stated = (PlayFormat("NEW", "Newest", "src", "2020-01-01", {"sets": ["AW"]}),)
    assert Judge("destiny", "newest", stated=stated).format.name == "Newest"
    with pytest.raises(UnknownPlayFormatError, match=r"'Neuest'\. Known formats: .*, new\."):
        Judge("destiny", "Neuest", stated=stated)
    deck = Deck((), "destiny", named_format="Newest")
    on = date(2026, 11, 21)
    (note,) = Judge("destiny", on=on, stated=stated).validate(deck).notes
    assert note.startswith("the file names the format Newest; judged as ")
    assert Judge("destiny", "new", on=on, stated=stated).validate(deck).notes == ()


@pytest.mark.parametrize("file", [None, "ours.toml"])
def test_numbers_that_no_rule_has_are_told_by_their_key(file: str | None) -> None:
    """Whoever writes a format must be led to the word that is wrong."""
    own = Format("own", "Own", "printed-2005", numbers={"deck-size": {"minimun": 40}}, file=file)
    with pytest.raises(FormatFileError) as raised:
        Judge(play_format=own)
    assert (raised.value.line, raised.value.key) == (0, "numbers.deck-size.minimun")
    assert str(raised.value).startswith(
        f"{file or 'own'}, numbers.deck-size.minimun: there is no such number; "
    )


def test_the_books_of_each_state_count_their_own_zones(database: Path) -> None:
    """Where it is not known which book held, cards aside count by the one that knows them."""
    from tests.deckcheck.judge.golden.cases import pool_of
    from tests.deckcheck.judge.golden.decks import base_deck, with_more

    base = base_deck(pool_of("swtcg", database))
    fifth = with_more(base, DeckEntry(1, base.entries[0].name, "Sideboard", 90, base.entries[0].card))
    states = [
        FormatState(parse_date(begin), edition=edition)
        for begin, edition in (("2004-01-01", "printed-2002"), ("2004..2005", "community"))
    ]
    for codes in (states, [states[1], states[0]]):
        first, second = (one.edition for one in codes)
        own = Format(
            "own",
            "Own",
            "printed-2005",
            states=(
                FormatState(parse_date("2004-01-01"), edition=first),
                FormatState(parse_date("2004..2005"), edition=second),
            ),
        )
        report = Judge(play_format=own, on=date(2004, 6, 1)).validate(fifth)
        assert report.verdict == "unproven"
        (limit,) = (i for i in report.issues if i.code == "copy-limit")
        assert (limit.have, limit.limit, limit.severity) == (5, 4, "warning")
        assert report.rules == f"{first} or {second}"
