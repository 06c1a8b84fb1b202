"""What acts outside of play move in the ledger of the cage, and in that of a table."""

from pitboss.desk.cage_acts import (
    COUNTS,
    MOST_CENTS,
    BoxCounted,
    BoxExchanged,
    BuyIn,
    CageAct,
    CageClosed,
    CageOpened,
    CapitalIn,
    CapitalOut,
    CashOut,
    Chips,
    ChipsDrawn,
    ChipsRedeemed,
    ChipsReturned,
    ChipsSold,
    ClosingCount,
    Credit,
    CreditReceived,
    CreditRequested,
    CreditSent,
    Deposit,
    EmptyDrop,
    Fill,
    FillIssued,
    FillReceived,
    FillRequested,
    FloatAdvanced,
    Fund,
    OpeningCount,
    PayTips,
    SlipVoided,
    TipsCollected,
    TipsPaid,
    TrayClosed,
    TrayOpened,
    Withdraw,
    total,
)
from pitboss.desk.ledger import (
    CHIPS_OUTSIDE,
    OWED,
    STREET,
    VARIANCE,
    Ledger,
    Move,
    balance,
    clearing,
    may_owe,
    post,
)
from pitboss.desk.trays import AUTOMATIC, BY_HAND, EARLIER
from pitboss.errors import Refused
from pitboss.games.vocabulary import tell_cents

CASH, CHIPS = "cash", "chips"
PLACES = {CASH: "cash", CHIPS: "vault"}
OUTSIDE = {CASH: STREET, CHIPS: CHIPS_OUTSIDE}
OF_TRAY: dict[type[CageAct], tuple[str, ...]] = {
    FloatAdvanced: (AUTOMATIC,),
    FillReceived: (BY_HAND,),
    CreditSent: (BY_HAND,),
    TrayOpened: (BY_HAND,),
    TrayClosed: (BY_HAND,),
    Fill: (EARLIER,),
    Credit: (EARLIER,),
    OpeningCount: (EARLIER,),
    ClosingCount: (EARLIER,),
    EmptyDrop: (EARLIER,),
    PayTips: (EARLIER,),
}
"""Acts that only a table with such a tray has."""


def check_amount(act: CageAct) -> None:
    """Between a cent and the most there is; and what is counted out adds up to it."""
    least = 0 if isinstance(act, (*COUNTS, BoxExchanged)) else 1
    if type(act.cents) is not int or not least <= act.cents <= MOST_CENTS:
        limits = f"{tell_cents(least)} and {tell_cents(MOST_CENTS)}"
        raise Refused("bad_amount", f"The amount must be between {limits}.")
    for counted in _counted_out(act):
        if any(one.denomination_cents < 1 or one.number < 1 for one in counted):
            raise Refused("bad_chips", "Every denomination and every number of chips must be above zero.")
    told = sum(total(counted) for counted in _counted_out(act))
    if told != act.cents and (told or isinstance(act, CageOpened | CageClosed)):
        says = f"The chips add up to {tell_cents(told)}, not to {tell_cents(act.cents)}."
        raise Refused("bad_chips", says)


def _counted_out(act: CageAct) -> list[tuple[Chips, ...]]:
    return [getattr(act, name) for name in ("chips", "cash", "notes") if hasattr(act, name)]


def check_held(ledger: Ledger, moves: tuple[Move, ...]) -> None:
    """Refused when an account has too little; moves are taken in their order."""
    left = dict(ledger.balances)
    for move in moves:
        held = left.get(move.source, 0)
        if not may_owe(move.source) and held < move.cents:
            says = f"{_owner(move.source)} has only {tell_cents(held)}, not {tell_cents(move.cents)}."
            for_a_player = move.source == "vault" and move.kind == "buy-in"
            raise Refused("vault_short" if for_a_player else "no_funds", says)
        left[move.source] = held - move.cents
        left[move.target] = left.get(move.target, 0) + move.cents


