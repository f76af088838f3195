"""The options by which decks are judged, and what they mean; several commands share them."""

import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, NamedTuple

from deckcheck import acts
from deckcheck.cli import options as opt
from deckcheck.cli.common import EXIT_FAILED, EXIT_FINE, EXIT_NO, EXIT_UNPROVEN, parse_numbers
from deckcheck.show.language import gettext as _

VERDICT_EXIT = {"unreadable": EXIT_FAILED, "illegal": EXIT_NO, "unproven": EXIT_UNPROVEN, "legal": EXIT_FINE}
"""The exit codes of verdicts, the worst first."""


def exit_code(verdicts: Iterable[str]) -> int:
    """The exit code of several verdicts: that of the worst; it has failed where there are none.

    >>> exit_code(["legal", "illegal", "unproven"]), exit_code([])
    (1, 2)
    """
    known = set(verdicts)
    return next((code for verdict, code in VERDICT_EXIT.items() if verdict in known), EXIT_FAILED)


EditionOption = Annotated[
    str | None,
    opt.option(
        "EDITION",
        "Rules edition instead of the format's: printed-2002, printed-2004, printed-2005, community.",
        "--rules",
    ),
]
FormatFileOption = Annotated[Path | None, opt.option("FILE", "Your own format in a file.", "--format-file")]


class Judging(NamedTuple):
    """The format and the options by which decks are judged, also as they were `typed`."""

    play_format: str | None
    options: "acts.database.RulesArguments"
    typed: str


def judging(
    play_format: opt.Format = None,
    rules: EditionOption = None,
    on: opt.Day = None,
    format_file: FormatFileOption = None,
    zone_limit: opt.ZoneLimit = None,
) -> Judging:
    """How decks are to be judged."""
    if play_format and format_file:
        raise opt.wrong(_("choose one of --format and --format-file"))
    typed = (
        ("--format", play_format),
        ("--rules", rules),
        ("--on", on),
        ("--format-file", format_file),
        *(("--zone-limit", one) for one in zone_limit or ()),
    )
    options: acts.database.RulesArguments = {
        "rules": rules,
        "on": on,
        "zone_limits": parse_limits(zone_limit) if zone_limit else {},
        "format_file": format_file,
    }
    return Judging(play_format, options, typed_options(*typed))


def typed_options(*options: tuple[str, object]) -> str:
    """The options that were given, as they are typed.

    >>> typed_options(("--format", "wotc"), ("--game", None))
    ' --format wotc'
    """
    return "".join(f" {name} {shlex.quote(str(value))}" for name, value in options if value)


def parse_limits(texts: list[str]) -> dict[str, int]:
    """The most cards of zones, from texts like `Sideboard=15`; raises `BadParameter`."""
    return parse_numbers(texts, "--zone-limit", _("ZONE=N, like Sideboard=15"))
