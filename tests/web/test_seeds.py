"""Players' seeds over the API and the live line, and a shoe that anybody can check afterwards."""

import hashlib
import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.desk.verify import verify_store
from pitboss.table import commands as c
from pitboss.web.roles import AccountRole
from tests.waiting import PATIENCE_S, wait_until
from tests.web.house import House, Visitor, build_house
from tests.web.test_seat_permissions import play_on, seated

CHECKER = Path(__file__).parents[2] / "src/pitboss/web/static/shoe_check.py"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with build_house(tmp_path_factory.mktemp("seeds")) as built:
        yield built


class SeedPage:
    """What a page does for its player: commits, reveals when asked, and remembers."""

    def __init__(self, person: Visitor, table: str) -> None:
        self.person, self.table = person, table
        self.rng = random.Random(person.account.id)
        self.kept: dict[str, str] = {}
        self.revealed: list[str] = []

    def fresh(self) -> str:
        seed = self.rng.randbytes(32).hex()
        told = f"pitboss player seed 1\n{self.table}\n{seed}\n"
        committed = hashlib.sha256(told.encode()).hexdigest()
        self.kept[committed] = seed
        return committed

    def offer(self) -> None:
        self.person.post(f"/tables/{self.table}/seed", key=self.person.key(), commitment=self.fresh())

    def answer(self) -> None:
        seeds = self.person.get(f"/tables/{self.table}")["seeds"]
        if seeds["asked"]:
            seed = self.kept[seeds["asked"]]
            body = {"shoe": seeds["shoe"], "seed": seed, "next": self.fresh()}
            self.person.post(f"/tables/{self.table}/seed/reveal", key=self.person.key(), **body)
            self.revealed.append(seed)


def bet(person: Visitor, table: str, box: int) -> None:
    person.do(table, type="PlaceWager", box=box, wager="blackjack", cents=1000)


def round_with_seeds(pages: list[SeedPage], table: str) -> None:
    people = [page.person for page in pages]
    play_on(table, people, "bets")
    for person in people:
        bet(person, table, person.get(f"/tables/{table}")["you"]["seat"])
    for person in people:
        person.post(f"/tables/{table}/ready", ready=True)
    for page in pages:
        page.answer()
    play_on(table, people, "bets")


@pytest.fixture(scope="module")
def checked_shoe(house: House) -> tuple[str, list[SeedPage], dict[str, Any]]:
    """A table, its players' pages, and all there is about its first shoe."""
    table = house.table()
    pages = [SeedPage(person, table) for person in seated(house, table, 1, 2)]
    for page in pages:
        page.offer()
    for _ in range(3):
        round_with_seeds(pages, table)
    reshuffle(house, table)
    return table, pages, pages[0].person.get(f"/tables/{table}/shoes/1")


def reshuffle(house: House, table: str) -> None:
    house.server.tables.find(table).submit(c.OrderReshuffle(), key="reshuffle", actor="floor")


def run_checker(told: Any, folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    file = folder / "shoe.json"
    file.write_text(json.dumps(told))
    command = [sys.executable, "-I", str(CHECKER), str(file), *more]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)


def test_players_give_their_seeds_and_check_the_shoe_with_a_program_of_one_file(
    house: House, checked_shoe: tuple[str, list[SeedPage], dict[str, Any]], tmp_path: Path
) -> None:
    _, pages, told = checked_shoe
    assert all(len(page.revealed) == 1 for page in pages)
    assert len(told["shown"]) > 10
    for page in pages:
        done = run_checker(told, tmp_path, "--seed", page.revealed[0])
        assert (done.returncode, done.stderr) == (0, "")
        assert "Your seed is in it" in done.stdout
    done = run_checker(told, tmp_path, "--seed", "00" * 32)
    assert done.returncode == 1
    assert "NOT in this shoe" in done.stderr
    assert verify_store(house.server.tables.pit.store).holds


