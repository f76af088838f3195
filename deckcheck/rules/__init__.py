"""The language of deck rules: a rule is a requirement on copies, said once as data.

choices      ambiguous names: whether any choice of cards keeps all requirements, by HiGHS
compiled     requirements as linear rows over copies, for repairs; and as sums, for many decks
edition      editions of deck rules, and formats as they changed in time
evaluate     what requirements find in a deck: kept, broken or open, with the entries at fault
findings     what was found as issues, in sentences: the only place that makes an issue of a rule
program      whole numbers that keep rows, found by HiGHS
requirement  the kinds of requirements: at least, at most, exactly, per name, one of several ways
sharing      copies that count for one of several parts, shared out
slot         a deck as its rules see it: the copies of its entries, and the cards that each may be
sums         requirements asked of many plain decks, by their sums
table        requirements with what a deck has of each, its bounds, and whether it is kept

It knows no game, no database and no file.
"""
