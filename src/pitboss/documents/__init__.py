"""Regulation texts: finding their sentences, numbering and cross-references, and comparing two editions."""
