"""Which files are judged by their lines, and what is kept of them: exactly, on small files."""

import os
import pickle
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from db.cards.card import Card
from db.cards.dates import parse_date
from db.cards.lookup import Catalogue
from deckcheck.deck import Deck, DeckEntry, UnreadEntry
from deckcheck.games import get_game
from deckcheck.judge import known_deck, known_lines, plain_decks
from deckcheck.judge.known_lines import KnownLines, read_small_file
from deckcheck.judge.resolve import Resolver, distinguished
from deckcheck.judge.validate import Judge
from deckcheck.report import Report
from deckcheck.rules.edition import Format, FormatState
from importers.decks.reading import parse_deck
from tests.deckcheck.building import Builder
from tests.deckcheck.judge.test_known_lines import CRAFTED, FRAMES, YODA, dek, written, zone
from tests.deckcheck.random_decks.swtcg import SwtcgDecks

DAY = date(2026, 11, 21)
BY_LINES = {
    "carriage returns in all lines",
    "carriage returns in some lines",
    "a separator of lines",
    "no last line end",
    "the same card in three spellings",
    "one line many times",
    "a number as a name",
    "a banned and a restricted card",
    "one zone",
    "a zone before",
    "too much",
    "all zones",
    "empty zones",
    "a sign of multiplication",
}
"""The crafted files that need no strict reading; a folder of such files is read many times faster."""

WAYS = {
    "printed": (None, "printed-2005", DAY),
    "community": (None, "community", DAY),
    "standard": ("standard", None, DAY),
    "an early day": (None, None, date(2003, 6, 1)),
    "by sales": ("dci", None, date(2003, 6, 1)),
}


def judge_of(way: str) -> Judge:
    play_format, edition, day = WAYS[way]
    return Judge("swtcg", play_format, edition=edition, on=day)


class Lines:
    """New known lines of a judge, beside the strict way."""

    def __init__(self, catalogue: Catalogue, judge: Judge) -> None:
        self.resolver, self.judge = Resolver(catalogue, get_game("swtcg")), judge
        self.known = KnownLines(self.resolver, judge)

    def by_lines(self, path: str, data: bytes) -> Report | None:
        """The report of known lines, if there is one, which is that of the strict way."""
        known = self.known.read(path, data)
        report = None if known is None else next(self.known.reports([known]))
        if report is not None:
            name = Path(path).stem
            deck = self.resolver.resolve(parse_deck(data, source=path), path, name)
            assert report == self.judge.validate(deck), path
        return report


@pytest.mark.parametrize("way", WAYS)
def test_the_crafted_files_that_are_judged_by_their_lines(catalogue: Catalogue, way: str) -> None:
    lines = Lines(catalogue, judge_of(way))
    for _ in range(2):  # the second time all lines are known
        lists = {n for n, data in CRAFTED.items() if lines.by_lines(f"a/{n}.txt", data) is not None}
        deks = {n for n, data in FRAMES.items() if lines.by_lines(f"a/{n}.dek", data) is not None}
        assert lists | deks == BY_LINES


@pytest.mark.parametrize("way", WAYS)
def test_plain_decks_are_judged_by_their_lines(
    catalogue: Catalogue, cards: tuple[Card, ...], way: str
) -> None:
    lines = Lines(catalogue, judge_of(way))
    decks = SwtcgDecks(cards, seed=5)
    for n, deck in enumerate([Builder(cards).deck(), *(decks.deck() for _ in range(6))]):
        for read_as, suffix in (("lackey-dek", ".dek"), ("lackey-txt", ".txt"), ("text", "")):
            data = written(deck, read_as, only_main=True)
            assert lines.by_lines(f"folder/deck {n}{suffix}", data) is not None, (n, read_as)
    for suffix in (".csv", ".o8d"):
        assert lines.by_lines(f"deck{suffix}", YODA) is None


