"""Files and archives made to break a reader: whatever they hold, a sentence comes back and nothing worse."""
