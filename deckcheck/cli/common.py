"""The common parts of all commands: options, the database, JSON output, how errors end them."""

import sys
from collections.abc import Iterable
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import typer

from deckcheck import acts
from deckcheck.acts.files import save_file
from deckcheck.cli import options as opt
from deckcheck.show.language import filled, gettext as _
from deckcheck.show.screen import fitted, printable, screen_size, shortened

EXIT_FINE = 0
EXIT_NO = 1
EXIT_FAILED = 2
EXIT_UNPROVEN = 3
EXIT_INTERRUPTED = 130


_PERSON: ContextVar[str] = ContextVar("whose collection is meant", default="")


def be_of(person: str) -> None:
    """Lets commands work on the collection of a person of the club; the empty name is the owner."""
    _PERSON.set(person)


def open_database(given: Path | None, game: str | None = None) -> "acts.database.Database":
    """The database for acts; it is made or brought up to date when one needs it."""
    return acts.database.Database(given, game=game, tell=say, lazily=True, person=_PERSON.get())


def database_of(db: opt.Db = None) -> "acts.database.Database":
    """The database of a command, for its option --db."""
    return open_database(db)


def database_of_game(game: opt.Game = "", db: opt.Db = None) -> "acts.database.Database":
    """The database of a command about one game."""
    return open_database(db, game)


def say_if_no_cards(database: "acts.database.Database", game: str) -> None:
    """Prints a hint if the cards of a game are not loaded yet."""
    if advice := acts.cards.lacking_cards(database, game):
        say(advice)


def can_ask() -> bool:
    """Whether somebody at a terminal can be asked."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


def confirm(question: str, nobody: str, *, yes: bool) -> None:
    """Ends the command where a change is confirmed neither by `yes` nor by an answer; `nobody` says how."""
    if not yes and not can_ask():
        complain(nobody)
        raise typer.Exit(EXIT_FAILED)
    if not yes and not typer.confirm(question, err=True):
        say(_("nothing was changed"))
        raise typer.Exit(EXIT_NO)


def undo_line(batch: int) -> str:
    """The number of a batch, and the command that undoes it."""
    return _("batch {batch}; undo with: {command}", batch=batch, command=undo_command(batch))


def undo_command(batch: int) -> str:
    """The command that undoes a batch of the collection at work."""
    return at_work(f"collection undo {batch}")


def at_work(command: str) -> str:
    """A command on the collection at work, which may be that of a person."""
    from shlex import quote

    whose = f"--person {quote(_PERSON.get())} " if _PERSON.get() else ""
    return f"deckcheck {whose}{command}"


def own_in_place(decks: str, name: str = "NAME") -> str:
    """The command that puts cards of the collection in place of one."""
    repair = at_work(f"repair {decks} --owned")
    return _("your own cards in place of one: {repair} --out {quote}", repair=repair, quote=name)


_quiet: list[bool] = []


def be_quiet(*, quiet: bool) -> None:
    """Sets whether only errors and questions are printed from now on, or everything."""
    _quiet[:] = [quiet] if quiet else []


def say(text: str, /, **values: object) -> None:
    """Prints a message that is no result, with its values, on stderr, unless the user wants it quiet."""
    if not _quiet:
        complain(text, **values)


def complain(text: str, /, **values: object) -> None:
    """Prints an important message on stderr, even if quiet; a terminal gets lines that fit it."""
    text = shortened(printable(str(filled(text, values) if values else text)))
    if (size := screen_size(sys.stderr)) is not None:
        text = fitted(text, size.columns)
    print(text, file=sys.stderr, flush=True)


def parse_pairs(texts: Iterable[str] | None, option: str, expected: str) -> dict[str, str]:
    """The names and values of an option that is given like `--map COLUMN=FIELD`, several times.

    >>> parse_pairs(["Bestand = quantity"], "--map", "COLUMN=FIELD")
    {'Bestand': 'quantity'}
    """
    pairs = {}
    for text in texts or ():
        name, sign, value = (part.strip() for part in text.rpartition("="))
        if not (sign and name and value):
            raise opt.wrong(_("{text!r}, expected {expected}"), option, text=text, expected=expected)
        pairs[name] = value
    return pairs


def parse_numbers(texts: Iterable[str] | None, option: str, expected: str) -> dict[str, int]:
    """The names and whole numbers of an option that is given like `--zone-limit ZONE=N`.

    >>> parse_numbers(["Sideboard=15"], "--zone-limit", "ZONE=N")
    {'Sideboard': 15}
    """
    pairs = parse_pairs(texts, option, expected)
    for name, number in pairs.items():
        if not number.isdecimal():
            raise opt.wrong(
                _("{text!r}, expected {expected}"), option, text=f"{name}={number}", expected=expected
            )
    return {name: int(number) for name, number in pairs.items()}


def parse_rarities(text: str) -> dict[str, int]:
    """The numbers by rarity of an option like `--worth C=1,U=2,R=5`.

    >>> parse_rarities("c=1, R=5")
    {'C': 1, 'R': 5}
    """
    pairs = parse_numbers(text.split(","), "", _("whole numbers by rarity, like C=1,U=2,R=5"))
    return {rarity.upper(): number for rarity, number in pairs.items()}


def write_file(path: Path, data: bytes, told: str = _("written"), *, force: bool) -> None:
    """Writes a file whole or not at all, and prints its name."""
    save_file(path, data, force=force)
    say(f"{path}: {told}")


def print_json(document: dict[str, Any], *, is_long: bool = False) -> None:
    """Prints one JSON document on stdout; a long one has no fractions."""
    from deckcheck.show.json_text import json_text, long_json_text

    sys.stdout.write(long_json_text(document) if is_long else json_text(document, indent=2))
