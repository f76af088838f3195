"""The page: decks, cards and the collection in the browser, and as JSON under `/api/`.

answers      JSON answers, and errors as one line of text
application  the program that a web server runs: routes, guards, pages
api          the addresses under `/api/`, each with what it takes and gives
collections  the collection and its history as the page shows and changes them
decks        decks as the page shows them: judged, read from files, edited
events       events: the organiser's desk, and the view that players see
guard        what is refused before it is looked at, and the headers of every answer
hand_in      the page on which a player hands in lists by a link
lane         where the work is done: one thread that owns the open database
login        the password of a page that others on the network can reach
openapi      the description of the addresses under `/api/`
pages        the pages as HTML
paper        the paper of an event as PDF
plays        odds and sample hands of a deck, and setups played by hand
saved_decks  saved decks as the page lists, opens, saves and compares them
searches     cards as the page lists and shows them
serving      options of `deckcheck serve`, and the web server
suggestions  cards for what is being typed into the search box of a deck

Everything here stands above the session and below nothing: a page is a thin user of the library,
as a command is.
"""
