"""The card of each printing: found, made, renamed with its old name kept, or left empty.

A card is known by its name, or by its `identity` where its source has something better. Two cards
that share a name but not their identity are distinguished by the code of the set.
"""

from collections.abc import Iterable, Sequence

from db.cards.bundled import EXCEPTIONS
from db.cards.names import normal_form
from db.imports.match import StoredMatch
from db.imports.source_rows import CARD_FACTS, SourceCard
from db.imports.stored_game import OWN_FACTS, StoredGame
from db.imports.stored_rows import Row
from db.language import gettext as _


def assign_cards(game: StoredGame, matches: Sequence[StoredMatch], source: str) -> list[int]:
    """The id of the card of every match; cards are made and renamed as needed."""
    result: dict[int, int] = {}
    moving: dict[int, list[int]] = {}
    for place, match in enumerate(matches):
        if match.printing is not None:
            current = match.printing["card_id"]
            if _is_still(game, current, match):
                result[place] = current
            else:
                moving.setdefault(current, []).append(place)
    result |= _move(game, {card: {p: matches[p] for p in places} for card, places in moving.items()}, source)
    new = [(place, match.card) for place, match in enumerate(matches) if place not in result]
    # Reprints last: the cards that they are of may be among the new ones.
    for place, card in sorted(new, key=lambda one: one[1].reprint is not None):
        known = find_card(game, card)
        result[place] = _make_card(game, card, source) if known is None else known
    return [result[place] for place in range(len(matches))]


def find_card(game: StoredGame, card: SourceCard, *, by_old_name: bool = True) -> int | None:
    """The id of the card that a row is a printing of, by its identity, name or an old name."""
    key = normal_form(card.card)
    if card.identity is not None:
        if (known := game.by_identity.get(card.identity)) is not None:
            return known
        # A card that was stored without an identity, under just this name, is given one.
        same = game.by_key.get(key)
        return same if same is not None and game.cards[same]["identity"] is None else None
    if (known := game.by_key.get(key)) is not None:
        return known
    return _by_old_name(game, key) if by_old_name and card.reprint is not None else None


def _by_old_name(game: StoredGame, key: str) -> int | None:
    """The card of an old name, if none is called so that is no reprint; it would be its own."""
    alias = game.alias_keys.get(key) if key not in game.stated_names else None
    return int(alias["card_id"]) if alias else None


def settle_cards(game: StoredGame, names: dict[int, SourceCard]) -> None:
    """Updates every changed card from its printings; a card without printings is deleted.

    `names` are the rows that were read, by the id of their printing.
    """
    for card_id in sorted(game.touched):
        if card_id not in game.cards:
            continue
        printings = [game.printings[ident] for ident in game.of_card.get(card_id, ())]
        if printings:
            _settle(game, card_id, sorted(printings, key=game.set_position), names)
        elif card_id not in game.used_alone:
            for alias in [a for a in game.aliases if a["card_id"] == card_id]:
                game.aliases.delete(alias["id"])
            game.cards.delete(card_id)


def _is_still(game: StoredGame, current: int, match: StoredMatch) -> bool:
    card, stored = match.card, game.cards[current]
    renamed = match.printing is not None and match.printing["name_key"] != match.name_key
    if card.identity is None and stored["identity"] is not None:
        return not renamed
    if card.identity is None:
        key = normal_form(card.card)
        by_old_name = not renamed and _by_old_name(game, key) == current
        return by_old_name or bool(stored["name_key"] == key)
    if stored["identity"] is None and stored["name_key"] == normal_form(card.card):
        game.cards.update(current, identity=card.identity)
        game.by_identity[card.identity] = current
    return stored["identity"] == card.identity and not renamed


def _move(game: StoredGame, moving: dict[int, dict[int, StoredMatch]], source: str) -> dict[int, int]:
    """Where the printings go that are called otherwise now, by card: together, or each its way.

    A card of which all printings go gives its name up first, so that names may be swapped.
    """
    whole = {card_id: group for card_id, group in moving.items() if _is_whole(game, card_id, group)}
    old = {card_id: dict(game.cards[card_id]) for card_id in whole}
    for row in old.values():
        del game.by_key[row["name_key"]]
    result: dict[int, int] = {}
    for card_id, group in moving.items():
        for place, match in group.items():
            result[place] = _target(game, card_id, match.card, source, whole=card_id in whole)
            if match.printing is not None:
                game.of_card[card_id].discard(match.printing["id"])
                game.of_card[result[place]].add(match.printing["id"])
        game.touched.add(card_id)
        if not game.of_card[card_id] and card_id not in old:
            old[card_id] = dict(game.cards[card_id])
            del game.by_key[old[card_id]["name_key"]]
    for card_id, row in old.items():
        heir = result[next(iter(moving[card_id]))]
        if row["name_key"] not in game.by_key:
            _keep_name(game, row, heir, source)
        if not game.of_card[card_id]:
            game.moves[card_id] = heir
    return result


