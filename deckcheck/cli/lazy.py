"""Commands and groups of commands that are imported only when they are asked for."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from importlib import import_module
from types import ModuleType
from typing import Any

import typer
from typer.core import TyperGroup

from deckcheck import acts
from deckcheck.cli.common import be_quiet, say
from deckcheck.cli.completion import with_shell
from deckcheck.cli.in_language import told, translate_help
from deckcheck.cli.plain_values import take_plainly
from deckcheck.show.language import gettext as _


def new_names(words: Sequence[str]) -> dict[str, str]:
    """The old names of options in the words of a command line, with those that they have now.

    >>> new_names(["repair", "my.dek", "--from=type:space"])
    {'--from': '--cards'}
    """
    in_repair = list(words[:1]) in (["repair"], ["tune"]) or list(words[:2]) == ["deck", "complete"]
    now = {"--from": "--cards" if in_repair else "--as", "--read-as": "--as"}
    return {old: new for old, new in now.items() if any(word.partition("=")[0] == old for word in words)}


GUESSES = {
    "check": "validate",
    "legal": "validate",
    "draw": "goldfish --show",
    "hand": "goldfish --show",
    "import": "collection import",
    "export": "collection export",
    "deck check": "validate",
    "deck print": "deck show",
    "deck sheet": "deck show",
    "deck add": "deck edit",
    "deck compare": "deck diff",
    "collection value": "collection stats",
    "collection missing": "deck missing",
    "collection search": "collection list",
    "cards find": "cards search",
    "cards list": "cards search ''",
    "event create": "event new",
    "event add": "event register",
    "event start": "event pair",
    "event next": "event pair",
    "event close": "event lock",
    "event back": "event drop --back",
    "event unpair": "event undo",
    "event winner": "event standings",
    "event finish": "event standings",
    "event end": "event standings",
    "event players": "event show",
    "standings": "event standings",
    "pair": "event pair",
    "result": "event result",
    "deck repair": "repair",
    "deck validate": "validate",
    "deck legal": "validate",
    "compare": "deck diff",
    "find": "cards search",
    "lookup": "cards search",
    "wish": "collection want",
    "buy": "collection want",
    "price": "collection stats",
    "value": "collection stats",
    "results": "event result",
    "timer": "event clock",
    "tournament": "event",
    "own": "collection list",
    "have": "collection list",
    "fix": "repair",
    "simulate": "goldfish",
    "shuffle": "goldfish --show",
    "rules": "formats",
    "banlist": "formats",
    "web": "serve",
    "update": "cards sync",
    "version": "--version",
    "deck remove": "deck edit",
    "deck history": "collection history",
    "deck undo": "undo",
}
"""Commands that people guess, and the ones that are meant; those are named, not run."""

QUIET = frozenset({"--quiet", "-q"})

_OF_FILES = frozenset({"-o", "--out", "--output", "-f", "--file", "-i", "--input"})
_FILES = frozenset({"FILE", "OUT", "TARGET"})
"""Guessed options of files, and the arguments that files are."""
_USAGE_ERROR: Any = typer.BadParameter.__mro__[1]

COMMANDS = {
    "validate": _("Say whether decks are legal, and exactly why not."),
    "why": _("Show what a format requires and what the deck has of it."),
    "repair": _("Find the nearest legal deck, and prove that none is nearer."),
    "tune": _("Find the best legal deck for a goal."),
    "setup": _("Play setup by the rulebook, move by move or often."),
    "goldfish": _("Deal hands and play the first turns alone."),
    "matrix": _("Play each deck against each other in setup."),
    "odds": _("Say exactly how likely a condition is."),
    "formats": _("Show the formats as they were in time."),
    "undo": _("Undo the last change of collection, decks or events."),
    "languages": _("List the languages, with how complete each is."),
    "tour": _("Show in five minutes what there is."),
    "serve": _("Show decks, cards and collection in the browser."),
}
"""Single commands, each with its help in the list; the module has a function of that name."""

GROUPS = {
    "database": _("Show, check, back up and restore the card database."),
    "config": _("Set a default game, format, database and more."),
    "deck": _("Show, edit, convert, save and compare decks."),
    "cards": _("Search, show and import cards."),
    "collection": _("Keep a collection; every change can be undone."),
    "event": _("Run an event from registration to standings."),
    "league": _("Keep a season: points, kinds of decks, ratings."),
    "people": _("Know who is of the club, and open a page to each."),
    "pool": _("Open boosters, and build decks of a pool."),
    "trades": _("Find the best exchange with friends."),
}
"""The groups, each with its help; the module has the group as `app`."""

_HOMES = {
    "why": "validate",
    "setup": "play.setup",
    "goldfish": "play.goldfish",
    "matrix": "play.matrix",
    "odds": "play.odds",
    "deck": "deck.deck",
    "cards": "cards.search",
    "collection": "collection.edit",
    "event": "event.event",
}
"""The modules of commands and groups that do not stand in `deckcheck.cli` itself."""


def command_module(name: str) -> ModuleType:
    """The module of a command or group, imported now.

    >>> command_module("odds").__name__
    'deckcheck.cli.play.odds'
    """
    return import_module(f"deckcheck.cli.{_HOMES.get(name, name)}")


def new_group(module: str) -> typer.Typer:
    """A group of commands for a module, given as its `__name__`; its help is plain text.

    >>> new_group("deckcheck.cli.cards.search").info.help
    'Search, show and import cards.'
    """
    return typer.Typer(
        cls=OwnGroup,
        help=GROUPS[module.split(".")[2]],
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
    )


def commands_called(word: str) -> list[str]:
    """The commands of that name, alone and in groups, and those that are meant by such a guess.

    >>> commands_called("diff"), commands_called("print")
    (['deck diff'], ['deck show', 'event print'])
    """
    found = [word] if word in COMMANDS else []
    for group in GROUPS:
        own = {one.name for one in command_module(group).app.registered_commands}
        guess = f"{group} {word}"
        found += [guess] if word in own else [GUESSES[guess]] if guess in GUESSES else []
    return list(dict.fromkeys(found))


def refuse_guess(ctx: Any, *words: str) -> None:
    """Ends with the command that is meant by a guess of the table, or of that name elsewhere."""
    if ctx.resilient_parsing:
        return
    meant = GUESSES.get(" ".join(words))
    found = commands_called(words[-1]) if meant is None else [meant]
    if len(found) == 1 or (found and len(words) == 1):  # in a group a word of many others tells nothing
        ctx.command.suggest_commands = False  # the answer is known: nothing near it helps
        ctx.fail(
            _(
                "No such command {word!r}. What you mean is: {meant}",
                word=words[-1],
                meant=", ".join(f"deckcheck {one}" for one in found),
            )
        )


def _explain(error: Any) -> None:
    """Says in our words what is wrong with a number, or what an option that people guess is here."""
    option = getattr(error, "option_name", "")
    params = () if error.ctx is None else error.ctx.command.params
    file = next((one.metavar for one in params if one.metavar in _FILES), "")
    if option in {"-v", "--verbose"}:
        error.message = _(
            "No such option: {option}; all that is known is shown, -q shows less", option=option
        )
    elif option in _OF_FILES and file:
        error.message = _("No such option: {option}; {file} stands without one", option=option, file=file)
    else:
        if error.message.startswith("Input should be"):
            error.message = told(error.message)
        return
    error.possibilities = None


def _first_sentence(help_: str) -> str:
    """The first sentence of a help text, in one line.

    >>> _first_sentence("Make an event. Every player fills seats.")
    'Make an event.'
    """
    first = " ".join(help_.split("\n\n", 1)[0].split())
    return first.split(". ", 1)[0].removesuffix(".") + "." if first else ""


class OwnGroup(TyperGroup):
    """A group of commands, such as `deckcheck deck`, that answers guesses; alone it shows what there is."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parses the arguments; without any it ends with what there is, and what to do next."""
        if not args and self.no_args_is_help and not ctx.resilient_parsing:
            from deckcheck.cli.overview import show_overview

            show_overview(self.name or "")
            ctx.exit()
        return super().parse_args(ctx, args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name; ends with the one that is meant for a guess."""
        command = super().get_command(ctx, cmd_name)
        if command is None:
            refuse_guess(ctx, self.name or "", cmd_name)
        return command


def _made_now(name: str, own: str) -> Any:
    """A command, or a group with its own command of that name; with all where it has none such."""
    module = command_module(name)
    if name not in GROUPS:
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        app.command()(getattr(module, name))
        command: Any = typer.main.get_command(app)
    else:
        app = copy(module.app)
        if only := [one for one in app.registered_commands if own and one.name == own]:
            app.registered_commands, app.registered_groups = only, []
        command = typer.main.get_group(app)
    command.name = name
    return command


class LazyGroup(TyperGroup):
    """The program: commands and groups that stand in, by name and help, until they are used."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        helps = COMMANDS | GROUPS
        self.commands.update({name: TyperGroup(name=name, help=text) for name, text in helps.items()})
        take_plainly(self)
        self._made: dict[tuple[str, str], Any] = {}
        self._only_listing, self._own = False, ""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parses the arguments: --quiet may stand anywhere, a lone `-` is a deck to validate.

        A file or saved deck alone is what it holds: a deck to validate, a sheet to preview, and so on.
        """
        end = args.index("--") if "--" in args else len(args)
        quiet = [word for word in args[:end] if word in QUIET]
        rest = [word for word in args[:end] if word not in QUIET] + args[end:]
        translate_help(self)
        if not ctx.resilient_parsing:
            be_quiet(quiet=bool(quiet))
        if rest[:1] == ["-"]:
            rest = ["validate", *rest]
        known = {*self.commands, *GUESSES, "help"}
        if rest and rest[0] not in known and (words := acts.files.command_for(rest[0])):
            import shlex

            if not ctx.resilient_parsing:
                say(f"deckcheck {shlex.join((*words, rest[0]))}")
            rest = [*words, *rest]
        if rest[:1] == ["help"]:
            rest = [*rest[1:], "--help"]
        end = rest.index("--") if "--" in rest else len(rest)
        for old, new in new_names(rest[:end]).items():
            if not ctx.resilient_parsing:
                say(_("{name} is the old name of {value}"), name=old, value=new)
            rest[:end] = [re.sub(f"^{old}(?==|$)", new, word) for word in rest[:end]]
        self._own = "".join(rest[1:2])
        return super().parse_args(ctx, [*quiet, *with_shell(rest)])

    def invoke(self, ctx: Any) -> Any:
        """Runs the command that is named; says more of a wrong option that people guess."""
        try:
            return super().invoke(ctx)
        except _USAGE_ERROR as error:
            _explain(error)
            raise

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, imported now; of a group only the one command that is called."""
        if cmd_name in self.commands and not self._only_listing:
            key = cmd_name, self._own if cmd_name in GROUPS else ""
            if key not in self._made:
                self._made[key] = _made_now(*key)
            self.commands[cmd_name] = self._made[key]
        found = super().get_command(ctx, cmd_name)
        if found is None:
            refuse_guess(ctx, cmd_name)
        translate_help(found)
        for one in getattr(found, "commands", {}).values():
            one.short_help = _first_sentence(one.help or "")  # whole: typer would cut it off
        take_plainly(found)
        if ctx.resilient_parsing and found is not None and not self._only_listing:
            from deckcheck.cli.option_values import complete_values

            complete_values(found)
        return found

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Lists the commands by their help, for which no group is imported."""
        with self._listing():
            super().format_commands(ctx, formatter)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """The commands with this beginning and their help, for which no group is imported."""
        with self._listing():
            return super().shell_complete(ctx, incomplete)

    @contextmanager
    def _listing(self) -> Iterator[None]:
        self._only_listing = True
        try:
            yield
        finally:
            self._only_listing = False
