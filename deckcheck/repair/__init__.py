"""Repair: the nearest legal deck, with the proof that none is nearer.

alternatives     the next best decks, each differing in at least one card
case_classes     one case as classes of slots and constraints on their counts
cases            the cases of the rules, such as the sides, each with a bound
costs            the order of aims as one whole number for each copy
dialog           a repair gone through change by change: accepted, rejected, pinned, undone
enumeration      the search in whole numbers: cases of the rules, then counts of classes
few_changes      the number of changes where it is found at once, without a solver
integer_program  the same problem solved by HiGHS
lacking          the lacking cards, by rule, where there is no legal deck
names            names that are no card for certain, and the cards that the user chooses for them
planning         from counts of copies to the changes of a deck, with their reasons
problem          a deck, what may come into it, and the constraints on both, as numbers
prepared         the cards of a game under one judge, with their weights in the constraints
repair           the repair itself: both methods, and the validator's verdict on the result
result           the values of a repair
seats            several decks as one problem
separable        the cheapest counts of classes under linear constraints
solving          the answers of both methods
steps            the cost of each copy of a slot
text             a repair as text
together         several decks that are built at once from one collection
"""
