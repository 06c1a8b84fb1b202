"""The book as code: pure functions on integers, each with the clauses it carries out."""
