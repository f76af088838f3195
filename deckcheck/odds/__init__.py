"""The odds of seeing what one hopes for: exact, and simulated as a check.

condition   the parts of a condition on the cards seen
parser      parse_condition(text) -> Condition
classes     deck_classes(deck, condition) -> the cards that a condition does not tell apart
exact       condition_probability, counted hand by hand with whole numbers
linear      how a condition is made ready for counting
simulated   simulate_condition, the same by shuffling
best        the odds when cards are shuffled back as well as can be
hand_conditions  conditions on many hands at once
opening     opening_distribution, the opening hand by types of cards
errors      what can be wrong with a question
"""
