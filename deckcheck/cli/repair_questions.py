"""Asks about the names of a deck and the changes of its repair, one by one, on a terminal."""

from collections.abc import Callable, Sequence

from deckcheck.acts.repairing import Card, OpenName, Plan, RepairChange, RepairDialog, reasons
from deckcheck.cli.collection.questions import ask_on_terminal, key_lines
from deckcheck.cli.common import complain as say  # questions are said also where all is quiet
from deckcheck.show.language import Message, gettext as _, joined
from deckcheck.show.screen import printable_line
from deckcheck.show.wording import amount

Ask = Callable[[str], str | None]
Called = Callable[[str], str]
"""Gives what a card is called in the language that is spoken, by its English name."""

_PROMPT = _("a, r, p, v, u, A, q or ?:")
_HELP = {
    _("a or Enter"): _("accepts the change"),
    "r": _("rejects it: the plan is made again without it"),
    "p": _("keeps all copies of the card in the deck"),
    "v": _("shows what would come instead"),
    "u": _("undoes the last answer"),
    "A": _("accepts all that are left"),
    "q": _("quits; nothing is changed"),
}
_NAMES_PROMPT = _("number, Enter, s or ?:")
_NAMES_HELP = {
    _("a number"): _("takes that card for all copies of the name"),
    "Enter": _("leaves the name as it is"),
    "s": _("leaves this name and all that follow"),
}
_MOST_SHOWN = 9


def ask_names(names: Sequence[OpenName], ask: Ask = ask_on_terminal, called: Called = str) -> dict[str, Card]:
    """The cards that the user says names mean; a name that is left stays as it is."""
    meant: dict[str, Card] = {}
    for number, one in enumerate(names, start=1):
        name = f"{one.copies} {printable_line(one.name)}"
        what = _("{name} is not a known card", name=name)
        if one.is_ambiguous:
            what = _("{name} may be several cards", name=name)
        left = f"  ({_('{number} of {count}', number=number, count=len(names))})" if len(names) > 1 else ""
        say(f"{what}:{left}")
        answer = _card_for(one, ask, called)
        if answer is None:
            break
        if answer:
            meant[one.name] = one.candidates[answer - 1]
    return meant


def _card_for(one: OpenName, ask: Ask, called: Called) -> int | None:
    """The number of the card that is taken, 0 for none; None where no more names are asked."""
    shown = one.candidates[:_MOST_SHOWN]
    for number, card in enumerate(shown, start=1):
        words = [str(Message(word)) for word in (card.side, card.type) if word]
        cost = "" if card.cost is None else _("cost {cost}", cost=card.cost)
        facts = joined((*words, " ".join(card.set_codes[:3]), cost), ", ")
        say(f"  {number}  {printable_line(called(card.name))} ({facts})")
    if len(one.candidates) > len(shown):
        more = _(
            "and {count} more: a number up to {count2}, ? lists them",
            count=len(one.candidates) - len(shown),
            count2=len(one.candidates),
        )
        say(f"     {more}")
    while True:
        answer = ask(_NAMES_PROMPT)
        if answer is None or answer == "s":
            return None
        if not answer:
            return 0
        if answer.isdecimal() and 1 <= int(answer) <= len(one.candidates):
            return int(answer)
        say(key_lines(_NAMES_HELP))
        for number, card in list(enumerate(one.candidates, start=1))[_MOST_SHOWN:]:
            say(f"  {number}  {printable_line(called(card.name))}")


def ask_about(dialog: RepairDialog, ask: Ask = ask_on_terminal, called: Called = str) -> Plan | None:
    """The plan whose changes were all accepted; None where the user quits."""
    while dialog.open_changes:
        change = dialog.open_changes[0]
        left = len(dialog.open_changes)
        say(_("{line_of}  ({left} left)"), line_of=line_of(dialog, change, called), left=left)
        answer = ask(_PROMPT)
        if answer is None or answer == "q":
            return None
        _answer(dialog, change, answer, called)
    return dialog.plan


def line_of(dialog: RepairDialog, change: RepairChange, called: Called = str) -> str:
    """A change in a line, with its reason and the copies that are free."""
    comes_in = dialog.plan is not None and change in dialog.plan.put_in
    free = (
        _("{free} of {owned} free", free=change.free, owned=change.owned) if comes_in and change.owned else ""
    )
    sign = "+" if comes_in else "-"
    return f"{sign}{change.quantity} {called(change.name)}: {joined((reasons(change.why), free), '; ')}"


def _answer(dialog: RepairDialog, change: RepairChange, answer: str, called: Called) -> None:
    if answer in ("", "a"):
        dialog.accept(change)
    elif answer == "A":
        dialog.accept_all()
    elif answer == "r":
        _tell(done=dialog.reject(change), otherwise=_("no legal deck is left without it"))
    elif answer == "p":
        _tell(done=dialog.pin(change.name), otherwise=_("no legal deck keeps all copies of it"))
    elif answer == "u":
        _tell(done=dialog.undo(), otherwise=_("there is nothing to undo"))
    elif answer == "v":
        _show_instead(dialog, change, called)
    else:
        say(key_lines(_HELP))


def _tell(*, done: bool, otherwise: str) -> None:
    if not done:
        say(f"  {otherwise}")


def _show_instead(dialog: RepairDialog, change: RepairChange, called: Called) -> None:
    found = dialog.without(change)
    others = dialog.instead_of(change)
    if found is None or found[1].plan is None or others is None:
        say(f"  {_('no legal deck is left without it')}")
        return
    plan = found[1].plan
    for other in others:
        say(f"  {'+' if other in plan.put_in else '-'}{other.quantity} {called(other.name)}")
    say(f"  {_('{changes} in all', changes=amount(plan.distance, 'change'))}")
