"""The query language: a line of text that says which cards are meant.

errors        the errors in queries, pointing at the character
facts         the values that queries read from cards, and the keys by which cards are sorted
fields        the fields of a card that a query can ask for
kinds         the tests of fields: for words, for choices and for numbers
likeness      the distance between cards, in whole numbers
own_fields    the fields of cards of games that have no arenas and versions
parser        reading a query: text to a frozen `Query` that says which cards match
search_words  the fields of a game's cards, beside those that all games have
tree          the parts of a query: conditions, and how they are joined
walking       walks through syntax trees, of queries as of conditions

    type:space side:dark cost<=4 (trait:"bounty hunter" or name~fett) not set:ESB
"""

from deckcheck.query.errors import QueryError
from deckcheck.query.fields import FIELDS, Vocabulary, card_fields
from deckcheck.query.kinds import Field
from deckcheck.query.own_fields import own_fields
from deckcheck.query.parser import Query, parse_query

__all__ = ["FIELDS", "Field", "Query", "QueryError", "Vocabulary", "card_fields", "own_fields", "parse_query"]
