"""The language of deck rules: a rule is a requirement on copies, said once as data.

slot         a deck as its rules see it: the copies of its entries, and what each of them may be
requirement  the kinds of requirements: at least, at most, exactly, per name, one of several ways
evaluate     what requirements find in a deck: kept, broken or open, with the entries at fault
choices      ambiguous names: whether any choice of cards keeps all requirements, by HiGHS
compiled     requirements as linear rows over copies, for repairs; and as sums, for many decks
sharing      copies that count for one of several parts, shared out over them
findings     what was found as issues, in sentences: the only place that makes an issue of a rule

It knows no game, no database and no file.
"""
