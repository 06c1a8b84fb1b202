"""Checks a shoe of Pitboss by itself: python shoe_check.py shoe.json [--seed YOUR_SEED]

It needs Python and nothing else, and knows of Pitboss only what docs/shoe.md says. The file is what the
replay of a table offers for download, or shoes.json of a dispute pack. It derives the order from all seeds
and compares every card that was shown. The exit status is 0 when all holds, and 1 with the first fault.
"""

import argparse
import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from typing import Any

RANKS, SUITS = "A23456789TJQK", "cdhs"
MOST_BYTES = 100_000_000


Told = tuple[str, Any, int, str]
"""Kind, payload, number and time of a record."""


class Wrong(Exception):
    """Something that does not hold, in a sentence."""


def need(holds: Any, says: str) -> None:
    if not holds:
        raise Wrong(says)


def sha256(*lines: str) -> str:
    return hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()


# ---- the order


class Generator:
    """HMAC_DRBG with SHA-256, SP 800-90A Rev. 1, 10.1.2, without additional input."""

    def __init__(self, material: bytes) -> None:
        self.key, self.value = bytes(32), b"\x01" * 32
        self.update(material)

    def update(self, data: bytes) -> None:
        for mark in (b"\x00", b"\x01") if data else (b"\x00",):
            self.key = hmac.digest(self.key, self.value + mark + data, "sha256")
            self.value = hmac.digest(self.key, self.value, "sha256")

    def block(self, entropy: bytes) -> bytes:
        """Reseeded, then 32 bytes."""
        self.update(entropy)
        self.value = hmac.digest(self.key, self.value, "sha256")
        block = self.value
        self.update(b"")
        return block


def words(seed: bytes, inputs: list[str]) -> Iterator[int]:
    """Numbers of 16 bits."""
    generator = Generator(seed[:48] + bytes.fromhex(sha256(*inputs)))
    number = 0
    while True:
        at = 48 + 32 * number
        number += 1
        beyond = number - (len(seed) - 48) // 32
        entropy = seed[at : at + 32]
        if beyond > 0:
            entropy = bytes.fromhex(sha256("pitboss more entropy 1", seed.hex(), str(beyond)))
        block = generator.block(entropy)
        for place in range(0, 32, 2):
            yield int.from_bytes(block[place : place + 2], "big")


def derive(cards: list[str], seed: bytes, inputs: list[str]) -> list[str]:
    order = sorted(cards, key=lambda card: (SUITS.index(card[1]), RANKS.index(card[0])))
    source = words(seed, inputs)
    for last in range(len(order) - 1, 0, -1):
        bound = last + 1
        word = next(source)
        while word >= 65536 - 65536 % bound:
            word = next(source)
        other = word % bound
        order[last], order[other] = order[other], order[last]
    return order


def cards_of(text: str) -> list[str]:
    cards = [text[at : at + 2] for at in range(0, len(text), 2)]
    for card in cards:
        need(len(card) == 2 and card[0] in RANKS and card[1] in SUITS, f"{card!r} is no card")
    return cards


# ---- the records


def read_records(lines: list[str]) -> list[Told]:
    """Kind, payload, number and time of each; every hash is checked."""
    records: list[Told] = []
    for line in lines:
        body, found, end = line.rpartition(',"hash":"')
        digest = hashlib.sha256((body + "}").encode()).hexdigest()
        need(found and end == digest + '"}', "a record does not have the hash that it says")
        told = json.loads(line)
        before = records[-1][2] if records else 0
        need(told["sequence"] > before, "the records are not in order")
        records.append((told["kind"], told["payload"], told["sequence"], told["time"]))
    return records


def one(records: list[Told], kind: str) -> Told:
    found = [record for record in records if record[0] == kind]
    need(len(found) == 1, f"there must be one record {kind}, and there are {len(found)}")
    return found[0]


def input_lines(table: str, shoe: int, records: list[Told]) -> list[str]:
    """The lines that the order follows from, put together from the records before the order was fixed."""
    _, committed, at, _ = one(records, "SeedCommitted")
    lines = ["pitboss shoe 2", f"table {table}", f"shoe {shoe}", "house " + committed["commitment"]]
    _, fixed, fixed_at, _ = one(records, "ShoeFixed")
    beacon = committed.get("beacon")
    asked: list[tuple[Any, dict[int, str]]] = []
    for kind, payload, sequence, _ in records:
        need(sequence >= at, "something was done before the house had committed to its seed")
        if kind == "SeedsAsked":
            need(payload["number"] == len(asked) + 1, "the seeds were not asked for in order")
            asked.append((payload, {}))
        elif kind == "SeedRevealed":
            need(asked and sequence < fixed_at, "a seed was revealed when none was asked for")
            reveal(table, payload, *asked[-1])
        elif kind == "SeedsWithheld":
            need(asked and payload["number"] == len(asked), "a seed was withheld that was not asked for")
    for number, (payload, seeds) in enumerate(asked, 1):
        lines.append(f"asked {number}")
        for seat, _, commitment in payload["players"]:
            lines.append(f"seat {seat} {commitment} {seeds.get(seat, 'withheld')}")
        if beacon:
            lines.append(f"beacon {beacon[0]} {payload['beacon_round']}")
    if asked:
        last, seeds = asked[-1]
        missing = [seat for seat, _, _ in last["players"] if seat not in seeds]
        need(not missing, f"the order was fixed without the seeds of seats {missing}")
    need(bool(fixed.get("pulse")) == bool(beacon), "the beacon’s number is missing, or there is no beacon")
    if beacon:
        need(asked, "no round of the beacon was fixed before it was published")
        lines.append(pulse_line(fixed["pulse"], asked[-1][0]))
    return lines