def test_a_seed_sent_again_gets_the_first_answer_though_its_player_has_left(house: House) -> None:
    """A page that is loaded again sends what was not answered by HTTP, with the last record that it knew."""
    table = house.table()
    (ann,) = seated(house, table, 1)
    page = SeedPage(ann, table)
    offer = {"key": "offer", "commitment": page.fresh()}
    offered = ann.post(f"/tables/{table}/seed", **offer)
    play_on(table, [ann], "bets")
    bet(ann, table, 1)
    ann.post(f"/tables/{table}/ready", ready=True)
    seeds = ann.get(f"/tables/{table}")["seeds"]
    reveal = {"key": "reveal", "shoe": seeds["shoe"], "seed": page.kept[seeds["asked"]], "next": page.fresh()}
    revealed = ann.post(f"/tables/{table}/seed/reveal", **reveal)
    play_on(table, [ann], "bets")
    ann.post(f"/tables/{table}/leave", key="leave")
    assert ann.post(f"/tables/{table}/seed", **offer, seen=1)["sequence"] == offered["sequence"]
    assert ann.post(f"/tables/{table}/seed/reveal", **reveal, seen=1)["sequence"] == revealed["sequence"]
    other = offer | {"commitment": page.fresh()}
    assert ann.refused(f"/tables/{table}/seed", **other) == (409, "key_reused")


def with_record(
    told: dict[str, Any], kind: str, change: Callable[[dict[str, Any]], object]
) -> dict[str, Any]:
    """The same with one record changed and its hash made anew."""
    forged: dict[str, Any] = json.loads(json.dumps(told))
    for at, line in enumerate(forged["records"]):
        record = json.loads(line)
        if record["kind"] == kind:
            change(record["payload"])
            record.pop("hash")
            body = json.dumps(record, separators=(",", ":"), ensure_ascii=False)
            digest = hashlib.sha256(body.encode()).hexdigest()
            forged["records"][at] = f'{body[:-1]},"hash":"{digest}"}}'
    return forged


def without_record(told: dict[str, Any], kind: str) -> dict[str, Any]:
    kept = [line for line in told["records"] if json.loads(line)["kind"] != kind]
    return told | {"records": kept}


def forgeries(told: dict[str, Any]) -> dict[str, tuple[dict[str, Any], str]]:
    """What a house might hand out instead, and what each checker must say of it."""

    def swapped(payload: dict[str, Any]) -> None:
        payload["order"] = payload["order"][2:] + payload["order"][:2]

    def other_inputs(payload: dict[str, Any]) -> None:
        payload["inputs"] = payload["inputs"][:4]

    first = told["shown"][0]
    other = {**first, "card": "2c" if first["card"] != "2c" else "3c"}
    return {
        "house seed": (with_record(told, "ShoeOpened", lambda p: p.update(seed="5a" * 1008)), "another seed"),
        "commitment": (
            with_record(told, "SeedCommitted", lambda p: p.update(commitment="00" * 32)),
            "another seed",
        ),
        "order": (with_record(told, "ShoeOpened", swapped), "does not follow"),
        "player seed": (
            with_record(told, "SeedRevealed", lambda p: p.update(seed="00" * 32)),
            "not the one committed to",
        ),
        "inputs": (with_record(told, "ShoeFixed", other_inputs), "other seeds"),
        "dropped seed": (without_record(told, "SeedRevealed"), "order was fixed"),
        "cut": (with_record(told, "ShoeFixed", lambda p: p.update(cuts=[p["cuts"][0] - 1])), "was shown"),
        "card": (told | {"shown": [other, *told["shown"][1:]]}, "was shown"),
        "shoe": (told | {"shoe": 2}, "another shoe"),
        "pulse": (
            with_record(told, "ShoeFixed", lambda p: p.update(pulse=[1, "00", "00", ""])),
            "beacon",
        ),
        "order of records": (told | {"records": told["records"][::-1]}, "not in order"),
        "hash": (told | {"records": [told["records"][0].replace("house", "horse", 1)]}, "hash"),
        "never opened twice": (
            told | {"records": [*told["records"], told["records"][-1]]},
            "not in order",
        ),
    }


def test_the_program_finds_every_forgery(
    checked_shoe: tuple[str, list[SeedPage], dict[str, Any]], tmp_path: Path
) -> None:
    for name, (forged, says) in forgeries(checked_shoe[2]).items():
        done = run_checker(forged, tmp_path)
        assert (done.returncode, done.stdout) == (1, ""), name
        assert says in done.stderr, (name, done.stderr)
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("told", [None, 7, [], {}, {"table": "t"}, {"records": 3}, [[]], "text"])
def test_the_program_says_what_it_cannot_read(told: Any, tmp_path: Path) -> None:
    done = run_checker(told, tmp_path)
    assert done.returncode == (0 if told == [] else 1)
    assert "Traceback" not in done.stderr


