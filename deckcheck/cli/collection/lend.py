"""`deckcheck collection lend`, `lent` and `returned`: copies and decks that somebody has for a while."""

from typing import Annotated

from deckcheck import acts
from deckcheck.cli import options as opt
from deckcheck.cli.collection.common import app, change, open_collection
from deckcheck.cli.collection.edit import meant_copies, which_copies
from deckcheck.cli.common import print_json, say
from deckcheck.cli.given import given
from deckcheck.show.language import gettext as _
from deckcheck.show.tables import print_table, without_empty

WholeDeckOption = Annotated[
    str | None, opt.option("DECK", "All that this saved deck has reserved.", "--deck")
]


@change("lend", which=which_copies)
def lend(
    collection: "acts.collection.SessionCollection",
    which: "acts.answers.WhichCopies",
    to: Annotated[str, opt.option("PERSON", "Who has them now.")],
    name: opt.MaybeCard = None,
    quantity: opt.Copies = None,
    dice: opt.Dice = None,
    deck: WholeDeckOption = None,
    until: Annotated[str | None, opt.option("DATE", "When they are to be back (YYYY-MM-DD).")] = None,
) -> "acts.answers.CollectionChange":
    """Lend copies of a card to somebody, or a saved deck.

    They stay yours, and are free for no deck and no trade until they are back.

    Example: deckcheck collection lend 'Boba Fett (A)' --to Ada --until 2026-12-24
    """
    if (deck is None) == (not name):
        raise opt.wrong(_("a card, or --deck"), "NAME")
    if deck is not None:
        return collection.lend_deck(deck, to, until=until)
    copies = meant_copies(collection, name or (), quantity, which)
    return collection.lend(copies.name or "", to, copies.count, until=until, dice=dice or 0, **copies.which)


@change("returned")
def returned(
    collection: "acts.collection.SessionCollection",
    person: Annotated[str, opt.argument("PERSON", "Who had them.")],
    name: opt.MaybeCard = None,
    deck: WholeDeckOption = None,
) -> "acts.answers.CollectionChange":
    """Put back what somebody had: all of it, a card, or a deck; each copy where it was.

    Example: deckcheck collection returned Ada
    """
    return collection.returned(person, " ".join(name or ()), lent_with=deck or "")


@app.command("lent")
@given(collection=open_collection)
def lent(
    collection: "acts.collection.SessionCollection",
    to: Annotated[str | None, opt.option("PERSON", "Only what they have.")] = None,
    json: opt.Json = False,
) -> None:
    """List what is lent: to whom, until when, and what is late.

    Example: deckcheck collection lent --to Ada
    """
    found = collection.lent(to)
    if json:
        print_json(acts.collection_lists.lent_document(found))
        return
    if not found:
        say(_("nothing is lent"))
        return
    headers = ("person", "until", "#", "dice", "card", "set", "condition", "language", "finish", "deck")
    rows = [
        (
            one.loan.to,
            _("{day}, late", day=one.loan.until) if one.is_late else one.loan.until,
            one.holding.quantity,
            one.holding.dice or "",
            one.holding.printing or one.holding.card,
            one.holding.set_code or "?",
            *one.holding.key[2:5],
            one.loan.deck,
        )
        for one in found
    ]
    print_table(*without_empty(headers, rows), optional=("finish", "language", "condition"))
