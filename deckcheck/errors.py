"""The errors that deckcheck raises above `importers` and `db`; the site has a page of all."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from db.advice import advised, meant
from db.errors import DeckcheckError, EventError
from db.language import all_of, filled, gettext as _, joined, ngettext, some_of

_REASON = "--reason 'TEXT'."


class OtherGameError(DeckcheckError):
    """A deck file is of another game than the one that was asked for."""

    def __init__(self, text: str, wanted: str) -> None:
        advice = advised("own-game", "leave out --game")
        super().__init__(
            _("a deck of the game {text!r}, expected {wanted!r}; {advice}"),
            text=text,
            wanted=wanted,
            advice=advice,
        )


class NoSimulatorError(DeckcheckError):
    """A game has no simulator, so it cannot be played."""

    def __init__(self, text: str) -> None:
        super().__init__(
            _(
                "nothing plays the game {text!r} yet; there are cards, validate, collections and "
                "saved decks of it"
            ),
            text=text,
        )


def _unlike(what: str, name: str, known: Iterable[str], all_known: str) -> str:
    """The complaint about an unknown name, with the known ones near to it, and all in `{known}`.

    >>> str(_unlike("no such format", "Standart", ("printed", "standard"), "Known: {known}."))
    'no such format; did you mean standard? Known: printed, standard.'
    """
    from db.cards.names import normal_form
    from deckcheck.suggest import suggest

    listed = tuple(known)
    part_of = [one for one in listed if len(name) > 1 and name.casefold() in one]  # lcg
    near = meant(suggest(name, {normal_form(one): one for one in listed}) or part_of)
    told = filled(all_known, {"known": ", ".join(listed)})
    return joined((joined((what, near), "; "), told), " " if near else ". ")


class UnknownGameError(DeckcheckError):
    """A game that is unknown was asked for."""

    def __init__(self, code: str, known: Iterable[str]) -> None:
        what = _("no game is called {code!r}", code=code)
        super().__init__(_unlike(what, code, known, _("Known games: {known}.")))


class UnknownPlayFormatError(DeckcheckError):
    """A format was asked for that the game does not have."""

    def __init__(self, name: str, known: Iterable[str], game: str) -> None:
        what = _("no format of {game} is called {name!r}", game=game, name=name)
        super().__init__(_unlike(what, name, known, _("Known formats: {known}.")))


class FormatFileError(DeckcheckError):
    """The file of a format has an error in one of its lines."""

    def __init__(self, file: str, line: int, key: str, problem: str) -> None:
        self.line, self.key = line, key
        where = joined((file, _("line {line}", line=line) if line else "", key), ", ")
        super().__init__(joined((where, problem), ": "))


class UnknownZoneError(DeckcheckError):
    """A zone was named that the game does not have."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        what = _("no zone is called {name!r}", name=name)
        super().__init__(_unlike(what, name, known, _("Known zones: {known}.")))


class UnknownEditionError(DeckcheckError):
    """A rules edition was asked for that the game does not have."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        what = _("no rules edition is called {name!r}", name=name)
        super().__init__(_unlike(what, name, known, _("Known: {known}.")))


class UnknownLanguageError(DeckcheckError):
    """No card of the game has a name in this language, as far as is known."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        listed = ", ".join(known) or _("only English names of this game are known")
        super().__init__(
            _("no names of cards are known in the language {name!r}. Known: {listed}."),
            name=name,
            listed=listed,
        )


class UnknownPolicyError(DeckcheckError):
    """No policy has this name."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        what = _("no policy is called {name!r}", name=name)
        super().__init__(_unlike(what, name, known, _("Known policies: {known}.")))


class UnknownFigureError(DeckcheckError):
    """The setups of a game have no figure of this name."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        what = _("no figure of setups is called {name!r}", name=name)
        super().__init__(_unlike(what, name, known, _("Known figures: {known}.")))


class BlocksFileError(DeckcheckError):
    """The file of the finished blocks of a matrix cannot be used."""

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(f"{path}: {problem}")


