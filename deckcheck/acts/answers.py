"""The values that answers of acts are made of, for the annotations of those who use them."""

from db.cards.card import Card
from db.cards.lookup import Catalogue
from db.collection.decks import SavedDeck
from db.collection.history import LedgerBatch
from db.collection.holdings import Holding, HoldingKey
from db.collection.undo import UndoneBatch
from deckcheck.collection.buildable import BuildableDeck
from deckcheck.collection.bulk import HoldingEdit
from deckcheck.collection.completion import Progress, SetCompletion
from deckcheck.collection.deck_keeper import DeckKeeper
from deckcheck.collection.editor import AddedCopies, CollectionChange, CopyFacts, WhichCopies
from deckcheck.collection.holdings import Counts
from deckcheck.collection.missing import Missing, Needed
from deckcheck.collection.query import HeldCard
from deckcheck.collection.typed_copies import TypedCopies
from deckcheck.deck import Deck
from deckcheck.games.collecting import Collecting
from deckcheck.games.game import Game
from deckcheck.judge.opening import OpenedDeck
from deckcheck.query.likeness import AlikeCard
from importers.decks.deck_list import UnreadLine
