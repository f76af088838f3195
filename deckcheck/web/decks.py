"""Decks as the page shows them, each a text that is sent: judged, edited, read from files."""

from base64 import b64encode
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, Field

from deckcheck import acts
from deckcheck.acts.languages import names_among, names_in
from deckcheck.acts.session import Session
from deckcheck.acts.typed_decks import TypedDeck, file_document, typed_deck_document
from deckcheck.show.language import gettext as _
from deckcheck.web.answers import AnswerError
from deckcheck.web.deck_parts import brief, changed_parts, word
from deckcheck.web.endpoint import MOST_TEXT, Copies, Day, Flag, Text, endpoint

PAGE_DECK = "deckcheck.page-deck/1"
MOST_LINES = 10_000
"""More lines than any deck has would keep all others waiting."""
_MOST_SHOWN = 10
_REPAIR_SECONDS = 2.0
_PROXIES = {"proxies": False, "missing-proxies": True}
"""The names of sheets of proxies, each with whether it has only what is missing."""
_MOST_PROXIES = 500


def sent_deck(
    session: Session,
    text: Annotated[Text, "the deck list, as it would be typed"] = "",
    name: Annotated[Text, "the name of the deck"] = "",
    format: Annotated[Text, "the format's code"] = "",
    on: Day = None,
) -> TypedDeck:
    """The deck that is sent; raises `AnswerError` for one that is too long."""
    if len(text) > MOST_TEXT:
        raise AnswerError(
            _("a deck of {count:,} characters, at most {most_text:,} expected"),
            count=len(text),
            most_text=MOST_TEXT,
        )
    if (lines := text.count("\n")) > MOST_LINES:
        raise AnswerError(
            _("a deck of {lines:,} lines, at most {most_lines:,} expected"),
            lines=lines,
            most_lines=MOST_LINES,
        )
    return TypedDeck(text, session.game, name.strip(), format or None, on)


_judged: dict[int, None] = {}
"""The texts of the decks that were judged or edited last, by their hashes: their names are all looked up."""
_MOST_JUDGED = 1_000


def _note(sent: TypedDeck) -> None:
    _judged.pop(key := hash(sent.text), None)
    _judged[key] = None  # the newest last
    if len(_judged) > _MOST_JUDGED:
        _judged.pop(next(iter(_judged)), None)


SentDeck = Annotated[TypedDeck, sent_deck]


@dataclass(frozen=True)
class DeckOnPage(TypedDeck):
    """A deck of which a browser shows elements already, by their marks, and reads but a brief document."""

    shown: tuple[str, ...] = ()
    is_brief: bool = False


def deck_on_page(
    _session: Session,
    sent: SentDeck,
    shown: Annotated[list[str], Field(max_length=_MOST_SHOWN), "`shown` of the answer that is shown"] = [],
    brief: Annotated[Flag, "true: beside `html` only what the page's scripts read"] = False,
) -> DeckOnPage:
    """The deck that is sent, with what is shown of it."""
    return DeckOnPage(sent.text, sent.game, sent.name, sent.format, sent.on, tuple(shown), brief)


PageDeck = Annotated[DeckOnPage, deck_on_page]
CardName = Annotated[Text, "the card's name"]
Zone = Annotated[Text, "the zone, by default where the card belongs"]


class CardToChange(BaseModel):
    """Copies of a card that come, or go where the number is negative."""

    card: str
    copies: Copies
    zone: str | None = None


@endpoint("POST /api/deck/check", PAGE_DECK)
def deck_document(session: Session, sent: PageDeck) -> dict[str, Any]:
    """A deck, line by line, with its verdict, figures and copies: `deckcheck.page-deck/1`.

    `html` has the elements of the deck's page that show it, but for those that `shown` names. With `brief`
    there is nothing beside them but what the page's scripts read.
    """
    document = typed_deck_document(session, sent)
    _note(sent)
    html, shown = changed_parts(document, names_in(session, None, game=document["game"]), sent.shown)
    return {**(brief(document) if sent.is_brief else document), "html": html, "shown": shown}


@endpoint("POST /api/deck/edit", PAGE_DECK, is_short=lambda values: hash(values["text"]) in _judged)
def edit(
    session: Session,
    sent: PageDeck,
    copies: Annotated[Copies, "how many; negative to take out"],
    card: CardName = "",
    zone: Zone = "",
) -> dict[str, Any]:
    """Puts copies of a card in or out, and judges the deck."""
    edited = sent.edited(session, card, copies, zone or None)
    _note(sent)
    return deck_document(session, edited)


