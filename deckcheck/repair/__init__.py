"""Repair: the nearest legal deck, with the proof that none is nearer.

alternatives     the next best decks, each differing in at least one card
costs            the order of aims as one whole number for each copy
dialog           a repair gone through change by change: accepted, rejected, pinned, undone
enumeration      the search in whole numbers: cases of the helpers, then counts of classes
integer_program  the same question put to HiGHS
lacking          what is lacking, by rule, where there is no legal deck
problem          a deck, what may come into it, and the constraints on both, as numbers
prepared         the cards of a game under one judge: what the constraints see in each of them
repair           the repair itself: both methods, and the validator's word on the result
result           what a repair is made of
separable        the cheapest counts of classes under linear constraints
text             a repair as people read it
"""
