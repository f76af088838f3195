"""LackeyCCG decks, `.dek`: one card element per copy, zone by zone.

Files as LackeyCCG writes them are read line by line without an XML parser, which is what makes
whole folders of decks quick; all others go to `lackey_xml`. Both give the same deck list.
"""

import re
from functools import lru_cache

from db.cards.bundled_games import BUNDLED
from db.cards.names import image_key_for
from db.language import gettext as _
from db.patterns import pattern
from importers.decks.deck_format import (
    MAX_LINES,
    MAX_NAME,
    MAX_ZONES,
    Confidence,
    DeckReader,
    DeckWriter,
    lines_by_zone,
    stated,
)
from importers.decks.deck_list import DeckLine, DeckList
from importers.errors import UnwritableDeckError

NAME = "lackey-dek"

_GAMES = {game.lackey: game.code for game in BUNDLED if game.lackey}
_PLUGINS = {game: plugin for plugin, game in _GAMES.items()}
_DEFAULT_PLUGIN = next(iter(_GAMES))
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&apos;": "'", "&quot;": '"', "&amp;": "&"}
_ESCAPES = str.maketrans({character: entity for entity, character in _ENTITIES.items()})

_ENTITY = "&(?:amp|lt|gt|quot|apos);"
_TEXT = rf'[^<>&"]*(?:{_ENTITY}[^<>&"]*)*'
_CARD = re.compile(
    rf'\t\t<card><name id="({_TEXT})">([^<>&]*(?:{_ENTITY}[^<>&]*)*)</name>(?:<set>({_TEXT})</set>)?</card>'
)
_HEAD = re.compile(
    r'<deck version="0\.8">\n\t<meta>\n\t\t<game>([a-z0-9]+)</game>\n\t</meta>\n(?=\t<superzone)'
)
HEAD = '<deck version="0.8">\n'
"""The first line of each deck that LackeyCCG writes."""
_FOOT = "</deck>\n"
_HEAD_LINES = 4
_ZONE = re.compile(rf'\t<superzone name="(?!")({_TEXT})">')
_END = "\t</superzone>"
_ROOT = pattern(r"<deck\s+version=")


def game_for(plugin: str) -> str:
    """The code of the game of a LackeyCCG plugin; an unknown plugin as written.

    >>> game_for("starwars"), game_for("redemption")
    ('swtcg', 'redemption')
    """
    return _GAMES.get(plugin.strip(), plugin.strip())


def confidence(text: str, _suffix: str) -> Confidence:
    """The program for XML with LackeyCCG's zones, none for any other text."""
    is_lackey = text.lstrip().startswith("<") and ("<superzone" in text or _ROOT.search(text) is not None)
    return Confidence.PROGRAM if is_lackey else Confidence.NO


def read(text: str, source: str) -> DeckList:
    """The deck list of a LackeyCCG deck."""
    quick = read_canonical(text)
    if quick is not None:
        return quick
    from importers.decks.lackey_xml import read_tolerantly

    found = read_tolerantly(text, source)
    return found._replace(read_as=NAME, game=game_for(found.game) if found.game else None)


def read_canonical(text: str) -> DeckList | None:
    """The deck list of a file that looks just as LackeyCCG writes it; None where it does not."""
    head = _HEAD.match(text)
    if head is None or not text.endswith(_FOOT):
        return None
    rows = text[head.end() : -len(_FOOT)].split("\n")
    if rows.pop() or len(rows) > MAX_LINES:
        return None
    zones: list[str] = []
    zone: str | None = None
    lines: list[DeckLine] = []
    for number, row in enumerate(rows, _HEAD_LINES + 1):
        card = _card(row)
        if card is not None and zone is not None:
            name, set_code, image_key = card
            lines.append(DeckLine(1, name, zone, number, set_code, image_key))
        elif zone is not None and row == _END:
            zone = None
        elif zone is None and (start := _ZONE.fullmatch(row)) and row[1:].isprintable():
            zone = _unescaped(start.group(1))
            zones.append(zone)
        else:
            return None
    if zone is not None or len(zones) > MAX_ZONES or len(set(zones)) < len(zones):
        return None
    game = game_for(head.group(1))
    return DeckList(tuple(lines), NAME, game=game, zones=tuple(zones))


