"""The analyst: exact odds, optimal play, and the price of every reading."""
