"""Figures of a deck as the page shows them: goldfish with its plot, odds by cards seen."""

import base64
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from deckcheck.acts.languages import deck_in, names_among
from deckcheck.acts.limits import FIGURE
from deckcheck.acts.play import ask_odds, drawn_from, open_goldfish
from deckcheck.acts.session import Session
from deckcheck.acts.tune import TunedDeck
from deckcheck.show.language import gettext as _
from deckcheck.show.picture import FAINT, GRID, INK, NARROW, WIDTH, drawn_in
from deckcheck.web.answers import AnswerError
from deckcheck.web.database_thread import Unfinished
from deckcheck.web.decks import SentDeck
from deckcheck.web.endpoint import Flag, Text, endpoint
from deckcheck.web.plays import Condition, Draws, Seed

if TYPE_CHECKING:
    from deckcheck.acts.seated import GoldfishFigures

Narrow = Annotated[Flag, "true: the picture is one for a phone"]

Progress = Annotated[Text, Field(max_length=64), "a name of your own, under which its progress is asked for"]

_TUNE_SECONDS, _PLAY_SECONDS, _MOST_CHANGES, _GAMES = 20.0, 60.0, 40, 2_000
"""The time limit of a tune, the most changes, and the games by which a figure is told."""

_WIDTH = 88
MOST_HANDS = 20_000

_MOST_NOTED = 50
_played: dict[str, int] = {}
"""The hands played so far, by the name under which they are asked for."""

DARK = {
    "white": "#191b22",
    INK: "#e8e9ee",
    FAINT: "#a4a9b5",
    GRID: "#2c2f38",
    "#2f6db5": "#6ea3e8",
    "#bf8226": "#f2c063",
    "#b23a48": "#ff8f88",
    "#4c9a6a": "#7fd696",
    "#7d5ba6": "#c3a3ea",
    "#8a8a8a": "#b4b8c0",
    "#8f8a2a": "#d3cc5c",
    "#5b7f8c": "#8fc0d0",
    "#c9729a": "#f0a3c4",
}
"""The colours of plots where the page is dark, by those of the light scheme."""


@endpoint("POST /api/deck/goldfish", "deckcheck.page-goldfish/1")
def goldfish_document(
    session: Session,
    sent: SentDeck,
    seed: Seed = 0,
    hands: Annotated[
        int,
        Field(strict=True, ge=0, le=10**6),
        f"how many, up to {MOST_HANDS:,}; a seed has the hands of the command",
    ] = 200,
    turns: Annotated[int, Field(strict=True, ge=0, le=12), "how many"] = 6,
    policy: Annotated[Text, "random, greedy or planner"] = "planner",
    progress: Progress = "",
    narrow: Narrow = False,
) -> dict[str, Any] | Unfinished:
    """The figures of a deck that is played alone, as text and drawn.

    `goldfish` is the document of the command: the hands of a seed are played in the same chunks,
    whose counts are added up. Cards are called as in the language of who asks. Between two chunks
    other requests have their turn; `progress` is the name under which `progress_document` says
    meanwhile how many hands are played.
    """
    if hands > MOST_HANDS:
        raise AnswerError(
            _("at most {most_hands:,} hands are played here; `deckcheck goldfish` plays any number"),
            most_hands=MOST_HANDS,
        )
    deck = deck_in(session, sent.resolved(session), None)
    run = open_goldfish(session, deck, seed=seed, hands=max(1, hands), turns=turns, policy=policy, jobs=1)
    return _played_on(run.steps(), progress, narrow=narrow)


@endpoint("GET /api/deck/goldfish/{name}", "deckcheck.page-progress/1")
def progress_document(_session: Session, name: str) -> dict[str, Any]:
    """The hands that are played so far of the goldfish or tune of that name, 0 where there is none."""
    return {"schema": "deckcheck.page-progress/1", "hands": _played.get(name, 0)}


