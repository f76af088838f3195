"""Read-only access to the catalogue: cards by name, by name and set, by image key, or all.

Uses SQLite directly, since a single validation must not wait for SQLAlchemy. Cards are read when
asked for and kept; `load_all` reads them in one go, for many decks.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from db.arguments import checked_on_error
from db.cards import bundled_games
from db.cards.card import NO_FACTS, Card, CardSet, LegalityMark, PlayFormat, Printing, PrintingWords, as_stat
from db.cards.names import normal_form, number_key, parse_name, set_form, translated_form, version_order
from db.connection import as_our_errors, connect_read_only, file_identity
from db.errors import CardNotFoundError
from db.language import gettext as _
from db.texts import has_half_character

_CARDS = """SELECT c.id, c.game, c.name, c.base_name, c.version, c.distinction, c.side, c.type,
    c.subtype, c.cost, c.speed, c.power, c.health, c.facts, c.name_key, c.base_key FROM cards c"""
_PRINTINGS = """SELECT p.card_id, p.name, s.code, p.number, p.rarity, p.reprint, p.image_key,
    p.tags, p.differs, p.facts, p.removed_on, p.id, s.released, p.name_key
    FROM printings p JOIN sets s ON s.id = p.set_id"""
_MARKS = """SELECT m.card_id, m.status, m.format, p.name, m.since, m.source, m.seen, m.until
    FROM legality m JOIN printings p ON p.id = m.printing_id"""
_ALIASES = """FROM aliases a WHERE a.game = ? AND NOT EXISTS (SELECT 1 FROM cards o
    WHERE o.game = a.game AND o.base_key = a.alias_key AND o.id <> a.card_id)"""
"""Other names of cards, but for one that is a name with versions: it may mean any of them."""
_TRANSLATED = """SELECT p.card_id, t.language, t.name FROM translations t
    JOIN printings p ON p.image_key = t.image_key
    JOIN cards c ON c.id = p.card_id AND c.game = t.game WHERE t.game = ?"""
_NAMED = _TRANSLATED.replace("p.card_id, t.language", "c.name")
_TEXTS = """SELECT DISTINCT c.name FROM card_texts t JOIN printings p ON p.id = t.printing_id
    JOIN cards c ON c.id = p.card_id WHERE c.game = ?"""
_PART = "AND instr(lower(coalesce(t.text, '') || char(10) || coalesce(t.rulings, '')), ?)"
_PHRASE = "AND t.printing_id IN (SELECT rowid FROM card_search WHERE card_search MATCH ?)"
_IMAGE_KEY = 6
"""The place of the image key in a row of a printing."""
_NAME, _NAME_KEY, _BASE_KEY, _PRINTED_KEY = 2, 14, 15, 13
"""The places of the name and of normal forms: in a row of a card, and the last of a printing."""
_NUMBERS = ("cost", "speed", "power", "health")
_CALLED = """SELECT p.name_key, p.card_id FROM printings p JOIN cards c ON c.id = p.card_id
    WHERE p.name_key IN ({}) AND +c.game = ?
    UNION SELECT name_key, id FROM cards WHERE name_key IN ({}) AND game = ? ORDER BY 2"""
"""The `+` keeps SQLite from going through all cards of the game for the few that are asked for."""
_AT_ONCE, _FEW = 500, 30


@checked_on_error
class Catalogue:
    """The cards of one game as stored in a database; close it when done, or use `with`."""

    def __init__(self, path: Path, game: str) -> None:
        self.game = game
        self._path = path
        with as_our_errors(path):
            self._connection = connect_read_only(path)
        self._cards: dict[int, Card] = {}
        self._rows: _Rows | None = None
        self._ids_by_name: dict[str, tuple[int, ...]] = {}
        self._ids_by_base: dict[str, tuple[int, ...]] = {}
        self._aliases: dict[str, int] = {}
        self._images: dict[str, int] = {}
        self._named: dict[str, dict[str, str]] = {}
        self._translated: frozenset[str] | None = None
        self._sets: tuple[CardSet, ...] | None = None
        self._complete = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_unused: object) -> None:
        self.close()

    @property
    def path(self) -> Path:
        """The path of the database."""
        return self._path

    def at(self, path: Path) -> Self:
        """The same catalogue, with what was read of it, at another path to its file."""
        other = copy(self)
        other._path = path  # noqa: SLF001 - of this class
        return other

    def close(self) -> None:
        """Ends the connection; cards that were handed out stay valid."""
        self._connection.close()

    def find_cards(self, name: str) -> tuple[Card, ...]:
        """The cards with exactly this name, or with a printing of this name.

        In the bundled catalogue at most one; names are compared in normal form.
        """
        key = normal_form(name)
        if key not in self._ids_by_name:
            if self._complete:
                return ()
            rows = self._ask(
                "SELECT p.card_id FROM printings p JOIN cards c ON c.id = p.card_id"
                " WHERE p.name_key = :key AND c.game = :game"
                " UNION SELECT id FROM cards WHERE name_key = :key AND game = :game ORDER BY 1",
                {"key": key, "game": self.game},
            )
            self._ids_by_name[key] = tuple(ident for (ident,) in rows)
        return self._get(self._ids_by_name[key])

    def look_up(self, names: Iterable[str]) -> None:
        """Reads the cards that have one of these names, for `find_cards`, at once.

        A deck asks for twenty names; one question takes little longer than each of them. Where they
        are very many, all cards are read: of each name that is unknown more is asked.
        """
        known = self._ids_by_name
        keys = [] if self._complete else [k for n in names if (k := normal_form(n)) not in known]
        keys = [key for key in keys if not has_half_character(key)]
        if len(keys) > _AT_ONCE:
            self.load_all()
        elif keys:
            question = _CALLED.replace("{}", ",".join("?" * len(keys)))
            rows = self._ask(question, (*keys, self.game, *keys, self.game))
            found: dict[str, tuple[int, ...]] = dict.fromkeys(keys, ())
            for key, ident in rows:
                found[key] += (ident,)
            self._get(tuple({ident for _, ident in rows}))
            known.update(found)

    def find_numbered(self, set_code: str, number: str) -> tuple[Card, ...]:
        """The cards with this number in a set, by its code; numbers are compared by their keys."""
        rows = self._ask(
            "SELECT p.card_id, p.number FROM printings p JOIN sets s ON s.id = p.set_id"
            " WHERE s.game = ? AND s.code = ? ORDER BY 1",
            (self.game, set_code),
        )
        wanted = number_key(number)
        return self._get(tuple(dict.fromkeys(i for i, one in rows if one and number_key(one) == wanted)))

    def find_versions(self, base_name: str) -> tuple[Card, ...]:
        """All cards of a base name from version A on; those without one, oldest set first."""
        key = normal_form(base_name)
        if key not in self._ids_by_base:
            if self._complete:
                return ()
            rows = self._ask(
                "SELECT id FROM cards WHERE game = ? AND base_key = ? ORDER BY id", (self.game, key)
            )
            self._ids_by_base[key] = tuple(ident for (ident,) in rows)
        found = self._get(self._ids_by_base[key])
        return tuple(sorted(found, key=lambda card: version_order(card.version)))

    def marked_cards(self) -> tuple[Card, ...]:
        """All cards with a ban or restriction, also of the past, in the order of the catalogue."""
        rows = self._ask(
            "SELECT DISTINCT m.card_id FROM legality m JOIN cards c ON c.id = m.card_id"
            " WHERE +c.game = ? ORDER BY 1",
            (self.game,),
        )
        return self._get(tuple(ident for (ident,) in rows))

    def find_alias(self, name: str) -> Card | None:
        """The card that has this as an alias, or None; a base name is no alias of its versions."""
        key = normal_form(name)
        if self._complete:
            ident = self._aliases.get(key)
            return None if ident is None else self._get((ident,))[0]
        row = next(
            iter(self._ask(f"SELECT a.card_id {_ALIASES} AND a.alias_key = ?", (self.game, key))), None
        )
        return self._get(row)[0] if row else None

    def find_translated(self, name: str) -> tuple[Card, ...]:
        """The cards called so in another language, with their subtitles or by their titles alone.

        A full name comes before a title; several cards may share either.
        """
        key = translated_form(name)
        if self._translated is not None and key not in self._translated:
            return ()
        for column in ("name_key", "title_key"):
            question = f"{_TRANSLATED} AND t.{column} = ? ORDER BY p.card_id"
            if rows := self._ask(question, (self.game, key)):
                return self._get(tuple(dict.fromkeys(ident for ident, _, _ in rows)))
        return ()

    def find_called(self, name: str) -> tuple[Card, ...]:
        """The cards that a name may mean: one for its full or old name, else all its versions.

        Names in other languages come last.
        """
        found = self.find_cards(name)
        if not found and (renamed := self.find_alias(name)):
            return (renamed,)
        parts = parse_name(name)
        found = found or self.find_cards(parts.card)
        found = found or (() if parts.version else self.find_versions(parts.base))
        found = found or self.find_translated(name)
        if len(found) > 1:  # the full name of one may be the title of others
            found = tuple(card for card in found if card.name == name) or found
        return found

    def translations(self) -> Mapping[int, Mapping[str, str]]:
        """The names in other languages, by the ids of cards and by language."""
        names: dict[int, dict[str, str]] = {}
        for ident, language, name in self._ask(f"{_TRANSLATED} ORDER BY p.id", (self.game,)):
            names.setdefault(ident, {}).setdefault(language, name)
        return names

    def names_in(self, language: str) -> dict[str, str]:
        """The names in a language by the English ones, where there are any; of the first printing."""
        if language not in self._named:
            rows = self._ask(f"{_NAMED} AND t.language = ? ORDER BY p.id DESC", (self.game, language))
            self._named[language] = dict(rows)
        return self._named[language]

    def translated_names(self) -> dict[str, str]:
        """The names in other languages by their normal form, for suggestions."""
        rows = self._ask(f"{_TRANSLATED} ORDER BY t.id", (self.game,))
        return {normal_form(name): name for _, _, name in reversed(rows)}

    def find_image(self, image_key: str) -> tuple[Card, Printing] | None:
        """The card and printing of an image key, or None; image keys come with synced sources."""
        if self._complete:
            ident = self._images.get(image_key)
        else:
            row = next(
                iter(
                    self._ask(
                        "SELECT p.card_id FROM printings p JOIN cards c ON c.id = p.card_id"
                        " WHERE p.image_key = ? AND c.game = ? ORDER BY p.card_id DESC LIMIT 1",
                        (image_key, self.game),
                    )
                ),
                None,
            )
            ident = row[0] if row else None
        if ident is None:
            return None
        card = self._get((ident,))[0]
        return card, next(p for p in card.printings if p.image_key == image_key)

    def aliases(self) -> tuple[tuple[str, str, str | None], ...]:
        """All other names: the alias, the card, and why."""
        name = "(SELECT c.name FROM cards c WHERE c.id = a.card_id)"
        rows = self._ask(f"SELECT a.alias, {name}, a.why {_ALIASES} ORDER BY a.id", (self.game,))
        return tuple(rows)

    def cards(self) -> tuple[Card, ...]:
        """All cards of the game, in the order of the sets."""
        self.load_all()
        return self._get(tuple(self._rows.cards)) if self._rows else ()

    def each_card(self) -> Iterator[Card]:
        """Yields the cards of the game, some read at a time: for who soon has seen enough."""
        some, last = _FEW, 0
        few = "SELECT id FROM cards WHERE game = ? AND id > ? ORDER BY id LIMIT ?"
        while idents := [ident for (ident,) in self._ask(few, (self.game, last, some))]:
            yield from self._get(idents)
            some, last = _AT_ONCE, idents[-1]

    def get_cards(self, idents: Iterable[int]) -> tuple[Card, ...]:
        """The cards of these ids, in their order; raises `CardNotFoundError`."""
        try:
            return self._get(tuple(idents))
        except KeyError as error:
            raise CardNotFoundError(_("id {error}", error=error)) from None

    def sets(self) -> tuple[CardSet, ...]:
        """All sets of the game in order, each with the number of its printings."""
        if self._sets is None:
            self._sets = self._read_sets()
        return self._sets

    def _read_sets(self) -> tuple[CardSet, ...]:
        rows = self._ask(
            "SELECT game, code, name, publisher,"
            " (SELECT count(*) FROM printings p WHERE p.set_id = s.id), released, release_source"
            " FROM sets s WHERE game = ? ORDER BY position",
            (self.game,),
        )
        return tuple(CardSet(*row) for row in rows)

    def kinds(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The types, and the sides, of all cards of the game."""
        rows = self._ask("SELECT DISTINCT type, side FROM cards WHERE game = ? ORDER BY 1, 2", (self.game,))
        types = dict.fromkeys(kind for kind, _ in rows)
        return tuple(types), tuple(sorted({side for _, side in rows if side}))

    def set_codes(self) -> frozenset[str]:
        """The codes of all sets of the game."""
        return frozenset(code for (code,) in self._ask("SELECT code FROM sets WHERE game = ?", (self.game,)))

    def set_names(self) -> dict[str, str]:
        """The code of every set by its code, its names and its subtitle, in the form `set_form`.

        A subtitle that several sets share, or that is another set's name, is left out. Names are
        those in other languages, too.
        """
        rows = self._ask("SELECT code, name FROM sets WHERE game = ? ORDER BY position", (self.game,))
        by_name = {set_form(name): code for code, name in reversed(rows)}
        subtitles = [(set_form(name.partition(": ")[2]), code) for code, name in rows]
        shared = Counter(title for title, _ in subtitles)
        by_subtitle = {title: code for title, code in subtitles if title and shared[title] == 1}
        codes = {code for code, _ in rows}
        others = bundled_games.read_set_names(self.game)
        elsewhere = {set_form(name): code for code, _, name in others if code in codes}
        return elsewhere | by_subtitle | by_name | {set_form(code): code for code, _ in rows}

    def names(self) -> dict[str, str]:
        """Every card name by its normal form, for suggestions."""
        if self._rows is not None:
            return {row[_NAME_KEY]: row[_NAME] for row in self._rows.cards.values()}
        rows = self._ask("SELECT name_key, name FROM cards WHERE game = ? ORDER BY id", (self.game,))
        return dict(rows)

    def has_game(self) -> bool:
        """Whether the database knows the game: a bundled one, or one whose cards were imported."""
        return bool(self._ask("SELECT 1 FROM games WHERE code = ?", (self.game,)))

    def source(self) -> tuple[str, str]:
        """The source of the cards of this game, and its date."""
        row = next(iter(self._ask("SELECT source, as_of FROM games WHERE code = ?", (self.game,))), None)
        return (str(row[0]), str(row[1])) if row else ("unknown", "unknown")

    def state(self) -> str:
        """The state of the catalogue, like `1f6ed1d6b2c4, batch 3`: bundled files, newest import.

        Equal states mean equal catalogues; on different computers only as long as nothing was
        imported.
        """
        rows = self._ask("SELECT digest FROM games WHERE code = ?", (self.game,))
        digest = next((str(row[0])[:12] for row in rows if row[0]), "no bundled cards")
        batches = self._ask(
            "SELECT max(id) FROM card_batches WHERE game = ? AND undone_at IS NULL", (self.game,)
        )
        newest = next((row[0] for row in batches), None)
        return f"{digest}, batch {newest}" if newest else digest

    def fingerprint(self) -> tuple[object, ...]:
        """A value that is another one after every import of cards and every undoing of one."""
        (undone,) = self._ask(
            "SELECT count(*), max(undone_at) FROM card_batches WHERE game = ? AND undone_at IS NOT NULL",
            (self.game,),
        )
        return self.state(), *undone, file_identity(self._path)

    def changes(self) -> int:
        """A number that changes whenever another connection has changed the database."""
        return int(self._ask("PRAGMA data_version")[0][0])

    def find_text(self, words: str, *, part: bool = False) -> frozenset[str]:
        """The names of the cards whose text or rulings contain these words, one after another.

        With `part` the words may begin or end within others. No words ask for all cards with text.
        """
        phrase = '"' + words.replace('"', '""') + '"'
        if not words:
            rows = self._ask(f"{_TEXTS} AND t.text <> ''", (self.game,))
        elif part:
            rows = self._ask(f"{_TEXTS} {_PART}", (self.game, words.lower()))
        else:
            rows = self._ask(f"{_TEXTS} {_PHRASE}", (self.game, phrase))
        return frozenset(name for (name,) in rows)

    def words(self, card: Card) -> tuple[PrintingWords, ...]:
        """The text, rulings and scripts of a card, printing by printing, oldest set first."""
        rows = self._ask(
            "SELECT p.name, s.code, t.text, t.rulings, t.script FROM card_texts t"
            " JOIN printings p ON p.id = t.printing_id JOIN sets s ON s.id = p.set_id"
            " JOIN cards c ON c.id = p.card_id WHERE c.game = ? AND c.name_key = ? AND c.name = ?"
            " ORDER BY s.position, p.position",
            (self.game, normal_form(card.name), card.name),
        )
        return tuple(PrintingWords(*row) for row in rows)

    def play_formats(self, day: str | None = None) -> tuple[PlayFormat, ...]:
        """The formats that sources stated, each as it was last seen, on a day or before it."""
        rows = self._ask(
            "SELECT code, name, source, max(seen), data FROM play_formats WHERE game = ?"
            " AND seen <= ? GROUP BY source, code ORDER BY source, name",
            (self.game, day or "9999"),
        )
        return tuple(
            PlayFormat(code, name, source, seen, _facts(data or "{}"))
            for code, name, source, seen, data in rows
        )

    def load_all(self) -> None:
        """Reads every card and alias now; looking up names no longer touches the database.

        Of cards the rows are read; each card is made when it is asked for.
        """
        if self._complete:
            return
        by_name: dict[str, set[int]] = {}
        by_base: dict[str, list[int]] = {}
        self._rows = self._read("WHERE c.game = ? ORDER BY c.id", (self.game,))
        for ident, row in self._rows.cards.items():
            by_name.setdefault(row[_NAME_KEY], set()).add(ident)
            by_base.setdefault(row[_BASE_KEY], []).append(ident)
            for printing in self._rows.printings.get(ident, ()):
                if printing[_PRINTED_KEY] != row[_NAME_KEY]:
                    by_name.setdefault(printing[_PRINTED_KEY], set()).add(ident)
        aliases = self._ask(f"SELECT a.alias_key, a.card_id {_ALIASES}", (self.game,))
        self._aliases = dict(aliases)
        self._images = {
            row[_IMAGE_KEY]: ident
            for ident in self._rows.cards
            for row in self._rows.printings.get(ident, ())
            if row[_IMAGE_KEY]
        }
        self._ids_by_name = {key: tuple(sorted(ids)) for key, ids in by_name.items()}
        self._ids_by_base = {key: tuple(ids) for key, ids in by_base.items()}
        keys = self._ask("SELECT name_key, title_key FROM translations WHERE game = ?", (self.game,))
        self._translated = frozenset(chain.from_iterable(keys))
        self._complete = True

    def _ask(self, question: str, values: Any = ()) -> list[Any]:
        """All rows of an answer; what SQLite complains of becomes an error of ours."""
        with as_our_errors(self._path):
            try:
                return self._connection.execute(question, values).fetchall()
            except UnicodeEncodeError:  # half a character: no row has it
                return []

    def _get(self, idents: Sequence[int]) -> tuple[Card, ...]:
        cards = self._cards
        missing = [ident for ident in idents if ident not in cards]
        if self._rows is not None:
            cards.update((ident, self._rows.card(ident)) for ident in missing)
            missing = []
        for start in range(0, len(missing), _AT_ONCE):
            part = missing[start : start + _AT_ONCE]
            marks = ",".join("?" * len(part))
            rows = self._read(f"WHERE c.id IN ({marks})", part)
            cards.update((ident, rows.card(ident)) for ident in rows.cards)
        return tuple(cards[ident] for ident in idents)

    def _read(self, where: str, values: Sequence[Any]) -> "_Rows":
        """The rows of the cards that `where` names, with printings and marks."""
        join = f"JOIN cards c ON c.id = {{}}.card_id {where.partition(' ORDER')[0]}"
        ask = self._ask
        return _Rows(
            {row[0]: row for row in ask(f"{_CARDS} {where}", values)},
            _grouped(ask(f"{_PRINTINGS} {join.format('p')} ORDER BY s.position, p.position", values)),
            _grouped(ask(f"{_MARKS} {join.format('m')} ORDER BY m.id", values)),
        )


