"""The rule of limited play: only cards of a pool, each as often as it is there."""

from collections.abc import Mapping
from typing import NamedTuple

from db.cards.card import Card
from db.language import gettext as _, partly
from deckcheck.report import WARNING, Report, verdict_of
from deckcheck.rules.requirement import Budget, PerName, Requirement, just, never, no_asides

CODE = "pool"


def left_open(report: Report) -> Report:
    """The report where names in the pool are no card for certain: what is not in it may be one of them."""
    issues = tuple(
        one._replace(severity=WARNING, undecided=True) if one.code == CODE else one for one in report.issues
    )
    return report._replace(issues=issues, verdict=verdict_of(issues))


class PoolRule(NamedTuple):
    """A deck has only cards of a pool, called `pool`, by these `copies`; each has a die if it has any."""

    pool: str
    game: str
    copies: Mapping[str, int]
    cards: tuple[Card, ...]

    def apart(self, card: Card) -> str | None:
        """The card of which a copy may have several dice; of others the rule tells nothing apart."""
        return card.name if self._may_have_dice(card) and card in self.cards else None

    def requirements(self) -> tuple[Requirement, ...]:
        """The rule as requirements: on copies, and on dice."""
        from deckcheck.games import get_game

        game, cite = get_game(self.game), _("the pool {name}", name=self.pool)

        def is_bound(card: Card) -> bool:
            return not (game.collecting.limited.always(card) or game.collecting.is_part(card))

        def costs(card: Card, quantity: int, dice: int | None) -> tuple[tuple[int, int], ...]:
            return ((quantity, game.needs(card, quantity, dice)[1]),)

        copies = PerName(
            CODE,
            cite,
            0,
            only=is_bound,
            limit_of=lambda card: self.copies.get(card.name, 0),
            message=_("{have_copies} of {name}, which is not in the pool"),
            limited_message=_("{have_copies} of {name}, {limit} in the pool"),
            together=_("not in the pool"),
            limited_together=_("more often than in the pool ({limit})"),
            sentence=_("only cards of the pool, each as often as it is there"),
        )
        dice = (
            Budget(
                CODE,
                cite,
                self.copies[card.name],
                lambda card: [dice or 0 for dice in game.lists.dice_forms(card)],
                costs,
                just(card),
                never,
                lambda _card: (),
                no_asides,
                lambda _card: None,
                never,
                0,
                never,
                ("die", "dice"),
                partly("{cost} of {name}, {limit} in the pool", name=card.name),
                _("take fewer"),
                ("", ""),
                "",
                ("", ""),
                sentence=_("as many dice as in the pool"),
            )
            for card in filter(self._may_have_dice, self.cards)
        )
        return (copies, *dice)

    def _may_have_dice(self, card: Card) -> bool:
        """Whether a copy of a card may have several dice."""
        from deckcheck.games import get_game

        return len(get_game(self.game).lists.dice_forms(card)) > 1