@endpoint("POST /api/deck/tune", "deckcheck.tune/1", takes_long=True)
def tune_document(
    session: Session,
    sent: SentDeck,
    goal: Annotated[Text, "a condition as for odds, like `type:space >= 2`, or a figure"] = "",
    changes: Annotated[int, Field(strict=True, ge=0, le=_MOST_CHANGES), "the most that there may be"] = 1,
    same_size: Annotated[Flag, "true: there stay as many cards to draw from"] = False,
    owned: Annotated[Flag, "true: only copies that are free in the collection"] = False,
    wish: Annotated[Flag, "true: with `owned`, which cards that are not free would gain most"] = False,
    keep: Annotated[list[str], "names that stay in"] = [],
    out: Annotated[list[str], "names that go, and do not come in"] = [],
    seed: Seed = 0,
    progress: Progress = "",
) -> dict[str, Any] | Unfinished:
    """The best legal deck for a goal within so many changes; `names` as for a repair.

    For a figure decks are played, which takes some seconds; `progress` as for the goldfish.
    """
    steps = session.tune_steps(
        sent.deck_list,
        goal,
        sent.format,
        on=sent.on,
        game=sent.game,
        changes=changes,
        size=drawn_from(session, sent.resolved(session)) if same_size else None,
        owned=owned,
        wish=wish,
        keep=keep,
        out=out,
        time_limit=_PLAY_SECONDS if goal.startswith(FIGURE) else _TUNE_SECONDS,
        seed=seed,
        games=_GAMES,
        jobs=1,
    )
    return _tuned_on(session, steps, progress)


def _tuned_on(
    session: Session, steps: Generator[int, None, TunedDeck], progress: str
) -> dict[str, Any] | Unfinished:
    try:
        _note(progress, next(steps))
    except StopIteration as end:
        _played.pop(progress, None)
        document: dict[str, Any] = end.value.document()
        wished = (document["wish"] or {"in": []})["in"]
        cards = (one["name"] for one in (*document["out"], *document["in"], *wished))
        return {**document, "names": names_among(session, cards, document["game"])}
    return Unfinished(lambda session: _tuned_on(session, steps, progress))


@endpoint("POST /api/deck/odds/plot", "deckcheck.page-plot/1")
def odds_plot(
    session: Session, sent: SentDeck, condition: Condition = "", draws: Draws = 0, narrow: Narrow = False
) -> dict[str, Any]:
    """The probability of a condition and of its parts by the number of cards seen, drawn and in numbers."""
    odds = ask_odds(session, sent.resolved(session), condition, draws=draws)
    plot = _picture(odds.plot, narrow=narrow)
    return {"schema": "deckcheck.page-plot/1", "plot": plot, "curves": odds.curves}


def _note(progress: str, hands: int) -> None:
    """Notes how many hands are played, where somebody asks; the oldest that nobody finished are forgotten."""
    if progress:
        _played[progress] = hands
    while len(_played) > _MOST_NOTED:
        del _played[next(iter(_played))]


def _played_on(
    steps: Iterator["GoldfishFigures"], progress: str, *, narrow: bool
) -> dict[str, Any] | Unfinished:
    figures = next(steps)
    if figures.hands < (figures.trial.hands or 0):
        _note(progress, figures.hands)
        return Unfinished(lambda _session: _played_on(steps, progress, narrow=narrow))
    _played.pop(progress, None)
    return {
        "schema": "deckcheck.page-goldfish/1",
        "goldfish": figures.document(),
        "text": figures.text(_WIDTH),
        "plot": _picture(figures.plot, narrow=narrow),
    }


def _picture(draw: Callable[[Path], None], *, narrow: bool) -> str:
    """A plot as the address of a picture that needs no further request."""
    with TemporaryDirectory() as folder, drawn_in(NARROW if narrow else WIDTH):
        path = Path(folder) / "plot.svg"
        draw(path)
        drawn = in_both_schemes(path.read_text(encoding="utf-8"))
        return "data:image/svg+xml;base64," + base64.b64encode(drawn.encode()).decode()


def in_both_schemes(drawn: str) -> str:
    """A plot that is dark where the page is; in the light scheme it stays as it was drawn."""
    rules = "".join(
        f'[{part}="{light}"]{{{part}:{dark}}}' for light, dark in DARK.items() for part in ("fill", "stroke")
    )
    head, title, rest = drawn.partition("<title>")
    return f"{head}<style>@media(prefers-color-scheme:dark){{{rules}}}</style>{title}{rest}"
