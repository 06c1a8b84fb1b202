"""Checks a certificate: the exact value of a strategy, and that no single decision in it can be improved.

A program on its own. It reads one file and imports the standard library and numpy, nothing else.
"""
