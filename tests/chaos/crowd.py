"""People at a table: mostly they do what is asked of them, sometimes what nobody asked for."""

import random

from msgspec.structs import replace

from pitboss.rules.cards import Card
from pitboss.rules.player import Action
from pitboss.rules.stakes import most_insurance
from pitboss.table import commands as c
from pitboss.table.due import Due, due
from pitboss.table.people import DEALER, DEVICE, FLOOR, SEATS, Person, Role, player
from pitboss.table.state import Stage, Table, find_box

EVERYBODY = (DEALER, FLOOR, DEVICE, *(player(seat) for seat in SEATS))


def next_command(state: Table, rng: random.Random) -> c.Command:
    """What somebody sends who sees the table like this."""
    if rng.random() < 0.1:
        return whim(state, rng)
    next_due = due(state)
    if next_due is None or next_due.act == "bets":
        return between_rounds(state, rng)
    command = asked(state, next_due, rng)
    return whim(state, rng) if command is None else command


def between_rounds(state: Table, rng: random.Random) -> c.Command:
    if state.reader_broken:
        return c.RepairDevice(device="reader")
    if len(state.players) < 2:
        return c.SitDown(by=player(rng.choice(SEATS)), chips_cents=rng.choice((0, 5_000, 200_000)))
    betting = [guest for guest in state.players if find_box(state, guest.seat) is None and not guest.barred]
    if state.boxes and (not betting or rng.random() < 0.4):
        return c.CloseBetting()
    if not betting:
        return c.OrderReshuffle()
    guest = rng.choice(betting)
    limits = state.house.limits
    if guest.chips_cents < limits.wager_min_cents:
        return rng.choice(
            (
                c.BuyChips(by=DEALER, seat=guest.seat, cents=50_000, from_account=True),
                c.Leave(by=player(guest.seat)),
            )
        )
    cents = rng.choice((1, 2, 5)) * limits.wager_min_cents
    return c.PlaceWager(by=player(guest.seat), box=guest.seat, wager=state.terms.main, cents=cents)


def asked(state: Table, next_due: Due, rng: random.Random) -> c.Command | None:
    """What is due from a person; None where the crowd does not know how."""
    match next_due.act:
        case "cut" if next_due.who.role == Role.PLAYER:
            depth = rng.randrange(state.stack // 4, 3 * state.stack // 4 + 1)
            return rng.choice((c.RefuseCut(by=next_due.who), c.CutCards(by=next_due.who, depth=depth)))
        case "prepare" if next_due.who == player(0):  # the first player to come has to look
            return c.SitDown(by=player(rng.choice(SEATS)), chips_cents=200_000)
        case "prepare":
            return c.PrepareCards(by=next_due.who, step=Stage(next_due.hand))
        case "close insurance":
            return rng.choice((c.CloseInsurance(), insurance(state, rng)))
        case "insert":
            surrender = c.Decide(by=player(rng.choice(SEATS)), box=rng.choice(SEATS), action=Action.SURRENDER)
            return rng.choice((c.InsertHole(), surrender))
        case "decide" | "choose" | "second chance":
            return decision(state, next_due, rng)
        case "missed":
            take = c.TakeMissedCard(by=next_due.who, box=next_due.box, hand=next_due.hand)
            return rng.choice((take, c.CallDead(by=next_due.who, box=next_due.box, hand=next_due.hand)))
    return None


def insurance(state: Table, rng: random.Random) -> c.Command:
    box = rng.choice(state.boxes)
    cents = most_insurance(box.initial_cents, state.house)
    return c.Insure(by=player(box.seat), box=box.number, cents=cents)


def decision(state: Table, next_due: Due, rng: random.Random) -> c.Command:
    exposed = state.held is not None and state.held.card is not None
    if exposed and next_due.act != "second chance" and rng.random() < 0.5:
        return c.RefuseCard(by=next_due.who, box=next_due.box, hand=next_due.hand)
    if next_due.act == "second chance" and rng.random() < 0.5:
        return c.DeclineSecondChance(by=next_due.who, box=next_due.box, hand=next_due.hand)
    actions = {
        "decide": (Action.HIT, Action.STAND, Action.STAND, Action.DOUBLE, Action.SPLIT, Action.SURRENDER),
        "choose": (Action.OVER, Action.UNDER, Action.FOLD),
        "second chance": (Action.SECOND_CHANCE,),
    }[next_due.act]
    action = rng.choice(actions)
    box = find_box(state, next_due.box)
    cents = box.hands[next_due.hand].original_cents if box and action == Action.DOUBLE else 0
    return c.Decide(by=next_due.who, box=next_due.box, hand=next_due.hand, action=action, cents=cents)


def whim(state: Table, rng: random.Random) -> c.Command:
    """Out of turn, out of place, by whom it is not for, or simply rare."""
    seat = rng.choice(SEATS)
    who = player(seat)
    some = (
        c.SitDown(by=who, chips_cents=rng.choice((0, 10_000))),
        c.Leave(by=who),
        c.Tip(by=who, cents=500),
        c.BuyChips(by=DEALER, seat=seat, cents=10_000, from_account=rng.random() < 0.5),
        c.TakeBackWager(by=who, box=seat, wager=state.terms.main),
        c.PlaceWager(by=who, box=rng.choice(SEATS), wager=state.terms.main, cents=1_000),
        c.OrderReshuffle(),
        c.OrderRecut(),
        c.RelieveDealer(),
        c.BeginDay(),
        c.RecordDispute(box=seat),
        c.ReportBroken(by=FLOOR, device=rng.choice(("reader", "shuffler"))),
        c.ReportJam(by=DEVICE),
        c.DrawInError(card=rng.choice((None, Card(2, 0)))),
        c.FindFaceUp(card=Card(2, 0)),
        c.ReportWrongRange(by=DEALER, what="light"),
        c.SpreadIdle(),
        c.Decide(by=who, box=seat, action=rng.choice(tuple(Action))),
    )
    return by_whom(rng.choice(some), rng)


def by_whom(command: c.Command, rng: random.Random) -> c.Command:
    """Now and then the wrong person's hand is on the button."""
    if rng.random() < 0.25:
        wrong: Person = rng.choice(EVERYBODY)
        return replace(command, by=wrong)
    return command
