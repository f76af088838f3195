"""The phrases of a card text that may be about building decks, found by a grammar.

Nobody read these texts for us: a phrase that is heard leaves the verdict on a deck with that card
open, until our tables say what the card does.
"""

import re

_DECK, _MAY = r"(?:decks?|supply)\b", r"\b(?:may|can|cannot|can't|must)"
_PHRASES = (
    rf"{_MAY} be (?:put|included|used|placed|played) in(?:to)? [^.]*{_DECK}",
    rf"{_MAY} (?:put|include|have|place|add|start) [^.]*\bin(?:to)? [^.]*{_DECK}",
    rf"\b(?:goes|go|stands?|belongs?) in(?:to)? [^.]*{_DECK}",
    r"\bany number of (?:copies|cards)\b[^.]*\bdeck\b",
    rf"\b(?:up to|at most|more than|only) \w+ (?:copies|copy|cards?)\b[^.]*\bin [^.]*{_DECK}",
    r"\byour deck (?:may|can|cannot|can't|must)\b",
    r"\bdeck[- ]?(?:building|construction|size|limit|minimum|maximum)\b",
    r"\b(?:when|while|before) (?:you )?(?:build|building|construct|constructing)\b[^.]*\bdeck\b",
    r"\b(?:only|not) in a [^.]*\bdeck\b",
    r"\bas if (?:it|they) (?:was|were) (?:light|dark|neutral|yuuzhan vong)\b",
    r"\bcounts? as (?:a )?(?:light|dark|neutral|yuuzhan vong)\b",
    r"\bregardless of (?:its|their|the) side\b",
    r"\bminimum (?:number|of)\b[^.]*\bdeck\b",
    r"\b(?:outside|instead of (?:in|into)) (?:the|your) deck\b",
    r"\bwhile [^.]* is in your deck\b",
    r"\binclude only if\b",
    r"\bwhile building your (?:deck|team)\b",
    rf"{_MAY} (?:have|include) [^.]* on your team\b",
    r"\bbring \w+ [^.]* to the game\b",
)
_ANY = tuple(re.compile(phrase, re.IGNORECASE) for phrase in _PHRASES)
_IN_PLAY = re.compile(r"\b(?:top|bottom|shuffle|hand|discard pile)\b", re.IGNORECASE)
"""Words of phrases that move cards in play; those about building decks have none of them."""

_LONGEST = 80
"""How many characters of a phrase are kept."""


def heard_in(text: str) -> list[str]:
    """The parts of a card text that sound like a statement about building decks.

    >>> heard_in("It may be put into any deck. Draw a card.")
    ['may be put into any deck']
    >>> heard_in("Draw a card from your deck. You may place it on the bottom of your deck.")
    []
    """
    plain = " ".join(text.split())
    found = (one[0] for phrase in _ANY for one in phrase.finditer(plain))
    return list(dict.fromkeys(one[:_LONGEST] for one in found if not _IN_PLAY.search(one)))