def _is_whole(game: StoredGame, card_id: int, group: dict[int, StoredMatch]) -> bool:
    """Whether all printings of a card go, and to one new name."""
    printings = {match.printing["id"] for match in group.values() if match.printing is not None}
    keys = {(match.card.identity, normal_form(match.card.card)) for match in group.values()}
    return len(keys) == 1 and printings == game.of_card[card_id]


def _target(game: StoredGame, current: int, card: SourceCard, source: str, *, whole: bool) -> int:
    """The card that a printing goes to: one that is there, its own renamed, or a new one."""
    known = find_card(game, card, by_old_name=False)
    if known is not None and known != current:
        return known
    if not whole:
        return _make_card(game, card, source) if known is None else current
    if game.by_key.get(game.cards[current]["name_key"]) != current:
        _rename(game, current, card)
    return current


def _make_card(game: StoredGame, card: SourceCard, source: str) -> int:
    name, distinction = _free_name(game, card)
    row = game.cards.insert(
        game=game.code,
        name=name,
        name_key=normal_form(name),
        base_name=card.base,
        base_key=normal_form(card.base),
        version=card.version,
        distinction=distinction,
        **{fact: getattr(card, fact) for fact in CARD_FACTS},
        facts=dict(card.facts) or None,
        identity=card.identity,
        source=source,
    )
    _drop_alias(game, row["name_key"])
    game.by_key[row["name_key"]] = row["id"]
    game.of_card[row["id"]] = set()
    if card.identity is not None:
        game.by_identity[card.identity] = row["id"]
    return int(row["id"])


def _rename(game: StoredGame, card_id: int, card: SourceCard) -> None:
    name, distinction = _free_name(game, card)
    game.cards.update(
        card_id,
        name=name,
        name_key=normal_form(name),
        base_name=card.base,
        base_key=normal_form(card.base),
        version=card.version,
        distinction=distinction,
        identity=card.identity,
    )
    _drop_alias(game, normal_form(name))
    game.by_key[normal_form(name)] = card_id


def _free_name(game: StoredGame, card: SourceCard) -> tuple[str, str | None]:
    """A name that no other card has, and what tells it from another of the same name."""
    if normal_form(card.card) not in game.by_key:
        return card.card, card.distinction
    for mark in (card.set_code, f"{card.set_code} {card.number}", card.identity or ""):
        if normal_form(f"{card.card} ({mark})") not in game.by_key:
            break
    distinction = " ".join(part for part in (card.distinction, f"({mark})") if part)
    return f"{card.card} ({mark})", distinction


def _keep_name(game: StoredGame, old: Row, card_id: int, source: str) -> None:
    """Keeps an old name, so that saved decks and holdings find the card under it."""
    for alias in game.aliases:
        if alias["card_id"] == old["id"] != card_id:
            game.aliases.update(alias["id"], card_id=card_id)
    if old["name_key"] in game.alias_keys:
        game.aliases.update(game.alias_keys[old["name_key"]]["id"], card_id=card_id)
        return
    game.alias_keys[old["name_key"]] = game.aliases.insert(
        game=game.code,
        alias=old["name"],
        alias_key=old["name_key"],
        card_id=card_id,
        why=_("renamed by {source}", source=source),
        source=source,
    )


def _drop_alias(game: StoredGame, key: str) -> None:
    """An old name that is a card's name again is no alias."""
    if (alias := game.alias_keys.pop(key, None)) is not None:
        game.aliases.delete(alias["id"])


def _settle(game: StoredGame, card_id: int, printings: Sequence[Row], names: dict[int, SourceCard]) -> None:
    originals = [row for row in printings if row["reprint"] is None]
    main = (originals or printings)[0]
    for row in printings:
        game.own[row["id"]] = _with_exceptions(game, card_id, game.own[row["id"]])
    facts = game.own[main["id"]]
    news = {fact: facts[fact] for fact in OWN_FACTS}
    named = names.get(main["id"])
    if named is not None and named.identity is None and game.cards[card_id]["identity"] is None:
        news |= {"name": named.card, "base_name": named.base, "version": named.version}
    if game.cards.update(card_id, **news):
        game.cards.update(card_id, source=main["source"])
    for row in printings:
        own = game.own[row["id"]]
        differs = {fact: own[fact] for fact in OWN_FACTS if own[fact] != facts[fact]}
        game.printings.update(row["id"], differs=differs or None)
        _follow(game.marks_of.get(row["id"], ()), card_id, game)


def _with_exceptions(game: StoredGame, card_id: int, own: Row) -> Row:
    """The facts of a printing, with the exceptions of its card, which hold for all of them."""
    stated = {k: v for k, v in (own["facts"] or {}).items() if k not in EXCEPTIONS}
    return {**own, "facts": (stated | game.exceptions.get(card_id, {})) or None}


def _follow(marks: Iterable[Row], card_id: int, game: StoredGame) -> None:
    for mark in marks:
        if mark["id"] in game.marks:
            game.marks.update(mark["id"], card_id=card_id)
