"""The web server: pages, an HTTP API, and a live connection to every table."""
