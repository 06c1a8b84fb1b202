"""The order of the sections, so that one can refer to another by number."""

ORDER = (
    "identity", "summary", "measures", "rules", "equipment", "wagers", "examples", "method", "strategy",
    "returns", "distribution", "dealer", "sensitivity", "imperfect", "risk", "volatility", "exposure",
    "simulation",
    "protection", "conformance", "irregularities", "random", "layout", "changes", "reproduction", "limits",
)  # fmt: skip


def section(id: str) -> str:
    """`section 16`."""
    return f"section {ORDER.index(id) + 1}"
