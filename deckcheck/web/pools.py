"""Pools on the page: opened or read, shown with their cards; decks are built of them and checked."""

from collections.abc import Mapping
from itertools import groupby
from typing import Annotated, Any

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from deckcheck.acts import pools
from deckcheck.acts.errors import DeckcheckError, ExistingFileError
from deckcheck.acts.games import get_game
from deckcheck.acts.session import Session
from deckcheck.acts.shelf import made_of, summed
from deckcheck.acts.typed_decks import TypedDeck
from deckcheck.show.language import gettext as _
from deckcheck.web.answers import CONFLICT, MISSING, AnswerError, file_answer
from deckcheck.web.deck_parts import columns_of, meters_of
from deckcheck.web.endpoint import Text, endpoint
from deckcheck.web.plays import Seed

_SECONDS = 5.0
"""The longest for each side of a pool."""
_LONGEST_NUMBER = 3

Goal = Annotated[Text, "a condition as for odds; that of the game without it"]
Wishes = Annotated[Text, "what the deck must have, one a line: a number and a query, like `3 type:battle`"]


@endpoint("GET /api/pools", "deckcheck.pools/1")
def all_pools(session: Session) -> dict[str, Any]:
    """The kept pools, as `deckcheck pool list` has them."""
    return {"schema": "deckcheck.pools/1", "pools": [one.document() for one in pools.kept_pools(session)]}


@endpoint("POST /api/pools", "deckcheck.pool/1", changes=True)
def keep(
    session: Session,
    name: Annotated[Text, "what the pool is called"] = "",
    text: Annotated[Text, "its cards as a typed list; none where boosters are opened"] = "",
    products: Annotated[list[str], "the sets whose boosters are opened, in turn"] = [],
    boosters: Annotated[int, Field(strict=True, ge=0, le=1000), "how many; 0: as the game has it"] = 0,
    seed: Seed = 0,
) -> dict[str, Any]:
    """Keeps a pool: that of a list, or of opened boosters."""
    taken = _("a pool called {name} is kept already; take another name", name=name)
    if name in pools.names_of_pools():
        raise AnswerError(taken, CONFLICT)
    if not (text.strip() or products):
        raise AnswerError(_("a pool is made of a list of cards, or of boosters; give one of them"))
    if text.strip():
        source = TypedDeck(text, session.game, name).deck_list
        pool = pools.import_pool(session, source, name=name, game=session.game)
    else:
        pool = pools.open_pool(
            session, products, seed=seed, boosters=boosters or None, name=name, game=session.game
        )
    try:
        pools.keep_pool(pool)
    except ExistingFileError:  # another page was a moment faster
        raise AnswerError(taken, CONFLICT) from None
    return pool.document()


@endpoint("DELETE /api/pools/{name}", "deckcheck.pool/1", changes=True)
def forget(session: Session, name: str) -> dict[str, Any]:
    """Deletes a kept pool; its document, whose cards make it again."""
    pool = _kept(session, name)
    try:
        pools.forget_pool(name)
    except DeckcheckError as error:  # another page was a moment faster
        raise AnswerError(str(error), CONFLICT) from None
    return pool.document()


@endpoint("POST /api/pools/{name}/deck", "deckcheck.tune/1", changes=True, takes_long=True)
def save_built(
    session: Session,
    name: str,
    goal: Goal = "",
    least: Wishes = "",
    save: Annotated[Text, "the name of the deck"] = "",
) -> dict[str, Any]:
    """Builds the best legal deck of a pool, and saves it."""
    built = _built(session, _kept(session, name), goal, least)
    if built.plan is None or not save.strip():
        raise AnswerError(
            _("there is no deck to be kept") if save.strip() else _("a deck is saved under a name; type one")
        )
    built.work.save(built.plan, save.strip())
    return built.document()


def _kept(session: Session, name: str) -> pools.Pool:
    """The kept pool of a name, never a file; raises `AnswerError`."""
    if name not in pools.names_of_pools():
        raise AnswerError(_("there is no pool {name!r}"), MISSING, name=name)
    return pools.pool_named(session, name)


