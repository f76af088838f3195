"""Asks about rows that an import is unsure of, one question at a time, on a terminal."""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from deckcheck.acts.sheet_imports import (
    Candidate,
    CardMatch,
    HoldingSheet,
    MatchedRow,
    Matcher,
    SheetHolding,
    read_quantity,
    stated_card,
    unknown_set,
    with_set,
)
from deckcheck.cli.common import complain as say  # questions are said also where all is quiet
from deckcheck.show.language import Message, gettext as _
from deckcheck.show.wording import amount

Ask = Callable[[str], str | None]
"""Shows a prompt and gives the answer, or None when there will be no more."""

_MOST_SHOWN = 9
_PROMPT = _("number, s, S, F, /words or q?")
_PROMPT_BACK = _("number, s, S, F, /words, b or q?")
_HELP = {
    _("a number"): _("takes that card"),
    _("s or Enter"): _("skips the row"),
    "S": _("skips all that are left"),
    "F": _("takes the first candidate of this row and of all that are left"),
    _("/words"): _("searches all cards"),
    "q": _("quits; what is decided is kept"),
}
_BACK = _("goes back to the question before")
_BACK_SEARCHED = _("goes back to the first candidates")


class _QuitError(Exception):
    """The user wants no more questions."""


class _BackError(Exception):
    """The user wants the question before once more."""


def ask_on_terminal(prompt: str) -> str | None:
    """The line that the user types, without blanks around it; None at the end of the input."""
    sys.stderr.write(f"{prompt} ")
    sys.stderr.flush()
    line = sys.stdin.readline()
    return line.strip() if line else None


REMOVAL = {"r": _("remove them"), "k": _("keep them, and apply the rest"), "n": _("change nothing")}
"""The ways to deal with holdings that a sheet lacks."""


def key_lines(keys: Mapping[str, str]) -> str:
    """The keys that may be typed, and what each does, in lines."""
    width = max(len(str(key)) for key in keys)
    return "\n".join(f"  {key:<{width}}  {does}" for key, does in keys.items())


def choose(choices: Mapping[str, str], ask: Ask = ask_on_terminal) -> str:
    """The letter of the choice that the user takes; the last one where no more input comes."""
    for letter, words in choices.items():
        say(f"  {letter}  {words}")
    while True:
        answer = ask(_("{value} or {value2}?", value=", ".join([*choices][:-1]), value2=[*choices][-1]))
        if answer is None:
            return [*choices][-1]
        if answer.casefold() in choices:
            return answer.casefold()
        say(f"  {_('{answer!r} is not an answer; type one of the letters', answer=answer)}")


