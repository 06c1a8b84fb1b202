"""On paper: what the others found, typeset and drawn."""
