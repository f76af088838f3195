"""The decks that known lines make where a rule looks at cards: those of the strict way, exactly."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from db.cards.lookup import Catalogue
from deckcheck.deck import Deck
from deckcheck.games import get_game
from deckcheck.judge import known_lines
from deckcheck.judge.known_lines import KnownLines
from deckcheck.judge.resolve import Resolver
from deckcheck.judge.validate import Judge
from importers.decks.reading import parse_deck
from tests.deckcheck.judge.test_known_lines import CRAFTED, FRAMES, dek, zone
from tests.deckcheck.judge.test_known_lines_exactly import BY_LINES, DAY, is_plain

SWTCG = {
    "two cards by one name.txt": b"2 Bail Organa [AOTC]\n5 Bail Organa [ROTS]\n1 bail organa [AOTC]\n",
    "a printing.txt": b"1 Ugnaught\n3 Yoda (A)\n2 Obi-Wan Kenobi [START]\n2 yoda a\n1 Yoda (A) (Promo)\n",
    "behind a zone.dek": dek(zone("Supply") + zone("Deck", "Yoda (A)", "Boba Fett (A)", "Yoda (A)")),
}
OTHERS = {
    "destiny": b"2 Captain Phasma, Elite Trooper\n1 First Order Stormtrooper\n2 Probe\n1 Probe\n",
    "swlcg": b"1 Jedi\n2 Fall of the Jedi\n",
}


class Returned:
    """A judge of which the report is the deck itself."""

    plain_decks = None

    def validate(self, deck: Deck) -> Deck:
        return deck


def known_lines_of(resolver: Resolver, judge: object) -> KnownLines:
    return KnownLines(resolver, cast("Judge", judge))


def found_in(lines: KnownLines, path: str, data: bytes) -> Any:
    known = lines.read(path, data)
    return None if known is None else next(lines.reports([known]))


@pytest.fixture(scope="module")
def swtcg(catalogue: Catalogue) -> Resolver:
    return Resolver(catalogue, get_game("swtcg"))


def files() -> Iterator[tuple[str, bytes]]:
    """The files of which all lines are known, by their paths."""
    yield from SWTCG.items()
    yield from ((f"{name}.txt", data) for name, data in CRAFTED.items() if name in BY_LINES)
    yield from ((f"{name}.dek", data) for name, data in FRAMES.items() if name in BY_LINES)


def strictly(resolver: Resolver, path: str, data: bytes) -> Deck:
    return resolver.resolve(parse_deck(data, source=path), path, Path(path).stem)


def test_the_deck_is_that_of_the_strict_way(swtcg: Resolver) -> None:
    """Names, numbers of lines and printings in a report must not depend on the other files."""
    lines = known_lines_of(swtcg, Returned())
    for path, data in files():
        assert found_in(lines, path, data) == strictly(swtcg, path, data), path


@pytest.mark.parametrize("game", OTHERS)
def test_decks_of_the_sister_games_too(database: Path, game: str) -> None:
    """Their cards go into zones by their types, whatever zone the list names."""
    with Catalogue(database, game) as catalogue:
        resolver = Resolver(catalogue, get_game(game))
        found = found_in(known_lines_of(resolver, Returned()), "a/b.txt", OTHERS[game])
        assert found == strictly(resolver, "a/b.txt", OTHERS[game])


def test_plain_files_are_judged_without_their_decks(swtcg: Resolver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Making each deck would take several times as long as all the rest."""
    judge = Judge("swtcg", "standard", on=DAY)
    fine, barred = (
        next(c.name for c in swtcg.cards() if is_plain(judge, c) is is_fine) for is_fine in (True, False)
    )
    lines = KnownLines(swtcg, judge)
    files = (f"1 {barred}\n".encode(), f"4 {fine}\n".encode())
    expected = [judge.validate(strictly(swtcg, "a.txt", data)) for data in files]
    assert found_in(lines, "a.txt", files[0]) == expected[0]
    monkeypatch.setattr(judge, "validate", None)
    assert found_in(lines, "a.txt", files[1]) == expected[1]
    assert found_in(lines, "a.dek", dek(zone("Deck", fine)).replace(b"<set>AOTC</set>", b"")) is not None


def frames_kept(resolver: Resolver, *data: bytes) -> Sequence[bool]:
    lines = known_lines_of(resolver, Returned())
    return [found_in(lines, "a.dek", one) is not None for one in data]


def test_a_file_of_a_frame_that_is_none_changes_nothing_for_others(
    swtcg: Resolver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Empty zones stand behind the deck in some files, and in others of one folder not."""
    good, more = FRAMES["one zone"], FRAMES["empty zones"]
    for odd in (b"", b"<deck>\n", dek(""), FRAMES["a head that is no text"], FRAMES["cut"]):
        assert frames_kept(swtcg, odd, good, more, good) == [False, True, True, True]
    monkeypatch.setattr(known_lines, "_MOST_FRAMES", 1)
    none = [dek(zone(name) + zone("Deck", "Yoda (A)")) for name in ("Attic", "Cellar")]
    assert frames_kept(swtcg, none[0], none[0], good) == [False, False, True]
    assert frames_kept(swtcg, *none, good) == [False, False, False]
