"""What the tests of web/ share: a server on a file and a port of its own, and people who have logged in."""

import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from pitboss.desk.cage_acts import CageAct, CapitalIn, Chips, Deposit, TrayCount
from pitboss.desk.trays import BY_HAND
from pitboss.web.accounts import Account, Accounts
from pitboss.web.app import Server, make_server
from pitboss.web.approvals import Approval
from pitboss.web.auth import COOKIE, CSRF_HEADER, Auth, Caller
from pitboss.web.house_book import THE_HOUSE
from pitboss.web.rate_limit import Rate
from pitboss.web.roles import AccountRole
from pitboss.web.server import Bound, bind, uvicorn_config
from pitboss.web.settings import AT_ONCE, Settings, VerifierSettings
from tests.desk.stocking import stock
from tests.waiting import PATIENCE_S, wait_until

OFTEN = Rate(burst=1e9, per_s=1e9)
PASSWORD = "correct horse battery"
MONEY = 1_000_00


@dataclass
class House:
    server: Server
    url: str
    names: int = 0
    clients: list[httpx.Client] = field(default_factory=list)
    signers: dict[AccountRole, Caller] = field(default_factory=dict)

    @property
    def accounts(self) -> Accounts:
        return self.server.accounts

    @property
    def auth(self) -> Auth:
        auth: Auth = self.server.app.state.auth
        return auth

    def client(self, **headers: str) -> httpx.Client:
        client = httpx.Client(
            base_url=self.url, headers=headers, timeout=PATIENCE_S, verify=False, trust_env=False
        )
        self.clients.append(client)
        return client

    def person(
        self, role: AccountRole = AccountRole.PLAYER, *, money_cents: int = 0, name: str = ""
    ) -> "Visitor":
        """Somebody with an account of this role, logged in by cookie."""
        self.names += 1
        account = self.accounts.create(name or f"{role} no. {self.names}", role)
        if money_cents:
            deposit = Deposit(account=account.id, cents=money_cents)
            self.server.tables.pit.cage.submit(deposit, by="test", key=f"money-{account.id}")
        secret, session = self.accounts.begin_session(account)
        client = self.client(**{CSRF_HEADER: session.csrf})
        client.cookies.set(COOKIE, secret)
        return Visitor(self, account, client)

    def assign(self, dealer: "Visitor", table: str) -> None:
        """This dealer deals at this table from now on."""
        now = time.time()
        self.auth.assignments.assign(dealer.account, table, now - 1, now + 3_600, "", THE_HOUSE)

    def table(
        self,
        game: str = "blackjack",
        *choices: str,
        dealer: str = "auto",
        cards: str = "virtual",
        tray: str = "",
        par: tuple[Chips, ...] = (),
        stocked: bool = True,
    ) -> str:
        """A table of this game, opened by the floor; where chips are real, with a full tray and vault."""
        tables = self.server.tables
        live = tables.open(
            game, choices, name="", actor="test", dealer=dealer, cards=cards, tray=tray, par=par
        )
        if stocked and live.tray == BY_HAND:
            self.bring_chips(f"vault-{live.id}")
            stock(tables.pit, live.desk, sign=self.sign_by_two)
        return live.id

    def bring_chips(self, key: str, cents: int = 1_000 * MONEY) -> None:
        """The house brings chips into the vault."""
        self.sign_by_two(CapitalIn(of="chips", cents=cents), key)

    def sign_by_two(self, act: CageAct, key: str) -> None:
        """What always takes two people: asked for by one, approved by another."""
        approvals = self.server.app.state.approvals
        asks = AccountRole.FLOORPERSON if isinstance(act, TrayCount) else AccountRole.CASHIER
        asked = approvals.move(act, self.signer(asks), key)
        assert isinstance(asked, Approval)
        approvals.approve(asked.id, self.signer(AccountRole.ADMINISTRATOR))

    def signer(self, role: AccountRole) -> Caller:
        if role not in self.signers:
            self.signers[role] = Caller(self.accounts.create(f"the signing {role}", role))
        return self.signers[role]


