"""Random numbers, work in chunks over all cores, and figures with their errors.

chunks        work in numbered chunks, spread over all cores, with the results in order
estimates     figures from many trials, each with its standard error
random_words  randomness for shuffles and random moves
"""
