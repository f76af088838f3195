"""Lists of the collection as documents: completion by set, wants, trades, numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from db.collection.holdings import CONDITIONS, LANGUAGES, ORDINARY
from deckcheck.collection.completion import BOOSTER, SetCompletion, booster_words
from deckcheck.collection.documents import counts_document
from deckcheck.collection.lending import lent_document
from deckcheck.collection.query import HeldCard
from deckcheck.collection.stats import CollectionStats
from deckcheck.collection.trading import Offer, OpenWant
from deckcheck.show.picked import picked

_NO_FOIL = {ORDINARY: "no foil"}


def held_cards_document(found: Sequence[HeldCard]) -> dict[str, Any]:
    """Cards with their copies in all printings, as in `deckcheck.collection-cards/1`."""
    cards = [
        {**picked(card, "name side type"), "sets": list(card.set_codes), **counts_document(card.counts)}
        for card in found
    ]
    return {"schema": "deckcheck.collection-cards/1", "total": len(cards), "cards": cards}


def completion_document(
    completions: Sequence[SetCompletion], playset: int, not_counted: int, *, any_printing: bool = False
) -> dict[str, Any]:
    """The completion of sets, as in `deckcheck.completion/1`.

    `not_counted` are the copies of unknown printing that count for none.
    """
    return {
        "schema": "deckcheck.completion/1",
        "playset": playset,
        "any_printing": any_printing,
        "not_counted": not_counted,
        "sets": [_set_document(one) for one in completions],
    }


def _set_document(one: SetCompletion) -> dict[str, Any]:
    total = asdict(one.total)
    total.pop("rarity")
    return {
        "code": one.code,
        "name": one.name,
        **total,
        "rarities": [asdict(part) for part in one.rarities],
        "missing": [asdict(m) for m in one.missing if not m.is_begun],
        "short": [asdict(m) for m in one.missing if m.is_begun],
        "booster": asdict(one.booster) if one.booster else None,
        "dice": picked(one.dice, "printings owned playsets") if one.dice else None,
    }


def wants_document(wants: Sequence[OpenWant]) -> dict[str, Any]:
    """The wants with what is missing of them, as in `deckcheck.wants/1`."""
    return {"schema": "deckcheck.wants/1", "wants": [want_document(one) for one in wants]}


def want_document(one: OpenWant) -> dict[str, Any]:
    """A want as in `deckcheck.wants/1`."""
    want = one.want
    return {
        "missing": one.missing,
        "name": want.printing or want.card,
        **picked(want, "set=set_code number wanted=quantity"),
        "owned": one.owned,
        "notes": want.facts.notes,
        "wanted_dice": want.facts.dice,
        "owned_dice": one.dice,
        "missing_dice": one.missing_dice,
        "weight": want.facts.weight or 1,
        **picked(want.facts, "condition? language? finish?"),
    }


def trades_document(offers: Sequence[Offer]) -> dict[str, Any]:
    """The cards that can be traded away, as in `deckcheck.offers/1`."""
    return {"schema": "deckcheck.offers/1", "trades": [offer_document(one) for one in offers]}


def offer_document(one: Offer) -> dict[str, Any]:
    """An offer as in `deckcheck.offers/1`; what is unknown or unstated is null."""
    holding, key = one.holding, one.holding.key
    return {
        "offered": one.offered,
        "name": holding.printing or holding.card,
        "set": holding.set_code,
        "number": holding.number or None,
        **picked(key, "condition? language? finish? location?"),
        "kept": one.kept,
    }


def post(listed: Sequence[Mapping[str, Any]], copies: str) -> str:
    r"""Wants or offers as lines to post, which a list is read back from; `copies` is what counts them.

    >>> post([{"missing": 2, "name": "Nexu", "set": "AOTC", "number": "97", "finish": "foil"}], "missing")
    '2 x Nexu (AOTC 97), foil\n'
    """
    return "".join(f"{one[copies]} x {_posted(one)}\n" for one in listed if one[copies])


def _posted(one: Mapping[str, Any]) -> str:
    """A card with its printing, and what copies are or have to be, in words."""
    place = " ".join(part for part in (one.get("set"), one.get("number")) if part)
    condition, language = one.get("condition") or "", one.get("language") or ""
    finish = one.get("finish") or ""
    facts = (CONDITIONS.get(condition), LANGUAGES.get(language, language), _NO_FOIL.get(finish, finish))
    return ", ".join([f"{one['name']} ({place})" if place else one["name"], *filter(None, facts)])


def stats_document(stats: CollectionStats) -> dict[str, Any]:
    """The collection in numbers as `deckcheck.collection-stats/1`."""
    counted = ("by_set", "by_rarity", "by_condition", "by_language", "by_location")
    return {
        "schema": "deckcheck.collection-stats/1",
        **asdict(stats),
        "paid": {key: str(value) for key, value in stats.paid},
        **{name: dict(getattr(stats, name)) for name in counted},
    }
