"""The house as an adversary: it has every file, every key, and all the time it needs."""
