"""Acts on pools: boosters opened, lists imported, decks checked and built of their cards."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, cast

from db.arguments import Count
from db.certain import certain
from db.language import gettext as _
from deckcheck import acts, places
from deckcheck.acts.database import Database, JudgeArguments
from deckcheck.acts.deck_sources import AnyDeck, DeckSource
from deckcheck.acts.tune import GoalArguments
from deckcheck.collection.search import fields_on
from deckcheck.deck import Deck
from deckcheck.errors import TuneError
from deckcheck.games import get_game
from deckcheck.games.formats.format_files import SEALED
from deckcheck.judge.opening import EMPTY, OpenedDeck
from deckcheck.judge.pool_rule import left_open
from deckcheck.pools import stored
from deckcheck.pools.boosters import known_sets, open_boosters, slots_of
from deckcheck.pools.cube import cube_of_pool, cube_of_set as cube_of_cards
from deckcheck.pools.pool import Pool, opened_words, pool_of, pool_text
from deckcheck.pools.stored import no_pools, pool_bytes
from importers.decks.deck_list import DeckList

if TYPE_CHECKING:
    from deckcheck.acts.repairing import OpenRepair
    from deckcheck.judge.batch import DeckJudge
    from deckcheck.judge.pool_rule import PoolRule
    from deckcheck.judge.why import Why
    from deckcheck.pools.build import BuiltSide
    from deckcheck.repair.result import Plan
    from deckcheck.report import Report

_LOOKED_UP = 100
"""So many names that are no card are looked up in the other games."""


class BuildArguments(JudgeArguments, GoalArguments, total=False):
    """The options of building: how decks are judged, further goals, what decks must have.

    It may take `time_limit` seconds for each side.
    """

    at_least: Iterable[tuple[str, int]]
    time_limit: float


def open_pool(
    database: Database,
    products: Sequence[str],
    *,
    seed: Count,
    boosters: int | None = None,
    name: str = "",
    game: str | None = None,
) -> Pool:
    """The cards of opened boosters of these sets, in turn; raises `PoolError`."""
    catalogue = database.catalogue(game)
    sets = catalogue.sets()
    return open_boosters(
        name or "-".join(products),
        get_game(catalogue.game),
        catalogue.cards(),
        sets,
        products,
        boosters,
        seed,
    )


def import_pool(
    database: Database,
    source: DeckSource,
    *,
    name: str = "",
    game: str | None = None,
    read_as: str | None = None,
) -> Pool:
    """The cards of a list, in whichever format decks are read, as a pool."""
    found = acts.decks.deck(database, source, game=game, read_as=read_as)
    pool = pool_of(found, name or found.name or _("pool"))
    if found.read_as == "json" and isinstance(source, str | Path):
        pool = stored.with_origin(pool, Path(source))
    return replace(pool, note=_of_two_games(database, found)) if pool.unknown else pool


def _of_two_games(database: Database, deck: Deck) -> str:
    """The first name of a list that is a card of another game, with both games; empty where none is."""
    from deckcheck.judge.other_games import OtherGames

    others = OtherGames(database.catalogue(deck.game))
    for entry in [entry for entry in deck.entries if entry.card is None][:_LOOKED_UP]:
        if code := others.game_of([entry.name]):
            return _(
                "The cards are of {game}; {name!r} in line {line} is the first of {other}.",
                game=get_game(deck.game).name,
                name=entry.name,
                line=entry.line or "?",
                other=get_game(code).name,
            )
    return ""


def pool_named(database: Database, name: str | None = None) -> Pool:
    """The kept pool of that name, or that of a file; without a name the only one that is kept.

    Raises `PoolError`.
    """
    path = stored.find_pool(places.pools_folder(), name)
    return import_pool(database, path, name=path.stem)


def kept_pools(database: Database) -> Iterator[Pool]:
    """Yields the kept pools, by name."""
    yield from (pool_named(database, name) for name in names_of_pools())


def names_of_pools() -> list[str]:
    """The names of the kept pools."""
    return sorted(path.stem for path in places.pools_folder().glob("*.json"))


def keep_pool(pool: Pool, *, force: bool = False) -> None:
    """Keeps a pool under its name; raises `ExistingFileError` where there is one, unless `force`."""
    stored.keep_pool(places.pools_folder(), pool, force=force)


def forget_pool(name: str) -> None:
    """Deletes a kept pool; raises `PoolError` where there is none."""
    stored.forget_pool(places.pools_folder(), name)


def cube_of_set(database: Database, code: str, game: str | None = None) -> str:
    """A set as a cube in the form of Draftmancer; raises `PoolError` for one without boosters."""
    catalogue = database.catalogue(game)
    (known,) = known_sets([code], catalogue.sets())
    return cube_of_cards(known, slots_of(get_game(catalogue.game)), catalogue.cards())


def _rule(database: Database, pool: Pool) -> "PoolRule":
    game = get_game(pool.game)
    return pool.rule(game, database.catalogue(pool.game).cards())


def check_pool(
    database: Database,
    source: AnyDeck | OpenedDeck,
    pool: Pool,
    format: str | None = None,
    **arguments: Unpack[JudgeArguments],
) -> "Report":
    """The report on a deck of a pool: by the limited format of its game, and with cards of the pool alone."""
    return why_in_pool(database, source, pool, format, **arguments).report


def why_in_pool(
    database: Database,
    source: AnyDeck | OpenedDeck,
    pool: Pool,
    format: str | None = None,
    **arguments: Unpack[JudgeArguments],
) -> "Why":
    """The same report, with what the deck has of each requirement."""
    from deckcheck.judge.why import Why

    resolved = acts.decks.deck(database, source, game=pool.game, read_as=arguments.get("read_as"))
    judges = _judges(database, _rule(database, pool), format, arguments)
    report = judges.judge_deck(resolved)
    rows = judges.judge_of(resolved.game).requirements(resolved)
    return Why(left_open(report) if pool.unknown else report, rows)


def _judges(
    database: Database, rule: "PoolRule", play_format: str | None, arguments: JudgeArguments
) -> "DeckJudge":
    """The judge of decks of a pool, by the limited format of its game unless another is named."""
    usual = None if arguments.get("format_file") else SEALED
    options = database.judge_options(play_format or usual, {**arguments, "game": rule.game})
    return database.deck_judge(options._replace(pool=rule))


@dataclass(frozen=True, slots=True)
class BuiltPool:
    """The best decks of a pool, that of the best side first; `work` writes and saves it."""

    goal: str
    sides: "Sequence[BuiltSide]"
    work: "OpenRepair"

    @property
    def plan(self) -> "Plan | None":
        """The best deck; None where no side has one."""
        return self.sides[0].tuned.plan

    @property
    def odds(self) -> float | None:
        """How likely the goal is; None without a deck."""
        return None if self.sides[0].tuned.value is None else float(self.sides[0].tuned.value)

    @property
    def notes(self) -> list[str]:
        """How sure it is that the deck is the best, and what the other sides have."""
        from deckcheck.pools.text import built_notes

        return [str(line) for line in built_notes(self.sides)]

    @property
    def is_legal(self) -> bool:
        """Whether a deck was found that is legal for certain."""
        return self.sides[0].tuned.is_legal

    def document(self) -> dict[str, Any]:
        """The result as in `deckcheck.tune/1`."""
        from deckcheck.pools.text import built_document

        return built_document(self.sides, self.goal)

    def text(self) -> str:
        """The result for people."""
        from deckcheck.pools.text import built_text

        return built_text(self.sides, self.goal)


def build_pool(
    database: Database,
    pool: Pool,
    goal: str | None = None,
    format: str | None = None,
    **arguments: Unpack[BuildArguments],
) -> BuiltPool:
    """The best legal deck of a pool for a goal, by default that of its game; each side is tried."""
    from functools import partial

    from deckcheck.pools.build import PoolBuilder
    from deckcheck.tune.goal import Goal

    rule, code = _rule(database, pool), pool.game
    wanted = acts.tune.several_goals(goal or get_game(code).collecting.limited.goal, arguments)
    if any(text.startswith(acts.limits.FIGURE) for text, _weight, _order in wanted):
        raise TuneError(_("a pool is built for conditions, not for figures"))
    judge = _judges(database, rule, format, cast("JudgeArguments", arguments)).judge_of(code)
    catalogue, edition = database.catalogue(code), judge.edition.code
    fields = fields_on(catalogue, arguments.get("on"))
    drawn = partial(acts.odds.drawn_cards, catalogue=catalogue, edition=edition)
    sought = Goal.of_parts(
        acts.tune.goal_parts(wanted, fields), acts.odds.cards_seen(catalogue, edition, {}), drawn
    )
    at_least = acts.tune.asked_for(arguments.get("at_least", ()), fields)
    seconds = arguments.get("time_limit", acts.limits.TUNE_SECONDS)
    builder = PoolBuilder(pool.name, judge, rule.cards, rule.copies, sought, at_least, seconds)
    find = partial(acts.cards.card, database, game=code)
    work = acts.repairing.OpenRepair(
        OpenedDeck("", pool.name, DeckList((), EMPTY, game=code)),
        Deck((), code),
        acts.repairing.DeckRepairer(judge, catalogue, database.holdings(code), find),
        {},
        database.resolver(code),
        database.keeper(code),
        catalogue,
    )
    return BuiltPool(acts.tune.words_of(wanted), builder.sides(), work)
