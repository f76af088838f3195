"""The findings of `deckcheck cards lint` on the screen."""

import typer

from deckcheck.cli.common import say
from deckcheck.show.wording import amount
from deckcheck.sources.lint import LintResult
from importers.card_lists.lint import ERROR, INFO, WARNING


def print_findings(found: LintResult) -> None:
    """Prints a line for each finding, and the sums on stderr."""
    for one in found.files:
        for finding in one.findings:
            typer.echo(str(finding))
        if one.error:
            say(f"deckcheck: {one.error}")
    count = found.counts
    words = ((ERROR, "error"), (WARNING, "warning"), (INFO, "note"))
    parts = [amount(count[severity], word) for severity, word in words]
    if accepted := sum(one.accepted for one in found.files):
        parts.append(f"{accepted} accepted")
    read = [one for one in found.files if not one.error]
    if failed := len(found.files) - len(read):
        parts.append(f"{amount(failed, 'file')} could not be read")
    if read:
        cards = amount(sum(one.cards for one in read), "card")
        say(f"{amount(len(read), 'file')}, {cards}: {', '.join(parts)}")
