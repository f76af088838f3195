"""`deckcheck repair`: the nearest legal deck, with the proof that none is nearer."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from deckcheck import acts
from deckcheck.acts.languages import names_in
from deckcheck.acts.limits import MOST_DECKS
from deckcheck.cli import options as opt
from deckcheck.cli.common import (
    EXIT_FINE,
    EXIT_NO,
    EXIT_UNPROVEN,
    can_ask,
    open_database,
    print_json,
    say,
    undo_command,
)
from deckcheck.cli.given import given
from deckcheck.cli.judging import Judging, judging
from deckcheck.cli.open_decks import open_decks
from deckcheck.show.language import gettext as _, joined
from deckcheck.show.wording import with_english

if TYPE_CHECKING:
    from deckcheck.acts.repair import RepairArguments
    from deckcheck.acts.repairing import LedgerBatch, OpenRepair, OpenTogether, Plan, Repair, RepairedTogether


STDIN = "-"


def allowed_changes(
    owned: Annotated[
        bool, opt.flag("--owned", "Put in only free copies; cards of the deck may stay.")
    ] = False,
    cards: Annotated[str | None, opt.option("QUERY", "Put in only cards that a query asks for.")] = None,
    keep: Annotated[list[str] | None, opt.option("NAME", "A card of which no copy leaves the deck.")] = None,
    out: Annotated[list[str] | None, opt.option("NAME", "A card that leaves, and does not come in.")] = None,
    drop_unknown: Annotated[
        bool, opt.flag("--drop-unknown", "Take out names that are no card for certain.")
    ] = False,
) -> "RepairArguments":
    """The options that say which cards may come and go."""
    return {
        "owned": owned,
        "cards": cards,
        "keep": keep or (),
        "out": out or (),
        "drop_unknown": drop_unknown,
    }


@given(judging=judging, allowed=allowed_changes)
def repair(
    decks: Annotated[
        list[str], opt.argument("DECK...", f"{opt.DECK_HELP} Two with --owned are built at once.")
    ],
    judging: Judging,
    allowed: "RepairArguments",
    max_changes: Annotated[int | None, opt.option("N", "Change no more than N.", min=0)] = None,
    alternatives: Annotated[int, opt.option("N", "Show the N next best decks, too.", min=0, max=100)] = 0,
    time_limit: opt.TimeLimit = 5.0,
    write: Annotated[
        list[Path] | None,
        opt.option("FILE", "Write the legal deck; keeps its format. Of two decks one for each."),
    ] = None,
    save: Annotated[
        list[str] | None, opt.option("NAME", "Save the legal deck. Of two decks one for each.")
    ] = None,
    force: opt.ForceDeck = False,
    short: Annotated[bool, opt.flag("--short", "Print the changes in two lines.")] = False,
    ask: Annotated[bool, opt.flag("--ask", "Ask about each change: accept, reject, keep, undo.")] = False,
    no_input: Annotated[bool, opt.flag("--no-input", "Ask nothing.")] = False,
    read_as: opt.ReadAs = None,
    game: opt.DeckGame = None,
    names: opt.Names = None,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Find the nearest legal deck, and prove that none is nearer.

    A change is one card taken out or put in. Of the decks with fewest changes it is the one that
    needs fewest cards you do not have free, then the one most like yours.

    Two decks are repaired at once, from one collection: each copy goes into one of them.

    Exit code 0: a legal deck was found; 1: there is none under these conditions; 3: it cannot be
    proven legal, since names stay in that are no card for certain.

    Example: deckcheck repair my.dek --owned --format standard
    """
    if ask and (json or no_input):
        other = "--json" if json else "--no-input"
        raise opt.wrong(_("--ask cannot be combined with {other}"), other=other)
    targets = Targets(write or [], save or [], force)
    _check(decks, targets, asks=ask)

    asks_names = (
        can_ask() and not (json or no_input) and not allowed.get("drop_unknown") and STDIN not in decks
    )
    with open_database(db) as database:
        opened = open_decks(database, decks, read_as, game, may_be_empty=True).decks
        arguments: RepairArguments = {
            **judging.options,
            "game": game,
            "read_as": read_as,
            **allowed,
            "max_changes": max_changes,
            "alternatives": alternatives,
            "time_limit": time_limit,
        }
        if len(decks) > 1:
            together = acts.repair.open_repair_together(database, opened, judging.play_format, **arguments)
            named = names_in(database, names, game=together.decks[0].deck.game)
            if asks_names:
                together = replace(together, decks=tuple(_named(one, named) for one in together.decks))
            raise typer.Exit(_repair_together(together, targets, named, json=json, short=short))
        work = acts.repair.open_repair(database, opened[0], judging.play_format, **arguments)
        named = names_in(database, names, game=work.deck.game)
        work = _named(work, named) if asks_names else work
        repaired = _asked(work, named) if ask else work.found()
        ready = targets.ready([work], [repaired.plan])
        if json:
            print_json(acts.repairing.as_document(repaired))
        else:
            shown = acts.repairing.all_called(repaired, named)
            sys.stdout.write(acts.repairing.repair_text(shown, short=short))
        for keep_it in ready:
            keep_it()
    raise typer.Exit(_exit_code(repaired))