def reveal(table: str, payload: Any, asked: Any, seeds: dict[int, str]) -> None:
    commitments = {seat: commitment for seat, _, commitment in asked["players"]}
    seat, seed = payload["seat"], payload["seed"]
    need(seat in commitments and seat not in seeds, f"the seed of seat {seat} was not asked for")
    expected = sha256("pitboss player seed 1", table, seed)
    need(commitments[seat] == expected, f"the seed of seat {seat} is not the one committed to")
    seeds[seat] = seed


def pulse_line(pulse: Any, asked: Any) -> str:
    number, randomness, signature = pulse[:3]
    need(number == asked["beacon_round"], "the beacon’s number is of another round")
    need(
        hashlib.sha256(bytes.fromhex(signature)).hexdigest() == randomness,
        "the beacon’s number is not its own",
    )
    return f"pulse {number} {randomness}"


# ---- a shoe


def check(told: Any, mine: str = "") -> str:
    """A sentence about a shoe that holds; Wrong when it does not."""
    table, shoe = told["table"], told["shoe"]
    records = read_records(told["records"])
    if any(kind == "ShoeCommitted" for kind, *_ in records):
        return check_earlier(shoe, records)
    _, committed, _, _ = one(records, "SeedCommitted")
    if not any(kind == "ShoeOpened" for kind, *_ in records):
        return f"Shoe {shoe} of {table} is still in use: it can be checked when it is opened."
    _, opened, opened_at, _ = one(records, "ShoeOpened")
    need(records[-1][2] == opened_at, "something was done after the shoe was opened")
    for kind, payload, _, _ in records:
        need(payload["shoe"] == shoe, f"a record {kind} is about another shoe")
    seed = bytes.fromhex(opened["seed"])
    expected = sha256("pitboss house seed 1", table, str(shoe), seed.hex())
    need(expected == committed["commitment"], "the house opened another seed than it had committed to")
    if not opened["order"]:
        need(not told["shown"], "cards were shown although no order was fixed")
        return f"Shoe {shoe} of {table} holds: it was given up before its order was fixed."
    _, fixed, fixed_at, _ = one(records, "ShoeFixed")
    lines = input_lines(table, shoe, records)
    need(lines == fixed["inputs"], "the order was fixed from other seeds than those revealed")
    order = cards_of(opened["order"])
    need(len(order) == fixed["cards"], "the shoe has another number of cards")
    need(derive(order, seed, lines) == order, "the order does not follow from the seeds")
    for depth in fixed["cuts"]:
        order = order[depth:] + order[:depth]
    for card in told["shown"]:
        place = card["place"]
        need(1 <= place <= len(order), f"there is no card {place} in the shoe")
        right = order[place - 1]
        need(card["card"] == right, f"card {place} was {right}, and {card['card']} was shown")
        need(card["record"] > fixed_at, f"card {place} was shown before the order was fixed")
    seeds = [line.split()[3] for line in lines if line.startswith("seat ")]
    withheld = seeds.count("withheld")
    says = f"Shoe {shoe} of {table} holds: {len(told['shown'])} cards shown, all where the seeds put them. "
    says += f"Players’ seeds in it: {len(seeds) - withheld}; withheld: {withheld}."
    if mine:
        need(mine in seeds, "your seed is NOT in this shoe")
        says += " Your seed is in it."
    return says


def check_earlier(shoe: int, records: list[Told]) -> str:
    """A shoe of the earlier scheme, whose order the house knew."""
    _, committed, _, _ = one(records, "ShoeCommitted")
    _, opened, _, _ = one(records, "ShoeOpened")
    expected = sha256("pitboss shoe 1", opened["nonce"], opened["order"])
    need(expected == committed["commitment"], "the house opened another order than it had committed to")
    return f"Shoe {shoe} is the order that the house committed to. It has no players’ seeds."


def main() -> None:
    parser = argparse.ArgumentParser(description="Checks a shoe that a table of Pitboss has opened.")
    parser.add_argument("file", help="shoe.json from the table’s page, or shoes.json of a dispute pack")
    parser.add_argument("--seed", default="", help="a seed of yours that should be in the shoe")
    asked = parser.parse_args()
    try:
        with open(asked.file, "rb") as file:
            data = file.read(MOST_BYTES + 1)
        need(len(data) <= MOST_BYTES, "the file is too long")
        told = json.loads(data.decode("utf-8"))
        for shoe in told if isinstance(told, list) else [told]:
            print(check(shoe, asked.seed))
    except Wrong as wrong:
        sys.exit(f"This shoe does NOT hold: {wrong}.")
    except OSError as error:
        sys.exit(f"{asked.file} cannot be read: {error}.")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        sys.exit(f"{asked.file} is not what a table offers for a shoe: {type(error).__name__}, {error}.")


if __name__ == "__main__":
    main()
