"""The frozen values of saved decks: lines as written, with what they were found to mean."""

from typing import NamedTuple


class SavedLine(NamedTuple):
    """A line of a saved deck; `reserved` of its copies and `reserved_dice` are set aside for it.

    `card_id` and `printing_id` are what the line was found to mean when the deck was saved, None
    where it is unknown or ambiguous. `source_key` is the key of the card in its source, as the list
    has it; `dice` those of all copies together, None where the list does not say.
    """

    quantity: int
    name: str
    zone: str
    set_code: str | None = None
    number: str | None = None
    image_key: str | None = None
    card_id: int | None = None
    printing_id: int | None = None
    reserved: int = 0
    source_key: str | None = None
    dice: int | None = None
    reserved_dice: int = 0


class DeckFacts(NamedTuple):
    """All that is stored of a saved deck."""

    name: str
    game: str
    lines: tuple[SavedLine, ...]
    format: str | None = None
    author: str | None = None
    notes: str | None = None
    zones: tuple[str, ...] = ()

    @property
    def quantity(self) -> int:
        """The number of copies in all zones."""
        return sum(line.quantity for line in self.lines)

    @property
    def reserved(self) -> int:
        """The number of copies that are set aside."""
        return sum(line.reserved for line in self.lines)


class SavedDeck(NamedTuple):
    """A deck that was saved under a name; `id` stays its own when it is renamed."""

    id: int
    facts: DeckFacts


class DeckChange(NamedTuple):
    """A change of a saved deck: `id` None saves a new one, `facts` None deletes it."""

    id: int | None
    facts: DeckFacts | None
