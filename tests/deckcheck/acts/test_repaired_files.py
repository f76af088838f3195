"""Repaired decks in files and under names: the deck that was promised, or an error and nothing."""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import deckcheck
from db.cards import bundled_games
from db.errors import DeckcheckError
from deckcheck.acts import repaired_files
from deckcheck.acts.repairing import OpenRepair
from deckcheck.acts.session import Session
from deckcheck.decks.convert import format_to_write
from deckcheck.decks.edit import CardChange
from deckcheck.decks.read_back import deck_differences
from deckcheck.errors import RepairError
from deckcheck.repair.result import Plan
from importers.decks.writing import WRITERS
from tests.amounts import amount
from tests.conftest import ROOT

DECKS = {
    "swtcg": ROOT / "examples/decks/mixed-sides.txt",
    "destiny": ROOT / "examples/sisters/kylo-and-phasma.txt",
    "stargate": ROOT / "examples/sisters/sg-1.o8d",
    "swlcg": ROOT / "examples/sisters/guardians.txt",
}
SUFFIXES = (".txt", ".csv", ".json", ".dek", ".o8d", ".xlsx")
FORMS = [
    (game, writer.name) for game in DECKS for writer in WRITERS if not writer.games or game in writer.games
]
PHASMA = "Captain Phasma, Elite Trooper"


