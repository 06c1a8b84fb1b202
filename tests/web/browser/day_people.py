"""The people of a gaming day, each at a browser of their own; whatever they do, they do on their pages."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from playwright.sync_api import Error, Locator, Page, expect

from tests.waiting import wait_until
from tests.web.browser.visits import MOST_ACTS, Visits, offer, press
from tests.web.house import PASSWORD

NOTES = (100_00, 50_00, 20_00, 10_00, 5_00, 1_00, 25, 10, 5, 1)
CHIPS = (1000_00, 500_00, 100_00, 25_00, 5_00, 1_00, 50)
TRAY = (100_00, 25_00, 5_00, 1_00, 50)


def in_pieces(cents: int, kinds: Iterable[int]) -> dict[int, int]:
    """How many of each kind somebody counts out; all of it, or the kinds are wrong."""
    pieces = {}
    for kind in kinds:
        pieces[kind], cents = divmod(cents, kind)
    assert not cents, f"{cents} cents are left over"
    return {kind: number for kind, number in pieces.items() if number}


def dollars(cents: int) -> str:
    """As a denomination is named beside its field."""
    return f"${cents // 100:,}" if not cents % 100 else f"${cents / 100:,.2f}"


class Person:
    """Somebody with an account, at a page."""

    def __init__(self, visits: Visits, name: str) -> None:
        self.name, self.page, self._url = name, visits.open(), visits.house.url

    def go(self, path: str) -> None:
        self.page.goto(f"{self._url}{path}")

    def log_in(self, password: str) -> None:
        """For the first time: the password that was handed over is changed at once."""
        self.go("/login")
        self.page.locator("#name").fill(self.name)
        self.page.locator("#password").fill(password)
        self.page.locator("#login button").click()
        self.page.wait_for_url("**/me")
        self.page.locator("#old").fill(password)
        self.page.locator("#new").fill(PASSWORD)
        self.page.locator("#password button").click()
        self.page.wait_for_url("**/lobby")

    def is_refused(self, words: str, place: str = "#refused") -> None:
        """One sentence is on the page, and it says this."""
        said = self.page.locator(f"{place} .refusal")
        expect(said).to_have_count(1)
        expect(said).to_contain_text(words)


class Administrator(Person):
    def make_account(self, name: str, role: str) -> str:
        """The one-time password of somebody new."""
        self.page.locator("#name").fill(name)
        self.page.locator("#role").select_option(role)
        self.page.get_by_role("button", name="Create the account").click()
        expect(self.page.locator("#made")).to_contain_text(f"One-time password for {name}")
        return self.page.locator("#made .secret").inner_text()


# ---- the cage


class Cashier(Person):
    def open_tab(self, tab: str) -> None:
        if "/cage" not in self.page.url:
            self.go("/cage")
        self.page.locator(f"#tab-{tab}").click()

    def confirm(self) -> None:
        self.page.locator("#confirm-yes").click()
        expect(self.page.locator("#confirm")).to_be_hidden()

    def expect_done(self, words: str) -> None:
        expect(self.page.locator("#told")).to_contain_text(words)

    def expect_held(self, place: str, words: str) -> None:
        named = self.page.get_by_role("term").get_by_text(place, exact=True)
        expect(self.page.locator("#places > div", has=named).locator("dd")).to_have_text(words)

    def bring_in(self, of: str, amount: str) -> None:
        self.open_tab("capital")
        self.page.locator("#capital-of").select_option(of)
        self.page.locator("#capital-amount").fill(amount)
        self.page.locator("#capital-why").fill("for the day")
        self.page.get_by_role("button", name="Bring in…").click()
        self.confirm()
        self.expect_done("needs a second person")

    def approve(self, words: str) -> None:
        line = self.page.locator("#approvals tr", has_text=words)
        line.get_by_role("button", name="Approve").click()
        expect(line).to_have_count(0)

    def choose(self, player: str) -> None:
        self.open_tab("window")
        self.page.locator("#search").fill(player)
        self.page.locator(".people").get_by_role("button", name=player).click()
        expect(self.page.locator(".chosen")).to_contain_text(player)

    def pay(self, way: str, player: str, amount: str, *, twice: bool = False) -> None:
        """`way` is in or out; `twice`, with a double click."""
        self.choose(player)
        self.page.locator("#pay-amount").fill(amount)
        self.page.get_by_role("button", name=f"Pay {way}…").click()
        if twice:
            self.page.locator("#confirm-yes").dblclick()
        else:
            self.confirm()
        self.expect_done(f"{player} {'deposits' if way == 'in' else 'withdraws'}")

    def balance_of(self, player: str) -> str:
        """As the page tells it, without its dollar sign."""
        self.choose(player)
        return self.page.locator(".chosen .money").first.inner_text().strip("$").replace(",", "")

    def issue(self, table: str, carrier: str) -> None:
        self.open_tab("slips")
        slip = self.page.locator(".slip", has_text=table).filter(has_text="requested")
        slip.get_by_placeholder("Who carries them").fill(carrier)
        slip.get_by_role("button", name="Issue…").click()
        self.confirm()
        self.expect_done("issued")

    def receive_credit(self, table: str) -> None:
        self.open_tab("slips")
        slip = self.page.locator(".slip", has_text=table).filter(has_text="Credit")
        slip.get_by_role("button", name="Receive…").click()
        self.confirm()
        self.expect_done("received")

    def count_into(self, place: str, what: str, pieces: Mapping[int, object]) -> None:
        fields = self.page.locator(place)
        for kind, number in pieces.items():
            field = fields.get_by_label(f"{what}: how many of {dollars(kind)}", exact=True)
            field.fill(str(number))

    def count_cage(self, cash_cents: int, chips_cents: int, says: str) -> None:
        """Opens the cage or closes it, whichever it is time for; the page says this of the count."""
        self.open_tab("count")
        self.count_into("#panel-count", "Cash", in_pieces(cash_cents, NOTES))
        self.count_into("#panel-count", "Chips", in_pieces(chips_cents, CHIPS))
        expect(self.page.locator("#panel-count .verdict")).to_contain_text(says)
        self.page.locator('#panel-count [data-key="sign"]').click()
        self.confirm()

    def count_box(self, box: str, cents: int, says: str) -> None:
        self.open_tab("boxes")
        line = self.page.locator("#panel-boxes tr", has_text=box)
        line.get_by_role("button", name="Count…").click()
        self.count_into("#panel-boxes", "Cash", in_pieces(cents, NOTES))
        expect(self.page.locator("#panel-boxes .verdict")).to_contain_text(says)
        self.page.get_by_role("button", name="Sign the count…").click()
        self.confirm()
        self.expect_done("needs a second person")

    def pay_tips(self, dealer: str) -> None:
        self.open_tab("tips")
        line = self.page.locator("#panel-tips tr", has_text=dealer)
        line.get_by_role("button", name="Pay…").click()
        self.confirm()
        self.expect_done(f"{dealer} is paid")


# ---- the floor


class AtTray(Person):
    """Whoever counts the tray of a table and signs for its slips."""

    table: str

    def sign(self, *, twice: bool = False) -> None:
        signed = self.page.locator('.tray-ask [data-act="sign"]')
        if twice:
            signed.dblclick()
        else:
            signed.click()
        expect(self.page.locator(".tray-ask")).to_have_count(0)

    def enter_chips(self, pieces: Mapping[int, object]) -> None:
        for kind, number in pieces.items():
            self.page.locator(f'.tray-ask [data-denomination="{kind}"]').fill(str(number))

    def count_tray(self, way: str, cents: int) -> None:
        """`way` is open or close; a second person confirms."""
        self.page.locator(f'[data-act="{way}-tray"]').click()
        self.enter_chips(in_pieces(cents, TRAY))
        self.sign()
        expect(self.page.locator("[data-waiting]")).to_contain_text("Waiting for a second person")

    def confirm_count(self, says: str) -> None:
        waiting = self.page.locator("[data-waiting]")
        expect(waiting).to_contain_text(says)
        waiting.locator('[data-act="confirm-count"]').click()
        expect(waiting).to_have_count(0)


class Floorperson(AtTray):
    def open_table(self, name: str, *, real: bool, par: Mapping[int, int] | None = None) -> str:
        """A table of this name; its id."""
        self.go("/open/blackjack")
        self.page.locator("#table-name").fill(name)
        if real:
            self.page.locator("#cards").select_option("keyed")
            expect(self.page.locator("#tray")).to_have_value("by hand")
        for kind, number in (par or {}).items():
            self.page.locator(f'[data-denomination="{kind}"]').fill(str(number))
        self.page.locator('[data-act="open"]').click()
        self.page.wait_for_url("**/floor")
        return self.page.url.split("/")[-2]

    def stand_at(self, table: str) -> None:
        self.table = table
        self.go(f"/tables/{table}/floor")
        expect(self.page.locator("#tray-panel p, #tray-panel .tray-head").first).to_be_visible()

    def assign(self, dealer: str, table_name: str) -> None:
        self.go("/staff")
        self.page.locator("#dealer").select_option(label=dealer)
        choice = self.page.locator("#table option", has_text=table_name)
        self.page.locator("#table").select_option(choice.get_attribute("value"))
        self.page.locator("#assign button").click()
        expect(self.page.locator("#assignments tr", has_text=dealer)).to_contain_text("on duty")

    def end_assignment(self, dealer: str) -> None:
        self.go("/staff")
        line = self.page.locator("#assignments tr", has_text=dealer)
        line.get_by_role("button", name="End").click()
        expect(line).to_have_count(0)

    def ask_for(self, what: str, pieces: Mapping[int, object], *, twice: bool = False) -> None:
        """A fill or a credit."""
        self.page.locator(f'[data-act="{what}"]').click()
        self.enter_chips(pieces)
        self.sign(twice=twice)

    def relieve(self, left: str, came: str) -> None:
        self.page.locator('[data-mechanism="RelieveDealer"]').click()
        self.page.locator("#relief-left").select_option(label=left)
        self.page.locator("#relief-came").select_option(label=came)
        self.page.locator('.remedies [data-command="RelieveDealer"]').first.click()
        expect(self.page.locator(".remedies")).to_have_count(0)

    def record_dispute(self, round: int) -> None:
        self.page.locator('[data-mechanism="RecordDispute"]').click()
        self.page.locator("#dispute-round").fill(str(round))
        self.page.locator('.remedies [data-command="RecordDispute"]').first.click()
        expect(self.page.locator("#incidents")).to_contain_text("dispute")

    def file_incident(self, round: int, narrative: str, persons: str) -> None:
        self.page.locator('[data-act="report"]').click()
        self.page.locator("#incident-round").fill(str(round))
        self.page.locator("#incident-narrative").fill(narrative)
        self.page.locator("#incident-persons").fill(persons)
        self.page.locator("#incident-outcome").fill("The entry is corrected.")
        self.page.get_by_role("button", name="File").click()
        expect(self.page.locator("#filed")).to_contain_text(narrative)

    def approve_correction(self, says: str) -> None:
        asked = self.page.locator('[data-key="asked"]')
        expect(asked).to_contain_text(says)
        asked.locator('[data-act="approve"]').click()
        expect(asked).to_have_count(0)

    def exchange_box(self, taken: str, following: str) -> None:
        self.page.locator('[data-act="exchange-box"]').click()
        self.page.locator("#box-taken").fill(taken)
        self.page.locator("#box-next").fill(following)
        self.sign()
        expect(self.page.locator("#boxes")).to_contain_text(f"Drop box no. {following}")

    def collect_tips(self) -> None:
        self.page.locator('[data-act="collect-tips"]:enabled').click()
        expect(self.page.locator('[data-act="collect-tips"]')).to_have_text("No tips to collect")


# ---- the table


class TableDealer(AtTray):
    def stand_at(self, table: str) -> None:
        self.table = table
        self.go(f"/tables/{table}/deal")
        self.page.locator("#tab-tray").click()

    def open_tab(self, tab: str) -> None:
        self.page.locator(f"#tab-{tab}").click()

    def receive_fill(self) -> None:
        self.open_tab("tray")
        self.page.locator('[data-act="receive-slip"]').click()
        expect(self.page.locator('[data-state="received"]').first).to_contain_text(f"received by {self.name}")

    def send_credit(self, carrier: str) -> None:
        self.open_tab("tray")
        self.page.locator('[data-act="send-slip"]').click()
        self.page.locator("#carrier").fill(carrier)
        self.sign()
        expect(self.page.locator('[data-state="under way"]')).to_contain_text(f"carried by {carrier}")

    def change_cash(self, seat: int, amount: str) -> None:
        self.open_tab("acts")
        line = self.page.locator("#offered .row", has_text=f"Buy chips for seat {seat}, with cash")
        line.locator("input").fill(amount)
        line.locator("button").click()

    def ask_for_correction(self, keyed: str, meant: str, why: str) -> None:
        """Of the last entry that has this card."""
        self.open_tab("correct")
        line = self.page.locator("[data-entry]", has_text=keyed).first
        line.get_by_role("button", name="Correct").click()
        line.locator('[data-field="card"]').select_option(label=meant)
        line.locator('[data-key="why"]').fill(why)
        line.locator('[data-act="correct"]').click()
        expect(self.page.locator("#panel-correct .refusal")).to_contain_text("floorperson must approve")

    @property
    def due(self) -> str:
        return self.page.locator("#due").inner_text()


class Guest(Person):
    """A player. `answers` is what they press when they are asked: the first of these that is offered."""

    answers: tuple[str, ...] = ("stand",)

    def sit(self, table: str, seat: int) -> None:
        self.go(f"/tables/{table}")
        self.page.locator(f'[data-hit="seat{seat}"]:visible').first.click()
        expect(self.page.locator("#money")).to_contain_text("Your chips")

    def bet(self) -> None:
        """The table minimum on one's own box."""
        self.page.locator('[data-act="bet"]').click()
        self.page.locator('[data-act="deal"]').click()
        expect(self.page.locator('[data-act="deal"]')).to_have_count(0)

    def tip(self) -> None:
        press(self.page.locator('[data-act="tip"]'))

    def buy_chips(self) -> None:
        press(self.page.locator('[data-act="buy"]'))

    def leave(self) -> None:
        self.page.locator('[data-act="leave"]').click()
        expect(self.page.locator("#money")).to_contain_text("Your account")

    def expect_chips(self, words: str) -> None:
        expect(self.page.locator("#money dd").first).to_have_text(words)


