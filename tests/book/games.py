"""The games whose citations are listed in tests/book/cited, by short names."""

UNDER, OVER, PA = "down-under-pa", "over-under-pa", ("down-under-pa", "double-back-jack-pa", "over-under-pa")
BACK, VENDOR, NH, PLAIN = "double-back-jack-pa", "down-under-vendor", "blackjack-match-nh", "blackjack"
GAMES = (UNDER, BACK, OVER, VENDOR, NH, PLAIN)
