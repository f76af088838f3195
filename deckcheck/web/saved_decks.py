"""Saved decks as the page lists, opens, saves and compares them."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Annotated, Any

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from deckcheck.acts.answers import LedgerBatch, SavedDeck
from deckcheck.acts.cards import today
from deckcheck.acts.collection_documents import (
    deck_difference_document,
    deck_versions_document,
    saved_decks_document,
)
from deckcheck.acts.errors import ChangedMeanwhileError, DeckNameTakenError, DeckNotFoundError
from deckcheck.acts.saved_decks import deck_state
from deckcheck.acts.session import Session
from deckcheck.acts.shelf import VERDICTS, DeckOnShelf, decks_file, save_examples, shelf
from deckcheck.acts.typed_decks import DeckList, TypedDeck, formats_of, text_document
from deckcheck.show.language import gettext as _
from deckcheck.web.answers import MISSING, AnswerError, file_answer
from deckcheck.web.decks import SentDeck
from deckcheck.web.endpoint import Batch, Flag, Text, endpoint, read_day

SAVED = "deckcheck.page-saved/1"
Number = Annotated[int, Field(ge=0, le=10**9)]
_COMPARED = 2


Base = Annotated[Text, "the state that the change is based on; 409 where it is another by now"]


@endpoint("GET /api/decks", "deckcheck.decks/1")
def saved_list_document(session: Session) -> dict[str, Any]:
    """The saved decks of the game."""
    return saved_decks_document(session.decks.list())


_SORTS: dict[str, Callable[[DeckOnShelf], Any]] = {
    "name": lambda one: one.saved.facts.name.casefold(),
    "change": lambda one: one.changed_on,
    "verdict": lambda one: VERDICTS.index(one.verdict),
    "missing": lambda one: one.saved.facts.quantity - one.owned,
}


def decks_page(session: Session, request: Request) -> dict[str, Any]:
    """The saved decks as tiles: those that are asked for, in the order that is asked for."""
    asked, judged = request.query_params, _judged(session, request)
    decks = shelf(session, judged["format"] or None, on=judged["day"])
    sides = sorted({one.side for one in decks if one.side})
    groups = {
        "": decks,
        **{verdict: [one for one in decks if one.verdict == verdict] for verdict in VERDICTS},
        "owned whole": [one for one in decks if one.is_complete],
        **{side: [one for one in decks if one.side == side] for side in sides},
    }
    shows, sort = asked.get("show", ""), asked.get("sort", "")
    shows, sort = shows if shows in groups else "", sort if sort in _SORTS else next(iter(_SORTS))
    return {
        "decks": sorted(groups[shows], key=_SORTS[sort], reverse=sort == "change"),
        "chips": {name: len(group) for name, group in groups.items()},
        "shows": shows,
        "sort": sort,
        "sorts": list(_SORTS),
        "states": {one.saved.facts.name: deck_state(one.saved) for one in decks},
        **judged,
    }


def compare_page(session: Session, request: Request) -> dict[str, Any]:
    """Two saved decks beside each other, with the cards in which they differ."""
    names = request.query_params.getlist("deck")
    if len(names) != _COMPARED:
        raise AnswerError(_("{count} decks are chosen; choose two to compare them"), count=len(names))
    judged = _judged(session, request)
    rows = session.difference(*(_get(session, name) for name in names))
    document = deck_difference_document(names[0], names[1], rows)
    return {
        "decks": shelf(session, judged["format"] or None, on=judged["day"], names=names),
        "diff": document,
        **judged,
    }


def _judged(session: Session, request: Request) -> dict[str, Any]:
    """How the decks of a page are judged, what may be chosen for it, and how days are called."""
    asked, here = request.query_params, today()
    day, judged_by = read_day(asked.get("on")), asked.get("format", "")
    if judged_by and judged_by not in (known := [one["code"] for one in formats_of(session, session.game)]):
        raise AnswerError(
            _("no format is called {judged_by!r}; expected {known}"),
            judged_by=judged_by,
            known=", ".join(known),
        )
    return {
        "format": judged_by,
        "day": day,
        "on": asked.get("on", ""),
        "formats": formats_of(session, session.game, day),
        "game": session.game,
        "days": {here.isoformat(): _("today"), (here - timedelta(1)).isoformat(): _("yesterday")},
    }


def export_answer(session: Session, request: Request) -> Response:
    """The saved decks that are chosen, as a file to keep."""
    asked = request.query_params
    decks = [_get(session, name) for name in dict.fromkeys(asked.getlist("deck"))]
    if not decks:
        raise AnswerError(_("no deck is chosen; choose those to export"))
    file, data = decks_file(session, decks, f".{asked.get('to', 'txt')}")
    return file_answer(file, data, "application/octet-stream")


@endpoint("POST /api/decks/examples", "deckcheck.decks/1", changes=True)
def examples_document(session: Session) -> dict[str, Any]:
    """Saves the example decks of the game; all saved decks afterwards."""
    save_examples(session)
    return saved_list_document(session)


@endpoint("GET /api/decks/{name}", "deckcheck.page-file/1")
def saved_document(session: Session, name: str) -> dict[str, Any]:
    """A saved deck as a text, with the state that changes are based on."""
    saved = _get(session, name)
    return {**_file_document(session, saved), "state": deck_state(saved)}


def _file_document(session: Session, saved: SavedDeck) -> dict[str, Any]:
    text = text_document(session, session.deck_list(saved), saved.facts.game)
    return {**text, "notes": saved.facts.notes}


@endpoint("GET /api/decks/{name}/versions", "deckcheck.deck-versions/1")
def versions_document(session: Session, name: str) -> dict[str, Any]:
    """The versions of a saved deck, newest first."""
    versions = session.decks.versions(_get(session, name).facts.name)
    return deck_versions_document(name, versions)


@endpoint("GET /api/decks/{name}/versions/{batch}", "deckcheck.page-file/1")
def version_document(session: Session, name: str, batch: Batch) -> dict[str, Any]:
    """A version of a saved deck as a text."""
    return _file_document(session, _version(session, name, batch))


@endpoint("GET /api/decks/{name}/difference", "deckcheck.deck-diff/1")
def versions_difference(
    session: Session,
    name: str,
    a: Annotated[Number, "the batch of the one"] = 0,
    b: Annotated[Number, "the batch of the other"] = 0,
) -> dict[str, Any]:
    """The cards in which two versions of a saved deck differ."""
    return _difference(session, name, a, b)


@endpoint("POST /api/decks/{name}/difference", "deckcheck.deck-diff/1")
def difference_to_text(
    session: Session,
    sent: SentDeck,
    a: Annotated[Number | None, "the batch of the one; without it the deck that is sent"] = None,
    b: Annotated[Number | None, "the batch of the other; without it the deck that is sent"] = None,
) -> dict[str, Any]:
    """The cards in which a version differs from a deck that is not saved."""
    return _difference(session, sent.name, sent if a is None else a, sent if b is None else b)


def _difference(session: Session, name: str, one: int | TypedDeck, other: int | TypedDeck) -> dict[str, Any]:
    rows = session.difference(_side(session, name, one), _side(session, name, other))
    return deck_difference_document(_label(one), _label(other), rows)


def _label(side: int | TypedDeck) -> str:
    return "text" if isinstance(side, TypedDeck) else str(side)


def _side(session: Session, name: str, side: int | TypedDeck) -> SavedDeck | DeckList:
    return side.deck_list if isinstance(side, TypedDeck) else _version(session, name, side)


def _version(session: Session, name: str, batch: int) -> SavedDeck:
    saved = _get(session, name)
    return saved._replace(facts=session.decks.version(name, batch).facts)


def _get(session: Session, name: str) -> SavedDeck:
    try:
        return session.decks.get(name)
    except DeckNotFoundError as error:
        raise AnswerError(str(error), MISSING) from None


@endpoint("PUT /api/decks/{name}", SAVED, changes=True)
def save(session: Session, sent: SentDeck, base: Base = "", again: Flag = False) -> dict[str, Any]:
    """Saves a deck under its name; `base` is the state that was read, none for a new deck.

    What is sent `again`, since no answer came, may be saved already. Raises `ChangedMeanwhileError`
    where the saved deck is no longer as it was read.
    """
    if not sent.name.strip():
        raise AnswerError(_("a deck is saved under a name; type one"))
    _check_address(sent.name)
    there = next((one for one in session.decks.list() if one.facts.name == sent.name), None)
    before = there.facts if there else None
    deck_list = sent.deck_list._replace(
        format=sent.format or (before.format if before else None), author=before.author if before else None
    )
    try:
        batch = session.decks.save(
            deck_list,
            sent.name,
            reserve=bool(before and before.reserved),
            force=bool(base),
            seen=base or None,
        ).batch
    except (ChangedMeanwhileError, DeckNameTakenError):
        if not again or there is None or not _is_saved(session, there, deck_list):
            raise
        batch = None
    return _done(sent.name, deck_state(session.decks.get(sent.name)), batch)


def _is_saved(session: Session, there: SavedDeck, deck_list: DeckList) -> bool:
    """Whether a saved deck is just what is sent."""
    named = deck_list._replace(name=there.facts.name, game=session.game)
    one, other = (session.converted(deck, "json", game=session.game).data for deck in (there, named))
    return one == other


def _check_address(name: str) -> None:
    """Raises `AnswerError` for the two names that browsers take for a place above."""
    if name in {".", ".."}:
        raise AnswerError(_("{name!r} cannot be a name: no address can have it; choose another"), name=name)


@endpoint("DELETE /api/decks/{name}", SAVED, changes=True)
def delete(session: Session, name: str, base: Base = "") -> dict[str, Any]:
    """Deletes a saved deck; the batch says how to undo that."""
    _check_there(session, name, base)
    return _done(name, None, session.decks.delete(name, seen=base or None))


@endpoint("POST /api/decks/delete", SAVED, changes=True)
def delete_all(
    session: Session, decks: Annotated[dict[str, str], "the state that was seen of each, by its name"]
) -> dict[str, Any]:
    """Deletes several saved decks as one batch."""
    batch = session.decks.delete_all(decks) if decks else None
    return _done(", ".join(decks), None, batch)


@endpoint("POST /api/decks/{name}/name", SAVED, changes=True)
def rename(
    session: Session, name: str, to: Annotated[Text, "the new name"] = "", base: Base = ""
) -> dict[str, Any]:
    """Gives a saved deck another name; raises where that is taken."""
    _check_there(session, name, base)
    _check_address(to.strip())
    batch = session.decks.rename(name, to, seen=base or None)
    there = session.decks.get(to)
    return _done(there.facts.name, deck_state(there), batch)


def _check_there(session: Session, name: str, base: str) -> None:
    """Raises `AnswerError` for a deck that nobody has seen and that is not there."""
    if not base:
        _get(session, name)


def _done(name: str, state: str | None, batch: LedgerBatch | None) -> dict[str, Any]:
    return {"schema": SAVED, "name": name, "state": state, "batch": batch.number if batch else None}


PAGES: Mapping[str, tuple[str, str, Callable[[Session, Request], dict[str, Any]]]] = {
    "/": ("decks.html", _("Decks"), decks_page),
    "/decks/compare": ("compare.html", _("Two decks"), compare_page),
}
"""The pages by their address: the template, the title, and what makes the context."""
