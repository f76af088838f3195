"""The changes of holdings and wants that a command asks for.

Names are looked up exactly. Unknown and ambiguous names are refused, with the candidates; nothing
is guessed.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from db.advice import advised
from db.cards.card import Card, Printing
from db.cards.lookup import Catalogue
from db.cards.names import normal_form, number_key, set_form
from db.collection.holdings import Holding, HoldingChange, HoldingKey, WantKey
from db.language import all_of, gettext as _, joined
from deckcheck.collection.holdings import Collection
from deckcheck.errors import RefusedError
from deckcheck.games import get_game
from deckcheck.games.game import Game
from deckcheck.judge.name_facts import FINISH, divided
from deckcheck.judge.resolve import Resolver
from deckcheck.query.facts import name_key
from deckcheck.show.wording import amount
from deckcheck.suggest import suggest

_COUNTED = (
    re.compile(r"(?P<count>[0-9]{1,6})\s*[xX×]?\s+(?P<name>.+)"),
    re.compile(r"(?P<name>.+?)\s+[xX×]?\s*(?P<count>[0-9]{1,6})"),
)
"""The ways to write a number of copies with a name."""

PLACE = ("condition", "language", "finish", "location")
"""The facts by which holdings of one printing are told apart."""


@dataclass(frozen=True, slots=True)
class ChosenCopies:
    """The copies that are meant; None means that a fact is not stated.

    New copies get no such fact; of holdings, those with any value fit.
    """

    name: str
    set_code: str | None = None
    number: str | None = None
    condition: str | None = None
    language: str | None = None
    finish: str | None = None
    location: str | None = None


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A card as its owner named it, with the printing where that is certain."""

    card: Card
    printing: Printing | None
    note: str | None = None


