"""The simulator: rounds by the billion, counted in whole numbers, the same again from the same seed."""
