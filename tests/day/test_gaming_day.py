"""A gaming day of three shifts balances to the cent after every act, by a bookkeeper of its own."""

import ast
from collections import Counter
from pathlib import Path

import pytest

from tests.day import felt, reconciler, report_by_hand
from tests.day.felt import Miscount
from tests.day.gaming_day import GamingDay
from tests.day.planted import FAULTS
from tests.seeds import seeds

MORE = pytest.mark.slow("more gaming days")
SEEDS = [*seeds(2), *(pytest.param(seed, marks=MORE) for seed in seeds(10, first=1_000_000))]
DAYS_FOR_A_FAULT = 6
DONE = (
    "CapitalIn", "CapitalOut", "CageOpened", "CageClosed", "Deposit", "Withdraw", "ChipsSold",
    "ChipsRedeemed", "FillRequested", "FillIssued", "FillReceived", "CreditRequested", "CreditSent",
    "CreditReceived", "SlipVoided", "TrayOpened", "TrayClosed", "BoxExchanged", "BoxCounted",
    "TipsCollected", "TipsPaid", "SitDown", "Leave", "BuyChips", "Tip", "PlaceWager", "Settle",
    "ClearTable", "ConfirmCall", "Insure", "correction", "void", "repeated", "kills", "handed over",
    "key reused",
)  # fmt: skip
REFUSED = (
    "Deposit", "Withdraw", "CapitalIn", "CapitalOut", "FillIssued", "FillReceived", "BoxExchanged",
    "BoxCounted", "TipsCollected", "TipsPaid", "TrayOpened", "Fund", "FloatAdvanced", "BuyIn",
)  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
def test_a_gaming_day_balances_after_every_act(seed: int) -> None:
    day = GamingDay(seed)
    day.run()
    assert day.seen["shift 3"]
    assert day.seen["reconciled"] > 300


@MORE
@pytest.mark.parametrize("seed", seeds(1, first=2_000_000))
def test_a_long_gaming_day_balances_after_every_act(seed: int) -> None:
    GamingDay(seed, acts=800).run()


@MORE
def test_a_few_days_have_everything_that_a_day_can_have() -> None:
    """A day in which nothing happens would balance too."""
    seen: Counter[str] = Counter()
    acts: Counter[str] = Counter()
    for seed in range(4):
        day = GamingDay(seed)
        day.run()
        seen.update(day.seen)
        acts.update(day.reconciler.acts)
    assert [name for name in DONE if not seen[name]] == []
    assert [name for name in REFUSED if not seen[f"{name} refused"]] == []
    assert [name for name in ("BuyIn", "CashOut", "ChipsDrawn", "ChipsReturned", "FloatAdvanced")
            if not acts[name]] == []  # fmt: skip


# ---- the bookkeeper itself


def run_days(number: int) -> None:
    for seed in range(number):
        GamingDay(seed, kills=0.0).run()


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    FAULTS[fault](monkeypatch)
    with pytest.raises(Miscount):
        run_days(DAYS_FOR_A_FAULT)


@pytest.mark.parametrize("module", [felt, reconciler, report_by_hand])
def test_the_bookkeeper_shares_nothing_with_the_bank(module: object) -> None:
    source = Path(str(module.__file__)).read_text(encoding="utf-8")  # type: ignore[attr-defined]
    imported = [
        name
        for node in ast.walk(ast.parse(source))
        for name in (
            [node.module or ""] if isinstance(node, ast.ImportFrom)
            else [alias.name for alias in node.names] if isinstance(node, ast.Import)
            else []
        )
    ]  # fmt: skip
    assert not [name for name in imported if name.startswith("pitboss")]
