"""`deckcheck repair` as a player uses it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from db.errors import CardNotFoundError, DeckcheckError
from deckcheck.cli import repair as repair_command
from deckcheck.errors import AmbiguousCardError, RepairError

Run = Callable[..., Result]
EXAMPLES = Path(__file__).parents[3] / "examples"
MIXED = EXAMPLES / "decks" / "mixed-sides.txt"
REMEMBERED = EXAMPLES / "decks" / "half-remembered.txt"


def document(result: Result, code: int = 0) -> Any:
    assert result.exit_code == code, (result.stdout, result.stderr, result.exception)
    return json.loads(result.stdout)


def names(changes: list[dict[str, Any]]) -> dict[str, int]:
    return {change["name"]: change["quantity"] for change in changes}


def test_a_deck_of_two_sides_becomes_one_of_one_side(run: Run) -> None:
    told = document(run("repair", MIXED, "--json", "--on", "2026-11-22"))
    assert told["schema"] == "deckcheck.repair/1"
    assert (told["verdict_before"], told["verdict_after"]) == ("illegal", "legal")
    assert told["distance"] == 20
    out = {"Luke Skywalker (A)": 2, "TIE Hunter": 1, "Trust Your Feelings": 4}
    assert names(told["out"]) == out
    assert sum(names(told["in"]).values()) == 13
    assert [change["why"] for change in told["out"]] == [["one-side"], ["copy-limit"], ["one-side"]]
    assert told["proof"]["minimal"] is True
    assert told["proof"]["lower_bound"] == 20
    assert told["proof"]["methods"] == ["integer program", "enumeration"]
    assert told["impossible"] is None
    assert told["as_of"] == "2026-11-22"


def test_cards_from_the_own_binder_make_it_legal(keep: Run, tmp_path: Path) -> None:
    binder = tmp_path / "binder.csv"
    binder.write_bytes((EXAMPLES / "collections" / "binder.csv").read_bytes())
    # Rows of sets that the small catalogue lacks stay out.
    assert keep("collection", "import", binder, "--apply", "--no-input").exit_code == 1
    told = document(keep("repair", MIXED, "--owned", "--json"))
    assert told["proof"]["minimal"] is True
    assert all(0 < change["quantity"] <= change["free"] <= change["owned"] for change in told["in"])
    text = keep("repair", MIXED, "--owned").stdout
    assert "Proven: no legal deck is nearer." in text
    assert "Droid Starfighter DFS-4CT  deck-size, unit-minimum  1 of 1" in text


def test_an_empty_collection_says_what_is_missing_by_rule(run: Run) -> None:
    told = document(run("repair", MIXED, "--owned", "--json"), 1)
    assert told["distance"] is None
    assert told["proof"]["minimal"] is False
    missing = {(lack["code"], lack.get("unit")): lack["missing"] for lack in told["impossible"]}
    assert missing == {("deck-size", None): 13, ("unit-minimum", "space"): 1, ("unit-minimum", "ground"): 1}
    assert "your collection is empty" in run("repair", MIXED, "--owned").stdout


@pytest.mark.parametrize("content", [b"", b"\n \n", b"\xef\xbb\xbf"])
def test_a_file_without_anything_in_it_is_completed(run: Run, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "e.txt"
    path.write_bytes(content)
    told = document(run("repair", path, "--json", "--write", path))
    assert (told["verdict_before"], told["verdict_after"], told["out"]) == ("illegal", "legal", [])
    assert told["distance"] == sum(names(told["in"]).values()) == 60
    assert run("validate", path).exit_code == 0
    assert document(run("repair", "-", "--json", stdin=content))["distance"] == 60


def test_a_legal_deck_of_cards_that_are_not_owned_says_so(keep: Run, tmp_path: Path) -> None:
    """The advice of `deck can-build` does what it says: cards that are owned come in their place."""
    legal = EXAMPLES / "decks" / "empire.txt"
    told = keep("repair", legal, "--owned")
    assert "Nothing has to change." in told.stdout
    note = "60 cards of it are not free in your collection; --out NAME puts your own in place of a"
    assert note in told.stdout
    binder = tmp_path / "binder.csv"
    binder.write_bytes((EXAMPLES / "collections" / "binder.csv").read_bytes())
    keep("collection", "import", binder, "--apply", "--no-input")
    lacking = document(keep("deck", "missing", legal, "--json"))["cards"][0]["name"]
    found = document(keep("repair", legal, "--owned", "--out", lacking, "--json"))
    assert lacking in names(found["out"])
    assert all(change["quantity"] <= change["free"] for change in found["in"])


def test_a_legal_deck_needs_nothing(run: Run) -> None:
    told = document(run("repair", EXAMPLES / "decks" / "empire.txt", "--json"))
    assert (told["distance"], told["out"], told["in"]) == (0, [], [])
    assert "Nothing has to change" in run("repair", EXAMPLES / "decks" / "empire.txt").stdout


def test_names_that_are_no_card_stay_and_nothing_is_claimed(run: Run) -> None:
    told = document(run("repair", REMEMBERED, "--json"), 3)
    assert told["verdict_after"] == "unproven"
    assert told["proof"]["minimal"] is False
    dropped = document(run("repair", REMEMBERED, "--drop-unknown", "--json"))
    assert dropped["verdict_after"] == "legal"
    assert {"unknown-card", "ambiguous-card"} <= {w for c in dropped["out"] for w in c["why"]}


def test_what_is_kept_stays_and_what_is_out_goes(run: Run) -> None:
    told = document(run("repair", MIXED, "--keep", "TIE Hunter", "--json"), 1)
    (lack,) = told["impossible"]
    assert (lack["code"], lack["missing"], lack["card"]) == ("copy-limit", 1, "TIE Hunter")
    told = document(run("repair", MIXED, "--keep", "Trust Your Feelings", "--json"))
    assert "Trust Your Feelings" not in names(told["out"])
    told = document(run("repair", MIXED, "--out", "Darth Vader (A)", "--json"))
    assert names(told["out"])["Darth Vader (A)"] == 2
    assert "Darth Vader (A)" not in names(told["in"])


def test_only_cards_of_a_query_come_in(run: Run) -> None:
    told = document(run("repair", MIXED, "--cards", "set:ANH", "--json"))
    for name in names(told["in"]):
        shown = document(run("cards", "search", f'set:ANH name:"{name}"', "--json"))
        assert shown["total"] >= 1
    told = document(run("repair", MIXED, "--from", "type:mission", "--json"), 1)
    assert {lack["code"] for lack in told["impossible"]} >= {"unit-minimum"}


def test_too_many_changes_are_refused(run: Run) -> None:
    told = document(run("repair", MIXED, "--max-changes", 19, "--json"), 1)
    (lack,) = told["impossible"]
    assert (lack["code"], lack["missing"]) == ("max-changes", 1)
    assert document(run("repair", MIXED, "--max-changes", 20, "--json"))["distance"] == 20


def test_alternatives_differ_from_each_other_and_come_in_order(run: Run) -> None:
    told = document(run("repair", MIXED, "--alternatives", 3, "--json"))
    plans = [told, *told["alternatives"]]
    assert len(plans) == 4
    assert sorted(plan["distance"] for plan in plans) == [plan["distance"] for plan in plans]
    seen = {(tuple(names(p["out"]).items()), tuple(names(p["in"]).items())) for p in plans}
    assert len(seen) == 4


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        (("--keep", "No Such Card"), CardNotFoundError, "No Such Card"),
        (("--keep", "Boba Fett"), AmbiguousCardError, "Boba Fett"),
        (("--keep", "Yoda (A)"), RepairError, "Yoda (A) cannot be kept: it is not in the deck"),
        (("--keep", "TIE Hunter", "--out", "TIE Hunter"), RepairError, "choose --keep or --out"),
        (("--from", "type:nonsense("), DeckcheckError, ""),
        (("--format", "nonsense"), DeckcheckError, "nonsense"),
    ],
)
def test_options_that_make_no_sense_are_told(
    run: Run, options: tuple[str, ...], error: type[Exception], words: str
) -> None:
    result = run("repair", MIXED, *options)
    assert isinstance(result.exception, error), result.exception
    assert words in str(result.exception)


def test_no_time_means_no_proof_but_a_deck(run: Run) -> None:
    told = document(run("repair", MIXED, "--time-limit", 0, "--json"))
    assert told["verdict_after"] == "legal"
    assert told["proof"]["minimal"] is False
    assert told["proof"]["lower_bound"] <= told["distance"]
    assert run("repair", MIXED, "--time-limit", "-1").exit_code == 2


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02" * 100, b"// nothing\n"])
def test_what_is_no_deck_is_refused_or_built_from_nothing(run: Run, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd.dek"
    path.write_bytes(content)
    result = run("repair", path)
    assert isinstance(result.exception, DeckcheckError) or result.exit_code in (0, 1, 3)
    assert isinstance(run("repair", tmp_path).exception, DeckcheckError)


def test_an_empty_deck_is_completed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "begun.txt"
    path.write_text("4 Stormtrooper Squad\n", encoding="utf-8")
    told = document(run("repair", path, "--json"))
    assert told["distance"] == 56
    assert told["out"] == []
    assert told["proof"]["minimal"] is True


def test_a_huge_deck_is_cut_down(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    path.write_text("99 Stormtrooper Squad\n" * 50, encoding="utf-8")
    told = document(run("repair", path, "--json"))
    assert names(told["out"]) == {"Stormtrooper Squad": 4_946}
    assert told["distance"] == 4_946 + 56


def test_a_repaired_file_keeps_its_order_and_comments(run: Run, tmp_path: Path) -> None:
    """Whoever keeps notes in a deck file loses none of them to a repair."""
    own = tmp_path / "mine.txt"
    own.write_bytes(MIXED.read_bytes())
    before = document(run("repair", own, "--json"))
    other = tmp_path / "legal.txt"
    assert run("repair", own, "--write", other).exit_code == 0
    assert own.read_bytes() == MIXED.read_bytes()
    text = other.read_text(encoding="utf-8")
    assert text.startswith("// A friend's list, put together in a hurry\nDeck\n4 Boba Fett (B)\n")
    assert "Luke Skywalker" not in text
    assert run("validate", other).exit_code == 0
    assert "is there" in str(run("repair", own, "--write", other).exception)
    assert run("repair", own, "--write", own).exit_code == 0
    assert own.read_bytes() == other.read_bytes()
    difference = document(run("deck", "diff", MIXED, own, "--json"))["cards"]
    assert sum(abs(card["change"]) for card in difference) == before["distance"]


def test_a_repaired_deck_is_written_in_other_formats_and_saved(keep: Run, tmp_path: Path) -> None:
    other = tmp_path / "legal.dek"
    assert keep("repair", MIXED, "--write", other, "--save", "Legal").exit_code == 0
    assert keep("validate", other).exit_code == 0
    assert keep("validate", "Legal").exit_code == 0
    assert isinstance(keep("repair", MIXED, "--save", "Legal").exception, DeckcheckError)
    assert keep("repair", MIXED, "--save", "Legal", "--force").exit_code == 0
    assert document(keep("repair", "Legal", "--json"))["distance"] == 0


def test_changes_are_accepted_rejected_and_taken_back(run: Run, tmp_path: Path) -> None:
    """The answers of a player, as they are typed."""
    target = tmp_path / "asked.txt"
    answers = "?\nv\nr\nu\na\nu\nA\n"
    result = run("repair", MIXED, "--ask", "--write", target, stdin=answers)
    assert result.exit_code == 0, result.exception
    assert "-2 Luke Skywalker (A): one-side" in result.stderr
    assert "no legal deck is left without it" not in result.stderr
    assert run("validate", target).exit_code == 0
    quits = run("repair", MIXED, "--ask", "--write", tmp_path / "none.txt", stdin="a\nq\n")
    assert quits.exit_code == 1
    assert not (tmp_path / "none.txt").exists()


def test_changes_are_asked_about_by_the_names_that_the_player_knows(run: Run) -> None:
    """With the English ones beside them; `--names en` asks by these alone."""
    deck = EXAMPLES / "sisters" / "kylo-and-phasma.txt"
    asked = run("repair", deck, "--out", "Force Choke", "--names", "de", "--ask", stdin="q\n")
    english = run("repair", deck, "--out", "Force Choke", "--names", "en", "--ask", stdin="q\n")
    assert "(Force Choke)" in asked.stderr
    assert "(Force Choke)" not in english.stderr
    assert "Force Choke" in english.stderr


def test_decks_that_can_be_built_come_first_and_what_they_lack_is_wanted(keep: Run, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("2 Yoda (A)\n1 Luke Skywalker (A)\n", encoding="utf-8")
    (tmp_path / "two.txt").write_text("1 Yoda (A)\n", encoding="utf-8")
    assert document(keep("deck", "can-build", tmp_path, "--json"), 1)["decks"][0]["missing"] == 1
    assert keep("collection", "add", "Yoda (A)").exit_code == 0
    told = document(keep("deck", "can-build", tmp_path, "--want", "--json"))
    found = [(Path(d["deck"]).name, d["missing"], d["can_build"]) for d in told["decks"]]
    assert found == [("two.txt", 0, True), ("one.txt", 2, False)]
    wanted = document(keep("collection", "wants", "--json"))
    assert {(w["name"], w["wanted"]) for w in wanted["wants"]} == {("Yoda (A)", 2), ("Luke Skywalker (A)", 1)}
    again = document(keep("deck", "can-build", tmp_path, "--want", "--json"))
    assert again["batch"] is None
    assert keep("deck", "save", tmp_path / "two.txt", "--reserve").exit_code == 0
    (tmp_path / "three.txt").write_text("1 Yoda (A)\n// another\n", encoding="utf-8")
    kept = {
        Path(d["deck"]).name: d["missing"]
        for d in document(keep("deck", "can-build", tmp_path, "--json"))["decks"]
    }
    assert (kept["two.txt"], kept["three.txt"]) == (0, 1)
    free = document(keep("deck", "can-build", tmp_path, "--reserved", "--json"))["decks"]
    assert {Path(d["deck"]).name: d["missing"] for d in free}["three.txt"] == 0
    assert document(keep("deck", "can-build", "saved", "--json"))["decks"][0]["deck"] == "two"


def test_complete_is_another_name_for_repair(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "half.txt"
    path.write_text("4 Stormtrooper Squad\n", encoding="utf-8")
    assert document(run("deck", "complete", path, "--json"))["distance"] == 56
    assert len(run("repair", path, "--short").stdout.splitlines()) == 4


def test_an_illegal_report_ends_with_the_command_that_helps(run: Run, tmp_path: Path) -> None:
    """The way to repair is shown where it is needed: in texts of illegal decks, nowhere else."""
    odd = tmp_path / "my deck.txt"
    odd.write_bytes(MIXED.read_bytes())
    line = f"The nearest legal deck: deckcheck repair '{odd}' --format standard --on 2026-11-22\n"
    told = run("validate", odd, "--format", "standard", "--on", "2026-11-22")
    assert line in told.stdout
    assert "deckcheck repair" not in run("validate", EXAMPLES / "decks" / "empire.txt").stdout
    assert "deckcheck repair" not in run("validate", odd, "--json").stdout
    near = "The nearest legal deck, 1 change away: deckcheck repair "
    assert near + str(WALKERS) in run("validate", WALKERS).stdout
    assert near not in run("validate", WALKERS, "--jsonl").stdout
    limited = run("validate", WALKERS, "--zone-limit", "Sideboard=15").stdout
    assert f"deckcheck repair {WALKERS} --zone-limit Sideboard=15\n" in limited


WALKERS = EXAMPLES / "decks" / "too-many-walkers.dek"


def test_two_decks_are_built_at_once_from_one_binder(keep: Run, tmp_path: Path) -> None:
    """A Light and a Dark deck for a tournament: no copy is planned into both."""
    binder = tmp_path / "binder.csv"
    binder.write_bytes((EXAMPLES / "collections" / "binder.csv").read_bytes())
    assert keep("collection", "import", binder, "--apply", "--no-input").exit_code == 1
    told = document(keep("repair", MIXED, WALKERS, "--owned", "--json"))
    assert told["schema"] == "deckcheck.repair-together/1"
    assert [Path(deck["path"]).name for deck in told["decks"]] == [MIXED.name, WALKERS.name]
    assert told["distance"] == sum(deck["distance"] for deck in told["decks"]) == 21
    assert told["proof"]["minimal"] is True
    assert told["proof"]["methods"] == ["integer program", "enumeration"]
    files = tmp_path / "one.txt", tmp_path / "two.dek"
    names = "One", "Two"
    targets = [x for f, n in zip(files, names, strict=True) for x in ("--write", f, "--save", n)]
    text = keep("repair", MIXED, WALKERS, "--owned", *targets)
    assert "21 changes in all. Proven" in text.stdout
    for file, name in zip(files, names, strict=True):
        assert keep("validate", file).exit_code == 0
        assert keep("validate", name).exit_code == 0
    held = {c["name"]: c["owned"] for c in document(keep("collection", "list", "--cards", "--json"))["cards"]}
    both: dict[str, int] = {}
    for file in files:
        for card in document(keep("deck", "show", file, "--json"))["cards"]:
            both[card["name"]] = both.get(card["name"], 0) + card["quantity"]
    came = {change["name"] for deck in told["decks"] for change in deck["in"]}
    assert came
    assert all(both[name] <= held[name] for name in came)


def test_two_decks_from_an_empty_binder_say_what_each_lacks(run: Run) -> None:
    told = document(run("repair", MIXED, WALKERS, "--owned", "--json"), 1)
    assert told["distance"] is None
    assert [deck["distance"] for deck in told["decks"]] == [None, None]
    assert {lack["deck"] for lack in told["impossible"]} == {"1"}
    text = run("repair", MIXED, WALKERS, "--owned").stdout
    assert "No legal decks can be made of them at once:" in text
    assert f"deck-size: {MIXED}: " in text
    assert "your collection is empty" in text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((MIXED, MIXED, "--owned"), "is named twice"),
        ((MIXED, WALKERS), "add --owned"),
        ((MIXED, EXAMPLES / "sisters" / "sith-lords.txt", "--owned"), "decks of different games"),
        ((MIXED, WALKERS, "--owned", "--alternatives", 1), "--alternatives works with one deck"),
        ((MIXED, WALKERS, "--owned", "--keep", "Yoda (A)"), "it is not in any of the decks"),
    ],
)
def test_what_makes_no_sense_for_two_decks_is_told(run: Run, words: tuple[object, ...], told: str) -> None:
    result = run("repair", *words)
    assert isinstance(result.exception, DeckcheckError), result.exception
    assert told in str(result.exception)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((MIXED, WALKERS, EXAMPLES / "decks" / "rebels.dek", "--owned"), "3 decks"),
        ((MIXED, WALKERS, "--owned", "--write", "a.txt"), "give one for each deck"),
        ((MIXED, "--write", "a.txt", "--write", "b.txt"), "2 for one deck"),
        ((MIXED, WALKERS, "--owned", "--save", "A", "--save", "A"), "is given twice"),
        ((MIXED, WALKERS, "--owned", "--ask"), "--ask works with one deck only"),
    ],
)
def test_targets_and_questions_that_do_not_fit_are_wrong_usage(
    run: Run, words: tuple[object, ...], told: str
) -> None:
    result = run("repair", *words)
    assert result.exit_code == 2
    assert told in " ".join(result.stderr.replace("│", " ").split())


def test_a_zone_may_be_limited_as_the_validator_limits_it(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "reserve.txt"
    legal = (EXAMPLES / "decks" / "empire.txt").read_text(encoding="utf-8")
    path.write_text(legal + "\nSideboard\n3 Yoda (A)\n", encoding="utf-8")
    (zone,) = {issue["zone"] for issue in document(run("deck", "show", path, "--json"))["cards"]} - {"Deck"}
    told = document(run("repair", path, "--zone-limit", f"{zone}=1", "--json"))
    assert names(told["out"]) == {"Yoda (A)": 2}


def test_what_a_deck_lacks_ends_with_the_repair_that_helps(run: Run, keep: Run, tmp_path: Path) -> None:
    """Where cards are missing or the deck is illegal, in texts for people only."""
    odd = tmp_path / "my deck.txt"
    odd.write_bytes(MIXED.read_bytes())
    told = run("deck", "missing", odd)
    assert f"the nearest legal deck from your cards: deckcheck repair '{odd}' --owned\n" in (told.stderr)
    both = run("deck", "missing", odd, WALKERS).stderr
    assert f"the nearest legal decks from your cards: deckcheck repair '{odd}' {WALKERS} " in both
    legal = EXAMPLES / "decks" / "rebels.dek"
    line = run("deck", "missing", legal).stderr.splitlines()[-1]
    assert line.startswith(f"your own cards in place of one: deckcheck repair {legal} --owned --out")
    for option in ("--json", "--csv", "--text"):
        done = run("deck", "missing", odd, option)
        assert "deckcheck repair" not in done.stdout + done.stderr
    (tmp_path / "folder").mkdir()
    odd.rename(tmp_path / "folder" / "my deck.txt")
    in_place = "your own cards in place of one: deckcheck repair DECK --owned --out NAME\n"
    assert in_place in run("deck", "can-build", tmp_path / "folder").stderr
    assert keep("collection", "want", "Yoda (A)", "--quantity", 2).exit_code in (0, 1)
    assert in_place in keep("collection", "wants").stderr
    assert "deckcheck repair" not in keep("collection", "wants", "--text").stderr
    keep("people", "add", "Bo")
    keep("--person", "Bo", "collection", "want", "Yoda (A)")
    assert ": deckcheck --person Bo repair DECK" in keep("--person", "Bo", "collection", "wants").stderr


def test_a_repaired_deck_goes_to_no_file_of_an_unknown_kind(run: Run, tmp_path: Path) -> None:
    """The advice names only options that the command has."""
    error = str(run("repair", MIXED, "--write", tmp_path / "my.pdf").exception)
    assert "expected one of .dek" in error
    assert "--to" not in error


@pytest.fixture
def on_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repair_command, "can_ask", lambda: True)


@pytest.mark.usefixtures("on_terminal")
def test_names_are_asked_on_a_terminal_and_written_as_they_were_answered(run: Run, tmp_path: Path) -> None:
    """Whoever remembers only half of a list says which cards are meant, and gets a legal deck."""
    path, target = tmp_path / "half.txt", tmp_path / "whole.txt"
    lines = REMEMBERED.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(line for line in lines if not line.startswith("--")) + "\n", encoding="utf-8")
    done = run("repair", path, "--write", target, stdin="x\n1\n1\n")
    assert "2 Milennium Falcon (B) is not a known card:  (1 of 2)" in done.stderr
    assert "  1  Millennium Falcon (B) (light, Space" in done.stderr
    assert "a number  takes that card for all copies" in done.stderr
    assert "3 Luke Skywalker may be several cards:  (2 of 2)" in done.stderr
    assert done.exit_code == 0, done.stderr
    assert "Nothing has to change." in done.stdout  # it was whole, but for two names
    written = target.read_text(encoding="utf-8")
    assert "2 Millennium Falcon (B)\n" in written
    assert "Milennium" not in written
    assert "3 Luke Skywalker (A)\n" in written
    assert written.startswith("# Written down from memory after the game\n")
    assert run("validate", target).exit_code == 0


@pytest.mark.usefixtures("on_terminal")
@pytest.mark.parametrize("answers", ["\n\n", "s\n", ""])
def test_names_that_are_left_stay_and_nothing_is_claimed(run: Run, answers: str) -> None:
    done = run("repair", REMEMBERED, stdin=answers)
    assert done.exit_code == 3
    assert "It cannot be proven legal" in done.stdout


@pytest.mark.usefixtures("on_terminal")
def test_no_name_is_asked_for_a_document_or_where_all_go(run: Run) -> None:
    for option in ("--json", "--drop-unknown"):
        assert "Enter" not in run("repair", REMEMBERED, option, stdin="1\n1\n").stderr