def _built(session: Session, pool: pools.Pool, goal: str, least: str) -> pools.BuiltPool:
    wishes = [_wish(line.strip()) for line in least.splitlines() if line.strip()]
    return pools.build_pool(session, pool, goal or None, at_least=wishes, time_limit=_SECONDS)


def _wish(line: str) -> tuple[str, int]:
    """A query with how many of its cards a deck must have; raises `AnswerError`."""
    number, _blank, query = line.partition(" ")
    if not (number.isdecimal() and len(number) <= _LONGEST_NUMBER and query.strip()):
        raise AnswerError(_("{line!r}, expected a number and a query, like 3 type:battle"), line=line)
    return query.strip(), int(number)


def pools_page(session: Session, _request: Request) -> dict[str, Any]:
    """All kept pools, each with what it is made of, and what a new one may be made of."""
    slots = get_game(session.game).collecting.limited.slots
    sets = [{"code": one.code, "name": one.name} for one in session.sets()] if slots else []
    kept = [(one, made_of(_cards(one), one.game)) for one in pools.kept_pools(session)]
    return {"pools": kept, "sets": sets, "game": session.game}


def _cards(pool: pools.Pool) -> list[tuple[Any, int]]:
    return [(one.card, one.quantity) for one in pool.cards]


def pool_page(session: Session, request: Request) -> dict[str, Any]:
    """A pool with its cards; the deck that is built of it, or the report on a saved one, where asked for."""
    pool, wanted = _kept(session, request.path_params["name"]), request.query_params
    goal, least = wanted.get("own", "").strip() or wanted.get("goal", ""), wanted.get("least", "")
    name = wanted.get("deck", "")
    built, deck, why, problem = None, None, None, None
    try:
        if "goal" in wanted:
            built = _built(session, pool, goal, least)
            deck = None if built.plan is None else built.plan.deck
        elif name:
            deck = session.deck(session.decks.get(name), game=pool.game)
        if deck is not None:
            why = pools.why_in_pool(session, deck, pool)
    except (AnswerError, DeckcheckError) as error:
        problem = str(error)
    entries = () if why is None or deck is None else deck.entries
    used = [(one.card, one.quantity) for one in entries if one.card is not None]
    used.sort(key=lambda one: (one[0].type, one[0].name))
    made = made_of(_cards(pool), pool.game)
    hues = {name: hue for name, hue, _copies in (*made["types"], *made["sides"])}
    faces = session.faces([one.card.name for one in pool.cards], game=pool.game)
    copies = [(one, face) for one, face in zip(pool.cards, faces, strict=True)]
    game = get_game(pool.game)
    return {
        "problem": problem,
        "built": built,
        "report": None if why is None else why.report,
        "meters": meters_of([] if why is None else why.document()["requirements"], hues, {}),
        "pool": pool,
        "opened": pools.opened_words(pool),
        "made": made,
        "columns": columns_of(made_of(used, pool.game)["costs"]),
        "hues": hues,
        "in_deck": summed((card.name, number) for card, number in used),
        "used": [(kind, list(group)) for kind, group in groupby(used, lambda one: one[0].type)],
        "groups": [
            (side, kind, list(group))
            for (side, kind), group in groupby(copies, lambda one: (one[0].card.side or "", one[0].card.type))
        ],
        "goal": goal,
        "least": least,
        "goals": game.words.goals,
        "deck_name": name,
        "decks": [one.facts.name for one in session.decks.list() if one.facts.game == pool.game],
        "game": pool.game,
    }


def pool_file(session: Session, request: Request) -> Response:
    """A pool as a file: one that can be read again, or a cube for Draftmancer."""
    pool = _kept(session, request.path_params["name"])
    if request.query_params.get("as") == "cube":
        return file_answer(f"{pool.name}.txt", pools.cube_of_pool(pool).encode(), "text/plain; charset=utf-8")
    return file_answer(f"{pool.name}.json", pools.pool_bytes(pool), "application/json")


PAGES: Mapping[str, tuple[Any, ...]] = {
    "/pools": ("pools.html", _("Pools"), pools_page),
    "/pools/{name}": ("pool.html", _("Pool"), pool_page, lambda request: "goal" in request.query_params),
}
"""The pages by their address: the template, the title, what makes the context, and when it takes long."""
