"""The browser's side of the house: auth, an API, and one live line to every table."""
