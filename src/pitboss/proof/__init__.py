"""The prover: every round that a game can have, and what the sentences of its document make of it."""