@endpoint("POST /api/deck/apply", PAGE_DECK)
def apply(
    session: Session, sent: PageDeck, changes: Annotated[list[CardToChange], "one after another"]
) -> dict[str, Any]:
    """Makes several changes, and judges the deck."""
    for one in changes:
        sent = sent.edited(session, one.card, one.copies, one.zone)
    return deck_document(session, sent)


@endpoint("POST /api/deck/notes", PAGE_DECK)
def write_notes(
    session: Session, sent: PageDeck, notes: Annotated[Text, "the notes, without the maybe-board"] = ""
) -> dict[str, Any]:
    """Writes the notes of a deck, as its comments, and judges it."""
    return deck_document(session, sent.with_notes(notes))


@endpoint("POST /api/deck/maybe", PAGE_DECK)
def change_maybe(
    session: Session,
    sent: PageDeck,
    copies: Annotated[Copies, "how many; negative to take off"],
    card: CardName = "",
    deck: Annotated[Copies, "how many of it come into the deck; negative to take out"] = 0,
    zone: Annotated[Text, "the zone of the deck"] = "",
) -> dict[str, Any]:
    """Changes the maybe-board of a deck, and judges the deck."""
    sent = sent.with_maybe(session, card, copies)
    return edit(session, sent, deck, card, zone) if deck else deck_document(session, sent)


@endpoint("POST /api/deck/why", "deckcheck.requirements/1")
def why_document(session: Session, sent: SentDeck) -> dict[str, Any]:
    """The requirements of the format, with what the deck has of each: `deckcheck.requirements/1`."""
    return session.why(sent.resolved(session), sent.format, on=sent.on).document()


@endpoint("POST /api/deck/repair", "deckcheck.repair/1")
def repair_document(
    session: Session,
    sent: SentDeck,
    owned: Annotated[Flag, "true: only copies that are free in the collection"] = False,
    keep: Annotated[list[str], "names that stay in"] = [],
    out: Annotated[list[str], "names that go, and do not come in"] = [],
) -> dict[str, Any]:
    """The nearest legal deck; `names` are those of its cards, `words` its reasons, as who asks speaks.

    It is looked for no longer than other requests may wait.
    """
    repaired = session.repair(
        sent.deck_list,
        sent.format,
        on=sent.on,
        game=sent.game,
        owned=owned,
        keep=keep,
        out=out,
        time_limit=_REPAIR_SECONDS,
    )
    document = acts.repairing.as_document(repaired)
    changes = (*document["out"], *document["in"])
    words = {code: word(code.replace("-", " ")) for one in changes for code in one["why"]}
    return {
        **document,
        "names": names_among(session, (one["name"] for one in changes), sent.game),
        "words": words,
    }


@endpoint("POST /api/deck/file", "deckcheck.page-file/1", upload=True)
def read_file(
    session: Session, data: bytes, name: Annotated[Text, "the file's name"] = "deck"
) -> dict[str, Any]:
    """Reads a deck file of any format."""
    return file_document(session, data, name)


@endpoint("POST /api/deck/export", "deckcheck.page-export/1", takes_long=True)
def export(
    session: Session,
    sent: SentDeck,
    to: Annotated[Text, "the format's name; `proxies` or `missing-proxies` for a PDF of faces"] = "json",
) -> Any:
    """Writes a deck in a file format, or its cards as proxies to print, in base64."""
    if to in _PROXIES:
        if sum(one.quantity for one in sent.deck_list.lines) > _MOST_PROXIES:
            raise AnswerError(_("at most {most} proxies are printed at once"), most=_MOST_PROXIES)
        paper = acts.proxies.proxies(session, sent.opened, missing=_PROXIES[to])
        format_, losses, data = "PDF", [*paper.notes], paper.pdf
    else:
        done = session.converted(sent.deck_list, to, game=sent.game)
        format_, losses, data = done.format, [*done.losses, *done.differences], done.data
    return {
        "schema": "deckcheck.page-export/1",
        "format": format_,
        "losses": losses,
        "data": b64encode(data).decode(),
    }