@dataclass
class Visitor:
    house: House
    account: Account
    http: httpx.Client
    keys: int = 0

    def key(self) -> str:
        self.keys += 1
        return f"k{self.keys}"

    def get(self, path: str, **query: Any) -> Any:
        answer = self.http.get(f"/api/v1{path}", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, **body: Any) -> Any:
        answer = self.http.post(f"/api/v1{path}", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refused(self, path: str, **body: Any) -> tuple[int, str]:
        """The status and the reason of a refusal."""
        answer = self.http.post(f"/api/v1{path}", json=body)
        said = answer.json()
        assert answer.status_code >= 400, said
        assert set(said) == {"reason", "sentence", "clause", "allowed"}
        return answer.status_code, said["reason"]

    def sit(self, table: str, seat: int, chips_cents: int = MONEY) -> None:
        self.post(f"/tables/{table}/sit", key=self.key(), seat=seat, chips_cents=chips_cents)

    def do(self, table: str, **command: Any) -> int:
        accepted = self.post(f"/tables/{table}/commands", key=self.key(), command=command)
        return int(accepted["sequence"])

    @contextmanager
    def line(self, table: str, since: int = 0) -> Iterator["Line"]:
        cookie = f"{COOKIE}={self.http.cookies[COOKIE]}"
        url = self.house.url.replace("http", "ws") + f"/api/v1/tables/{table}/live?since={since}"
        headers = {"Cookie": cookie}
        with open_line(url, headers, origin=self.house.url) as socket:
            yield Line(socket)


def open_line(url: str, headers: dict[str, str], origin: str = "") -> ClientConnection:
    """As `connect`, however long a busy house takes."""
    said = Origin(origin) if origin else None
    return connect(
        url,
        additional_headers=headers,
        origin=said,
        proxy=None,
        open_timeout=PATIENCE_S,
        ping_timeout=PATIENCE_S,
        max_queue=None,  # what nobody reads must not keep the line from being closed
    )


@dataclass
class Line:
    """A live line, as a page has it."""

    socket: ClientConnection
    latest: dict[str, Any] = field(default_factory=dict)
    events: list[dict[str, Any]] = field(default_factory=list)

    def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE_S))
        if message["type"] == "table":
            self.latest = message
            self.events += message["events"]
        return message

    def until(self, kind: str, **wanted: Any) -> dict[str, Any]:
        while True:
            message = self.hear()
            if message["type"] == kind and all(message.get(name) == value for name, value in wanted.items()):
                return message

    def say(self, **message: Any) -> dict[str, Any]:
        self.socket.send(json.dumps(message))
        return self.until("answer", key=message.get("key", ""))

    def up_to(self, sequence: int) -> dict[str, Any]:
        while self.latest.get("sequence", 0) < sequence:
            self.hear()
        return self.latest


def quick(folder: Path, **changes: Any) -> Settings:
    plain = Settings(
        store=f"sqlite:{folder / 'pit.db'}",
        host="127.0.0.1",
        port=0,
        pace=AT_ONCE,
        logins=OFTEN,
        commands=OFTEN,
        requests=OFTEN,
        hash_memory_kib=64,
        mark_file=str(folder / "pit.mark"),
        verifier=VerifierSettings(runs=False),
    )
    return replace(plain, **changes)


@contextmanager
def build_house(folder: Path, files: Sequence[str] = (), **changes: Any) -> Iterator[House]:
    """A server in a thread of this process, on a free port of loopback; with games of these files too."""
    bound = bind(quick(folder, **changes))
    server = make_server(bound.settings, files)
    with running(server, bound):
        house = House(server, bound.settings.address)
        try:
            yield house
        finally:
            for client in house.clients:
                client.close()
    server.close()


@contextmanager
def running(server: Server, bound: Bound) -> Iterator[None]:
    config = uvicorn_config(server.app, bound.settings)
    config.ws_ping_timeout = PATIENCE_S
    web = uvicorn.Server(config)
    thread = threading.Thread(target=web.run, kwargs={"sockets": [bound.socket]}, daemon=True)
    thread.start()
    wait_until(lambda: web.started or not thread.is_alive(), "the server has started")
    try:
        yield
    finally:
        web.should_exit = True
        thread.join(PATIENCE_S)
        bound.socket.close()
