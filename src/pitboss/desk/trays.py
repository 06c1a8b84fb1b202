"""How the tray of a table gets its chips."""

EARLIER = ""
"""Of journals before trays were recorded: filled by itself, from house money that appeared by itself."""
AUTOMATIC = "automatic"
"""Electronic chips, at tables with virtual cards only: what the tray lacks is advanced, and recorded so."""
BY_HAND = "by hand"
"""Real chips: nothing comes into the tray but by a slip."""
TRAYS = (AUTOMATIC, BY_HAND)