class NameFinder:
    """Finds cards and printings by names as typed; unknown and ambiguous ones are refused."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._game = get_game(catalogue.game)
        self._resolver = Resolver(catalogue, self._game)

    def find(self, name: str, set_code: str | None = None, number: str | None = None) -> FoundCard:
        """The card of that name, and its printing if set, number or name leave only one.

        Raises `RefusedError` for an unknown or ambiguous name, and for a set or number in which
        the card is not printed.
        """
        card, renamed = self._card(name, set_code)
        printing, note = self._printing(card, name, set_code, number)
        return FoundCard(card, printing, renamed or note)

    def called(self, name: str) -> Sequence[Card]:
        """The cards of a name, perhaps with blanks, commas or its version written otherwise."""
        cards = self._catalogue.find_called(name)
        return cards or [
            card for one in self._resolver.spelt(name) for card in self._catalogue.find_cards(one)
        ]

    def split_count(self, text: str) -> tuple[str, int | None]:
        """The name and the number of copies of a text such as `2x Yoda (A)` or `Yoda (A) 2`.

        A text that is a card's name as it stands has no number.
        """
        if not self._is_name(text):
            for form in _COUNTED:
                if (match := form.fullmatch(text.strip())) and self._is_name(match["name"]):
                    return match["name"], int(match["count"])
        return text, None

    def _is_name(self, text: str) -> bool:
        resolution = self._resolver.resolve_name(text)
        return resolution.card is not None or bool(resolution.candidates)

    def _card(self, name: str, set_code: str | None) -> tuple[Card, str | None]:
        resolution = self._resolver.resolve_name(name)
        if set_code is not None and not resolution.card and not resolution.certain_name:
            # Only those of the set are shown then; but it never chooses a version.
            resolution = self._resolver.resolve_name(name, self.set_code(set_code))
        card = resolution.certain_card
        if card is None and resolution.candidates:
            ordered = sorted(resolution.candidates, key=name_key)
            candidates = tuple(dict.fromkeys(c.name for c in ordered))
            raise RefusedError(_("{name!r} may be any of several cards", name=name), candidates)
        if card is None:
            raise RefusedError(_("{name!r} is no card", name=name), resolution.suggestions, nearly=True)
        if resolution.note and (said := _of_copies(name)):
            raise RefusedError(
                _("{name!r} says {said!r} of the copies, which is not understood here", name=name, said=said)
            )
        # As the catalogue has it, not as one printing differs.
        card = self._catalogue.get_cards([card.id or 0])[0]
        self._check_whole(name, card)
        return card, resolution.note

    def _check_whole(self, name: str, card: Card) -> None:
        """Raises `RefusedError` for a card that is owned only within another, naming those."""
        collecting = self._game.collecting
        if collecting.is_part(card):
            wholes = collecting.wholes_of(card, self._catalogue.cards())
            unit = collecting.whole
            raise RefusedError(
                _("{name!r} comes only in an {unit}, which is counted as a whole", name=name, unit=unit),
                tuple(f"{one.name} [{', '.join(map(printing_words, one.printings))}]" for one in wholes),
            )

    def _printing(
        self, card: Card, name: str, set_code: str | None, number: str | None
    ) -> tuple[Printing | None, str | None]:
        pool = list(card.printings)
        if set_code is not None:
            code = self.set_code(set_code)
            pool = [p for p in pool if p.set_code == code]
        if number is not None:
            pool = [p for p in pool if number_key(p.number or "") == number_key(number)]
        if not pool:
            wanted = " ".join(part for part in (set_code, number) if part)
            known = tuple(printing_words(p) for p in card.printings)
            raise RefusedError(_("{name!r} is not printed as {wanted}", name=name, wanted=wanted), known)
        key = normal_form(name)
        named = [p for p in pool if normal_form(p.name) == key]
        spelt_out = key != normal_form(card.name) or set_code is not None
        if len(pool) > 1 and spelt_out and named:
            pool = named
        if len(pool) == 1:
            return pool[0], None
        known = tuple(printing_words(p) for p in pool)
        if set_code is not None or number is not None:
            raise RefusedError(_("{name!r} has several such printings", name=name), known)
        return None, _(
            "printing not known: {name} is printed as {known}", name=card.name, known=", ".join(known)
        )

    def set_code(self, text: str) -> str:
        """The code of a set, by its code or name; raises `RefusedError`."""
        wanted, known = set_form(text), self._catalogue.set_names()
        if wanted not in known:
            raise RefusedError(_("{name!r} is no set", name=text), suggest(text, known), nearly=True)
        return known[wanted]

    def plan_add(self, copies: ChosenCopies, change: HoldingChange) -> tuple[HoldingChange, FoundCard]:
        """The change of the holding to which new copies belong, and the card that was found."""
        named = self.find(copies.name, copies.set_code, copies.number)
        check_dice(self._game, named.card, change.add_dice or change.dice)
        return replace(change, key=new_key(named, copies)), named

    def plan_set(
        self, collection: Collection, copies: ChosenCopies, change: HoldingChange
    ) -> tuple[HoldingChange, list[str]]:
        """The change of the one holding that fits, or a new one of that quantity, and notes."""
        there = self.fitting(collection, copies)
        if there or (change.quantity is None and change.dice is None):
            check_dice(self._game, self._card(copies.name, copies.set_code)[0], change.dice)
            return replace(change, key=only(copies, self.held(collection, copies)).key), []
        change, found = self.plan_add(copies, change)
        return change, [found.note] if found.note else []

    def printing_id(self, name: str, set_code: str | None, number: str | None) -> int | None:
        """The id of the one printing of that set and number; raises `RefusedError`."""
        card, _unused = self._card(name, set_code)
        printing = self.find(card.name, set_code, number).printing
        return printing.id if printing else None

    def held(self, collection: Collection, copies: ChosenCopies) -> tuple[Holding, ...]:
        """The holdings that fit; raises `RefusedError` where there is none."""
        fitting = self.fitting(collection, copies)
        if not fitting:
            card, _unused = self._card(copies.name, copies.set_code)
            there = tuple(map(holding_words, collection.held(card)))
            raise RefusedError(_("{name!r} has no such copies in your collection", name=copies.name), there)
        return fitting

    def fitting(self, collection: Collection, copies: ChosenCopies) -> tuple[Holding, ...]:
        """The holdings that fit, if any."""
        card, _unused = self._card(copies.name, copies.set_code)
        code = None if copies.set_code is None else self.set_code(copies.set_code)
        key = normal_form(copies.name)
        # In some games a reprint is called as its card is; its name tells nothing then.
        own = key != normal_form(card.name)
        spelt_out = {p.id for p in card.printings if own and p.reprint and normal_form(p.name) == key}
        return tuple(
            holding
            for holding in collection.held(card)
            if (not spelt_out or holding.key.printing_id in spelt_out)
            and code in (None, holding.set_code)
            and (copies.number is None or number_key(holding.number or "") == number_key(copies.number))
            and all(w is None or getattr(holding.key, name) == w for name, w in _stated(copies))
        )


def _of_copies(name: str) -> str:
    """The fact of copies beside a name, which decks do not need, or nothing.

    >>> _of_copies("Nexu foil"), _of_copies("Nexu [AOTC]")
    ('foil', '')
    """
    return next((fact for way in divided(name) for fact in way.facts if FINISH.fullmatch(fact)), "")


def only(copies: ChosenCopies, holdings: Sequence[Holding]) -> Holding:
    """The one holding that fits; raises `RefusedError` where there are several."""
    if len(holdings) > 1:
        several = _("{name!r} is there in several forms", name=copies.name)
        raise RefusedError(
            joined((several, advised("which-holding", "choose with --condition or --location")), "; "),
            tuple(map(holding_words, holdings)),
        )
    return holdings[0]


def new_key(card: FoundCard, copies: ChosenCopies) -> HoldingKey:
    """The key of a holding of new copies; facts that are not given are empty."""
    stated = {name: wanted or "" for name, wanted in _stated(copies)}
    return HoldingKey(card.card.id or 0, card.printing.id if card.printing else None, **stated)


def plan_remove(
    copies: ChosenCopies, holdings: Sequence[Holding], quantity: int | None, dice: int = 0
) -> tuple[HoldingChange, ...]:
    """The changes that remove so many copies of the one holding, or all copies of all holdings."""
    if quantity is None:
        return tuple(HoldingChange(holding.key, quantity=0, dice=0) for holding in holdings)
    return (HoldingChange(only(copies, holdings).key, add=-quantity, add_dice=-dice),)


def plan_move(
    collection: Collection,
    holdings: Sequence[Holding],
    to: Mapping[str, Any],
    quantity: int | None,
    dice: int | None = None,
) -> tuple[HoldingChange, ...]:
    """The changes that move copies and dice to holdings that differ only in what `to` states.

    Without numbers all are moved; where only one is given, none of the other.

    Notes move with the copies; where they join others, the notes of those stay, and of their prices the
    mean counts.
    """
    there = {holding.key: holding.facts for holding in collection.holdings}
    changes = []
    for holding in holdings:
        target = holding.key._replace(**to)
        if target == holding.key:
            continue
        facts = holding.facts
        moved, moved_dice = quantity or 0, dice or 0
        if quantity is dice is None:
            moved, moved_dice = facts.quantity, facts.dice
        stays = facts.quantity - moved
        for_trade = max(0, facts.for_trade - max(0, stays))
        arriving = HoldingChange(target, add=moved, add_for_trade=for_trade, add_dice=moved_dice)
        if target in there and there[target].price:
            arriving = replace(arriving, price=facts.price, currency=facts.currency)
        elif target not in there:
            arriving = replace(
                arriving,
                notes=facts.notes,
                acquired_on=facts.acquired_on,
                price=facts.price,
                currency=facts.currency,
                extra=facts.extra,
            )
            there[target] = facts
        changes += [HoldingChange(holding.key, add=-moved, add_dice=-moved_dice), arriving]
    return tuple(changes)


def check_dice(game: Game, card: Card, dice: int | None) -> None:
    """Raises `RefusedError` where dice are stated for a card that has none."""
    if dice and not game.collecting.dice(card):
        why = _("{name!r} has no die", name=card.name)
        if not game.collecting.has_dice:
            why = _("{name!r} is of a game without dice", name=card.name)
        raise RefusedError(why)


def printing_words(printing: Printing) -> str:
    """A printing in few words, like `AOTC 6`, and its name where that is a reprint's."""
    place = f"{printing.set_code} {printing.number or ''}".strip()
    # In some games a reprint is called as its card is, and marked by the key of that.
    marked = printing.reprint and printing.reprint in printing.name
    return f"{place} ({printing.reprint})" if marked else place


def holding_words(holding: Holding) -> str:
    """A holding in few words, like `2 x AOTC 6, NM, binder 1`."""
    place = f"{holding.set_code} {holding.number or ''}".strip() if holding.set_code else ""
    key = holding.key
    parts = (place or _("printing not known"), key.condition, key.language, key.finish, key.location)
    copies = joined((f"{holding.quantity} x ", joined([part for part in parts if part], ", ")))
    return all_of((copies, amount(holding.dice, "die", "dice")) if holding.dice else (copies,))


def _stated(copies: ChosenCopies) -> tuple[tuple[str, str | None], ...]:
    return tuple((name, getattr(copies, name)) for name in PLACE)


def want_key(card: FoundCard, copies: ChosenCopies) -> WantKey:
    """The key of a want: one printing where the owner names it, else the card in any."""
    named = copies.set_code is not None or copies.number is not None
    if card.printing is not None and (named or card.printing.reprint is not None):
        return WantKey(card.card.id or 0, card.printing.id)
    return WantKey(card.card.id or 0)
