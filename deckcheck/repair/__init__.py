"""Repair: the nearest legal deck, with the proof that none is nearer.

alternatives     the next best decks, each differing in at least one card
case_classes     one case as classes of slots and constraints on their counts
cases            the cases of the rules, such as the sides, each with a bound
costs            the order of aims as one whole number for each copy
dialog           a repair gone through change by change: accepted, rejected, pinned, undone
enumeration      the search in whole numbers: cases of the rules, then counts of classes
few_changes      the number of changes where it is found at once, without a solver
integer_program  the same question put to HiGHS
lacking          what is lacking, by rule, where there is no legal deck
names            names that are no card for certain, and what they mean once that is said
planning         from counts of copies to the changes of a deck, with their reasons
problem          a deck, what may come into it, and the constraints on both, as numbers
prepared         the cards of a game under one judge: what the constraints see in each of them
repair           the repair itself: both methods, and the validator's word on the result
result           what a repair is made of
seats            several decks as one problem
separable        the cheapest counts of classes under linear constraints
solving          what both methods say
steps            what each copy of a slot costs
text             a repair as people read it
together         several decks that are built at once from one collection
"""
