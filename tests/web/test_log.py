"""Receipts, the log API and witnesses, over HTTP and on the live line."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

from pitboss.cli.commands import app
from pitboss.desk.verify import verify_store
from pitboss.errors import BadInput, BadStore
from pitboss.journal.log import LogHead, Receipt, is_continued
from pitboss.journal.log_key import LogKey, is_signed
from pitboss.web.app import make_server
from tests.web.house import House, Visitor, build_house, quick


def seated(house: House, table: str, seat: int = 1) -> Visitor:
    player = house.person(money_cents=1_000_00)
    player.sit(table, seat, 500_00)
    return player


def receipt_of(answer: dict[str, Any]) -> Receipt:
    return msgspec.convert(answer["receipt"], Receipt)


def look(house: House, state: Path, *more: str) -> Result:
    return CliRunner().invoke(app, ["witness", house.url, "--state", str(state), "--once", *more])


def test_every_accepted_command_gets_a_receipt_that_its_sender_can_check(tmp_path: Path) -> None:
    with build_house(tmp_path) as house:
        table, player = house.table(), house.person(money_cents=1_000_00)
        answer = player.post(f"/tables/{table}/sit", key="sit", seat=1, chips_cents=100_00)
        key = player.get("/log/key")["key"]
        first = receipt_of(answer)
        assert first.holds
        assert is_signed(first.head, key)
        assert (first.table, first.sequence) == (table, answer["sequence"])
        again = receipt_of(player.post(f"/tables/{table}/sit", key="sit", seat=1, chips_cents=100_00))
        assert (again.hash, again.leaf, again.holds) == (first.hash, first.leaf, True)
        with player.line(table) as line:
            told = line.until("table")
            bet = next(
                one for one in told["options"] if one["command"]["type"] in ("RefuseCut", "PlaceWager")
            )
            command = dict(bet["command"])
            if bet["field"]:
                command[bet["field"]] = bet["range"]["first"] if "range" in bet else bet["values"][0]
            on_the_line = receipt_of(line.say(type="do", key="k", command=command))
        assert on_the_line.holds
        assert is_signed(on_the_line.head, key)
        file = tmp_path / "receipt.json"
        file.write_text(json.dumps(answer["receipt"]))
        words = ["receipt", "check", str(file), "--key", key, "--journal", house.server.where]
        assert CliRunner().invoke(app, words).exit_code == 0
    other = LogKey(bytes(32)).public
    refused = CliRunner().invoke(app, ["receipt", "check", str(file), "--key", other])
    assert (refused.exit_code, "another key" in refused.output) == (1, True)
    file.write_text(json.dumps(answer["receipt"] | {"hash": "0" * 64}))
    forged = CliRunner().invoke(app, ["receipt", "check", str(file), "--key", key])
    assert (forged.exit_code, "do not lead" in forged.output) == (1, True)


def test_heads_leaves_and_proofs_are_for_everybody_and_are_hashes_only(tmp_path: Path) -> None:
    with build_house(tmp_path) as house:
        table, outside = house.table(), house.client()

        def ask(path: str, **query: int) -> Any:
            answer = outside.get(f"/api/v1/log{path}", params=query)
            assert answer.status_code == 200, answer.text
            return answer.json()

        before = msgspec.convert(ask("/head"), LogHead)
        seated(house, table)
        after = msgspec.convert(ask("/head"), LogHead)
        proof = ask("/consistency", **{"from": before.size, "to": after.size})["proof"]
        assert is_continued(before, after, proof)
        leaves = ask("/leaves", **{"from": 0, "to": after.size})["leaves"]
        assert [len(leaf) for leaf in leaves] == [64] * after.size
        hashes = {
            record.hash for name in house.server.store.heads() for record in house.server.store.read(name)
        }
        assert not hashes & set(leaves)
        assert ask("/inclusion", leaf=0)["hash"] == leaves[0]
        too_far = outside.get("/api/v1/log/consistency", params={"from": 1, "to": after.size + 9})
        assert too_far.json()["reason"] == "no_such_leaf"
        assert outside.get("/api/v1/log/receipt", params={"stream": table, "sequence": 1}).status_code == 401


def test_a_witness_follows_the_log_and_its_signature_is_shown(tmp_path: Path) -> None:
    state = tmp_path / "witness.jsonl"
    with build_house(tmp_path) as house:
        table = house.table()
        assert look(house, state, "--name", "the regulator").exit_code == 0
        player = seated(house, table)
        done = look(house, state)
        assert done.exit_code == 0, done.output
        (shown,) = player.get("/log/witnesses")["witnesses"]
        assert (shown["name"], shown["named"]) == ("the regulator", False)
        assert shown["head"]["size"] == house.server.store.log.head().size
        where = house.server.where
    verified = CliRunner().invoke(app, ["journal", "verify", where, "--witness", str(state)])
    assert verified.exit_code == 0, verified.output


def test_a_stranger_cannot_sign_in_the_name_of_a_witness(tmp_path: Path) -> None:
    known = LogKey(bytes(range(32)))
    with build_house(tmp_path, witnesses=frozenset({f"regulator={known.public}"})) as house:
        house.table()
        done = look(house, tmp_path / "stranger.jsonl", "--name", "regulator")
        assert done.exit_code != 0
        assert "another witness" in str(done.exception)
        assert house.client().get("/api/v1/log/witnesses").json()["witnesses"] == []


def copied(path: Path) -> bytes:
    """A journal with all that is in its write-ahead log."""
    with sqlite3.connect(path) as source, sqlite3.connect(":memory:") as copy:
        source.backup(copy)
        whole = copy.serialize()
    source.close()
    copy.close()
    return whole


Change = Callable[[House, str], None]


def test_a_witness_refuses_a_log_that_was_put_back_and_keeps_both_heads(tmp_path: Path) -> None:
    state, path = tmp_path / "witness.jsonl", tmp_path / "pit.db"
    with build_house(tmp_path) as house:
        table = house.table()
        backup = copied(path)
        seated(house, table)
        assert look(house, state).exit_code == 0
        seen = house.server.store.log.head()
    for beside in ("", "-wal", "-shm"):
        Path(f"{path}{beside}").unlink(missing_ok=True)
    path.write_bytes(backup)
    (tmp_path / "pit.mark").unlink()
    with build_house(tmp_path) as house:
        shorter = look(house, state)
        assert shorter.exit_code == 1
        for _ in range(40):
            house.person()
        assert house.server.store.log.head().size > seen.size
        forked = look(house, state)
        assert forked.exit_code == 1
        assert seen.root in forked.output + forked.stderr
        assert verify_store(house.server.store).fault is None
        where = house.server.where
    refused = [json.loads(line) for line in state.read_text().splitlines() if line.startswith('{"refused')]
    assert [one["last"]["root"] for one in refused] == [seen.root] * 2
    verified = CliRunner().invoke(app, ["journal", "verify", where, "--witness", str(state), "--json"])
    assert verified.exit_code == 1
    fault = json.loads(verified.output)["fault"]
    assert "as the witness has it" in fault["field"]


def test_a_server_does_not_start_on_a_log_that_it_did_not_sign(tmp_path: Path) -> None:
    with build_house(tmp_path) as house:
        house.table()
    with sqlite3.connect(tmp_path / "pit.db") as connection:
        connection.execute(
            "UPDATE heads SET signed = substr(signed, 1, length(signed) - 128) || ? WHERE stream = ''",
            ("0" * 128,),
        )
    connection.close()
    with pytest.raises(BadStore, match="not signed with the key in the house book"):
        make_server(quick(tmp_path))


def test_a_key_of_the_log_that_is_gone_is_missed_and_a_new_one_is_named(tmp_path: Path) -> None:
    with build_house(tmp_path) as house:
        house.table()
        where = house.server.where
    runner, path = CliRunner(), tmp_path / "pit.db.log-key"
    assert runner.invoke(app, ["journal", "log-key", where, "--replace", "--by", "ann"]).exit_code == 0
    endorsed = runner.invoke(app, ["journal", "verify", where])
    assert endorsed.exit_code == 0, endorsed.output
    path.unlink()
    with pytest.raises(BadInput, match="key file of the log is missing"):
        make_server(quick(tmp_path))
    assert runner.invoke(app, ["journal", "log-key", where, "--replace", "--by", "ann"]).exit_code == 0
    named = runner.invoke(app, ["journal", "verify", where])
    assert (named.exit_code, "key of the log was replaced" in named.output) == (1, True)
    with build_house(tmp_path) as house:
        assert house.client().get("/api/v1/log/key").json()["key"] in named.output
