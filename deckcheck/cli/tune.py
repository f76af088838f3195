"""`deckcheck tune`: the best legal deck for a goal, with the proof that none is better."""

import sys
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Annotated

import typer

from deckcheck import acts
from deckcheck.acts.limits import MOST_CHANGES, TUNE_SECONDS
from deckcheck.cli import options as opt
from deckcheck.cli.common import EXIT_FINE, EXIT_NO, EXIT_UNPROVEN, parse_numbers, print_json, say
from deckcheck.cli.given import given
from deckcheck.cli.judging import Judging, judging
from deckcheck.cli.open_decks import OneDeck, one_deck
from deckcheck.cli.play.odds import MulliganChoice
from deckcheck.cli.play.simulating import chosen_seed, who_works
from deckcheck.cli.repair import Targets, allowed_changes, one_target
from deckcheck.show.language import gettext as _


def _amount(text: str) -> Decimal:
    """The budget as a number; raises `BadParameter`."""
    try:
        return Decimal(text.replace(",", "."))
    except InvalidOperation:
        raise opt.wrong(_("{text!r}, expected a number like 12.50"), text=text) from None


@given(deck=one_deck, judging=judging, allowed=allowed_changes, targets=one_target)
def tune(
    deck: OneDeck,
    judging: Judging,
    goal: Annotated[
        list[str],
        opt.option(
            "GOAL",
            "A condition of deckcheck odds, or a figure of setups and hands: figure:all_arenas, or "
            "figure:spent@2 after turn 2. Of several goals the mean counts.",
        ),
    ],
    weight: opt.Weight = None,
    then: opt.Then = None,
    no_less: Annotated[
        list[str] | None, opt.option("GOAL", "Its odds do not become less than they are.")
    ] = None,
    changes: Annotated[
        int | None, opt.option("N", "Change no more than N; a swap is two.", min=0, max=MOST_CHANGES)
    ] = None,
    hand: opt.HandSize = None,
    mulligan: Annotated[
        MulliganChoice, opt.option(None, "keep the hand, or units or best as in deckcheck odds.")
    ] = MulliganChoice.keep,
    draws: opt.Draws = 0,
    *,
    allowed: "acts.repair.RepairArguments",
    wish: Annotated[
        bool, opt.flag("--wish", "With --owned: name the other cards that would gain most.")
    ] = False,
    budget: Annotated[
        Decimal | None, opt.option("AMOUNT", "Buy cards for no more than that, by --prices.", parser=_amount)
    ] = None,
    prices: Annotated[
        Path | None, opt.option("FILE", "A sheet with names and prices of cards, for --budget.")
    ] = None,
    size: Annotated[int | None, opt.option("N", "Draw from N cards (default: any number).", min=1)] = None,
    at_least: Annotated[
        list[str] | None, opt.option("QUERY=N", "So many cards of a query stay in the deck.")
    ] = None,
    time_limit: opt.TimeLimit = TUNE_SECONDS,
    games: Annotated[
        int | None, opt.option("N", "For a figure: tell it by N games, and search with twenty N.", min=1)
    ] = None,
    seed: opt.Seed = None,
    jobs: opt.Jobs = None,
    cluster: opt.Cluster = None,
    targets: Targets,
    plot: Annotated[Path | None, opt.option("FILE", "Draw the odds by changes (.svg or .png).")] = None,
    xlsx: opt.Xlsx = None,
    names: opt.Names = None,
    json: opt.Json = False,
) -> None:
    """Find the best legal deck for a goal, and prove that none is better.

    The goal is a condition on the cards of the opening hand; its odds are to be as high as can be
    within so many changes. A change is one card taken out or put in. Without --changes each number
    is tried, as long as it gains something. For a figure decks are played: that finds a better one,
    and proves nothing. Several goals count by their weights, or one after another.

    Exit code 0: a legal deck was found; 1: none is legal within the changes; 3: neither is proven.

    Example: deckcheck tune my.dek --goal 'type:space >= 1 and type:ground >= 1' --changes 8
    """
    from deckcheck.show.canvas import SUFFIXES

    if wish and not allowed.get("owned"):
        raise opt.wrong(_("--wish asks for cards beside those that are owned: use it with --owned"))
    if plot is not None:
        acts.files.check_suffix(plot, SUFFIXES)
    arguments: acts.tune.TuneArguments = {
        **judging.options,
        **allowed,
        "game": deck.game,
        "read_as": deck.read_as,
        "also": goal[1:],
        "weights": weights_of(weight),
        "then": then or [],
        "no_less": no_less or [],
        "changes": changes,
        "hand": hand,
        "draws": draws,
        "mulligan": mulligan.value,
        "wish": wish,
        "budget": budget,
        "prices": prices,
        "size": size,
        "at_least": minima(at_least),
        "time_limit": time_limit,
        "seed": chosen_seed(seed),
        "games": games,
        "jobs": who_works(jobs, cluster),
    }
    found = acts.tune.tune(deck.database, deck.opened, goal[0], judging.play_format, **arguments)
    plan = found.tuned.plan
    ready = targets.ready([found.work], [plan])
    if json:
        print_json(found.document())
    else:
        sys.stdout.write(found.text(acts.languages.names_in(deck.database, names, game=found.work.deck.game)))
    if plot is not None and plan is not None:
        found.plot(plot)
        say(_("{plot}: written"), plot=plot)
    if xlsx is not None:
        found.workbook(xlsx, force=targets.force)
        say(_("{out}: written"), out=xlsx)
    for keep_it in ready:
        keep_it()
    none = plan is None and not found.tuned.open
    raise typer.Exit(EXIT_NO if none else EXIT_FINE if found.tuned.is_legal else EXIT_UNPROVEN)


def weights_of(text: str | None) -> list[float]:
    """The weights of goals, such as those of `2,1`; raises `BadParameter`."""
    try:
        return [float(one) for one in text.split(",")] if text else []
    except ValueError:
        raise opt.wrong(_("{text!r}, expected numbers like 2,1"), "--weight", text=text) from None


def minima(texts: list[str] | None) -> list[tuple[str, int]]:
    """Queries with the number of their cards; raises `BadParameter`."""
    expected = _("a query and a number, like type:battle=8")
    return [*parse_numbers(texts, "--at-least", expected).items()]
