"""Decks edited by words: exactly the cards that were asked for, in every format and game."""

import contextlib
import stat
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import deckcheck
from db.errors import CardNotFoundError, DeckNotFoundError
from deckcheck.acts.session import Session
from deckcheck.deck import Deck
from deckcheck.decks.convert import writable_formats
from deckcheck.errors import AmbiguousCardError, NotInDeckError, RefusedError, UnknownZoneError
from deckcheck.report import Report, UnreadableReport
from importers.errors import ExistingFileError, UneditableDeckError, UnknownSuffixError, UnwritableDeckError
from tests.amounts import in_turns
from tests.conftest import ROOT

EXAMPLES = {
    "swtcg": ROOT / "examples/decks/rebels.dek",
    "destiny": ROOT / "examples/sisters/kylo-and-phasma.txt",
    "stargate": ROOT / "examples/sisters/sg-1.o8d",
}


@pytest.fixture
def cards(small_database: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """A session on a small catalogue."""
    monkeypatch.setenv("DECKCHECK_DB", str(small_database))
    with deckcheck.open() as session:
        yield session


@pytest.fixture
def typed(tmp_path: Path) -> Path:
    """A typed list with comments, blank lines and a second zone."""
    path = tmp_path / "my.txt"
    path.write_bytes(b"# mine\r\n\r\n4x Kouhun\r\n2x Nexu\r\n\r\nSupply:\r\n1 Nexu\r\n")
    return path


def counted(deck: Deck) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for entry in deck.entries:
        found[entry.zone, entry.card_name or entry.name] += entry.quantity
    return found


def test_a_file_keeps_everything_but_what_was_asked_for(cards: Session, typed: Path) -> None:
    done = cards.edit_deck(typed, add=["Acklay", "2 Kouhun"], remove=["Deck: Nexu"])
    assert typed.read_bytes() == (
        b"# mine\r\n\r\n6x Kouhun\r\n1x Nexu\r\n1x Acklay\r\n\r\nSupply:\r\n1 Nexu\r\n"
    )
    assert [(c.name, c.zone, c.copies) for c in done.changes] == [
        ("Nexu", "Deck", -1),
        ("Acklay", "Deck", 1),
        ("Kouhun", "Deck", 2),
    ]


def test_all_copies_leave_and_zones_are_said(cards: Session, typed: Path) -> None:
    cards.edit_deck(typed, remove=["all Kouhun", "Supply: all Nexu"], add=["Sideboard: 3 Acklay"])
    assert typed.read_bytes() == (b"# mine\r\n\r\n2x Nexu\r\n\r\nSupply:\r\n\r\nSideboard:\r\n3 Acklay\r\n")
    cards.edit_deck(typed, add=["Kouhun"], zone="supply")
    assert b"Supply:\r\n1 Kouhun\r\n" in typed.read_bytes()


@pytest.mark.parametrize(("game", "format_name"), in_turns(EXAMPLES, writable_formats()))
def test_cards_come_and_go_in_files_of_every_format_and_game(
    cards: Session, tmp_path: Path, game: str, format_name: str
) -> None:
    source = EXAMPLES[game]
    path = tmp_path / f"deck.{format_name.rpartition('-')[2]}"
    try:
        cards.convert(source, path, to=format_name, game=game)
    except UnwritableDeckError:
        return  # the format is not for this game
    before = cards.deck(path, game=game, read_as=read_with(format_name))
    known = [e for e in before.entries if e.card is not None and e.dice in {None, e.quantity}]
    if not known:
        return  # without ids and sets its names are ambiguous
    gone = known[-1]
    there = {e.card_name for e in before.entries}
    zone = gone.zone
    assert gone.card is not None
    come = next(
        card
        for card in cards.search("", game=game)
        if card.type == gone.card.type
        and card.name not in there
        and card.printings
        and len(cards.resolver(game).resolve_name(card.name).candidates) == 0
    )
    cards.edit_deck(
        path,
        add=[f"{zone}: 1x {come.name}"],
        remove=[f"{zone}: 1x {gone.card.name}"],
        game=game,
        rewrite=True,
        read_as=read_with(format_name),
    )
    after = cards.deck(path, game=game, read_as=read_with(format_name))
    wanted = counted(before)
    wanted[zone, gone.card.name] -= 1
    wanted[zone, come.name] += 1
    assert counted(after) == +wanted


def read_with(format_name: str) -> str | None:
    return None if format_name == "xlsx" else format_name


def test_what_is_unclear_is_refused_and_nothing_changes(cards: Session, typed: Path) -> None:
    before = typed.read_bytes()
    with pytest.raises(AmbiguousCardError, match="31 cards"):
        cards.edit_deck(typed, add=["2 Boba Fett"])
    with pytest.raises(CardNotFoundError, match="Did you mean Kouhun"):
        cards.edit_deck(typed, add=["1 Kouhn"])
    with pytest.raises(NotInDeckError, match="Kouhun: 5 to be taken out, but 4 in the zone Deck"):
        cards.edit_deck(typed, remove=["5 Kouhun"])
    with pytest.raises(NotInDeckError, match="Acklay: 1 to be taken out, but none in the deck"):
        cards.edit_deck(typed, remove=["Acklay"])
    with pytest.raises(RefusedError, match="several zones"):
        cards.edit_deck(typed, remove=["Nexu"])
    with pytest.raises(UnknownZoneError, match="Supply"):
        cards.edit_deck(typed, add=["Nexu"], zone="Suply")
    with pytest.raises(RefusedError, match="not understood"):
        cards.edit_deck(typed, add=["0 Nexu"])
    with pytest.raises(DeckNotFoundError):
        cards.edit_deck("no such deck", add=["Nexu"])
    with pytest.raises(UneditableDeckError, match="standard input is not a file"):
        cards.edit_deck("-", add=["Nexu"])
    assert typed.read_bytes() == before


def test_several_words_about_a_card_are_one_change(cards: Session, typed: Path) -> None:
    cards.edit_deck(typed, add=["2 Acklay", "Acklay"], remove=["2 Kouhun", "2 Kouhun"])
    assert typed.read_bytes() == b"# mine\r\n\r\n2x Nexu\r\n3x Acklay\r\n\r\nSupply:\r\n1 Nexu\r\n"
    cards.edit_deck(typed, add=["5 Nexu"], remove=["Deck: 6 Nexu"])
    assert b"1x Nexu" in typed.read_bytes()


def test_an_unknown_name_can_leave(cards: Session, tmp_path: Path) -> None:
    path = tmp_path / "my.txt"
    path.write_text("4 Kouhun\n2 No Card of Ours\n3 Boba Fett\n")
    cards.edit_deck(path, remove=["all No Card of Ours", "2 Boba Fett"])
    assert path.read_text() == "4 Kouhun\n1 Boba Fett\n"


def test_the_rights_of_a_file_and_the_link_to_it_stay(cards: Session, typed: Path) -> None:
    typed.chmod(0o640)
    link = typed.with_name("link.txt")
    link.symlink_to(typed)
    cards.edit_deck(link, add=["Acklay"])
    assert stat.S_IMODE(typed.stat().st_mode) == 0o640
    assert link.is_symlink()
    assert b"Acklay" in typed.read_bytes()


def test_another_file_is_written_and_none_replaced(cards: Session, typed: Path) -> None:
    before, other = typed.read_bytes(), typed.with_name("other.txt")
    assert cards.edit_deck(typed, add=["Acklay"], output=other).path == str(other)
    assert typed.read_bytes() == before
    assert b"Acklay" in other.read_bytes()
    with pytest.raises(ExistingFileError):
        cards.edit_deck(typed, add=["Acklay"], output=other)


def test_a_workbook_says_what_it_would_lose(cards: Session, typed: Path, tmp_path: Path) -> None:
    from openpyxl import load_workbook

    path = tmp_path / "my.xlsx"
    cards.convert(typed, path)
    book = load_workbook(path)
    book["Deck"].cell(1, 20).value = "Bought at"
    book.create_sheet("Ideas").append(["more space units"])
    book.save(path)
    before = path.read_bytes()
    with pytest.raises(UneditableDeckError, match=r"'Bought at'; the sheets.*'Ideas'. --rewrite"):
        cards.edit_deck(path, add=["Acklay"])
    assert path.read_bytes() == before
    done = cards.edit_deck(path, add=["Acklay"], rewrite=True)
    assert "lost: the columns 'Bought at'" in done.lost
    assert counted(cards.deck(path))["Deck", "Acklay"] == 1


def test_a_saved_deck_is_edited_in_one_batch_that_can_be_undone(cards: Session, typed: Path) -> None:
    cards.collection.add("Kouhun", 3)
    cards.decks.save(typed, "Mine", reserve=True)
    done = cards.edit_deck("mine", add=["2 Acklay"], remove=["Kouhun"])
    facts = cards.decks.get("Mine").facts
    assert [(x.quantity, x.name, x.zone) for x in facts.lines] == [
        (3, "Kouhun", "Deck"),
        (2, "Nexu", "Deck"),
        (2, "Acklay", "Deck"),
        (1, "Nexu", "Supply"),
    ]
    assert facts.reserved == 3
    assert done.batch is not None
    cards.collection.undo(done.batch)
    assert [x.quantity for x in cards.decks.get("Mine").facts.lines] == [4, 2, 1]


@pytest.mark.parametrize("suffix", [".txt", ".dek", ".csv", ".json", ".xlsx"])
def test_a_new_deck_is_begun_and_goes_on(cards: Session, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"new{suffix}"
    cards.new_deck(path)
    assert isinstance(cards.validate(path), Report)
    cards.edit_deck(path, add=["4 Kouhun", "Sideboard: 2 Nexu"], rewrite=True)
    assert counted(cards.deck(path)) == {("Deck", "Kouhun"): 4, ("Sideboard", "Nexu"): 2}
    with pytest.raises(ExistingFileError):
        cards.new_deck(path)
    other = tmp_path / f"other{suffix}"
    cards.new_deck(other, add=["4 Kouhun", "Sideboard: 2 Nexu"])
    assert counted(cards.deck(other)) == counted(cards.deck(path))


def test_a_new_deck_says_what_its_file_cannot(cards: Session, tmp_path: Path) -> None:
    done = cards.new_deck(tmp_path / "a.txt", game="destiny", name="Mine")
    assert done.lost == ("the name of the deck 'Mine' is left out", "the game 'destiny' is left out")
    assert cards.new_deck(tmp_path / "a.json", game="destiny", name="Mine").lost == ()
    assert cards.validate(tmp_path / "a.json").game == "destiny"
    with pytest.raises(UnknownSuffixError):
        cards.new_deck(tmp_path / "a.pdf")


def test_dice_are_counted_as_players_do(cards: Session, tmp_path: Path) -> None:
    """Two dice of a unique character are one elite card, in files that count both and in lists."""
    name = "Captain Phasma, Elite Trooper"
    for file in ("a.txt", "a.json", "a.csv"):
        path = tmp_path / file
        cards.new_deck(path, add=[name], game="destiny")
        cards.edit_deck(path, add=[name], game="destiny")
        (entry,) = cards.deck(path, game="destiny").entries
        copies = entry.card and cards_and_dice(cards, entry.quantity, entry.dice, entry.card.name)
        assert copies == (1, 2), file
        cards.edit_deck(path, remove=[name], game="destiny")
        (entry,) = cards.deck(path, game="destiny").entries
        assert cards_and_dice(cards, entry.quantity, entry.dice, name) == (1, 1), file


def cards_and_dice(cards: Session, copies: int, dice: int | None, name: str) -> tuple[int, int]:
    card = cards.card(name, game="destiny")
    return cards.resolver("destiny").game.needs(card, copies, dice)


class Looks:
    """What happens between two looks of a watch, one step after another."""

    def __init__(self, *steps: object) -> None:
        self._steps = list(steps)

    def __call__(self) -> None:
        if not self._steps:
            raise EndOfWatchError
        step = self._steps.pop(0)
        if callable(step):
            step()


class EndOfWatchError(Exception):
    """The test has seen enough."""


def seen(cards: Session, deck: str, looks: Looks) -> list[str | int]:
    """What a watch reports: the number of cards, or the error."""
    found: list[str | int] = []
    with contextlib.suppress(EndOfWatchError):
        for report in cards.watch(deck, wait=looks):
            is_error = isinstance(report, UnreadableReport)
            found.append(report.error if is_error else report.counts["cards"])  # type: ignore[union-attr]
    return found


def test_a_deck_is_judged_again_when_it_has_changed(cards: Session, typed: Path) -> None:
    def save(text: str) -> None:
        typed.write_text(text)

    looks = Looks(
        None,
        None,
        lambda: save("3 Kouhun\n"),
        None,
        typed.touch,
        None,
        lambda: save("3 Kouhun\n1 Ne"),
        lambda: save("3 Kouhun\n1 Nexu\n"),
        None,
        None,
    )
    assert seen(cards, str(typed), looks) == [6, 3, 4], "half-written and touched files are no news"


def test_a_deck_that_an_editor_makes_anew_is_judged_and_one_that_is_gone_waited_for(
    cards: Session, typed: Path
) -> None:
    def replace_quickly() -> None:
        other = typed.with_name("beside")
        other.write_text("2 Kouhun\n")
        other.replace(typed)

    looks = Looks(
        None,
        None,
        replace_quickly,
        None,
        typed.unlink,
        None,
        lambda: typed.write_text("1 Kouhun\n"),
        None,
        typed.unlink,
        *[None] * 5,
        lambda: typed.write_text("1 Kouhun\n"),
        None,
        None,
    )
    gone = "it is gone; waiting for it to come back"
    assert seen(cards, str(typed), looks) == [6, 2, 1, gone, 1]


def test_a_saved_deck_is_watched_and_standard_input_is_not(cards: Session, typed: Path) -> None:
    cards.decks.save(typed, "Mine")
    looks = Looks(None, None, lambda: cards.edit_deck("Mine", add=["Acklay"]), None, None)
    assert seen(cards, "Mine", looks) == [6, 7]
    with pytest.raises(RefusedError, match="standard input"):
        next(cards.watch("-"))
    with pytest.raises(DeckNotFoundError):
        next(cards.watch("nothing"))