def _owner(account: str) -> str:
    if account.startswith("player "):
        return f"The account of {account.removeprefix('player ')}"
    if account.startswith("box "):
        return f"Drop {account}"
    names = {"drop": "The drop box", "tips": "The tip box", "cash": "The cage", "vault": "The vault"}
    return names.get(account, f"The {account}")


# ---- at the cage


def cage_moves(act: CageAct, ledger: Ledger, sent: bool = False) -> tuple[Move, ...]:
    """`sent`: the chips of a slip that is voided have left the vault."""
    cents, between = act.cents, clearing(getattr(act, "table", ""))
    match act:
        case CapitalIn() | CapitalOut():
            inside, outside = PLACES[act.of], OUTSIDE[act.of]
            places = (outside, inside) if isinstance(act, CapitalIn) else (inside, outside)
            return (Move("capital", *places, cents),)
        case CageOpened() | CageClosed():
            return (*_found("cash", total(act.cash), ledger), *_found("vault", total(act.chips), ledger))
        case Deposit() | Withdraw() | TipsPaid():
            return _at_window(act)
        case ChipsSold():
            return (Move("sale", STREET, "cash", cents), Move("sale", "vault", CHIPS_OUTSIDE, cents))
        case ChipsRedeemed():
            redeemed = Move("redemption", CHIPS_OUTSIDE, "vault", cents)
            return (redeemed, Move("redemption", "cash", STREET, cents))
        case BuyIn():
            return (Move("buy-in", f"player {act.account}", between, cents),)
        case CashOut():
            return (Move("cash-out", between, f"player {act.account}", cents),)
        case ChipsDrawn():
            drawn = Move("buy-in", f"player {act.account}", OWED, cents)
            return (drawn, Move("buy-in", "vault", between, cents))
        case ChipsReturned():
            returned = Move("cash-out", between, "vault", cents)
            return (returned, Move("cash-out", OWED, f"player {act.account}", cents))
        case FillRequested() | CreditRequested():
            return ()
        case FillIssued():
            return (Move("fill", "vault", "transit", cents),)
        case FillReceived():
            return (Move("fill", "transit", between, cents),)
        case CreditSent():
            return (Move("credit", between, "transit", cents),)
        case CreditReceived():
            return (Move("credit", "transit", "vault", cents),)
        case SlipVoided():
            return (Move("void", "transit", "vault", cents),) if sent else ()
        case FloatAdvanced():
            return (Move("float", OWED, between, cents),)
        case BoxExchanged():
            return (Move("drop", between, f"box {act.box}", cents),) if cents else ()
        case BoxCounted():
            return _box_counted(act, balance(ledger, f"box {act.box}"))
        case TipsCollected(electronic=True):
            return (Move("tips", between, "tip pool", cents),)
        case TipsCollected():
            return (Move("tips", between, "vault", cents), Move("tips", OWED, "tip pool", cents))
    return _earlier_cage_moves(act)


def _at_window(act: Deposit | Withdraw | TipsPaid) -> tuple[Move, ...]:
    match act:
        case Deposit():
            kind, claim = "deposit", f"player {act.account}"
            return (Move(kind, STREET, "cash", act.cents), Move(kind, OWED, claim, act.cents))
        case Withdraw():
            kind, claim = "withdrawal", f"player {act.account}"
        case TipsPaid():
            kind, claim = "tips", "tip pool"
    return (Move(kind, claim, OWED, act.cents), Move(kind, "cash", STREET, act.cents))


def _found(place: str, counted: int, ledger: Ledger) -> tuple[Move, ...]:
    """A count that differs from the ledger is accepted, and the difference stays on record."""
    booked = balance(ledger, place)
    if counted < booked:
        return (Move("shortage", place, VARIANCE, booked - counted),)
    return (Move("overage", VARIANCE, place, counted - booked),) if counted > booked else ()


def _box_counted(act: BoxCounted, booked: int) -> tuple[Move, ...]:
    box = f"box {act.box}"
    found = (Move("count", box, "cash", min(booked, act.cents)),)
    if act.cents > booked:
        return (*found, Move("overage", VARIANCE, "cash", act.cents - booked))
    return (*found, Move("shortage", box, VARIANCE, booked - act.cents))


