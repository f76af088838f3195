"""The query language: which cards are meant, in a line of text.

    type:space side:dark cost<=4 (trait:"bounty hunter" or name~fett) not set:ESB

parser   parse_query(text) -> Query
tree     And, Or, Not and Term, the parts of a query
fields   the fields of a card that can be asked for, and what may stand after them
own_fields  the fields of cards of games with their own words
kinds    how fields of one kind are made: words, choices, numbers
errors   what is wrong with a query, and where
"""

from deckcheck.query.errors import QueryError
from deckcheck.query.fields import FIELDS, Vocabulary, card_fields
from deckcheck.query.kinds import Field
from deckcheck.query.own_fields import own_fields
from deckcheck.query.parser import Query, parse_query

__all__ = [
    "FIELDS",
    "Field",
    "Query",
    "QueryError",
    "Vocabulary",
    "card_fields",
    "own_fields",
    "parse_query",
]
