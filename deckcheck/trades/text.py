"""Exchanges as documents, texts and rows of a sheet."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from db.language import all_of, gettext as _, joined
from deckcheck.show.picked import picked
from deckcheck.trades.exchange import Exchange, TradeProposal, Transfer

COLUMNS = (
    *("proposal", "from", "to", "quantity", "name", "set", "number"),
    *("condition", "language", "finish", "worth"),
)
"""The columns of a sheet of proposals."""


@dataclass(frozen=True, slots=True)
class Told:
    """An exchange as it is told to the trader of that name; `scale` is how many units make a worth of 1."""

    exchange: Exchange
    me: str
    by_prices: bool
    notes: tuple[str, ...]
    game: str
    scale: int = 1

    def document(self) -> dict[str, Any]:
        """The exchange as in `deckcheck.trades/1`."""
        found = self.exchange
        return {
            "schema": "deckcheck.trades/1",
            "game": self.game,
            "worth": "price" if self.by_prices else "rarity",
            "proposals": [self._proposal(one) for one in found.proposals],
            "proof": {"optimal": found.is_optimal, "served": found.served, "upper_bound": found.bound},
            "notes": list(map(str, self.notes)),
        }

    def _proposal(self, one: TradeProposal) -> dict[str, Any]:
        given, got = one.given_by(self.me), one.got_by(self.me)
        passed = [t for t in one.transfers if self.me not in {t.giver, t.taker}]
        return {
            "with": list(one.people),
            "give": [{**self._cards(t), "to": t.taker} for t in given],
            "get": [{**self._cards(t), "from": t.giver} for t in got],
            "passed": [{**self._cards(t), "from": t.giver, "to": t.taker} for t in passed],
            "given_worth": self._value(one.worth(given)),
            "got_worth": self._value(one.worth(got)),
        }

    def _cards(self, one: Transfer) -> dict[str, Any]:
        return {
            **picked(one.spare, "name set=set_code number?"),
            "quantity": one.quantity,
            **picked(one.spare.key, "condition? language? finish?"),
            "worth": self._value(one.spare.worth),
        }

    def rows(self) -> list[tuple[str | float, ...]]:
        """The transfers of all proposals as rows of a sheet, whose columns are `COLUMNS`."""
        return [
            (number, t.giver, t.taker, t.quantity, *self._cells(t))
            for number, one in enumerate(self.exchange.proposals, start=1)
            for t in one.transfers
        ]

    def _cells(self, one: Transfer) -> tuple[str | float, ...]:
        spare, key = one.spare, one.spare.key
        place = (spare.name, spare.set_code or "", spare.number or "")
        return (*place, key.condition, key.language, key.finish, self._value(spare.worth))

    def text(self) -> str:
        """The exchange for people."""
        return "\n".join(map(str, self._lines())) + "\n"

    def _lines(self) -> Iterator[str]:
        found = self.exchange
        for one in found.proposals:
            yield self._head(one)
            for transfer in sorted(one.transfers, key=lambda t: t.giver != self.me):
                yield f"  {self._line(transfer)}"
            yield ""
        if not found.proposals:
            yield _("Nobody has what another wants for something of like worth that is wanted in return.")
        if found.is_optimal:
            yield _("Proven: no exchange serves more (weight {served}).", served=found.served)
        else:
            yield _(
                "Not proven the best: it serves a weight of {served}, none serves more than {bound}.",
                served=found.served,
                bound=found.bound,
            )

    def _head(self, one: TradeProposal) -> str:
        given, got = one.given_by(self.me), one.got_by(self.me)
        numbers = {
            "given": sum(t.quantity for t in given),
            "got": sum(t.quantity for t in got),
            "worth": self._amount(one.worth(given)),
            "other": self._amount(one.worth(got)),
        }
        return joined(
            (
                _("With {names}:", names=all_of(one.people)),
                _("you give {given} (worth {worth}) and get {got} (worth {other})", **numbers),
            ),
            "\n  ",
        )

    def _line(self, one: Transfer) -> str:
        cards = joined(
            [part for part in (f"{one.quantity} x {self._place(one)}", *one.spare.key[2:5]) if part], ", "
        )
        if one.giver == self.me:
            return _("you to {name}: {cards}", name=one.taker, cards=cards)
        if one.taker == self.me:
            return _("{name} to you: {cards}", name=one.giver, cards=cards)
        return _("{giver} to {taker}: {cards}", giver=one.giver, taker=one.taker, cards=cards)

    def _place(self, one: Transfer) -> str:
        place = " ".join(part for part in (one.spare.set_code, one.spare.number) if part)
        return f"{one.spare.name} ({place})" if place else one.spare.name

    def _value(self, worth: int) -> float:
        return worth / self.scale if self.by_prices else worth

    def _amount(self, worth: int) -> str:
        return f"{worth / self.scale:.2f}" if self.by_prices else str(worth)
