"""The page: decks, cards and the collection in the browser, and as JSON under `/api/`.

answers           JSON answers, and errors as one line of text
api               all addresses under `/api/`, and their description
application       the program that a web server runs: routes, guards, pages
card_pages        the pages of cards
collection_pages  the pages of the collection, of its lists and of its history
collections       the collection as the page shows and changes it
database_thread   the thread that owns the open database and does the work
decks             decks as the page shows them: judged, read from files, edited
endpoint          addresses under `/api/`: functions whose arguments are what is sent
events            events: the organiser's desk, and the view that players see
exports           the collection written to a file for the user to keep
figures           figures of a deck as the page shows them, with their plots
guard             requests that are refused at once, and the headers of every answer
hand_in           the page on which a player submits lists by a link
histories         the history of the collection and of saved decks
lists             lists of the collection: completion by set, wants, trades
login             the password of a page that others on the network can reach
names             names in addresses, which may hold slashes
pages             the pages as HTML
paper             the paper of an event as PDF
pictures          pictures of cards, where the user has them
plays             odds and sample hands of a deck, and setups played by hand
saved_decks       saved decks as the page lists, opens, saves and compares them
searches          cards as the page lists and shows them
serving           options of `deckcheck serve`, and the web server
sheets            the import of a sheet of holdings: looked at, previewed with its questions, applied
suggestions       cards for what is being typed into the search box of a deck
words             the advice of messages in the words of the page

Everything here stands above the session and below nothing: a page is a thin user of the library,
as a command is.
"""
