"""A line that was not understood may hold any number of any cards, and proves nothing by a minimum."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from deckcheck.deck import Deck, UnreadEntry
from deckcheck.games import get_game
from deckcheck.judge.resolve import Resolver
from deckcheck.judge.validate import Judge
from importers.decks import plain_text
from tests.conftest import Run
from tests.deckcheck.judge.golden.cases import GAMES, catalogue_of, pool_of
from tests.deckcheck.judge.golden.decks import base_deck

FORMS = (
    "{name} ~ {count} ~",
    "**{count} {name} ++",
    "[{count}y] {name}",
    "{count} // {name}",
    "{count} times? {name}",
    "a few {name}",
    "| {count} pieces | {name} |",
    "?? {name}",
    "{count}",
    "{name}, {count} or so",
    "{name} {name} {count}",
)
"""Lines that nobody can read, or whose names nobody has."""

READ_FORMS = (
    "{name} ...... {count}",
    "**{count}** {name}",
    "[{count}x] {name}",
    "> {count} {name}",
    "- [ ] {count} {name}",
    "| {count} | {name} |",
    "[b]{count}[/b] {name}",
    "{name} ({count})",
    "{count} - {name}",
    "{name}\t{count}",
    "{count} ks {name}",
    "{name}: {count}",
    "{count} {name} // maybe",
    "x{count} {name}",
    "{name} - x{count}",
)
"""Lines that were refused once."""


def read(game: str, path: Path, text: str) -> Deck:
    """The deck of a text."""
    return resolver_of(game, path).resolve(plain_text.read(text, "a.txt"))


@cache
def resolver_of(game: str, path: Path) -> Resolver:
    """What names mean in a game."""
    return Resolver(catalogue_of(game, path), get_game(game))


@cache
def legal_deck(game: str, path: Path) -> Deck:
    """A legal deck of a game."""
    return base_deck(pool_of(game, path))


@cache
def judge_of(game: str) -> Judge:
    """The judge of a game in its usual format."""
    return Judge(game)


@cache
def not_read(path: Path) -> tuple[UnreadEntry, ...]:
    """A line that is a name of no card."""
    return read("swtcg", path, "Nobody Knows This").bare


@cache
def legal_rows(game: str, path: Path, form: str = "{count} {name}") -> tuple[str, ...]:
    """The lines of a legal deck, which is legal when they are read."""
    rows = []
    for entry in legal_deck(game, path).entries:
        if f"{entry.zone}:" not in rows:
            rows.append(f"{entry.zone}:")
        rows.append(form.format(count=entry.quantity, name=entry.name))
    assert judge_of(game).validate(read(game, path, "\n".join(rows))).verdict == "legal"
    return tuple(rows)


@pytest.mark.parametrize("game", ["swtcg", "stargate"])
@given(data=st.data())
def test_a_legal_deck_with_a_garbled_line_is_never_illegal(
    game: str, database: Path, data: st.DataObject
) -> None:
    rows = list(legal_rows(game, database))
    cards = [number for number, row in enumerate(rows) if row[:1].isdigit()]
    for number in data.draw(st.lists(st.sampled_from(cards), min_size=1, unique=True)):
        count, _, name = rows[number].partition(" ")
        rows[number] = data.draw(st.sampled_from(FORMS)).format(name=name, count=count)
    deck = read(game, database, "\n".join(rows))
    assert judge_of(game).validate(deck).verdict == "unproven", rows


@pytest.mark.parametrize("form", READ_FORMS)
@pytest.mark.parametrize("game", ["swtcg", "stargate"])
def test_a_legal_deck_in_any_form_is_legal(game: str, form: str, database: Path) -> None:
    assert legal_rows(game, database, form)


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_lines_left_out_as_unread_leave_every_minimum_open(
    game: str, database: Path, data: st.DataObject
) -> None:
    deck = legal_deck(game, database)
    lost = data.draw(st.sets(st.integers(0, len(deck.entries) - 1), min_size=1))
    kept = tuple(entry for n, entry in enumerate(deck.entries) if n not in lost)
    bare = not_read(database)
    for changed in (replace(deck, entries=kept, bare=bare), replace(deck, entries=kept, unread=bare)):
        assert judge_of(game).validate(changed).verdict == "unproven"


def test_too_many_copies_stay_an_error(database: Path) -> None:
    deck = read("swtcg", database, "5 Nexu\n4 TIE Hunter\nWhatever This Is\n")
    report = Judge().validate(deck)
    errors = [issue.code for issue in report.issues if issue.severity == "error"]
    assert (report.verdict, errors) == ("illegal", ["copy-limit"])


def test_a_list_of_which_half_was_not_read_is_told_in_one_sentence(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("4 TIE Hunter\n4? Nexu\n4? Yoda\n4? Ewok\n4? Wampa\n")
    text = " ".join(run("validate", path).stdout.split())
    assert ": UNPROVEN " in text
    assert (
        "this list was not understood: 4 of its lines cannot be read, first '4? Nexu', '4? Yoda', '4? Ewok'"
        in text
    )


def test_a_list_in_brackets_is_no_list_of_headings(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("4 TIE Hunter\n[4 of them] Nexu [ROTS]\n")
    assert ": UNPROVEN" in run("validate", path).stdout


def test_a_deck_saved_with_an_unread_line_stays_open(keep: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("4 TIE Hunter\n-3 Nexu\n")
    assert keep("deck", "save", path, "--name", "Kept").exit_code == 0
    assert ": UNPROVEN" in keep("validate", path).stdout
    assert ": UNPROVEN" in keep("validate", "Kept").stdout