@pytest.fixture(scope="module")
def lasting(few_sets_folder: Path, few_sets_database: Path) -> Iterator[Session]:
    """A session for all tests that keep nothing: what it has prepared is prepared once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bundled_games, "FOLDER", few_sets_folder)
        with deckcheck.open(few_sets_database) as session:
            yield session


@pytest.fixture
def cards(small_database: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """A session on a small catalogue."""
    monkeypatch.setenv("DECKCHECK_DB", str(small_database))
    with deckcheck.open() as session:
        yield session


def in_form(cards: Session, game: str, form: str, folder: Path) -> Path:
    """The deck of a game as a file of a form."""
    writer = next(one for one in WRITERS if one.name == form)
    path = folder / f"deck{writer.suffixes[0]}"
    path.write_bytes(cards.converted(DECKS[game], form, game=game).data)
    return path


def slots_of_file(path: Path) -> dict[str, dict[str, int]]:
    return dict(json.loads(path.read_text("utf-8"))["slots"])


def assert_holds(cards: Session, work: OpenRepair, plan: Plan, path: Path, read_as: str) -> None:
    """The file is read as the deck of the plan, with the verdict that was promised or better."""
    back = cards.deck_list(path, read_as=read_as).deck_list
    after = work.resolver.resolve(back)
    assert not list(deck_differences(plan.deck, after, work.resolver.game)), path
    judge = work.repairer.judge
    verdicts = "legal", "unproven", "illegal"
    found, promised = (judge.validate(deck).verdict for deck in (after, plan.deck))
    assert verdicts.index(found) <= verdicts.index(promised), path


@pytest.mark.parametrize(("game", "form"), FORMS)
def test_what_is_written_is_what_was_promised_or_nothing(
    lasting: Session, tmp_path: Path, game: str, form: str
) -> None:
    rng = random.Random(f"{game} {form}")
    source = in_form(lasting, game, form, tmp_path)
    written = 0
    for number in range(amount(2, 20)):
        if written >= amount(1, 1_000):
            break
        work = lasting.open_repair(source, read_as=form, game=game)
        names = sorted({e.name for e in work.deck.entries if e.card and rng.random() < 0.4})
        try:
            work = lasting.open_repair(
                source,
                read_as=form,
                game=game,
                time_limit=0.2,
                out=rng.sample(names, min(len(names), rng.randint(0, 3))),
            )
            plan = work.found().plan
        except DeckcheckError:
            continue  # a name that means several cards
        if plan is None:
            continue
        # Into its own kind of file and two others, in turns; into all of them by `make slow`.
        turn = FORMS.index((game, form))
        others = SUFFIXES if amount(0, 1) else [SUFFIXES[(turn + n) % len(SUFFIXES)] for n in (0, 2)]
        for suffix in dict.fromkeys((source.suffix, *others)):
            path = tmp_path / f"{number}{suffix}"
            own = suffix == source.suffix
            read_as = form if own else format_to_write(path)
            try:
                work.write(plan, path)
            except DeckcheckError:
                assert not path.exists()
                continue
            written += 1
            assert_holds(lasting, work, plan, path, read_as)
    assert written


def test_a_character_that_leaves_leaves_whole(lasting: Session, tmp_path: Path) -> None:
    for form in ("text", "json", "csv", "swdestinydb-txt", "swdestinydb-json"):
        source = in_form(lasting, "destiny", form, tmp_path)
        work = lasting.open_repair(source, read_as=form, game="destiny", out=[PHASMA])
        plan = work.found().plan
        assert plan is not None
        for path in (tmp_path / "new.json", tmp_path / "new.csv", source):
            work.write(plan, path, force=True)
            read_as = form if path.suffix == source.suffix else format_to_write(path)
            back = lasting.validate(path, read_as=read_as, game="destiny")
            assert back.verdict != "illegal", (form, path.name)
            assert PHASMA not in {e.card_name for e in lasting.deck(path, read_as=read_as).entries}


def test_a_character_that_leaves_a_saved_deck_leaves_whole(cards: Session) -> None:
    work = cards.open_repair(DECKS["destiny"], game="destiny", out=[PHASMA])
    plan = work.found().plan
    assert plan is not None
    work.save(plan, "Kylo")
    assert PHASMA not in {line.name for line in work.keeper.get("Kylo").facts.lines}


def test_a_battlefield_comes_into_slots(cards: Session, tmp_path: Path) -> None:
    source = in_form(cards, "destiny", "swdestinydb-json", tmp_path)
    document = json.loads(source.read_text("utf-8"))
    document["slots"] = {key: one for key, one in document["slots"].items() if one["quantity"] > 1}
    source.write_text(json.dumps(document), encoding="utf-8")
    before = slots_of_file(source)
    work = cards.open_repair(source)
    found = work.found()
    assert found.plan is not None
    zones = {change.zone for change in found.plan.put_in}
    assert {"Battlefield", "Team"} <= zones
    work.write(found.plan, source)
    new = {code: slot for code, slot in slots_of_file(source).items() if code not in before}
    assert {"quantity": 1, "dice": 0} in new.values()
    assert cards.validate(source).verdict == found.verdict


def test_a_character_comes_into_a_text_of_the_site_without_one(cards: Session, tmp_path: Path) -> None:
    source = in_form(cards, "destiny", "swdestinydb-txt", tmp_path)
    text = source.read_text("utf-8")
    head, _, rest = text.partition("CHARACTER")
    _, _, tail = rest.partition("EVENT")
    source.write_text(f"{head}EVENT{tail}", encoding="utf-8")
    work = cards.open_repair(source)
    plan = work.found().plan
    assert plan is not None
    assert "Team" in {change.zone for change in plan.put_in}
    work.write(plan, source)
    assert_holds(cards, work, plan, source, "swdestinydb-txt")


def test_a_file_that_would_hold_another_deck_is_not_written(
    cards: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = cards.open_repair(DECKS["destiny"], game="destiny", out=[PHASMA])
    plan = work.found().plan
    assert plan is not None
    path = tmp_path / "new.json"

    def nothing(_plan: Plan) -> tuple[CardChange, ...]:
        return ()

    monkeypatch.setattr(repaired_files, "card_changes", nothing)
    with pytest.raises(RepairError, match=r"new\.json would not hold the repaired deck: read ag"):
        work.write(plan, path)
    with pytest.raises(RepairError, match="Kylo would not hold the repaired deck"):
        work.save(plan, "Kylo")
    assert not path.exists()
    assert not work.keeper.list()
