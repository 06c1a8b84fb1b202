"""`pitboss serve`: what is wrong is told in a line, with exit status 2, before anything starts."""

import socket
import sys
from pathlib import Path

import pytest

from pitboss.cli import main, serve
from pitboss.cli.serve import ServeOptions
from pitboss.desk.house_entries import BOOKS
from pitboss.desk.payloads import read_payload
from pitboss.errors import BadInput
from pitboss.journal.open_store import open_store
from pitboss.web.app import make_server
from pitboss.web.settings import Settings, VerifierSettings


def given(*, games: tuple[str, ...] = (), **options: object) -> ServeOptions:
    """As typed, on a free port."""
    return ServeOptions(
        games=games, given={f"--{name}": value for name, value in {"port": "0", **options}.items()}
    )


def test_a_busy_port_is_told_and_nothing_is_made(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BadInput, match="cannot be used"):
            serve.serve(given(port=str(port), store=str(tmp_path / "pit.db")))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        (ServeOptions(games=("no-such-game",)), "there is no game"),
        (given(port="70000"), "--port: '70000' is not allowed. Allowed: whole numbers, 0 to 65,535"),
        (given(host="no.such.host.invalid"), "is not an address"),
        (given(host="0.0.0.0", demo=True), "for this machine only"),
        (given(address="https://casino.example", demo=True), "not for casino.example"),
        (given(store="mysql://x"), "is not a kind of store"),
        (given(store="postgresql://nobody:secret@127.0.0.1:1/none"), "no server answers"),
        (given(store="/no/such/folder/pit.db"), "cannot be opened"),
        (given(store="memory:"), "accounts need a database"),
    ],
)
def test_whatever_is_wrong_is_told_before_anything_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: ServeOptions, says: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with pytest.raises(BadInput, match=says) as refused:
        serve.serve(wanted)
    assert "secret" not in str(refused.value)


def test_bad_input_ends_with_status_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["pitboss", "serve", "no-such-game"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "there is no game" in capsys.readouterr().err


@pytest.fixture
def not_serving(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything up to the moment when the server would wait for requests."""
    monkeypatch.setattr(serve, "serve_until_ended", lambda *_: None)


@pytest.mark.usefixtures("not_serving")
def test_the_first_start_says_how_to_log_in_and_keeps_its_files_to_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    serve.serve(given())
    told = capsys.readouterr().out
    password = told.partition("one-time password ")[2].partition(";")[0]
    store = tmp_path / "pitboss" / "pit.db"
    assert (tmp_path / "pitboss" / "pit.db.key").stat().st_mode & 0o077 == 0
    assert password.encode() not in store.read_bytes()
    server = make_server(Settings(store=str(store), verifier=VerifierSettings(runs=False)))
    assert server.accounts.log_in("admin", password).must_change
    server.close()


@pytest.mark.usefixtures("not_serving")
def test_the_demonstration_opens_a_table_of_every_game_once(tmp_path: Path) -> None:
    store = str(tmp_path / "pit.db")
    for _ in range(2):
        serve.serve(given(store=store, demo=True))
    journal = open_store(store)
    assert len([stream for stream in journal.heads() if stream not in BOOKS]) == 6
    brought = [read_payload(record).act for record in journal.read("cage")]
    assert [(act.of, act.cents) for act in brought] == [("cash", 1_000_000_00), ("chips", 1_000_000_00)]
    journal.close()


@pytest.mark.usefixtures("not_serving")
def test_a_file_of_ones_own_can_be_served(tmp_path: Path) -> None:
    file = tmp_path / "seven.toml"
    file.write_text(
        'extends = "down-under-pa"\ngame = "seven-decks"\ntitle = "Seven"\n[options]\ndecks = 7\n'
    )
    serve.serve(given(games=(str(file),), store=str(tmp_path / "pit.db")))
    journal = open_store(str(tmp_path / "pit.db"))
    assert [stream for stream in journal.heads() if stream.startswith("seven-decks")]
    journal.close()
