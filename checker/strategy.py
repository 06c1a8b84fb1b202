"""The strategy that a certificate states: what is done with every hand, one letter for each sight."""

from collections.abc import Callable
from typing import Any

from checker.form import Rejected

PARTS = {
    "hands", "hands from two large cards", "pairs", "split hands", "busts", "doubled busts",
    "busts of split hands", "doubled busts of split hands", "insurance", "even money", "early surrender",
}  # fmt: skip


class Strategy:
    def __init__(self, given: dict[str, Any], method: str, sights: int) -> None:
        if missing := PARTS - set(given):
            raise Rejected(f"strategy: “{min(missing)}” is missing")
        if unknown := set(given) - PARTS:
            raise Rejected(f"strategy: “{min(unknown)}” is unknown to this checker")
        self._given, self._sights = given, sights
        self._by_hand_alone = method == "CDZ-"
        self.insured, self.even_money = set(given["insurance"]), set(given["even money"])

    def hands(self, name: str) -> str:
        return self._letters("hands", self._given["hands"], name, "SHDR")

    def hands_from_large(self, name: str) -> str:
        part = "hands from two large cards"
        return self._letters(part, self._given[part], name, "SHDR")

    def pairs(self, name: str) -> str:
        return self._letters("pairs", self._given["pairs"], name, "YN")

    def split_hands(self, first: str) -> Callable[[str], str]:
        part = f"split hands of {first}"
        given = self._given["split hands"].get(first, {})
        return lambda name: self._letters(part, given, name, "SHDR")

    def chances(self, name: str, doubled: bool) -> str:
        part = "doubled busts" if doubled else "busts"
        return self._letters(part, self._given[part], name, "YN")

    def split_chances(self, first: str) -> Callable[[str, bool], str]:
        """By the method CDZ- split hands are played as the same cards unsplit, Second Chances too."""
        if self._by_hand_alone:
            return self.chances
        return lambda name, doubled: self._split_chance(first, name, doubled)

    def _split_chance(self, first: str, name: str, doubled: bool) -> str:
        part = "doubled busts of split hands" if doubled else "busts of split hands"
        return self._letters(f"{part}: {first}", self._given[part].get(first, {}), name, "YN")

    def early_surrenders(self, name: str) -> str:
        return str(self._given["early surrender"].get(name, ""))

    def _letters(self, part: str, given: dict[str, str], name: str, known: str) -> str:
        letters = given.get(name)
        if letters is None:
            raise Rejected(f"strategy: {part}: {name} is missing")
        if not isinstance(letters, str) or len(letters) != self._sights or set(letters) - set(known):
            says = f"{self._sights} letters of {', '.join(known)}"
            raise Rejected(f"strategy: {part}: {name}: {letters!r} is not {says}")
        return letters
