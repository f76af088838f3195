"""The query language: which cards are meant, in a line of text.

errors        what is wrong with a query, pointing at the character
facts         what a query reads from a card, and the keys by which cards are put in order
fields        the fields of a card that a query can ask for
kinds         how the tests of fields are made: for words, for choices and for numbers
likeness      how unlike two cards are, in whole numbers
own_fields    the fields of cards of games that have no arenas and versions
parser        reading a query: text to a frozen `Query` that says which cards match
search_words  what can be asked of a game's cards in a query, beside what all games have
tree          the parts of a query: conditions, and how they are joined
walking       walks through syntax trees, of queries as of conditions

    type:space side:dark cost<=4 (trait:"bounty hunter" or name~fett) not set:ESB
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