@lru_cache(maxsize=20_000)
def _card(row: str) -> tuple[str, str | None, str | None] | None:
    """Name, set and image key of a card's line in canonical form, or None.

    Kept in a cache, since decks repeat their lines four times over and share cards.
    """
    found = _CARD.fullmatch(row)
    if found is None or not row[2:].isprintable():
        return None
    image_key, name, set_code = (_unescaped(part or "") for part in found.groups())
    if not name.strip() or max(len(image_key), len(name), len(set_code)) > MAX_NAME:
        return None
    return name, stated(set_code), stated(image_key)


def read_card_row(row: str) -> DeckLine | None:
    r"""The card of a line in canonical form, as in the main zone; None for any other line.

    >>> read_card_row('\t\t<card><name id="">Yoda (A)</name><set>AOTC</set></card>').set_code
    'AOTC'
    """
    card = _card(row)
    if card is None:
        return None
    name, set_code, image_key = card
    return DeckLine(1, name, set_code=set_code, image_key=image_key)


def write(deck_list: DeckList) -> str:
    """The deck list as LackeyCCG writes it."""
    if deck_list.quantity > MAX_LINES:
        found = _(
            "a deck of {quantity:,} copies (at most {limit:,})", quantity=deck_list.quantity, limit=MAX_LINES
        )
        raise UnwritableDeckError(NAME, found, _("Choose a format with counts."))
    plugin = _PLUGINS.get(deck_list.game or "", deck_list.game) or _DEFAULT_PLUGIN
    rows = ['<deck version="0.8">', "\t<meta>", f"\t\t<game>{_escaped(plugin)}</game>", "\t</meta>"]
    for zone, lines in lines_by_zone(deck_list).items():
        rows.append(f'\t<superzone name="{_escaped(zone)}">')
        for line in lines:
            rows.extend([card_row(line)] * line.quantity)
        rows.append(_END)
    return "\n".join([*rows, _FOOT])


def card_row(line: DeckLine) -> str:
    """The line of a LackeyCCG deck for one copy of a card."""
    name, key = _escaped(line.name), _escaped(line.image_key or guessed_image_key(line))
    code = "" if line.set_code is None else f"<set>{_escaped(line.set_code)}</set>"
    return f'\t\t<card><name id="{key}">{name}</name>{code}</card>'


def _escaped(text: str) -> str:
    return text.translate(_ESCAPES)


def _unescaped(text: str) -> str:
    if "&" in text:
        for entity, character in _ENTITIES.items():  # &amp; comes last: &amp;lt; is &lt;
            text = text.replace(entity, character)
    return text


def guessed_image_key(line: DeckLine) -> str:
    """The image key that a card without one gets: the plugin's usual style, with what is known.

    >>> guessed_image_key(DeckLine(1, "Deliah Blue (D)", set_code="LEG", number="219"))
    'LEG219_Deliah_Blue_D'
    """
    return image_key_for(line.name, line.set_code or "", line.number).lstrip("_")


def remarks(deck_list: DeckList) -> tuple[str, ...]:
    """The values that the writer adds: image keys and the game, where they are unknown."""
    guessed = sum(line.quantity for line in deck_list.lines if line.image_key is None)
    said = []
    if guessed:
        keys = _("1 image key is") if guessed == 1 else _("{guessed:,} image keys are", guessed=guessed)
        said.append(_("{keys} guessed from name and set; LackeyCCG may show no picture", keys=keys))
    if deck_list.game is None:
        said.append(
            _(
                "the list names no game; written for LackeyCCG's {default_plugin}",
                default_plugin=_DEFAULT_PLUGIN,
            )
        )
    return tuple(said)


READER = DeckReader(NAME, (".dek",), confidence, read)
WRITER = DeckWriter(
    NAME,
    (".dek",),
    frozenset({"set_code", "image_key", "game", _("empty zones"), _("zones as written"), "blanks"}),
    write,
    remarks,
)
