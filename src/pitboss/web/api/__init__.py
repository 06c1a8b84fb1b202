"""The HTTP API, version 1: one module a counter."""