def test_no_more_lines_and_frames_are_kept_than_there_may_be(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder of endless different files must not fill the memory; it is read the strict way."""
    monkeypatch.setattr(known_deck, "_MOST_LINES", 3)  # a blank line is one
    lines = Lines(catalogue, judge_of("printed"))
    assert lines.by_lines("a.txt", b"1 Yoda (A)\n2 Yoda (A)\n") is not None
    assert lines.by_lines("b.txt", b"3 Yoda (A)\n") is None
    assert lines.by_lines("c.txt", b"2 Yoda (A)\n") is not None
    lines = Lines(catalogue, judge_of("printed"))
    assert lines.by_lines("a.txt", b"1 Nobody at all\n") is None
    assert lines.by_lines("b.txt", b"1 Yoda (A)\n") is not None
    assert lines.by_lines("c.txt", b"2 Yoda (A)\n") is None
    lines = Lines(catalogue, judge_of("printed"))
    assert lines.by_lines("a.txt", b"1 Nobody at all\n") is None
    assert lines.by_lines("b.txt", b"2 Nobody at all\n") is None
    assert lines.by_lines("c.txt", b"2 Yoda (A)\n") is None
    monkeypatch.setattr(known_lines, "_MOST_FRAMES", 1)
    lines = Lines(catalogue, judge_of("printed"))
    frames = [dek(zone(other) + zone("Deck", "Yoda (A)")) for other in ("Supply", "Sideboard")]
    frames.append(dek(zone("Deck", "Yoda (A)")))
    assert [lines.by_lines("a.dek", data) is not None for data in frames] == [True, True, False]
    assert lines.by_lines("a.dek", frames[0]) is not None
    lines = Lines(catalogue, judge_of("printed"))
    assert lines.by_lines("a.dek", dek(zone("Attic") + zone("Deck", "Yoda (A)"))) is None
    assert [lines.by_lines("a.dek", data) is not None for data in frames] == [True, False, False]


def test_lines_of_a_card_to_which_a_rule_may_object_are_judged_card_by_card(
    catalogue: Catalogue, cards: tuple[Card, ...]
) -> None:
    judge = judge_of("standard")
    barred = next(c for c in cards if not is_plain(judge, c))
    report = Lines(catalogue, judge).by_lines("a.txt", f"2 {barred.name}\n".encode())
    assert report is not None
    assert {"banned", "set-legality", "restricted"} & {issue.code for issue in report.issues}


def is_plain(judge: Judge, card: Card) -> bool:
    """Whether no rule looks at a copy of a card in the main deck."""
    return by_sums(judge, Deck((DeckEntry(1, card.name, "Deck", 1, card),))) is not None


def by_sums(judge: Judge, deck: Deck) -> Report | None:
    """The report on a deck by its sums, if there is one."""
    plain = judge.plain_decks
    assert plain is not None
    return next(plain.reports([plain.entered(deck)]))


# -- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written_as", "read"),
    [
        (b"4 Yoda (A)\n", b"4 Yoda (A)\n"),
        (b"4 Yoda (A)\r\n1 X\r\n", b"4 Yoda (A)\n1 X\n"),
        (b"4 Yoda (A)\r\n1 X\r", b"4 Yoda (A)\r\n1 X\r"),
        (b"", b""),
        (b"x" * 60_000, b"x" * 60_000),
        (b"x" * 60_001, None),
    ],
)
def test_small_files_are_read_whole_with_plain_line_ends(
    tmp_path: Path, written_as: bytes, read: bytes | None
) -> None:
    path = tmp_path / "deck.txt"
    path.write_bytes(written_as)
    assert read_small_file(str(path)) == read


def test_what_is_no_small_file_is_left_to_the_strict_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert read_small_file(str(tmp_path)) is None
    assert read_small_file(str(tmp_path / "none")) is None
    assert read_small_file("a\0b") is None
    path = tmp_path / "deck.txt"
    path.write_bytes(YODA)
    whole = os.read
    monkeypatch.setattr(os, "read", lambda handle, size: whole(handle, size)[:-1])
    assert read_small_file(str(path)) is None, "it is being written"


# -- sums -----------------------------------------------------------------------------------------


def plain(cards: Iterable[Card], quantity: int = 1) -> tuple[DeckEntry, ...]:
    return tuple(DeckEntry(quantity, card.name, "Deck", n, card) for n, card in enumerate(cards, 1))


def test_only_plain_decks_are_judged_by_their_sums(cards: tuple[Card, ...]) -> None:
    judge = Judge("swtcg", on=DAY)
    light = [card for card in cards if card.side == "light" and card.type == "Battle"]
    whole = Deck(plain(light[:3], 2))
    assert by_sums(judge, whole) is not None
    odd = (
        (DeckEntry(1, "Nobody", "Deck"),),
        (DeckEntry(1, "X", "Supply", 9, cards[0]),),
        (DeckEntry(0, "X", "Deck", 9, light[0]),),
        (DeckEntry(1, "X", "Deck", 9, cards[0], note="so so"),),
    )
    for more in odd:
        assert by_sums(judge, Deck((*whole.entries, *more))) is None
    unread = (UnreadEntry(9, "?", "it is no line of a card"),)
    assert by_sums(judge, replace(whole, unread=unread)) is None
    assert by_sums(judge, Deck(())) is None


def test_reports_of_decks_with_the_same_sums_are_told_apart(cards: tuple[Card, ...]) -> None:
    """What was kept of one deck must not be said of another one that has other cards."""
    judge = Judge("swtcg", on=DAY)
    characters = [c for c in cards if c.type == "Character" and c.side == "light"]
    decks = [
        Deck(plain(some, copies), path=path, name=name)
        for some, copies, path, name in (
            (characters[:1], 5, "a", "A"),
            (characters[1:2], 5, "b", "B"),
            (characters[:2], 3, "c", "C"),
            (characters[2:4], 3, "d", "D"),
        )
    ]
    twice = (*plain(characters[:1], 3), DeckEntry(3, "Again", "Deck", 9, characters[0]))
    decks.append(Deck(twice))
    expected = [judge.validate(deck) for deck in decks]
    assert [deck.path for deck in decks if by_sums(judge, deck) is None] == []
    for _ in range(3):
        found = list(judge.validate_many([*decks, Deck(()), *decks]))
        assert found == [*expected, judge.validate(Deck(())), *expected]
    found[0].counts["cards"] = 99  # type: ignore[index]
    assert list(judge.validate_many(decks[:1])) == expected[:1]


def test_a_deck_with_notes_goes_the_long_way_and_one_of_another_format_says_so(
    cards: tuple[Card, ...],
) -> None:
    judge = Judge("swtcg", on=DAY)
    entries = plain(cards[:1])
    for deck in (Deck(entries, notes=("a note",)), Deck(entries, named_format="Vintage")):
        assert (by_sums(judge, deck) is None) == bool(deck.notes)
        assert list(judge.validate_many([deck])) == [judge.validate(deck)]
        assert judge.validate(deck).notes


def test_no_more_answers_are_kept_than_there_may_be(
    cards: tuple[Card, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain_decks, "_MOST_KEPT", 2)
    judge = Judge("swtcg", on=DAY)
    decks = [Deck(plain(cards[:n])) for n in range(1, 6)]
    expected = [judge.validate(deck) for deck in decks]
    for _ in range(2):
        assert list(judge.validate_many(decks)) == expected
    assert judge.plain_decks is not None
    assert len(judge.plain_decks._answers) == 2


def test_cards_that_a_list_calls_the_same_go_by_their_own_names(cards: tuple[Card, ...]) -> None:
    one, two, three = cards[:3]
    same = [DeckEntry(1, "The same", "Deck", n, card) for n, card in enumerate((one, two, one), 1)]
    rest = [DeckEntry(1, "Another", "Deck", 4, three), DeckEntry(1, "The same", "Deck", 5)]
    found = distinguished([*same, *rest])
    assert [entry.name for entry in found] == [one.name, two.name, one.name, "Another", "The same"]
    assert distinguished(same[:1]) == (same[0],)


def test_a_card_that_is_gone_is_not_taken_for_another_one(cards: tuple[Card, ...]) -> None:
    """A service that loads its cards anew goes on with the same judge."""
    judge = judge_of("standard")
    fine = next(c for c in cards if is_plain(judge, c))
    barred = next(c for c in cards if not is_plain(judge, c))
    for n in range(60):
        assert is_plain(judge, replace(fine if n % 2 == 0 else barred)) is (n % 2 == 0)


def test_a_deck_from_another_process_is_judged_by_its_own_cards(cards: tuple[Card, ...]) -> None:
    """Identities of cards that came along would be those of any cards here, also of fine ones."""
    judge = judge_of("standard")
    fine = next(c for c in cards if is_plain(judge, c))
    barred = next(c for c in cards if not is_plain(judge, c))
    assert by_sums(judge, Deck(plain([fine], 3))) is not None
    sendable = replace(barred, facts={}, printings=())  # nothing that cannot be sent
    deck = Deck(plain([sendable], 3))
    sent = pickle.loads(pickle.dumps(deck))
    changed = replace(deck, entries=(*deck.entries, *plain([fine], 2)))
    for again in (sent, deepcopy(deck), changed):
        assert by_sums(judge, again) is None
        assert list(judge.validate_many([again])) == [judge.validate(again)]


def test_ways_for_which_there_are_no_sums() -> None:
    assert Judge("swtcg", on=DAY).plain_decks is not None
    states = tuple(
        FormatState(parse_date(since), frozenset({code}))
        for since, code in (("2003", "AOTC"), ("2004-06", "SR"), ("2005", "JG"))
    )
    own = Format("own", "Own", "printed-2005", states=states)
    assert Judge("swtcg", own, on=date(2004, 6, 15)).plain_decks is None
    assert Judge("swtcg", own, on=date(2004, 7, 15)).plain_decks is not None
