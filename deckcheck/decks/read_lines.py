"""A deck file line by line: what each line was understood as."""

from typing import Any, NamedTuple

from deckcheck.judge.resolve import Resolver
from importers.decks.deck_list import DeckList

CARD, UNKNOWN, AMBIGUOUS, UNREAD = "card", "unknown", "ambiguous", "not read"


class ReadLine(NamedTuple):
    """A line of a deck file: its number, what it was taken for, and what it says.

    `quantity`, `card` and `zone` are those of cards; `why` says more of what is in doubt.
    """

    line: int
    kind: str
    text: str
    quantity: int | None = None
    card: str | None = None
    zone: str = ""
    why: str = ""

    def as_json(self) -> dict[str, Any]:
        """The line as a JSON object."""
        return self._asdict()


def read_lines(deck_list: DeckList, resolver: Resolver) -> tuple[ReadLine, ...]:
    """All lines of a deck list with what they were understood as, in their order."""
    understood, _, doubts = resolver.understood(deck_list)
    wrong = {doubt.line: doubt.reason for doubt in doubts}
    every = [
        ReadLine(part.line, part.kind, part.text, why=wrong.get(part.line, ""))
        for part in understood.parts
    ]
    every += [ReadLine(one.line, UNREAD, one.text, why=one.reason) for one in understood.unread]
    for line, entry in zip(understood.lines, resolver.resolve_each(understood), strict=True):
        kind = CARD if entry.card else AMBIGUOUS if entry.candidates else UNKNOWN
        near = "; ".join(card.name for card in entry.candidates) or "; ".join(entry.suggestions)
        every.append(
            ReadLine(line.line or 0, kind, line.name, line.quantity, entry.card_name,
                     entry.zone, entry.note or near)
        )  # fmt: skip
    return tuple(sorted(every, key=lambda one: one.line))
