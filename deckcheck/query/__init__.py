"""The query language: a line of text that says which cards are meant.

type:space side:dark cost<=4 (trait:"bounty hunter" or name~fett) not set:ESB
"""

from deckcheck.query.errors import QueryError
from deckcheck.query.fields import FIELDS, Vocabulary, card_fields
from deckcheck.query.kinds import Field
from deckcheck.query.own_fields import own_fields
from deckcheck.query.parser import Query, parse_query

__all__ = ["FIELDS", "Field", "Query", "QueryError", "Vocabulary", "card_fields", "own_fields", "parse_query"]
