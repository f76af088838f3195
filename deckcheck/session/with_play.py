"""The part of a session for odds, setups and goldfishing."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from db.arguments import Count, Positive, checked
from deckcheck.acts.database import FilePath
from deckcheck.acts.deck_sources import AnyDeck, one_game
from deckcheck.games import get_game
from deckcheck.session.with_decks import WithDecks

if TYPE_CHECKING:
    from deckcheck.chance.estimates import Proportion
    from deckcheck.games.deck_profile import DeckProfile
    from deckcheck.odds.answer import Answer, Question
    from deckcheck.session.by_hand import SetupByHand
    from deckcheck.session.hands import SampleHand
    from deckcheck.session.play import GoldfishFigures, SeatedDecks, SetupFigures, SetupResult


@checked
class WithPlay(WithDecks):
    """Odds, setups and goldfishing of decks."""

    def odds(
        self,
        source: AnyDeck,
        condition: str,
        *,
        hand: Count | None = None,
        draws: Count = 0,
        mulligan: str = "keep",
        rules: str | None = None,
        on: date | None = None,
    ) -> "Answer":
        """The exact odds of a condition for the cards seen of a deck.

        `mulligan` is "keep", or as the game has it "units" or "best". `on` is the day as of which
        the condition asks formats.
        """
        from deckcheck.odds.answer import answer

        return answer(self._question(source, condition, hand, draws, mulligan, rules, on))

    def dealt_odds(
        self,
        source: AnyDeck,
        condition: str,
        *,
        hands: Positive,
        seed: Count,
        hand: Count | None = None,
        draws: Count = 0,
        mulligan: str = "keep",
        rules: str | None = None,
    ) -> "Proportion":
        """The proportion of dealt hands in which a condition holds: a check of `odds`."""
        from deckcheck.session.odds import deal_hands

        question = self._question(source, condition, hand, draws, mulligan, rules)
        return deal_hands(question, hands, seed)

    def plot_odds(
        self,
        source: AnyDeck,
        condition: str,
        path: FilePath,
        *,
        hand: Count | None = None,
        draws: Count = 0,
        mulligan: str = "keep",
        rules: str | None = None,
    ) -> None:
        """Draws a condition and its parts by the number of cards seen, as SVG or PNG."""
        from deckcheck.session.drawing import draw_odds

        deck = self.deck(source)
        question = self._question(deck, condition, hand, draws, mulligan, rules)
        draw_odds(Path(path), question, deck.name or deck.path)

    def _question(
        self,
        source: AnyDeck,
        condition: str,
        hand: int | None,
        draws: int,
        mulligan: str,
        rules: str | None,
        on: date | None = None,
    ) -> "Question":
        from deckcheck.session.odds import odds_deck

        deck = self.deck(source)
        asked = odds_deck(deck, condition, self.catalogue(deck.game), rules, on)
        return asked.question(hand, draws, mulligan)

    def setup(
        self,
        source: AnyDeck,
        other: AnyDeck | None = None,
        *,
        seed: Count,
        policy: str = "planner",
        rules: str | None = None,
    ) -> "SetupResult":
        """One setup of a deck alone, or of two, move by move; the same for the same seed."""
        return self._table(source, other, rules).play(seed, policy)

    def setups(
        self,
        source: AnyDeck,
        other: AnyDeck | None = None,
        *,
        games: Positive,
        seed: Count,
        policy: str = "planner",
        rules: str | None = None,
        jobs: Positive | None = None,
    ) -> "SetupFigures":
        """Figures over many setups, each with its error."""
        return self._table(source, other, rules).count(games, seed, policy, jobs)

    def setup_by_hand(
        self,
        source: AnyDeck,
        other: AnyDeck | None = None,
        *,
        seed: Count,
        choices: Sequence[int | tuple[int, ...]] = (),
        policy: str = "planner",
        rules: str | None = None,
    ) -> "SetupByHand":
        """A setup that you play, with the first deck, after these choices; see its `offer`.

        `policy` is that of the other deck. The same choices lead to the same place for ever.
        """
        from deckcheck.session.by_hand import played_by_hand
        from deckcheck.simulators.playing import check_policy

        check_policy(policy)
        table = self._table(source, other, rules)
        return played_by_hand(table, seed, () if other is None else (policy,), choices)

    def hand(
        self,
        source: AnyDeck,
        *,
        seed: Count,
        number: Positive = 1,
        moves: Sequence[str] = (),
        policy: str = "planner",
    ) -> "SampleHand":
        """A hand to look at, one of those of `goldfish`, after moves like "mulligan" and "turn"."""
        from deckcheck.session.hands import sample_hand

        deck = self.deck(source)
        return sample_hand(self.catalogue(deck.game), deck, seed, number, moves, policy)

    def goldfish(
        self,
        source: AnyDeck,
        *,
        seed: Count,
        hands: Positive = 2_000,
        turns: Count = 6,
        conditions: Sequence[str] = (),
        policy: str = "planner",
        rules: str | None = None,
        with_setup: bool = True,
        side: str | None = None,
        stream: Count = 0,
        jobs: Positive | None = None,
    ) -> "GoldfishFigures":
        """Figures over opening hands, setup and first turns of a deck that is played alone.

        `side` is the seat, by default the deck's. Decks that are to be compared need different
        streams, so that their hands are independent: `one.differences(other)`.
        """
        from deckcheck.session.goldfish import GoldfishPlan, goldfish

        deck = self.deck(source)
        plan = GoldfishPlan(seed, hands, turns, policy, with_setup, conditions, side, stream)
        return goldfish(self.catalogue(deck.game), deck, plan, rules=rules, jobs=jobs)

    def stats(self, source: AnyDeck, *, rules: str | None = None) -> "DeckProfile":
        """The composition of a deck: `figures()`, and `document` as the command prints it."""
        from deckcheck.decks.counts import deck_profile

        deck = self.deck(source)
        game = get_game(deck.game)
        return deck_profile(deck, game, rules or game.usual_edition)

    def plot_deck(self, source: AnyDeck, path: FilePath, *, rules: str | None = None) -> None:
        """Draws a deck at a glance, as SVG or PNG."""
        from deckcheck.session.drawing import draw_profile

        draw_profile(Path(path), self.stats(source, rules=rules))

    def _table(self, source: AnyDeck, other: AnyDeck | None, rules: str | None) -> "SeatedDecks":
        from deckcheck.session.play import SeatedDecks

        decks = [self.deck(one) for one in (source, other) if one is not None]
        one_game(deck.game for deck in decks)
        return SeatedDecks(self.catalogue(decks[0].game), decks, rules)
