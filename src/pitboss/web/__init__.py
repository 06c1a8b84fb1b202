"""The browser's side of the house: doors, an API, and one live line to every table."""
