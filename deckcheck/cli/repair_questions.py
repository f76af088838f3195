"""Asks about the changes of a repair, one after another, on a terminal."""

from collections.abc import Callable

from deckcheck.cli.collection.questions import ask_on_terminal
from deckcheck.cli.common import complain as say  # questions are said also where all is quiet
from deckcheck.repair.dialog import RepairDialog
from deckcheck.repair.result import Plan, RepairChange
from deckcheck.repair.text import reasons

Ask = Callable[[str], str | None]

_PROMPT = "a, r, p, v, u, A, q or ?: "
_HELP = """  a or Enter  accepts the change
  r           rejects it: the plan is made again without it
  p           keeps all copies of the card in the deck
  v           shows what would come instead
  u           takes the last answer back
  A           accepts all that are left
  q           quits; nothing is changed"""


def ask_about(dialog: RepairDialog, ask: Ask = ask_on_terminal) -> Plan | None:
    """The plan whose changes were all accepted; None where the user quits."""
    while dialog.open_changes:
        change = dialog.open_changes[0]
        left = len(dialog.open_changes)
        say(f"{line_of(dialog, change)}  ({left} left)")
        answer = ask(_PROMPT)
        if answer is None or answer == "q":
            return None
        _answer(dialog, change, answer)
    return dialog.plan


def line_of(dialog: RepairDialog, change: RepairChange) -> str:
    """A change in a line, with its reason and the copies that are free."""
    comes_in = dialog.plan is not None and change in dialog.plan.put_in
    free = f"; {change.free} of {change.owned} free" if comes_in and change.owned else ""
    sign = "+" if comes_in else "-"
    return f"{sign}{change.quantity} {change.name}: {reasons(change.why)}{free}"


def _answer(dialog: RepairDialog, change: RepairChange, answer: str) -> None:
    if answer in ("", "a"):
        dialog.accept(change)
    elif answer == "A":
        dialog.accept_all()
    elif answer == "r":
        _tell(done=dialog.reject(change), otherwise="no legal deck is left without it")
    elif answer == "p":
        _tell(done=dialog.pin(change.name), otherwise="no legal deck keeps all copies of it")
    elif answer == "u":
        _tell(done=dialog.undo(), otherwise="there is nothing to take back")
    elif answer == "v":
        _show_instead(dialog, change)
    else:
        say(_HELP)


def _tell(*, done: bool, otherwise: str) -> None:
    if not done:
        say(f"  {otherwise}")


def _show_instead(dialog: RepairDialog, change: RepairChange) -> None:
    found = dialog.without(change)
    others = dialog.instead_of(change)
    if found is None or found[1].plan is None or others is None:
        say("  no legal deck is left without it")
        return
    plan = found[1].plan
    for other in others:
        say(f"  {'+' if other in plan.put_in else '-'}{other.quantity} {other.name}")
    say(f"  {plan.distance} changes in all")