class Targets(NamedTuple):
    """Where decks go: files to write and names to save, one for each deck or none at all."""

    files: Sequence[Path]
    names: Sequence[str]
    force: bool

    def ready(
        self, works: "Sequence[OpenRepair]", plans: "Sequence[Plan | None]"
    ) -> list[Callable[[], None]]:
        """Returns the functions that write and save the decks of plans, all checked before."""
        ready: list[Callable[[], None]] = []
        for number, (work, plan) in enumerate(zip(works, plans, strict=True)):
            if plan is not None and self.files:
                file = self.files[number]
                ready.append(partial(_write_deck, work.ready_file(plan, file, force=self.force), file))
            if plan is not None and self.names:
                name = self.names[number]
                ready.append(partial(_save_deck, work.ready_save(plan, name, force=self.force), name))
        return ready


def one_target(
    write: Annotated[Path | None, opt.option("FILE", "Write the deck; keeps its format.")] = None,
    save: Annotated[str | None, opt.option("NAME", "Save the deck.")] = None,
    force: opt.ForceDeck = False,
) -> Targets:
    """Where the one deck of a command goes."""
    return Targets([] if write is None else [write], [] if save is None else [save], force)


def _check(decks: Sequence[str], targets: Targets, *, asks: bool) -> None:
    """Raises where there are too many decks, or not one target for each."""
    if len(decks) > MOST_DECKS:
        raise opt.wrong(
            _("{count} decks: one is repaired, or two together with --owned"), "DECK", count=len(decks)
        )
    if asks and len(decks) > 1:
        raise opt.wrong(_("--ask works with one deck only"))
    given: tuple[Sequence[object], Sequence[object]] = targets.files, targets.names
    for option, named in zip(("--write", "--save"), given, strict=True):
        if named and len(named) != len(decks):
            message = _(
                "{count} for {count2} decks: give one for each deck", count=len(named), count2=len(decks)
            )
            if len(decks) == 1:
                message = _("{count} for one deck: give one", count=len(named))
            raise typer.BadParameter(message, param_hint=option)
        if len(set(named)) < len(named):
            raise opt.wrong(_("{targets} is given twice: give each deck its own"), option, targets=named[0])


def _repair_together(
    work: "OpenTogether", targets: Targets, names: Mapping[str, str], *, json: bool, short: bool
) -> int:
    """Shows what was found for several decks, and keeps each; gives the exit code."""
    repaired = work.found()
    ready = targets.ready(work.decks, [one.plan for one in repaired.repairs])
    if json:
        print_json(acts.repairing.as_document_together(repaired))
    else:
        shown = tuple(acts.repairing.all_called(one, names) for one in repaired.repairs)
        sys.stdout.write(acts.repairing.together_text(replace(repaired, repairs=shown), short=short))
    for keep_it in ready:
        keep_it()
    return _exit_code(repaired)


def _named(work: "OpenRepair", named: Mapping[str, str]) -> "OpenRepair":
    """The repair with the names that the user says; those that are left stay as they are."""
    from deckcheck.cli.repair_questions import ask_names

    names = work.open_names()
    return work.named(ask_names(names, called=partial(with_english, names=named))) if names else work


def _asked(work: "OpenRepair", named: Mapping[str, str]) -> "Repair":
    """The repair of which every change was accepted on the terminal."""
    from deckcheck.cli.repair_questions import ask_about

    dialog = work.dialog()
    called = partial(with_english, names=named)
    if dialog.plan is not None and ask_about(dialog, called=called) is None:
        say(_("nothing was changed"))
        raise typer.Exit(EXIT_NO)
    return dialog.repair


def _write_deck(write: Callable[[], tuple[str, ...]], file: Path) -> None:
    """Writes a deck, and says what its format cannot hold."""
    for lost in write():
        say(f"{file}: {lost}")
    say(_("{file}: written"), file=file)


def _save_deck(save: Callable[[], "LedgerBatch | None"], name: str) -> None:
    """Saves a deck, and says how that is undone."""
    batch = save()
    undo = "" if batch is None else _("undo with: {command}", command=undo_command(batch.number))
    say(joined((_("saved as {name}", name=name), undo), "; "))


def _exit_code(repaired: "Repair | RepairedTogether") -> int:
    """0 for a legal deck, 1 where there is none, 3 where neither is proven."""
    if repaired.is_legal:
        return EXIT_FINE
    return EXIT_NO if repaired.impossible else EXIT_UNPROVEN