def _earlier_cage_moves(act: CageAct) -> tuple[Move, ...]:
    match act:
        case Fund():
            return (Move("capital", CHIPS_OUTSIDE, "vault", act.cents),)
        case Fill():
            return (Move("fill", "vault", clearing(act.table), act.cents),)
        case Credit():
            return (Move("credit", clearing(act.table), "vault", act.cents),)
        case EmptyDrop():
            return (Move("drop", clearing(act.table), "vault", act.cents),)
    raise TypeError(f"{type(act).__name__} is not an act of the cage")


# ---- at a table


def post_at_table(ledger: Ledger, act: CageAct, table: str, tray: str) -> Ledger:
    """The table's ledger after the act; Refused when a source has too little, or the tray has no such act."""
    check_amount(act)
    if getattr(act, "table", table) != table:
        raise TypeError(f"{type(act).__name__} for another table in the stream of {table}")
    _check_tray(act, tray)
    moves = _table_moves(act, table, ledger)
    check_held(ledger, moves)
    return Ledger(post(ledger, moves).balances, _brought(ledger.brought, moves))


def _check_tray(act: CageAct, tray: str) -> None:
    if isinstance(act, TipsCollected) and act.electronic != (tray == AUTOMATIC):
        raise Refused("other_tray", "The tips of this table are chips of another kind.")
    trays = OF_TRAY.get(type(act))
    if trays is None or tray in trays:
        return
    if tray == AUTOMATIC:
        raise Refused(
            "automatic_tray", "The tray of this table fills itself: it takes no slips and no counts."
        )
    raise Refused("other_tray", "The tray of this table is filled and credited by slips.")


def _table_moves(act: CageAct, table: str, ledger: Ledger) -> tuple[Move, ...]:
    between, cents = clearing(table), act.cents
    match act:
        case FillReceived() | Fill():
            return (Move("fill", between, "rack", cents),)
        case FloatAdvanced():
            return (Move("float", between, "rack", cents),)
        case CreditSent() | Credit():
            return (Move("credit", "rack", between, cents),)
        case BoxExchanged():
            return _box_taken(act, balance(ledger, "drop"))
        case EmptyDrop():
            return (Move("drop", "drop", between, cents),)
        case TipsCollected():
            return (Move("tips", "tips", between, cents),)
        case PayTips():
            return (Move("tips", "tips", STREET, cents),)
        case TrayOpened() | TrayClosed():
            _check_booked(act, balance(ledger, "rack"))
            return _tray_counted(balance(ledger, "rack"), cents, CHIPS_OUTSIDE)
        case OpeningCount() | ClosingCount():
            return _tray_counted(balance(ledger, "rack"), cents, STREET)
    raise TypeError(f"{type(act).__name__} is not an act of a table")


def _box_taken(act: BoxExchanged, booked: int) -> tuple[Move, ...]:
    if act.cents != booked:
        says = f"The books say {tell_cents(booked)} is in the box, not {tell_cents(act.cents)}."
        raise Refused("other_amount", says)
    return (Move("drop", "drop", clearing(act.table), booked),) if booked else ()


def _check_booked(act: TrayOpened | TrayClosed, booked: int) -> None:
    if act.booked_cents is not None and act.booked_cents != booked:
        raise Refused("moved_on", "Chips came or went since the tray was counted. Count it again.")


def _tray_counted(booked: int, counted: int, outside: str) -> tuple[Move, ...]:
    """A count that differs from the ledger is accepted, and the difference stays on record."""
    if counted < booked:
        return (Move("shortage", "rack", "shortage", booked - counted),)
    return (Move("overage", outside, "rack", counted - booked),) if counted > booked else ()


def _brought(before: dict[str, int], moves: tuple[Move, ...]) -> dict[str, int]:
    after = dict(before)
    for move in moves:
        for place, cents in ((move.source, -move.cents), (move.target, move.cents)):
            if place in ("rack", "drop", "tips"):
                after[place] = after.get(place, 0) + cents
    return after
