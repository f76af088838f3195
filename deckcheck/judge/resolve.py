"""From a deck list to a deck: every name looked up, none guessed, none dropped.

A name counts as found when it is, in normal form, the name of a card or of a printing, an old name
of one, or a known name with another reprint mark. A name without its version letter is ambiguous
unless the set beside it has just one of the versions; a name that is only nearly right is unknown:
both stay in the deck and are counted. Where a list gives the id of a card in its source, that says
which card it is.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from db.arguments import checked_on_error
from db.cards.card import Card, Printing
from db.cards.lookup import Catalogue
from db.cards.names import CardName, normal_form, parse_name, set_form, with_articles
from db.errors import DeckcheckError
from db.language import gettext as _
from db.patterns import pattern
from deckcheck.deck import NO_GAME, Deck, DeckEntry, TakenLine, UnreadEntry
from deckcheck.games import get_game
from deckcheck.games.game import Game
from deckcheck.show.recent import Recent
from deckcheck.show.wording import OTHER_GAME_HINT, bring_in_cards
from importers.decks.deck_list import MAIN_ZONE, MOST_COPIES, DeckLine, DeckList
from importers.heading_words import nearly

if TYPE_CHECKING:
    from deckcheck.judge.other_games import OtherGames
    from deckcheck.suggest import Suggester


class Resolution(NamedTuple):
    """The meaning of a name, with the set and image key beside it."""

    card: Card | None = None
    printing: Printing | None = None
    candidates: tuple[Card, ...] = ()
    suggestions: tuple[str, ...] = ()
    note: str | None = None
    certain_name: bool = False
    named: tuple[Card, ...] | None = None
    """The cards that the name means where the id beside it is another's; empty for none."""

    @property
    def certain_card(self) -> Card | None:
        """The card that the name stands for, also where only its printing is in doubt."""
        return self.candidates[0] if self.card is None and self.certain_name else self.card


ID_FORMATS = frozenset({"octgn-o8d", "swdestinydb-json"})
"""The formats whose programs know cards by their ids alone."""

_TYPED = frozenset({"text", "lackey-txt", "destiny-list", "swlcg-list"})
"""The formats that people type."""

_KEY = attrgetter("name", "set_code", "image_key", "card_id")
_EXACT_KEY = attrgetter("name", "set_code", "image_key", "card_id", "number")

_DIVIDERS = pattern(r"\s+[-\u2013\u2014|]+\s+|[:;]\s*|\s+[xX\u00d7]\s*[0-9]+$")
_COUNT_BEFORE = pattern(r"^[(\[]?[0-9]+[xX\u00d7]?[)\].]?\s+")
_ALONE = pattern(r"(?<![0-9A-Za-z])[xX\u00d7]?[0-9]{1,2}[xX\u00d7]?(?![0-9A-Za-z])")
"""A number in a line that may be a count."""
_REMARK = pattern(r"(.+?)(?:\s+[-\u2013\u2014]\s+|\s+\()(?:[a-z][\w',-]*)(?:\s+[\w',-]+)+[.!]*\)?")
"""A remark on a card behind its name, in small letters: `Nexu - great early drop`."""
_LIKE_A_PLACE = pattern("[A-Za-z0-9]{2,5} [0-9]{1,3}")
_COUNT_BEHIND = pattern(r"\s*(?:[xX\u00d7]\s*[0-9]+|\([xX]?[0-9]+[xX]?(?:\s+\w+)?\))$")

Key = tuple[str | None, ...]
"""The facts of a line about its card: name, set, image key, id and, where needed, number."""


_MOST_ENTRIES = 2_000
_SUGGESTIONS_A_DECK = 60
"""For more unknown names than this in one deck none are looked for: that is no deck of cards."""