class IllegalMoveError(DeckcheckError):
    """A player tries what the rules of setup do not allow."""

    def __init__(self, player: str, move: str, why: str) -> None:
        self.why = why
        super().__init__(_("{player} may not {move}: {why}."), player=player, move=move, why=why)


class TooManyCardsError(DeckcheckError):
    """A deck has more different cards than a simulation can hold."""

    def __init__(self, number: int, most: int) -> None:
        super().__init__(
            _("{number} different cards in a deck; at most {most} can be simulated"),
            number=number,
            most=most - 1,
        )


class DeckVersionNotFoundError(DeckcheckError):
    """A saved deck has no version of that batch."""

    def __init__(self, name: str, batch: int, known: Iterable[int]) -> None:
        listed = ", ".join(map(str, known))
        super().__init__(
            _(
                "batch {batch} left no version of the deck {name!r}; its versions are those of the "
                "batches {listed}"
            ),
            batch=batch,
            name=name,
            listed=listed,
        )


class NoCardsError(DeckcheckError):
    """A deck without cards cannot be played."""

    def __init__(self, path: str) -> None:
        super().__init__(_("{path}: no cards in the main deck; there is nothing to play"), path=path)


class WrongPlayersError(DeckcheckError):
    """Decks or players do not fit together at one table."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}.")


class RefusedError(DeckcheckError):
    """A request may mean several things, or nothing; `candidates` are its possible meanings."""

    _SHOWN = 8

    def __init__(self, problem: str, candidates: tuple[str, ...] = (), *, nearly: bool = False) -> None:
        self.problem = problem
        self.candidates = candidates
        what = _("{problem}; nothing was changed.", problem=problem)
        hint = meant(candidates[: self._SHOWN], begins=True)
        if candidates and not nearly:
            hint = _("Choose one of: {words}.", words=some_of(candidates, self._SHOWN, "; "))
        super().__init__(joined((what, hint), " "))


def edited(count: int) -> str:
    """The number of holdings that the sheet has in another place or state, for a message.

    >>> edited(0), edited(1)
    ('', '(1 of them is in it with another condition, language, finish or location)')
    """
    if not count:
        return ""
    return ngettext(
        "({number} of them is in it with another condition, language, finish or location)",
        "({number:,} of them are in it with another condition, language, finish or location)",
        count,
    )


class UnfitAnswerError(DeckcheckError):
    """An answer belongs to no question of an import, or is not one of its choices."""

    def __init__(self, message: str) -> None:
        super().__init__(_("{message}; nothing was changed. Look at the file again."), message=message)


class EmptyingRefusedError(DeckcheckError):
    """An import would remove holdings that its sheet lacks, without permission to do so."""

    _SHOWN = 5

    def __init__(self, names: Sequence[str], elsewhere: int = 0) -> None:
        lacking = advised(
            "removes",
            "the sheet lacks {holdings}, which --mode set would remove",
            holdings=ngettext("{number} holding", "{number:,} holdings", len(names)),
        )
        what = _(
            "{lacking}: {names}. Nothing was changed.",
            lacking=joined((lacking, edited(elsewhere)), " "),
            names=some_of(names, self._SHOWN),
        )
        super().__init__(joined((what, advised("removing", "--yes removes them, --keep keeps them.")), " "))


class DoublingRefusedError(DeckcheckError):
    """An import would add copies once more that are there already, and nobody said that it should add."""

    def __init__(self, what: str) -> None:
        nothing = _("{what}. Nothing was changed.", what=what)
        advice = advised(
            "add-or-set",
            "--mode set makes the collection equal to the sheet, --mode add adds all its copies.",
        )
        super().__init__(joined((nothing, advice), " "))


class SettingError(DeckcheckError):
    """A setting is unknown or cannot have the given value."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(_("setting {name}: {problem}"), name=name, problem=problem)


class SettingsFileError(DeckcheckError):
    """The file with the user's settings cannot be read or changed."""

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(
            _("{path}: {problem}. Correct the file; deckcheck config list shows all settings."),
            path=path,
            problem=problem,
        )


