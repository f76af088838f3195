"""Logs of drafts and sealed pools that were held on Draftmancer, JSON: the cards that a player took.

{"users": {id: {"userName", "isBot", "cards": [card id], "picks": [{"pick": [place], "booster": [card id]}],
"decklist": {"main": [card id], "side": [...]}}}, "carddata": {card id: {"name", "set",
"collector_number"}}}. A log of several players is named with one of them, `log.txt#Ada`. Who built a
deck there has it in the main zone, and the other cards in the sideboard.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from db.language import gettext as _
from db.patterns import pattern
from importers.decks.deck_format import Confidence, DeckReader, line_problem, unread
from importers.decks.deck_list import MAIN_ZONE, DeckLine, DeckList, UnreadLine
from importers.decks.json_deck import shown, sure_where
from importers.decks.json_places import read_placed
from importers.errors import MalformedFileError, SeveralDecksError

NAME = "draftmancer-log"
_CARDS = pattern(r'"carddata"\s*:')
_CUSTOM = "custom"
"""The set of cards of which nobody named one."""


def read(text: str, source: str) -> DeckList:
    """The cards of the player of a log; raises `SeveralDecksError` where there are several."""
    data = read_placed(text, source).data
    users, cards = data.get("users"), data.get("carddata")
    if not isinstance(users, dict) or not isinstance(cards, dict):
        raise MalformedFileError(source, _("no log of players and cards"))
    players = _players(users)
    if len(players) > 1:
        raise SeveralDecksError(source, [f"{source}#{name}" for name in players], _("a log"))
    for name, user in players.items():
        lines = list(_lines(user, cards))
        known = tuple(line for line in lines if isinstance(line, DeckLine))
        left = tuple(line for line in lines if isinstance(line, UnreadLine))
        return DeckList(known, NAME, name, unread=left)
    raise MalformedFileError(source, _("a log of no player with cards"))


def of_player(text: str, name: str) -> bytes | None:
    """The log with only one of its players; None where it has none of that name."""
    try:
        data = json.loads(text)
        users = data["users"]
        found = {
            key: user for key, user in users.items() if str(user["userName"]).casefold() == name.casefold()
        }
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    return json.dumps({**data, "users": found}).encode() if len(found) == 1 else None


def _players(users: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The players with cards by their names, bots only where nobody else has any."""
    every = [user for user in users.values() if isinstance(user, dict) and any(_zones(user).values())]
    people = [user for user in every if not user.get("isBot")]
    return {str(user.get("userName") or number): user for number, user in enumerate(people or every, 1)}


def _zones(user: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The cards of a player by zone, as the log knows them: the deck that was built, else what was taken."""
    built = user.get("decklist")
    if isinstance(built, dict) and isinstance(built.get("main"), list):
        return {MAIN_ZONE: built["main"], "Sideboard": built.get("side") or []}
    taken = user.get("cards")
    return {MAIN_ZONE: taken if isinstance(taken, list) and taken else list(_picked(user.get("picks")))}


def _picked(picks: Any) -> Iterator[Any]:
    """Yields the cards that were picked out of boosters."""
    for one in picks if isinstance(picks, list) else ():
        if isinstance(one, dict) and isinstance(booster := one.get("booster"), list):
            places = one.get("pick")
            for place in places if isinstance(places, list) else [places]:
                yield booster[place] if type(place) is int and 0 <= place < len(booster) else place


def _lines(user: Mapping[str, Any], cards: Mapping[str, Any]) -> Iterator[DeckLine | UnreadLine]:
    for zone, taken in _zones(user).items():
        for ident, quantity in Counter(map(str, taken)).items():
            card = cards.get(ident)
            if not isinstance(card, dict) or not isinstance(card.get("name"), str):
                yield unread(1, shown(ident), _("the log does not say which card this is"))
                continue
            set_code, number = card.get("set"), card.get("collector_number")
            is_known = isinstance(set_code, str) and set_code.casefold() != _CUSTOM
            line = DeckLine(
                quantity,
                card["name"],
                zone,
                set_code=set_code if is_known else None,
                number=str(number) if is_known and number else None,
            )
            problem = line_problem(line)
            yield unread(1, shown(card["name"]), problem) if problem else line


READER = DeckReader(NAME, (".txt", ".json"), sure_where(_CARDS, Confidence.PROGRAM), read)
