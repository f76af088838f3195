"""What the modules of the golden cases share."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from deckcheck.deck import Deck
from deckcheck.rules.edition import Format

TODAY = date(2026, 11, 21)


@dataclass(frozen=True)
class Case:
    """A deck and how it is judged."""

    name: str
    deck: Deck
    play_format: str | Format | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
