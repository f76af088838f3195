"""The odds of seeing certain cards: exact, and simulated as a check.

answer     the answer to a question about odds, with its notes
best       the odds when a mulligan is used as well as it can be for the condition, exactly
classes    the cards of a deck in classes: those that a condition does not tell apart count as one
condition  the parts of a condition
errors     the errors in questions about odds
exact      exact probabilities: every hand is counted, none is drawn
linear     a condition made ready for counting
parser     reading a condition: text to a frozen `Condition` on the counts of the cards seen
"""