@dataclass
class RealTable:
    """Who does what is due at a table with real cards, until betting is open again."""

    floor: Floorperson
    dealer: TableDealer
    guests: dict[int, Guest]
    cards: list[str] = field(default_factory=list)
    """In the order in which they come out of the shoe."""
    pays: Mapping[int, str] = field(default_factory=dict)
    """To each box, the wager included."""

    def prepare(self) -> None:
        """Cards are received, inspected, shuffled and cut, each by whoever it falls to."""
        self._until_betting()

    def play(self, cards: str, pays: Mapping[int, str], *, guests: Iterable[int] = ()) -> None:
        """A round with these cards, in which these guests bet; all, unless some are named."""
        for seat in guests or self.guests:
            self.guests[seat].bet()
        self.cards, self.pays = cards.split(), pays
        press(self.dealer.page.locator('[data-act="next"]'))
        self._until_betting()
        assert not self.cards, f"{self.cards} were never dealt"

    def _until_betting(self) -> None:
        for _ in range(2 * MOST_ACTS):
            due = wait_until(self._due, "somebody is asked for something")
            if due is _nothing:
                return
            due()
        raise AssertionError("betting was never open")

    def _due(self) -> Callable[[], None] | None:
        """What is done now; nothing once betting is open, and None as yet."""
        page = self.dealer.page
        with suppress(Error):  # a page was drawn anew while it was looked at
            if page.locator("#actions", has_text="Nobody has bet yet").count():
                return _nothing
            for shown, does in self._dealing(page).items():
                if shown.count() and shown.first.is_visible():
                    return does
            signs = self.floor.page.locator("#checklist [data-command]")
            if signs.count():
                return lambda: press(signs)
            return self._guest_due()
        return None

    def _dealing(self, page: Page) -> dict[Locator, Callable[[], None]]:
        return {
            page.locator(".card-keys"): self._key_card,
            page.locator("#paid"): self._pay,
            page.locator('[data-act="read0"]'): lambda: press(page.locator('[data-act="read0"]')),
            page.locator('[data-act="next"]'): lambda: press(page.locator('[data-act="next"]')),
        }

    def _key_card(self) -> None:
        press(self.dealer.page.locator(f'[data-card="{self.cards.pop(0)}"]'))

    def _pay(self) -> None:
        page = self.dealer.page
        box = page.locator("label[for=paid]").inner_text().split("box ")[1].split(",")[0]
        page.locator("#paid").fill(self.pays[int(box)])
        press(page.locator('[data-act="pay"]'))

    def _guest_due(self) -> Callable[[], None] | None:
        for guest in self.guests.values():
            for answer in ("PrepareCards", "RefuseCut", "no-insurance", *guest.answers):
                if (asked := offer(guest.page, answer)).count():
                    return lambda asked=asked: press(asked)  # type: ignore[misc]
        return None


def _nothing() -> None:
    """Betting is open."""
