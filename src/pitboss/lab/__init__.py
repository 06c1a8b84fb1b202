"""The laboratory: where the analyst, the simulator and the live table are held against each other."""
