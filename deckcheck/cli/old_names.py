"""Old names of options: taken as before, but not shown in help."""

from collections.abc import Iterator, Sequence
from typing import Any

from deckcheck.show.language import gettext as _

OLD_NAMES = frozenset({"--from", "--read-as"})
"""Old names that stand beside a new one: `--from` was a file's format, and a query in repairs."""


def old_names_in(words: Sequence[str]) -> Iterator[str]:
    """Yields for each old name in the words of a command line the one that it has now.

    >>> list(old_names_in(["repair", "my.dek", "--from=type:space"]))
    ['--from is the old name of --cards']
    """
    in_repair = list(words[:1]) == ["repair"] or list(words[:2]) == ["deck", "complete"]
    for name in dict.fromkeys(word.partition("=")[0] for word in words):
        if name in OLD_NAMES:
            yield _(
                "{name} is the old name of {value}",
                name=name,
                value="--cards" if in_repair and name == "--from" else "--as",
            )


def hide_old_names(command: Any) -> None:
    """Lets the help of a command, and those of a group, show options by their new names alone."""
    for param in getattr(command, "params", ()):
        if len(param.opts) > 1 and not OLD_NAMES.isdisjoint(param.opts):
            _hide(param)
    for one in getattr(command, "commands", {}).values():
        hide_old_names(one)


def _hide(param: Any) -> None:
    usual = type(param).get_help_record

    def get_help_record(ctx: Any) -> Any:
        names = param.opts
        param.opts = [name for name in names if name not in OLD_NAMES]
        try:
            return usual(param, ctx)
        finally:
            param.opts = names

    param.get_help_record = get_help_record
