"""Where each count stands in a tally, and the wagers that a kernel tells apart."""

import numpy as np

WAGERS, SUMS, COUNTS = 6, 5, 16
"""Wagers told apart, sums kept of each, and plain counts at the head of a tally."""

MAIN, UP_MATCH, DOWN_MATCH, BONUS, INSURANCE, CHANCE = (np.uint64(wager) for wager in range(WAGERS))
ROUNDS, SHOES, DOUBLES, SPLITS, RESPLITS, SURRENDERS, EVENS, INSURED, DECISIONS, MISSED = (
    np.uint64(at) for at in range(10)
)
"""Plain counts, at the head of a tally."""
