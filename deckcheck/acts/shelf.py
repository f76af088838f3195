"""The saved decks side by side: of each its verdict, what it is made of, and how near it is."""

import csv
import io
import time
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from db.cards.card import Card
from db.collection.decks import SavedDeck
from db.collection.history import last_changes
from db.errors import DeckcheckError
from db.language import english
from db.sums import summed
from deckcheck.acts import decks as deck_acts
from deckcheck.acts.files import file_name
from deckcheck.acts.typed_decks import losses_to_tell
from deckcheck.collection.holdings import Collection
from deckcheck.deck import Deck
from deckcheck.games import get_game
from deckcheck.games.deck_profile import cost_curve
from deckcheck.games.faces import GREY, hue
from deckcheck.judge.batch import JudgeOptions
from deckcheck.report import ILLEGAL, LEGAL, UNPROVEN, Report

if TYPE_CHECKING:
    from deckcheck.acts.session import Session
    from deckcheck.collection.file_import import SheetImport

VERDICTS = (LEGAL, UNPROVEN, ILLEGAL)
"""The verdicts in the order in which decks are sorted by them."""

SECONDS_FOR_CHANGES = 0.3
"""So long of the processor the decks that are not legal are asked for their nearest legal deck, together."""


@dataclass(frozen=True, slots=True)
class DeckOnShelf:
    """A saved deck with its verdict.

    `report` is None where the deck cannot be judged, and `problem` says why. `sides` and `types` are
    copies by name and hue, the most first for sides, in the order of the game for types; `costs` are
    copies by cost. `owned` are the copies of the deck that are there. `changes` are those to the
    nearest legal deck, None where that was not found at once; `least_changes` any legal deck takes.
    """

    saved: "SavedDeck"
    changed_on: str
    format_name: str
    report: "Report | None" = None
    problem: str = ""
    sides: Sequence[tuple[str, str, int]] = ()
    types: Sequence[tuple[str, str, int]] = ()
    costs: Sequence[tuple[str, int]] = ()
    owned: int = 0
    changes: int | None = None
    least_changes: int | None = None

    @property
    def verdict(self) -> str:
        """The verdict; unproven where it cannot be judged."""
        return UNPROVEN if self.report is None else self.report.verdict

    @property
    def side(self) -> str:
        """The sides but those that go with every side, like `light`; else what is there."""
        told = [side for side, hue, _ in self.sides if hue != GREY] or [side for side, _, _ in self.sides]
        return ", ".join(told)

    @property
    def hue(self) -> str:
        """The hue of the side with the most copies; grey where none is told."""
        return next((hue for _, hue, _ in self.sides if hue != GREY), GREY)

    @property
    def is_complete(self) -> bool:
        """Whether every copy is owned."""
        return self.owned == self.saved.facts.quantity > 0

    @property
    def problems(self) -> list[str]:
        """The codes of the rules that are broken, each once."""
        issues = () if self.report is None else self.report.issues
        return list(dict.fromkeys(one.code for one in issues if one.severity == "error"))


def save_examples(session: "Session") -> list[str]:
    """Saves the example decks of the session's game under the names of their files; returns these.

    What is saved already stays as it is.
    """
    saved = {one.facts.name.casefold() for one in session.decks.list()}
    names = []
    for path, _deck in _examples(session):
        if path.stem.casefold() not in saved:
            session.decks.save(path, path.stem)
            names.append(path.stem)
    return names


def example_sheet(session: "Session") -> "SheetImport":
    """A sheet with the cards of the game's example decks, to be imported by who wants to try a collection."""
    copies = summed((one.name, one.quantity) for _path, deck in _examples(session) for one in deck.entries)
    sheet = io.StringIO()
    csv.writer(sheet).writerows([("Quantity", "Name"), *((number, name) for name, number in copies.items())])
    return session.collection.import_sheet("examples.csv", mode="add", data=sheet.getvalue().encode())


def _examples(session: "Session") -> Iterator[tuple[Path, Deck]]:
    """Yields the files of the game's example decks: of an installed package, else of the checkout."""
    package = Path(__file__).parents[1]
    here = next(one for one in (package / "examples", package.parent / "examples") if one.is_dir())
    for path in sorted(file for folder in (here / "decks", here / "sisters") for file in folder.iterdir()):
        deck = session.deck(path, game=None)
        if deck.game == session.game:
            yield path, deck


