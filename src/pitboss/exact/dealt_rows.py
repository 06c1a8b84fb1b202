"""The dealer's outcomes for sets of removed cards, each found once however often it is asked for."""

from collections.abc import Callable

import numpy as np

from pitboss.exact.arithmetic import Table
from pitboss.exact.hand_graph import CODE, Ints, decoded


class DealtRows:
    """Rows by the cards that are gone: a hand with its partner is often another hand alone."""

    def __init__(self) -> None:
        self._codes = np.zeros(0, dtype=np.int64)
        """In ascending order; `_places` says where in the table each has its row."""
        self._places = np.zeros(0, dtype=np.int64)
        self._table: Table = None
        self._used = 0

    def of(self, removed: Ints, deal: Callable[[Ints], Table]) -> Table:
        """The rows of these sets; `deal` finds those that nobody has asked for yet."""
        codes = self.find(removed, deal)
        rows: Table = self._table[self._places[np.searchsorted(self._codes, codes)]]
        return rows

    def find(self, removed: Ints, deal: Callable[[Ints], Table]) -> Ints:
        """See that the rows of these sets are there; their codes."""
        codes: Ints = removed @ CODE
        missing = np.unique(codes[~self._holds(codes)])
        if len(missing):
            self._add(missing, deal(decoded(missing)))
        return codes

    def _holds(self, codes: Ints) -> np.ndarray:
        if not len(self._codes):
            return np.zeros(len(codes), dtype=np.bool_)
        nearest = np.minimum(np.searchsorted(self._codes, codes), len(self._codes) - 1)
        held: np.ndarray = self._codes[nearest] == codes
        return held

    def _add(self, codes: Ints, rows: Table) -> None:
        if self._table is None:
            self._table = rows
        else:
            self._make_room(len(rows))
            self._table[self._used : self._used + len(rows)] = rows
        everything = np.concatenate([self._codes, codes])
        places = np.concatenate([self._places, self._used + np.arange(len(codes))])
        order = np.argsort(everything, kind="stable")
        self._codes, self._places = everything[order], places[order]
        self._used += len(rows)

    def _make_room(self, rows: int) -> None:
        if self._used + rows > len(self._table):
            larger = np.empty((2 * (self._used + rows), self._table.shape[1]), dtype=self._table.dtype)
            larger[: self._used] = self._table[: self._used]
            self._table = larger