class UnknownSourceNameError(DeckcheckError):
    """No card source is known under a name."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        listed = ", ".join(dict.fromkeys(known)) or "none"
        super().__init__(
            _(
                "no card source is called {name!r}. Known: {listed}. deckcheck cards source add NAME "
                "ADDRESS makes one known."
            ),
            name=name,
            listed=listed,
        )


class SourceNameTakenError(DeckcheckError):
    """Cards were to be imported under the name of another source."""

    def __init__(self, name: str, whose: str) -> None:
        super().__init__(
            _("{name!r} is the name of {whose}; nothing was changed. --name gives these cards another one"),
            name=name,
            whose=whose,
        )


class UnknownSetsError(DeckcheckError):
    """Sets were asked for that the source does not have."""

    def __init__(self, origin: str, missing: Sequence[str], known: Sequence[str]) -> None:
        most = 40
        shown = ", ".join(known[:most]) + (", ..." if len(known) > most else "")
        super().__init__(
            _("{origin}: no set {missing} in it; there is {shown}"),
            origin=origin,
            missing=", ".join(missing),
            shown=shown or "none",
        )


class DifferentGamesError(DeckcheckError):
    """Two card sources cannot be compared, since they are of different games."""

    def __init__(self, games: Mapping[str, str]) -> None:
        stated = all_of(_("{name} of {game}", name=name, game=game) for name, game in games.items())
        super().__init__(_("{stated}: card sources of one game are expected"), stated=stated)


class NothingBundledError(DeckcheckError):
    """A game has no bundled catalogue."""

    def __init__(self, game: str) -> None:
        super().__init__(_("no cards of {game} are bundled with deckcheck"), game=game)


class NoAddressError(DeckcheckError):
    """A card source has no address from which it could be brought up to date."""

    def __init__(self, name: str) -> None:
        super().__init__(
            _(
                "the card source {name} has no address. Give it one with deckcheck cards source add "
                "{name} ADDRESS, or use deckcheck cards import PATH."
            ),
            name=name,
        )


class SortFieldError(DeckcheckError):
    """A sort order names an unknown field, or one field twice."""


class LayoutUnfitError(DeckcheckError):
    """A layout does not fit the kind of file or the game."""


class NotInDeckError(DeckcheckError):
    """More copies of a card are to be removed from a zone of a deck than it has."""

    def __init__(
        self, name: str, wanted: int, have: int, zone: str | None, others: Sequence[str] = ()
    ) -> None:
        self.name, self.have = name, have
        where = _("the zone {zone}", zone=zone) if zone else _("the deck")
        what = _(
            "{name}: {wanted} to be taken out, but {have} in {where}",
            name=name,
            wanted=wanted,
            have=have or _("none"),
            where=where,
        )
        hint = _("take out fewer") if have else ""
        if others:
            hint = _("there are some in {others}, say which zone", others=all_of(others))
        super().__init__(_("{why}; nothing was changed."), why=joined((what, hint), "; "))


class AmbiguousCardError(DeckcheckError):
    """A name may mean several cards; `candidates` are their full names."""

    def __init__(self, name: str, candidates: Sequence[str]) -> None:
        self.candidates = tuple(candidates)
        super().__init__(
            _("{name!r} may be any of {count} cards; give the full name of one: {candidates}"),
            name=name,
            count=len(self.candidates),
            candidates="; ".join(self.candidates),
        )


class EventSettingError(EventError):
    """A setting of an event cannot have the given value."""

    def __init__(self, what: str, problem: str) -> None:
        super().__init__(_("{what}: {problem}; nothing was changed."), what=what, problem=problem)


class EventLockedError(EventError):
    """Registration of an event is closed, and no reason was given for a change."""

    def __init__(self, name: str) -> None:
        super().__init__(
            _(
                "registration of {name!r} is locked; nothing was changed. A change needs a reason, "
                "which stays in the history: {advised}"
            ),
            name=name,
            advised=advised("reason", _REASON),
        )


class ReasonNeededError(EventError):
    """A change of something that players have seen needs a reason, and none was given."""

    def __init__(self, what: str) -> None:
        super().__init__(
            _("{what}; nothing was changed. It needs a reason, which stays in the history: {advised}"),
            what=what,
            advised=advised("reason", _REASON),
        )


class EventFullError(EventError):
    """An event already has the most players that it may have."""

    def __init__(self, name: str, most: int, number: int) -> None:
        what = _(
            "{number} players are too many for {name!r}, which takes {most}; nothing was changed.",
            number=number,
            name=name,
            most=most,
        )
        super().__init__(joined((what, advised("event-setting", "`deckcheck event set` changes that.")), " "))


class EventSheetError(EventError):
    """A sheet of players has an error in one of its rows."""

    def __init__(self, file: str, row: int, problem: str) -> None:
        self.row = row
        what = _("{file}, row {row}", file=file, row=row) if row else file
        super().__init__(_("{what}: {problem}; nothing was changed."), what=what, problem=problem)


class NothingHandedInError(EventError):
    """A path is no folder, or the folder has no file that may be a list."""

    def __init__(self, folder: str, text: str = "no deck files in it") -> None:
        super().__init__(
            _(
                "{folder}: {text}; expected a folder with a folder for each player, or with files "
                "like 'Ada - light.dek', or a sheet of players."
            ),
            folder=folder,
            text=text,
        )


class PlayerNameError(EventError):
    """A text cannot be the name of a player, an event or a league."""

    def __init__(self, text: str, problem: str) -> None:
        super().__init__(
            _("{text!r} cannot be a name: {problem}; nothing was changed."), text=text[:60], problem=problem
        )


class PlayerNameTakenError(EventError):
    """Two players of an event have the same name, by which they are known."""

    def __init__(self, name: str, where: str) -> None:
        what = _("{where}: {name!r} is there twice; nothing was changed.", where=where, name=name)
        advice = advised(
            "same-name", "Tell them apart, such as by a club or a number, or use --same-name to number them."
        )
        super().__init__(joined((what, advice), " "))


class PlayerNotFoundError(EventError):
    """No player of an event has that name."""

    def __init__(self, name: str, suggestions: Sequence[str], players: int) -> None:
        what = _("no player is called {name!r} among {players}.", name=name, players=players)
        super().__init__(joined((what, meant(suggestions, begins=True)), " "))


class NoRegisteredDeckError(EventError):
    """The player has registered no such deck."""

    def __init__(self, player: str, what: str) -> None:
        super().__init__(f"{player}: {what}.")


class HandInLinkError(EventError):
    """A player's link to submit lists cannot be used."""

    def __init__(self, why: str) -> None:
        super().__init__(_("{why}; nothing was sent. The organiser can make a new link."), why=why)


class EventDocumentError(EventError):
    """A file is not the document of an event, or is incomplete."""

    def __init__(self, file: str, problem: str) -> None:
        super().__init__(
            _(
                "{file}: no document of an event as `deckcheck event export` writes it: {problem}; "
                "nothing was changed."
            ),
            file=file,
            problem=problem,
        )


class ForeignEventError(EventError):
    """An event from another computer does not fit the one stored here."""

    def __init__(self, file: str, problem: str) -> None:
        super().__init__(f"{file}: {problem}")


class RepairError(DeckcheckError):
    """The conditions of a repair contradict each other or the deck."""


class TuneError(DeckcheckError):
    """A goal cannot be tuned for, or the deck that was found does not hold what it promised."""


class TradeError(DeckcheckError):
    """An exchange cannot be looked for with these options."""


class PoolError(DeckcheckError):
    """A pool cannot be opened, read or kept."""


class LeagueError(DeckcheckError):
    """A league cannot be changed or shown as asked; nothing was changed."""


class ServeError(DeckcheckError):
    """The page cannot be served with these options."""
