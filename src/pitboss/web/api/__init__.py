"""The HTTP API, version 1: one module for each part of it."""