_Row = Sequence[Any]


class _Rows(NamedTuple):
    """Rows of cards, with those of their printings and marks, by the ids of the cards."""

    cards: dict[int, _Row]
    printings: dict[int, list[_Row]]
    marks: dict[int, list[_Row]]

    def card(self, ident: int) -> Card:
        """The card of an id."""
        row = self.cards[ident]
        game, name, base, version, distinction, side, kind, subtype = row[1:9]
        cost, speed, power, health = map(as_stat, row[9:13])
        marks = [LegalityMark(*mark[1:]) for mark in self.marks.get(ident, ())]
        return Card(
            game,
            name,
            base,
            version,
            distinction,
            side,
            kind,
            subtype,
            cost,
            speed,
            power,
            health,
            tuple(map(_printing, self.printings.get(ident, ()))),
            tuple(mark for mark in marks if mark.until is None),
            _facts(row[13]),
            tuple(mark for mark in marks if mark.until is not None),
            ident,
        )


def _grouped(rows: Iterable[_Row]) -> dict[int, list[_Row]]:
    groups: dict[int, list[_Row]] = {}
    for row in rows:
        groups.setdefault(row[0], []).append(row)
    return groups


_ONLY_READ = '{"text_read": ["whole"]}'
ONLY_READ: Mapping[str, Any] = MappingProxyType({"text_read": ["whole"]})
"""The facts of most cards: their text was read, and says nothing that counts."""


def _facts(text: str | None) -> Mapping[str, Any]:
    """The facts that a column holds as JSON; most cards have none, so its reader waits for some."""
    if not text:
        return NO_FACTS
    if text == _ONLY_READ:
        return ONLY_READ
    import json

    document: Mapping[str, Any] = json.loads(text)
    return document


def _printing(row: _Row) -> Printing:
    _unused, name, code, number, rarity, reprint, image_key, tags, differs, own = row[:10]
    removed_on, ident, released = row[10:_PRINTED_KEY]
    facts = _facts(differs)
    if facts is not NO_FACTS:
        facts = {key: as_stat(v) if key in _NUMBERS else v for key, v in facts.items()}
    labels = tuple(tags.split()) if tags else ()
    more = _facts(own)
    return Printing(
        name,
        code,
        number or None,
        rarity,
        reprint,
        image_key,
        labels,
        facts,
        more,
        removed_on,
        ident,
        released,
    )
