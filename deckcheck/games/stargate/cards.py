"""The card facts that the rules use: hero or villain, team character, mission skills."""

from collections.abc import Hashable

from db.cards.card import Card
from db.language import Message, gettext as _, joined

HERO, VILLAIN = "hero", "villain"
CULTURE, SCIENCE, COMBAT, INGENUITY = SKILLS = ("culture", "science", "combat", "ingenuity")
TEAM_CHARACTER, MISSION = "Team Character", "Mission"


def mission_skills(card: Card) -> tuple[str, ...]:
    """The skills as which a Mission may count; none of any other card."""
    if card.type != MISSION:
        return ()
    facts = card.facts
    return tuple([skill for skill in SKILLS if skill in facts])


def is_team_character(card: Card) -> bool:
    """Whether it can be in the team at the start of a game."""
    return card.type == TEAM_CHARACTER


def is_mission(card: Card) -> bool:
    """Whether it belongs in the mission pile."""
    return card.type == MISSION


def is_mission_of(skill: str, card: Card) -> bool:
    """Whether it is a Mission that may count as one of a skill."""
    return card.type == MISSION and skill in card.facts


def is_of_side(side: str, card: Card) -> bool:
    """Whether it is a card of a side."""
    return card.side == side


def skills_of(card: Card) -> dict[str, int]:
    """The skills that a card has, or of a Mission those that it needs, with their numbers."""
    return {skill: int(card.facts[skill]) for skill in SKILLS if skill in card.facts}


def rules_face(card: Card) -> Hashable:
    """The facts that the deck rules use; printings that agree in them need not be told apart."""
    return card.type, card.side, mission_skills(card)


def card_summary(card: Card) -> str:
    """A card in a few words, for lists, like `BASE 2007, Hero Team Character, cost 4`."""
    skills = joined(
        (
            _("{skill} {number}", skill=Message(skill.capitalize()), number=n)
            for skill, n in skills_of(card).items()
        ),
        ", ",
    )
    if is_mission(card):
        return joined((card.sets_and_year, Message(card.type), skills), ", ")
    cost = "" if card.cost is None else _("cost {cost}", cost=card.cost)
    kind = joined((Message((card.side or "no side").capitalize()), Message(card.type)), " ")
    return joined((card.sets_and_year, kind, cost), ", ")