@checked_on_error
class Resolver:
    """Resolves deck lists against one catalogue; results of look-ups are kept."""

    def __init__(self, catalogue: Catalogue, game: Game) -> None:
        self._catalogue = catalogue
        self._game = game
        self._key_of: Callable[[DeckLine], Key] = _EXACT_KEY if game.names.by_title else _KEY
        self._known: dict[Key, Resolution] = {}
        self._unknown_names: dict[Key, Resolution] = {}  # for which nothing like them was looked for
        self._named: set[Key] = set()  # those of lines that name cards and are no titles
        self._zones: dict[str, str] = {}
        self._entries = Recent[tuple[Any, ...], DeckEntry](_MOST_ENTRIES)  # an edit leaves most as they were
        self._suggestions_left = _SUGGESTIONS_A_DECK
        self._each: tuple[DeckList, tuple[DeckEntry, ...]] | None = None  # an edit asks for them again

    def close(self) -> None:
        """Closes the catalogue."""
        self._catalogue.close()

    def resolve(self, deck_list: DeckList, path: str = "", name: str = "") -> Deck:
        """The deck that a deck list means: one entry for all equal lines of a zone.

        Lines of which each copy has other dice stay entries of their own.
        """
        deck_list, said, doubts = self.understood(as_read := deck_list)
        together: dict[tuple[Key, str, int | None], DeckLine] = {}
        lines = deck_list.lines
        for key, line in zip(map(self._key_of, lines), lines, strict=True):
            # A sum would hide that one copy has no die, and another one more for it.
            each = None if line.dice is None else line.dice // max(1, line.quantity)
            if (first := together.get(place := (key, line.zone, each))) is not None:
                dice = None if each is None else (first.dice or 0) + (line.dice or 0)
                together[place] = first._replace(quantity=first.quantity + line.quantity, dice=dice)
            else:
                together[place] = line
        self._suggestions_left = _SUGGESTIONS_A_DECK
        ids_decide = deck_list.read_as in ID_FORMATS
        entries = distinguished(
            self._entry(key, zone, one.quantity, one.line or 0, one.dice, ids_decide=ids_decide)
            for (key, zone, _each), one in together.items()
        )
        unread = (*self._unread(deck_list, len(entries)),)
        bare = (*self._bare(deck_list),)
        elsewhere = "" if deck_list.game else self._other_game(entries, as_read, (*unread, *bare))
        return Deck(
            entries=entries,
            game=self._game.code,
            name=deck_list.name or name,
            path=path,
            read_as=deck_list.read_as,
            unread=unread,
            named_format=deck_list.format,
            notes=(*deck_list.remarks, *said, *self._titles(deck_list), *self._notes(entries, elsewhere)),
            bare=bare,
            elsewhere=elsewhere,
            taken_as=(*(TakenLine(*part[:3]) for part in deck_list.parts),),
            doubts=doubts,
        )

    def has_decided(self, deck: Deck, deck_list: DeckList) -> bool:
        """Whether the names of a deck that is `elsewhere` are all of that game, and of it alone.

        The deck is that of the deck list.
        """
        lines = _names_of_lines(deck.entries, deck_list, (*deck.unread, *deck.bare))
        every = (lines, *map(_names_of_list, deck_list.otherwise))
        return any(self._elsewhere.decided(one, deck.elsewhere) for one in every)

    def is_of_no_game(self, deck: Deck, deck_list: DeckList) -> bool:
        """Whether no game has a card, or several, called like a name of the deck of the deck list."""
        if deck.elsewhere or not deck.entries or any(e.card or e.candidates for e in deck.entries):
            return False
        lines = _names_of_lines(deck.entries, deck_list, (*deck.unread, *deck.bare))
        return bool(self._sets) and not self._elsewhere.has_any(lines)

    def understood(self, deck_list: DeckList) -> tuple[DeckList, tuple[str, ...], tuple[UnreadEntry, ...]]:
        """A deck list with what the names of cards decide in a typed one; others as they are.

        With it come notes for people, and doubts about the sums that it states.
        """
        self._look_up_names(deck_list)
        typed = deck_list.choices or deck_list.bare or deck_list.parts
        notes, doubts = tuple[str, ...](), tuple[UnreadEntry, ...]()
        if typed or deck_list.read_as in _TYPED:
            from deckcheck.judge.typed_lists import understood

            deck_list, notes, doubts = understood(deck_list, self)
        deck_list, said = self._with_team(deck_list)
        return deck_list, (*notes, *said), doubts

    def decided(self, deck_list: DeckList) -> DeckList:
        """The same with all of its cards, also those that are not counted: to be written again."""
        if deck_list.choices or deck_list.otherwise or deck_list.bare or deck_list.parts:
            from deckcheck.judge.typed_lists import decided

            self._look_up_names(deck_list)
            deck_list = decided(deck_list, self, [])
        return self._with_team(deck_list)[0]

    def _with_team(self, deck_list: DeckList) -> tuple[DeckList, tuple[str, ...]]:
        """A list with the team that it does not name, and a note; others as they are."""
        if not (zones := self._zones_of_team(deck_list)):
            return deck_list, ()
        from deckcheck.judge.unnamed_team import with_team

        return with_team(deck_list, zones)

    def _zones_of_team(self, deck_list: DeckList) -> Mapping[int, str]:
        """The zones of the lines that hold a team which a list does not name, by their places."""
        if self._game.lists.team is None or deck_list.read_as in ID_FORMATS:
            return {}
        from deckcheck.judge.unnamed_team import zones_of_lines

        return zones_of_lines(deck_list, self, self._game.lists.team)

    def _look_up_names(self, deck_list: DeckList) -> None:
        every = (deck_list.lines, *deck_list.choices)
        if not all(self._named.issuperset(map(self._key_of, lines)) for lines in every):
            self._catalogue.look_up({line.name for lines in every for line in lines if line.name})

    def is_named(self, line: DeckLine) -> bool:
        """Whether a line names a card, or versions of one; `ESB 2` may as well be a title."""
        if (key := self._key_of(line)) in self._named:
            return True
        found = self._known.get(key) or self._quietly(line)
        is_named = (found.card is not None or bool(found.candidates)) and not self._may_be_title(line)
        if is_named:
            self._named.add(key)
        return is_named

    def not_named(self, lines: Sequence[DeckLine]) -> list[DeckLine]:
        """The lines that name no card, as `is_named` says."""
        if self._named.issuperset(map(self._key_of, lines)):
            return []
        return [line for line in lines if not self.is_named(line)]

    def _may_be_title(self, line: DeckLine) -> bool:
        """Whether a line is a word and a number, as a set and a number in it, and no name of a card."""
        if line.set_code is not None or _LIKE_A_PLACE.fullmatch(line.name) is None:
            return False
        found = self._quietly(line)
        named = {normal_form(one.base_name) for one in ((found.card,) if found.card else found.candidates)}
        return normal_form(line.name) not in named and not self.is_exact(line)

    def is_exact(self, line: DeckLine) -> bool:
        """Whether the name of a line is that of a card as it is spelt, but for case, accents and dashes."""
        return bool(self._find_cards(line.name))

    def meaning(self, line: DeckLine) -> frozenset[str]:
        """The names of the cards that a line may mean."""
        found = self._quietly(line)
        return frozenset(one.name for one in ((found.card,) if found.card else found.candidates))

    def is_certain(self, line: DeckLine) -> bool:
        """Whether a line names one card for certain."""
        return self._quietly(line).card is not None

    def is_only(self, line: DeckLine, lines: Sequence[DeckLine]) -> bool:
        """Whether a line is of one card for certain, as the others are, and all of them of other cards."""
        every = [self._known.get(self._key_of(one)) or self._quietly(one) for one in lines]
        card = self._quietly(line).card
        named = [one.card.name for one in every if one.card is not None]
        return card is not None and len(named) == len(every) and named.count(card.name) == 1

    def is_near(self, line: DeckLine, *, few_edits: bool = False) -> bool:
        """Whether a line names a card, or nearly so; with `few_edits` by a letter or two alone."""
        if self._may_be_title(line):
            return False
        found = self._find(self._key_of(line))
        if found.card is not None or found.candidates or not few_edits:
            return found.card is not None or bool(found.candidates or found.suggestions)
        name = parse_name(line.name).base
        names = [normal_form(parse_name(one).base) for one in found.suggestions]
        return normal_form(name) in names or nearly(name, names) is not None

    def placed(self, line: DeckLine) -> str:
        """The zone in which the card of a line stands."""
        card = self._quietly(line).card
        return self.zone(line.zone) if card is None else self._place(card, line.zone)

    def _place(self, card: Card, label: str) -> str:
        return self._game.lists.place(card, self._zones.get(label) or self.zone(label))

    def copies(self, line: DeckLine) -> int:
        """The cards of a line, where its number may be that of their dice."""
        card = self._quietly(line).card
        return line.quantity if card is None else self._game.lists.cards_and_dice(card, line.quantity)[0]

    def _quietly(self, line: DeckLine) -> Resolution:
        """The meaning of a line without suggestions, which a deck has only so many of."""
        left, self._suggestions_left = self._suggestions_left, 0
        found = self._find(self._key_of(line))
        self._suggestions_left = left
        return found

    def resolve_each(self, deck_list: DeckList) -> tuple[DeckEntry, ...]:
        """An entry for each line of a deck list, in their order."""
        if self._each is not None and self._each[0] is deck_list:
            return self._each[1]
        lines = deck_list.lines
        self._catalogue.look_up({line.name for line in lines if line.name})
        self._suggestions_left = _SUGGESTIONS_A_DECK
        ids_decide = deck_list.read_as in ID_FORMATS
        team = self._zones_of_team(deck_list)
        entries = tuple(
            self._entry(
                self._key_of(line),
                team.get(place, line.zone),
                line.quantity,
                line.line or 0,
                line.dice,
                ids_decide=ids_decide,
            )
            for place, line in enumerate(lines)
        )
        self._each = deck_list, entries
        return entries

    def _unread(self, deck_list: DeckList, entries: int) -> Iterator[UnreadEntry]:
        """The lines that could not be read, and headings that are names of cards themselves.

        So are headings with nothing below that may state a count, and all of them where they are as
        many as the entries of the deck: a list in brackets is no list of headings.
        """
        for left in deck_list.unread:
            yield UnreadEntry(left.line, left.text, left.reason, left.place)
        for text in deck_list.loose:
            if self._is_card(text.text, exactly=text.part is None):
                yield UnreadEntry(text.line, text.text, text.reason, text.place)
        used = {line.zone for line in deck_list.lines}
        idle = [
            label
            for label in deck_list.zones
            if label not in used and self.zone(label) not in self._game.zones
        ]
        for label in idle:
            reason = _("it holds the name of a card; begin the line with the count: '1x '")
            if not any(self._is_card(name) for name in _names_in(label)):
                if len(idle) < entries and not _ALONE.search(label):
                    continue
                reason = _("it may be a card; begin the line with the count: '1x '")
            yield UnreadEntry(0, label, reason, _("the heading {label!r}", label=label))

    def _bare(self, deck_list: DeckList) -> Iterator[UnreadEntry]:
        """The lines without a count that no card is called."""
        for line in deck_list.lines if deck_list.bare else ():
            if line.line in deck_list.bare:
                found = self._find(self._key_of(line))
                if found.card is None and not found.candidates:
                    reason = _("it states no count, and no card is called so")
                    yield UnreadEntry(line.line or 0, line.name, reason)

    def _titles(self, deck_list: DeckList) -> Iterator[str]:
        """Yields a note for each title that is also the name of cards, without their version."""
        for text in deck_list.loose:
            if text.part is None and self._is_card(text.text) and not self._is_card(text.text, exactly=True):
                yield (
                    _(
                        "{place}: {text!r} is taken as a title; if it is a card, give it a count and "
                        "its version",
                        place=text.place,
                        text=text.text,
                    )
                )

    def _is_card(self, name: str, *, exactly: bool = False) -> bool:
        """Whether a name is that of a card, or unless `exactly` is asked, of versions of one."""
        parts = parse_name(name)
        if self._find_cards(name) or self._catalogue.find_cards(parts.card):
            return True
        return not exactly and bool(self._catalogue.find_versions(parts.base))

    def _notes(self, entries: tuple[DeckEntry, ...], elsewhere: str) -> tuple[str, ...]:
        if all(entry.card is not None for entry in entries):
            return ()
        other: tuple[str, ...] = ()
        if elsewhere:
            name = get_game(elsewhere).name
            other = (
                _(
                    "{other_game_hint} {name}; choose the game {elsewhere}",
                    other_game_hint=OTHER_GAME_HINT,
                    name=name,
                    elsewhere=elsewhere,
                ),
            )
        if self._sets:
            return other
        game = self._game
        how = bring_in_cards(game.code)
        none = _("there are no cards of {name} in the database; {how}", name=game.name, how=how)
        return (none, *other)

    def _other_game(
        self, entries: tuple[DeckEntry, ...], deck_list: DeckList, left: Sequence[UnreadEntry]
    ) -> str:
        """The game of most main cards, where half of them are unknown in this one, or of more than here.

        `left` are the lines that mean nothing here, of the list as it was read.
        """
        if not left and all(entry.card is not None for entry in entries):
            return ""
        main = [entry for entry in entries if entry.zone == self._game.main_zone] or entries
        lines = _names_of_lines(main, deck_list, left)
        known = sum(e.quantity for e in main if e.card is not None or e.candidates)
        if lines.total() == known:
            return ""
        if 2 * known > lines.total():
            every_line = _names_of_lines(entries, deck_list, left)
            known_here = {e.name for e in entries if e.card is not None or e.candidates}
            return self._elsewhere.of_all(
                every_line, [one for one in every_line if known_here.isdisjoint(one)]
            )
        every = (lines, *map(_names_of_list, deck_list.otherwise))
        return next(filter(None, map(self._elsewhere.of_most, every)), "")

    @property
    def game(self) -> Game:
        """The game of the catalogue."""
        return self._game

    def cards(self) -> tuple[Card, ...]:
        """All cards of the game."""
        return self._catalogue.cards()

    def get_cards(self, idents: Iterable[int]) -> tuple[Card, ...]:
        """The cards of these ids, in their order."""
        return self._catalogue.get_cards(idents)

    def certain_card(self, line: DeckLine, read_as: str = "") -> tuple[str, Card, str] | None:
        """The name, card and zone of a line alone; None unless it is one card without a remark."""
        if line.dice is not None or not (line.card_id is None or read_as in ID_FORMATS):
            return None
        found = self._quietly(line)
        card = found.card
        if card is None or found.note:
            return None
        return _shown(line.name, line.card_id, card), card, self._place(card, line.zone)

    def entry(self, line: DeckLine, read_as: str = "") -> tuple[Key, DeckEntry]:
        """The entry of a line alone, and its key: lines of one key and zone are one entry of a deck."""
        key = self._key_of(line)
        return key, self._entry(key, line.zone, line.quantity, 0, None, ids_decide=read_as in ID_FORMATS)

    def resolve_line(self, line: DeckLine) -> Resolution:
        """The meaning of a line of a deck list."""
        return self._find(self._key_of(line))

    def resolve_name(
        self, name: str, set_code: str | None = None, image_key: str | None = None
    ) -> Resolution:
        """The meaning of one name; the set only chooses among printings and versions."""
        return self._find(self._key_of(DeckLine(1, name, set_code=set_code, image_key=image_key)))

    def _find(self, key: Key) -> Resolution:
        found = self._known.get(key)
        if found is None and self._suggestions_left <= 0:
            found = self._unknown_names.get(key)
        if found is None:
            found = _with_removal(self._look_up(*key))  # type: ignore[arg-type]
            is_whole = self._suggestions_left > 0 or found.card is not None or found.candidates
            (self._known if is_whole else self._unknown_names)[key] = found
        return found

    def zone(self, label: str) -> str:
        """The zone of this game that a label means, or the label itself for an unknown one."""
        if label not in self._zones:
            self._zones[label] = self._game.zone(label.replace("_", " ").rstrip().rstrip(":")) or label
        return self._zones[label]

    def _entry(
        self, key: Key, label: str, quantity: int, line: int, dice: int | None, *, ids_decide: bool
    ) -> DeckEntry:
        """The entry of copies of a key; where `ids_decide`, an id goes before the name beside it."""
        place = key, label, quantity, line, dice, ids_decide
        if (made := self._entries.recall(place)) is not None:
            return made
        shown, set_code = key[0] or "", key[1]
        found = self._known.get(key) or self._find(key)
        if found.named is not None and not ids_decide:
            found = _contradicted(found, shown)
        zone = written = self._zones.get(label) or self.zone(label)
        if found.card is not None:
            zone = self._game.lists.place(found.card, zone)
            shown = _shown(shown, key[3], found.card)
        made = DeckEntry(
            quantity,
            shown,
            zone,
            line or None,
            found.card,
            found.printing,
            set_code,
            found.candidates,
            found.suggestions,
            found.note,
            found.certain_name,
            dice,
            None if written == zone else "" if label == MAIN_ZONE else label,
        )
        if found.card is not None:  # what is unknown has suggestions in one deck, and in another none
            self._entries[place] = made
        return made

    def _look_up(
        self,
        name: str,
        set_code: str | None,
        image_key: str | None,
        card_id: str | None,
        number: str | None = None,
    ) -> Resolution:
        if card_id and (known := self._catalogue.find_image(card_id.strip().lower())):
            return self._by_id(*known, name, card_id)
        if card_id and (known := self._catalogue.find_image(card_id.strip())):
            return self._by_id(*known, name, card_id)
        found = self._find_cards(name)
        note = None
        # What is left without a reprint mark that we may not know comes second.
        for called in () if found else (name, parse_name(name).card):
            found = found or self._catalogue.find_cards(called)
            if not found and (renamed := self._catalogue.find_alias(called)):
                found, note = (renamed,), _("{name} is now called {name2}", name=name, name2=renamed.name)
        if not found and image_key and (known := self._catalogue.find_image(image_key)):
            found, note = (
                (known[0],),
                _("{name} found by its image key as {name2}", name=name, name2=known[0].name),
            )
        code = self.set_code(set_code)
        if len(found) > 1 and code:
            found = self._in_set(found, code, number) or found
        elif len(found) > 1 and number and self._game.names.by_title:
            found = _of_number(found, number)
        if len(found) == 1 or (found and self._counts_by_title(found)):
            return self._choose_printing(found[0], name, code, note)
        if found:
            return Resolution(candidates=found)
        return self._unknown(name, code, number)

    def _by_id(self, card: Card, printing: Printing, name: str, card_id: str) -> Resolution:
        """The card of an id; the name beside it is only compared."""
        called = {normal_form(n) for n in (card.name, card.base_name, printing.name, card_id)}
        named = None if normal_form(name) in called else self._find_cards(name)
        if named is None or card in named:
            return Resolution(card.as_printed(printing), printing)
        note = _("{name} has the id of {name2} and was taken for it", name=name, name2=card.name)
        return Resolution(card.as_printed(printing), printing, note=note, named=named)

    def _find_cards(self, name: str) -> tuple[Card, ...]:
        """The cards called just so, or so in another spelling that the game knows."""
        found = self._catalogue.find_cards(name)
        for other in () if found else self._game.names.spellings(name):
            found = found or self._catalogue.find_cards(other)
        return found

    def _counts_by_title(self, cards: tuple[Card, ...]) -> bool:
        """Whether the rules look at nothing but the title that all of these have."""
        titles = {normal_form(card.base_name) for card in cards}
        every = (card.as_printed(p) for card in cards for p in card.printings)
        return len(titles) == 1 and all(self._game.names.face(card) is None for card in every)

    def set_code(self, text: str | None) -> str | None:
        """The code of a set that is given by its code or its name; an unknown one as written."""
        if text is None or text in self._set_codes:
            return text
        return self._sets.get(set_form(text), text)

    def is_set(self, text: str) -> bool:
        """Whether a text is the code or the name of a set."""
        return set_form(text) in self._sets

    def is_of_set(self, line: DeckLine, text: str) -> bool:
        """Whether a line may name a card of the set that a text is the code or the name of."""
        found, code = self._quietly(line), self.set_code(text)
        return bool(self._in_set((found.card,) if found.card else found.candidates, code or "", None))

    def set_name(self, code: str) -> str:
        """The full name of a set; its code where no name is known."""
        return next((one.name for one in self._catalogue.sets() if one.code == code), code)

    def _in_set(self, cards: tuple[Card, ...], code: str, number: str | None) -> tuple[Card, ...]:
        """The cards with a printing in a set, and of that number if one is given and fits."""
        wanted = code.casefold()
        in_set = tuple(c for c in cards if wanted in map(str.casefold, c.set_codes))
        exact = tuple(
            card
            for card in in_set
            if any(p.set_code.casefold() == wanted and p.number == number for p in card.printings)
        )
        return exact if number and exact else in_set

    def _choose_printing(self, card: Card, name: str, set_code: str | None, note: str | None) -> Resolution:
        if len(card.printings) == 1 and set_code in {None, card.printings[0].set_code}:
            return Resolution(card.as_printed(card.printings[0]), card.printings[0], note=note)
        key = normal_form(name)
        code = set_code.casefold() if set_code else None
        in_set = [p for p in card.printings if code and p.set_code.casefold() == code]
        if code and not in_set:
            # Star Destroyer [RAS] is Star Destroyer RAS, which is another card.
            other = self._catalogue.find_cards(f"{name} {code}")
            if other and other[0] != card:
                return self._choose_printing(other[0], other[0].name, set_code, note)
            note = note or _("{name} has no printing in {set_code}", name=card.name, set_code=set_code)
        pool = in_set or list(card.printings)
        printings = [p for p in pool if normal_form(p.name) == key] or pool
        # Only a set tells apart printings on which the rules depend, like Imperial Knight.
        printed = [*map(card.as_printed, printings)]
        faces = {self._game.names.face(one): one for one in printed} if len(printed) > 1 else {}
        if len(faces) > 1:
            return Resolution(candidates=tuple(faces.values()), certain_name=True)
        if not printings:
            return Resolution(card, note=note)
        return Resolution(printed[0], printings[0], note=note)

    def _unknown(self, name: str, set_code: str | None, number: str | None) -> Resolution:
        parts = parse_name(name)
        versions = self._catalogue.find_versions(parts.base)
        if parts.distinction and (named_set := _in_named_set(versions, parts)):
            card, code = named_set
            return self._choose_printing(card, card.name, code, None)
        if parts.version is None and parts.distinction is None and versions:
            in_set = self._in_set(versions, set_code, number) if set_code else ()
            titled = self._game.names.by_title and not set_code
            named = versions if titled else in_set or _with_mark(versions, parts.reprint)
            if len(named) == 1:
                return self._choose_printing(named[0], name, set_code, None)
            return Resolution(candidates=in_set or versions)
        if translated := self._catalogue.find_translated(name):
            return self._translated(translated, set_code, number)
        if full := self._with_article(name):
            note = _(
                "{name} was taken for {name2}, the only card of that name with an article",
                name=name,
                name2=full.name,
            )
            return self._choose_printing(full, full.name, set_code, note)
        return self._respelt(name, set_code, number) or Resolution(suggestions=self._suggested(name))

    def _suggested(self, name: str) -> tuple[str, ...]:
        """Names like one that is unknown; none for more of them than a deck can have."""
        if self._suggestions_left <= 0:
            return ()
        self._suggestions_left -= 1
        return self._suggester.suggest(name)

    def _with_article(self, name: str) -> Card | None:
        """The one card that is called so behind an article, which people leave out."""
        named = ((one, card) for one in with_articles(name) for card in self._find_cards(one))
        found = [card for one, card in named if card.name.startswith(one[: one.index(" ") + 1])]
        return found[0] if len(found) == 1 else None

    def _respelt(self, name: str, set_code: str | None, number: str | None) -> Resolution | None:
        """The card of a name with blanks or commas elsewhere, or with facts beside it; noted."""
        spelt = self.spelt(name)
        if len(spelt) == 1:
            found = self._look_up(spelt[0], set_code, None, None, number)
            return _noted(found, _("{name} is read as {spelt}", name=name, spelt=spelt[0]))
        if spelt:
            every = (self._catalogue.find_cards(one) for one in spelt)
            return Resolution(candidates=tuple(dict.fromkeys(c for cards in every for c in cards)))
        said = None if self._game.names.by_title else _REMARK.fullmatch(name)
        cards = self._find_cards(said[1]) if said else ()
        return self._one_of(tuple(cards), name, set_code) or self._with_facts(name)

    def _with_facts(self, name: str) -> Resolution | None:
        """The card of a name with its own facts beside it, or of a set and number alone; noted."""
        from deckcheck.judge.name_facts import Divided, divided, place_in_set, printings_with, set_named

        def code_of(text: str) -> str | None:
            return self.set_code(text) if len(text) > 1 and self.is_set(text) else None

        place = place_in_set(name)
        ways = list(divided(name))
        if place and (code := code_of(place[0])):
            at_place = self._catalogue.find_numbered(code, place[1])
            if not place[2]:
                return self._one_of(at_place, name, code)
            ways = [Divided(place[2], (f"{code} {place[1]}",)), *ways]
        for way in ways:
            cards = self._catalogue.find_called(way.name) or [
                card for one in self.spelt(way.name) for card in self._catalogue.find_cards(one)
            ]
            is_only = len(cards) == 1 and not parse_name(cards[0].name).version
            ways_of = ((card, printings_with(card, way, code_of, is_only=is_only)) for card in cards)
            fitting = {card: found for card, found in ways_of if found}
            if fitting:
                code = next(filter(None, (set_named(fact, code_of) for fact in way.facts)), None)
                in_set = tuple(c for c, found in fitting.items() if code in {p.set_code for p in found})
                return self._one_of(in_set or tuple(fitting), name, code)
        return None

    def spelt(self, name: str) -> tuple[str, ...]:
        """The names of cards that fold to the same as a name: other blanks, commas, versions, or order."""
        from deckcheck.judge.name_folds import names_like

        return names_like(self._foldings, name)

    def _one_of(self, cards: tuple[Card, ...], name: str, set_code: str | None) -> Resolution | None:
        """The one card of these, as printed in a set and noted; several are candidates."""
        if len(cards) != 1:
            return Resolution(candidates=cards) if cards else None
        found = self._choose_printing(cards[0], cards[0].name, set_code, None)
        return _noted(found, _("{name} is read as {name2}", name=name, name2=cards[0].name))

    @cached_property
    def _foldings(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the cards by their foldings, and by those without their versions."""
        from deckcheck.judge.name_folds import foldings

        return foldings(tuple(self._names.values()))

    def _translated(self, cards: tuple[Card, ...], set_code: str | None, number: str | None) -> Resolution:
        """The meaning of a name in another language; the set chooses among cards that share it."""
        named = (set_code and self._in_set(cards, set_code, number)) or cards
        if len(named) > 1:
            return Resolution(candidates=named)
        return self._choose_printing(named[0], named[0].name, set_code, None)

    @cached_property
    def _suggester(self) -> "Suggester":
        from deckcheck.suggest import Suggester

        return Suggester(self._names, self._catalogue.translated_names())

    @cached_property
    def _elsewhere(self) -> "OtherGames":
        from deckcheck.judge.other_games import OtherGames

        return OtherGames(self._catalogue)

    @cached_property
    def _names(self) -> dict[str, str]:
        return self._catalogue.names()

    @cached_property
    def _set_codes(self) -> frozenset[str]:
        return self._catalogue.set_codes()

    @cached_property
    def _sets(self) -> dict[str, str]:
        return self._catalogue.set_names()


def game_of_names(deck_list: DeckList, resolver: Resolver, deck: Deck | None = None) -> str:
    """The code of the game whose cards the names of a list are, where these decide it."""
    deck = deck or resolver.resolve(deck_list)
    if not deck.elsewhere or deck_list.game or not resolver.has_decided(deck, deck_list):
        return resolver.game.code
    return deck.elsewhere


def resolve_in_its_game(
    deck_list: DeckList, path: str, name: str, resolver: Resolver, other: Callable[[str], Resolver]
) -> Deck:
    """The deck that a list means, in the game of its names where these decide it, with a note.

    `other` gives the resolver of another game; where it raises an error, the game stays.
    """
    deck = resolver.resolve(deck_list, path, name)
    if not deck_list.game and resolver.is_of_no_game(deck, deck_list):
        return replace(deck, elsewhere=NO_GAME)
    if game_of_names(deck_list, resolver, deck) == resolver.game.code:
        return deck
    try:
        meant = other(deck.elsewhere)
    except DeckcheckError:
        return deck
    found = meant.resolve(deck_list, path, name)
    note = _("taken for a deck of {name}: its known names are cards of that game alone", name=meant.game.name)
    return replace(found, notes=(note, *found.notes))


def _names_of_lines(
    entries: Iterable[DeckEntry], deck_list: DeckList, left: Sequence[UnreadEntry]
) -> Counter[tuple[str, ...]]:
    """The names that lines may mean, and their copies: of entries, and of `left` in every reading."""
    undecided = {one.line for one in left}
    choices = {choice[0].line: choice for choice in deck_list.choices if choice[0].line in undecided}
    lines: Counter[tuple[str, ...]] = Counter()
    for choice in choices.values():
        copies = choice[-1].quantity
        lines[tuple(line.name for line in choice)] += copies if copies <= MOST_COPIES else 1  # Count: 60
    for entry in entries:
        if entry.line not in choices:
            lines[entry.name,] += entry.quantity
    return lines


def _names_of_list(deck_list: DeckList) -> Counter[tuple[str, ...]]:
    """The names that the lines of a list may mean, and their copies."""
    left = [UnreadEntry(choice[0].line or 0, "", "") for choice in deck_list.choices]
    lines = (DeckEntry(line.quantity, line.name, line.zone, line.line) for line in deck_list.lines)
    return _names_of_lines(lines, deck_list, left)


def _shown(name: str, card_id: str | None, card: Card) -> str:
    """The name that is shown of a card: the one of a list, but for a list of ids alone."""
    return card.name if name == card_id else name


def _noted(found: Resolution, note: str) -> Resolution:
    return found._replace(note=f"{found.note}; {note}" if found.note else note)


def _names_in(label: str) -> Iterator[str]:
    """The names that a heading may hold: whole, without a count, or behind a dash or a colon.

    >>> list(_names_in("Mission - 4 Yoda (A) (2)"))[-1]
    'Yoda (A)'
    """
    for part in dict.fromkeys((label, *_DIVIDERS.split(label))):
        yield part
        plain = _COUNT_BEFORE.sub("", _COUNT_BEHIND.sub("", part.strip())).strip()
        if plain and plain != part:
            yield plain


def _contradicted(found: Resolution, name: str) -> Resolution:
    """The meanings of an id beside another card's name: both cards, until a person says."""
    if found.card is None:
        return found
    note = _(
        "{name} has the id of {name2}; which of the two is meant is not said",
        name=name,
        name2=found.card.name,
    )
    return Resolution(candidates=(found.card, *(found.named or ())), note=note)


def distinguished(found: Iterable[DeckEntry]) -> tuple[DeckEntry, ...]:
    """The entries, where different cards under one name in the list get their own names."""
    entries = tuple(found)
    if len({entry.name for entry in entries}) == len(entries):
        return entries
    cards: dict[str, set[str]] = {}
    for entry in entries:
        if entry.card is not None:
            cards.setdefault(entry.name, set()).add(entry.card.name)
    shared = {name for name, different in cards.items() if len(different) > 1}
    return tuple(
        entry._replace(name=entry.card.name) if entry.card and entry.name in shared else entry
        for entry in entries
    )


def _of_number(cards: tuple[Card, ...], number: str) -> tuple[Card, ...]:
    """The one of several cards that has a printing of that number; all where none or several do."""
    exact = tuple(c for c in cards if any(p.number == number for p in c.printings))
    return exact if len(exact) == 1 else cards


def _with_removal(found: Resolution) -> Resolution:
    """The resolution, with a note where the source no longer has any printing of the card."""
    card = found.card
    if card is None or not card.printings or not all(p.removed_on for p in card.printings):
        return found
    last = max(p.removed_on or "" for p in card.printings)
    gone = _("{name} is no longer in the card lists, as of {last}", name=card.name, last=last)
    return found._replace(note=f"{found.note}; {gone}" if found.note else gone)


def _with_mark(versions: tuple[Card, ...], mark: str | None) -> tuple[Card, ...]:
    """The versions of which a printing has this reprint mark, such as Promo; none without one."""
    if mark is None:
        return ()
    wanted = mark.casefold()
    return tuple(
        card
        for card in versions
        if any((parse_name(p.name).reprint or "").casefold() == wanted for p in card.printings)
    )


def _in_named_set(versions: tuple[Card, ...], parts: CardName) -> tuple[Card, str] | None:
    """The one card of that name and version in the set that stands in brackets behind the name."""
    code = (parts.distinction or "").strip("()").upper()
    found = [
        card
        for card in versions
        if card.version == parts.version and not card.distinction and code in card.set_codes
    ]
    return (found[0], code) if len(found) == 1 else None