def test_the_program_shares_nothing_with_us() -> None:
    text = CHECKER.read_text()
    assert "import pitboss" not in text
    assert "from pitboss" not in text


def test_the_program_is_offered_to_whoever_plays(house: House) -> None:
    answer = house.person().http.get("/static/shoe_check.py")
    assert answer.status_code == 200
    assert answer.text == CHECKER.read_text()


# ---- who may, and how often


def test_only_a_seated_player_gives_seeds(house: House) -> None:
    table = house.table()
    commitment = "00" * 32
    stranger = house.person()
    assert stranger.refused(f"/tables/{table}/seed", key="k", commitment=commitment)[1] == "not_seated"
    (ann,) = seated(house, table, 1)
    assert ann.refused(f"/tables/{table}/seed", key="k", commitment="nonsense")[0] == 422
    body = {"shoe": 1, "seed": commitment, "next": commitment}
    assert ann.refused(f"/tables/{table}/seed/reveal", key="k", **body)[1] == "seed_not_asked"
    dealer = house.person(AccountRole.DEALER)
    assert dealer.refused(f"/tables/{table}/seed", key="k", commitment=commitment)[0] == 403


def test_seeds_pass_over_the_live_line_and_a_repeat_gets_the_first_answer(house: House) -> None:
    table = house.table()
    (ann,) = seated(house, table, 1)
    page = SeedPage(ann, table)
    play_on(table, [ann], "bets")
    with ann.line(table) as line:
        line.hear()
        offered = line.say(type="offer seed", key="o", commitment=page.fresh())
        assert offered["accepted"]
        bet(ann, table, 1)
        ann.post(f"/tables/{table}/ready", ready=True)
        while not line.latest["seeds"]["asked"]:
            line.hear()
        seeds = line.latest["seeds"]
        assert seeds["waiting"] == [1]
        seed = page.kept[seeds["asked"]]
        said = {"type": "reveal seed", "key": "r", "shoe": seeds["shoe"], "seed": seed}
        first = line.say(**said, next=page.fresh())
        again = line.say(**said, next=page.fresh())
        assert first["accepted"]
        assert again == first
    assert ann.get(f"/tables/{table}")["seeds"]["in_shoe"] == 1


def test_a_page_that_goes_away_holds_nobody_up_for_long_and_is_named(house: House) -> None:
    table = house.table()
    ann, bob = seated(house, table, 1, 2)
    page = SeedPage(ann, table)
    page.offer()
    SeedPage(bob, table).offer()
    play_on(table, [ann, bob], "bets")
    for box, person in enumerate((ann, bob), 1):
        bet(person, table, box)
    for person in (ann, bob):
        person.post(f"/tables/{table}/ready", ready=True)
    page.answer()
    live = house.server.tables.find(table)
    wait_until(
        lambda: live.desk_state.seeds.asking is not None and not live.desk_state.seeds.offer(2),
        "the seed of seat 2 to count as withheld",
    )
    page.answer()
    wait_until(lambda: live.desk_state.seeds.inputs(1) is not None, "the order of the shoe")
    withheld = verify_store(house.server.tables.pit.store).withheld
    assert [(one.seat, one.account) for one in withheld if one.table == table] == [(2, bob.account.id)]


def test_a_dealer_is_told_what_a_shoe_waits_for(house: House) -> None:
    table = house.table(dealer="hand")
    dealer = house.person(AccountRole.DEALER)
    house.assign(dealer, table)
    (ann,) = seated(house, table, 1)
    page = SeedPage(ann, table)
    page.offer()
    for _ in range(30):
        told = dealer.get(f"/tables/{table}")
        act = told["view"]["next"][-1]["act"]
        if act == "card":
            break
        if act == "bets" and not told["view"]["boxes"]:
            bet(ann, table, 1)
        elif "RefuseCut" in {one["command"]["type"] for one in ann.get(f"/tables/{table}")["options"]}:
            ann.do(table, type="RefuseCut")
        else:
            dealer.post(f"/tables/{table}/next", key=dealer.key())
    assert dealer.refused(f"/tables/{table}/next", key=dealer.key()) == (409, "seeds_awaited")
    page.answer()
    dealer.post(f"/tables/{table}/next", key=dealer.key())