class Questions:
    """Questions about unsure rows; equal rows are asked about once."""

    def __init__(
        self, matcher: Matcher, ask: Ask = ask_on_terminal, row_name: Callable[[int], str] = str
    ) -> None:
        self._matcher = matcher
        self._row_name = row_name
        self._ask = ask
        self._sets: dict[str, str | None] = {}
        self._answers: dict[tuple[object, ...], Candidate | None] = {}
        self._asked = 0
        self._can_go_back = False
        self._first_for_all = False

    def count(self, sheet: HoldingSheet) -> dict[int, int]:
        """The copies that the user states for rows whose quantity cannot be read, by row."""
        counted: dict[int, int] = {}
        texts = {row.row: row.text for row in sheet.rows}
        if sheet.uncounted:
            rows = amount(len(sheet.uncounted), "row")
            say(f"\n{_('{rows} without a clear quantity.', rows=rows)}")
            say(_("Type the copies of each; Enter skips a row, S all that are left."))
        for row, why in sheet.uncounted.items():
            say(
                _("\nrow {row_name}: {texts}\n  {why}"),
                row_name=self._row_name(row),
                texts=texts.get(row, ""),
                why=why,
            )
            answer = self._copies()
            if answer is None:
                break
            if answer >= 0:
                counted[row] = answer
        return counted

    def _copies(self) -> int | None:
        """A number of copies, -1 to skip the row, None to skip all that are left."""
        while True:
            answer = self._ask(_("copies?"))
            if answer is None or answer in {"S", "q"}:
                return None
            if answer in {"", "s"}:
                return -1
            quantity = read_quantity(answer)
            if isinstance(quantity, int):
                return quantity
            say(f"  {quantity or _('expected a whole number')}")

    def decide(self, rows: Sequence[MatchedRow]) -> dict[int, Candidate]:
        """The user's choices by the number of the row, without rows that were skipped."""
        decided: dict[int, Candidate] = {}
        if not rows:
            return decided
        say(f"\n{_('{rows} unsure. For each, type', rows=amount(len(rows), 'row'))}\n{key_lines(_HELP)}")
        say(_("What is skipped goes to a worksheet."))
        with suppress(_QuitError):
            self._go_through(rows, decided)
        return decided

    def _go_through(self, rows: Sequence[MatchedRow], decided: dict[int, Candidate]) -> None:
        """Asks about row after row; what is decided before the user quits stays in `decided`."""
        before: list[tuple[int, dict[str, str | None], dict[tuple[object, ...], Candidate | None]]]
        before, place = [], 0
        while place < len(rows):
            unsure, asked = rows[place], self._asked
            known = place, dict(self._sets), dict(self._answers)
            self._can_go_back = bool(before)
            try:
                chosen = self._about(unsure, rows, _("{place} of {count}", place=place + 1, count=len(rows)))
            except _BackError:
                place, self._sets, self._answers = before.pop()
                for later in rows[place:]:
                    decided.pop(later.row.row, None)
                continue
            if self._asked > asked:
                before.append(known)
            if chosen is not None:
                decided[unsure.row.row] = chosen
            place += 1

    def _about(self, unsure: MatchedRow, rows: Sequence[MatchedRow], progress: str) -> Candidate | None:
        row, match = unsure.row, unsure.match
        if meant := self._set_meant(row, rows):
            unsure = with_set(unsure, meant, self._matcher)
            row, match = unsure.row, unsure.match
            if match.found:
                return match.found
        stated = stated_card(row)
        if stated not in self._answers:
            self._answers[stated] = self._choose(row, match, progress)
        return self._answers[stated]

    def _set_meant(self, row: SheetHolding, rows: Sequence[MatchedRow]) -> str | None:
        """The set that a misspelt one means, asked once for all rows with it."""
        text = unknown_set(row, self._matcher)
        if not text:
            return None
        if text not in self._sets:
            self._sets[text] = None
            near = self._matcher.suggest_sets(text)
            if near and self._first_for_all:
                self._sets[text] = near[0]
            elif near:
                count = sum(1 for other in rows if unknown_set(other.row, self._matcher) == text)
                say(_("\nNo set is called {text!r} ({rows}). Is it"), text=text, rows=amount(count, "row"))
                names = [f"{self._matcher.set_name(code)} ({code})" for code in near]
                number = self._number(names, _("a number, Enter for none of these:"))
                self._sets[text] = None if number is None else near[number]
        return self._sets[text]

    def _choose(self, row: SheetHolding, match: CardMatch, progress: str) -> Candidate | None:
        first: Sequence[Candidate] = match.candidates
        if self._first_for_all:
            return first[0] if first else None
        candidates = first
        say(
            _("\n({progress}) row {row_name}: {text}\n  {reason}"),
            progress=progress,
            row_name=self._row_name(row.row),
            text=row.text,
            reason=match.reason,
        )
        while True:
            shown = candidates[:_MOST_SHOWN]
            for number, candidate in enumerate(shown, 1):
                say(f"  {number}  {_candidate_text(candidate)}")
            if len(candidates) > len(shown):
                say(f"     {_('and more; / and words look for others')}")
            searched = candidates is not first
            answer = self._card_answer(searched=searched)
            if answer.isdecimal() and 0 < int(answer) <= len(shown):
                return shown[int(answer) - 1]
            if answer in {"", "s"}:
                return None
            if answer == "F" and first:
                self._first_for_all = True
                return first[0]
            if answer == "b" and searched:
                candidates = first
            elif answer.startswith("/"):
                candidates = self._searched(answer[1:].strip()) or candidates
            else:
                say(f"  {_('{not_offered}; type', not_offered=_not_offered(answer, len(shown)))}")
                back = {"b": _BACK_SEARCHED if searched else _BACK} if searched or self._can_go_back else {}
                say(key_lines(_HELP | back))

    def _card_answer(self, *, searched: bool) -> str:
        """An answer to the question for a card; raises where it is a step back."""
        back = searched or self._can_go_back
        answer = self._answer(_PROMPT_BACK if back else _PROMPT)
        if answer == "b" and back and not searched:
            raise _BackError
        return answer

    def _searched(self, words: str) -> Sequence[Candidate]:
        """The cards that a search finds; prints that there are none."""
        found = self._matcher.search(words) if words else ()
        if not found:
            say(f"  {_('nothing found; type')}\n{key_lines(_HELP)}")
        return found

    def _number(self, texts: Sequence[str], prompt: str) -> int | None:
        for number, text in enumerate(texts, 1):
            say(f"  {number}  {text}")
        while True:
            answer = self._answer(prompt)
            if answer.isdecimal() and 0 < int(answer) <= len(texts):
                return int(answer) - 1
            if answer in {"", "n", "s"}:
                return None
            if answer == "b" and self._can_go_back:
                raise _BackError
            say(f"  {_not_offered(answer, len(texts))}")

    def _answer(self, prompt: str) -> str:
        self._asked += 1
        answer = self._ask(prompt)
        if answer is None or answer in {"q", "S"}:
            raise _QuitError
        return answer


def _not_offered(answer: str, count: int) -> str:
    """Why an answer is none.

    >>> _not_offered("x", 3), _not_offered("7", 3)
    ("'x' is not an answer", 'there is no 7, only 1 to 3')
    """
    if not answer.isdecimal():
        return _("{answer!r} is not an answer", answer=answer)
    numbers = "1" if count == 1 else _("1 to {count}", count=count)
    return (
        _("there is no {answer}, only {numbers}", answer=answer, numbers=numbers)
        if count
        else _("there is no number to choose")
    )


def _candidate_text(candidate: Candidate) -> str:
    card = candidate.card
    facts = ", ".join(str(Message(part)) for part in (card.side, card.type) if part)
    return f"{candidate.label}  ({facts})"