def shelf(
    session: "Session",
    format: str | None = None,
    *,
    on: date | None = None,
    names: Iterable[str] | None = None,
) -> list[DeckOnShelf]:
    """The saved decks of the session's game with their verdicts, in the order of their names.

    Each is judged in its own format and as of today, unless others are asked for. With `names` only
    these are shown, in this order: raises `DeckNotFoundError`.

    >>> import deckcheck
    >>> with deckcheck.open() as cards:  # doctest: +SKIP
    ...     [(one.saved.facts.name, one.verdict) for one in shelf(cards)]
    [('Rebels', 'legal')]
    """
    changed = last_changes(session.path)
    options = session.judge_options(format, {"game": session.game, "on": on})
    left = [SECONDS_FOR_CHANGES]
    decks = session.decks.list() if names is None else [session.decks.get(name) for name in names]
    return [_on_shelf(session, one, changed.get(one.id, ""), options, left) for one in decks]


def decks_file(session: "Session", decks: "Iterable[SavedDeck]", suffix: str) -> tuple[str, bytes]:
    """The name and the bytes of a file of saved decks; the suffix, like `.dek`, says the format.

    Several decks are files in a zip file. So is one of which the format cannot hold all; `losses.txt`
    in it says what.
    """
    files: dict[str, bytes] = {}
    losses: list[str] = []
    to = deck_acts.format_to_write(Path(f"deck{suffix}"))
    for deck in decks:
        done = deck_acts.converted(session, session.deck_list(deck), to, game=session.game)
        file = file_name(deck.facts.name, suffix, files)
        files[file] = done.data
        losses += [f"{file}: {english(loss)}" for loss in losses_to_tell(done)]
    if len(files) == 1 and not losses:
        return next(iter(files.items()))
    if losses:
        files["losses.txt"] = "".join(f"{line}\n" for line in losses).encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, data in files.items():
            archive.writestr(file, data)
    return "decks.zip", packed.getvalue()


def _on_shelf(
    session: "Session", saved: "SavedDeck", changed_on: str, options: "JudgeOptions", left: list[float]
) -> DeckOnShelf:
    facts = saved.facts
    try:
        deck = deck_acts.deck(session, saved, game=facts.game)
        judges = session.deck_judge(options)
        report = judges.judge_deck(deck)
    except DeckcheckError as error:
        return DeckOnShelf(saved, changed_on, facts.format or "", problem=str(error))
    least = away = None
    if report.verdict == ILLEGAL and left[0] > 0:
        from deckcheck.repair.few_changes import least_and_few_changes

        begin = time.thread_time()
        least, away = least_and_few_changes(judges.judge_of(facts.game), deck)
        left[0] -= time.thread_time() - begin
    names = {one.code: one.name for one in session.formats(facts.game)}
    return DeckOnShelf(
        saved,
        changed_on,
        names.get(report.format, report.format),
        report,
        changes=away,
        least_changes=least,
        **_made_of(deck, session.collection.stored),
    )


def _made_of(deck: "Deck", collection: "Collection") -> dict[str, Any]:
    game = get_game(deck.game)
    needed = summed((entry.card, entry.quantity) for entry in deck.entries if entry.card is not None)
    main = [(one.card, one.quantity) for one in deck.entries if one.card and one.zone == game.main_zone]
    owned = sum(min(copies, collection.counts(card).owned) for card, copies in needed.items())
    return {**made_of(main, deck.game), "owned": owned}


def made_of(cards: Sequence[tuple[Card, int]], game: str) -> dict[str, Any]:
    """The `sides`, `types` and `costs` of copies of cards, as a deck on the shelf has them."""
    known = get_game(game)
    sides = summed((card.side or "", copies) for card, copies in cards)
    types = summed((card.type, copies) for card, copies in cards)
    order = {kind: place for place, kind in enumerate(known.words.hues)}
    kinds = sorted(types, key=lambda kind: order.get(kind.partition("/")[0], len(order)))
    return {
        "sides": [(side, hue(known, side), copies) for side, copies in sides.most_common() if side],
        "types": [(kind, hue(known, kind), types[kind]) for kind in kinds],
        "costs": cost_curve(cards),
    }
