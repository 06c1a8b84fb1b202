"""A game in words: what its House makes the rules do, each sentence with its clauses."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pitboss.games.game import Game
from pitboss.games.vocabulary import tell_cents, tell_odds
from pitboss.rules.house import House, MatchBy, Reader, Rounding, Surrender, TwentyOne


@dataclass(frozen=True)
class Sentence:
    topic: str
    says: str
    clauses: tuple[str, ...]


def sentences(game: Game) -> list[Sentence]:
    """How the game is played, from the House itself, so that a user's game is told truly too."""
    tellers = _BLACKJACK_TELLERS if game.has_dealer else _OVER_UNDER_TELLERS
    told = []
    for topic, tell, mechanisms in tellers:
        says = tell(game.house)
        if says:
            told.append(Sentence(topic, says, game.register.governing(mechanisms)))
    return told


def _player_ace(_: House) -> str:
    return "A player's ace counts 11 unless the total would pass 21."


def _fixed_ace(_: House) -> str:
    return "An ace always counts 11; three aces are 33."


def _over_under_choice(_: House) -> str:
    return "After one card: Over 23 or Under 18, each equal to the Ante, or surrender of the whole Ante."


def _dealer_ace(house: House) -> str:
    pair = "; a pair of aces is 22" if house.dealer.two_aces_22 else ""
    return f"The dealer's ace counts 11 unless the total would pass {house.dealer.ace_limit}{pair}."


def _reader(house: House) -> str:
    match house.dealer.reader:
        case Reader.RANGE:
            return (
                "The reader tells everyone the range of every hole card: Small 2-5 (blue), "
                "Medium 6-9 (red), Large 10-A (yellow); two Large cards are shown."
            )
        case Reader.BLACKJACK:
            return "Under an ace or a ten-value the dealer looks for Blackjack before anyone acts."
    return "Nobody looks at the hole card before the end."


def _dealer_draws(house: House) -> str:
    soft = "hits" if house.dealer.hits_soft_17 else "stands on"
    end = (
        "always plays the hand out" if house.dealer.plays_out else "draws nothing when no wager waits for it"
    )
    return f"The dealer draws to 16, {soft} soft 17, and {end}."


def _player_blackjack(house: House) -> str:
    against = (
        "paid even if the dealer has one too"
        if house.blackjack.beats_dealer
        else "tied by a dealer's Blackjack"
    )
    split = "also" if house.blackjack.after_split else "not"
    return f"Blackjack pays {tell_odds(house.blackjack.odds)}, {against}; {split} after a split."


def _push(house: House) -> str:
    if not house.push.applies:
        return ""
    spared = []
    if house.push.pays_two_large:
        spared.append(f"exactly two original Large cards{_which_large(house)}")
    if house.push.pays_21:
        spared.append("a 21")
    pays = f", but pays {' or '.join(spared)}" if spared else ""
    double = "" if house.push.pays_double else "; a double on such a hand is only returned"
    busts = "come back too" if house.push.returns_busts else "stay lost"
    return f"A dealer's 22 returns the wagers still on the table{pays}{double}. Busted hands {busts}."


def _which_large(house: House) -> str:
    also = [
        words
        for counts, words in (
            (house.push.counts_drawn, "after drawing more"),
            (house.push.counts_doubled, "after a double"),
            (house.push.counts_split, "on a split hand"),
        )
        if counts
    ]
    return f" (also {' or '.join(also)})" if also else " (as dealt, not split)"


def _bust_without_push(house: House) -> str:
    if house.push.applies:
        return ""
    busts = " A busted hand comes back on a dealer's 22." if house.push.returns_busts else ""
    return f"The nearer to 21 wins, equal totals tie, a bust loses at once.{busts}"


def _twenty_one(house: House) -> str:
    if house.player.paid_21_at_once:
        return "A 21 is paid at once, whatever the dealer makes."
    match house.player.twenty_one:
        case TwentyOne.STANDS:
            return "A hand of 21 stands."
        case TwentyOne.SPLIT_ACE_TEN:
            return "A hand of 21 stands, but ace and ten from split ten-values may be played as 11."
    return "A hand of 21 may be played on."


def _double(house: House) -> str:
    totals = (
        "any two cards"
        if house.double.lowest == 0
        else f"a total of {house.double.lowest} to {house.double.highest}"
    )
    if not house.double.after_split:
        split = "not on split hands"
    elif house.double.split_aces:
        split = "also on split hands, aces too"
    else:
        split = "also on split hands, aces excepted"
    return f"Double down on {totals}, for the wager or less, {split}; one card more."


def _split(house: House) -> str:
    if house.split.max_hands < 2:
        return "Pairs are not split."
    kind = "rank" if house.split.by_rank else "value"
    card = "draw freely" if house.split.aces_draw else "get one card each"
    return (
        f"Pairs of equal {kind} split into at most {house.split.max_hands} hands, "
        f"aces into {house.split.max_ace_hands}; split aces {card}."
    )


def _surrender(house: House) -> str:
    match house.surrender.when:
        case Surrender.NONE:
            return "No surrender."
        case Surrender.LATE:
            lost = "lost whole to a dealer's Blackjack"
        case _:
            lost = "kept even against a dealer's Blackjack"
    unit = tell_cents(house.surrender.half_unit_cents)
    return f"Surrender of half the wager on the first two cards, {lost}; the half is rounded up to {unit}."


def _insurance(house: House) -> str:
    if not house.insurance.offered:
        return "No insurance."
    rounding = {
        Rounding.DOWN: "rounded down to the smallest chip",
        Rounding.EXACT: "exactly",
        Rounding.UP: "rounded up to the smallest chip",
    }[house.insurance.rounding]
    holder = "also" if house.blackjack.may_insure else "not"
    even = " Or even money at once on a Blackjack." if house.blackjack.even_money else ""
    return (
        f"On an ace, insurance up to half the initial wager ({rounding}) pays "
        f"{tell_odds(house.insurance.odds)}; {holder} for a Blackjack.{even}"
    )


def _second_chance(house: House) -> str:
    if not house.second_chance.offered:
        return ""
    stake = "current wager, its double included" if house.second_chance.on_current_wager else "original wager"
    where = "each hand" if house.second_chance.on_split_hands else "hands that were not split"
    return (
        f"A busted hand may stake its {stake}, once, on {where}: one card is subtracted (an ace as 1). "
        f"Over 21 loses both; 21 pays {tell_odds(house.second_chance.odds)} at once; less meets the dealer. "
        "When it wins, the hand's own wager is returned."
    )


def _match(house: House) -> str:
    if not (house.match.up or house.match.down):
        return ""
    by = {
        MatchBy.RANK: "by rank (a king only matches a king)",
        MatchBy.VALUE: "by point value",
        MatchBy.IDENTICAL_TENS: "by rank, ten-values in rank and suit",
    }[house.match.by]
    against = " or ".join(
        words for on, words in ((house.match.up, "up card"), (house.match.down, "down card")) if on
    )
    pays = house.match.pays
    return (
        f"Match wagers win when a first card matches the dealer's {against} {by}: one unsuited "
        f"{pays.one_unsuited}, one suited {pays.one_suited}, two unsuited {pays.two_unsuited}, "
        f"one of each {pays.mixed}, two suited {pays.two_suited} to 1."
    )


def _late_blackjack(house: House) -> str:
    if house.dealer.takes_added_wagers:
        return "A dealer's Blackjack found after doubles and splits takes them too."
    return "A dealer's Blackjack found late takes the initial wager alone; added wagers come back."


_BLACKJACK_TELLERS: tuple[
    tuple[str, Callable[[House], str], tuple[str, ...]], ...
] = (
    ("player's ace", _player_ace, ("total.player",)),
    ("dealer's ace", _dealer_ace, ("total.dealer",)),
    ("reader", _reader, ("reader.use", "reader.show_large")),
    ("dealer's draw", _dealer_draws, ("dealer.draw", "dealer.plays_out")),
    ("Blackjack", _player_blackjack, ("hand.dealt_blackjack", "settle.against_blackjack")),
    ("dealer's 22", _push, ("settle.against_22", "hand.two_large")),
    ("comparing", _bust_without_push, ("settle.compare",)),
    ("21", _twenty_one, ("player.acts",)),
    ("double down", _double, ("player.double", "stake.double")),
    ("splitting", _split, ("hand.pair", "player.split")),
    ("surrender", _surrender, ("player.surrender", "settle.surrender")),
    ("insurance", _insurance, ("insurance.open", "stake.insurance")),
    ("Second Chance", _second_chance, ("player.second_chance", "pay.second_chance")),
    ("match wagers", _match, ("match.by", "match.multiple")),
    ("late Blackjack", _late_blackjack, ("pay.dealer_blackjack",)),
)  # fmt: skip


def _middle(house: House) -> str:
    low, high = house.over_under.under_to, house.over_under.over_from
    wrong = "comes back" if house.over_under.miss_returns else "loses"
    return (
        f"Over wins from {high}, Under wins to {low}, both with the Ante at "
        f"{tell_odds(house.over_under.odds)}; {low + 1} to {high - 1} loses, and the wrong side {wrong}."
    )


def _bonus(house: House) -> str:
    if not house.over_under.bonus:
        return ""
    winners = [f"{points} pays {pays}" for points, pays in enumerate(house.over_under.bonus_pays) if pays]
    return f"The Bonus goes by the total, even after a surrender: {', '.join(winners)} to 1."


_OVER_UNDER_TELLERS: tuple[
    tuple[str, Callable[[House], str], tuple[str, ...]], ...
] = (
    ("aces", _fixed_ace, ("total.fixed",)),
    ("the choice", _over_under_choice, ("player.over_under", "stake.over_under")),
    ("the middle", _middle, ("settle.over_under", "pay.over_under")),
    ("Bonus", _bonus, ("settle.total_bonus",)),
)  # fmt: skip


def describe(game: Game) -> dict[str, Any]:
    """Everything a game says, as plain data."""
    return {
        "game": game.id,
        "title": game.title,
        "jurisdiction": game.jurisdiction,
        "document": game.document,
        "source": game.source,
        "dated": game.dated,
        "summary": game.summary,
        "extends": game.extends,
        "rulebook_sha256": game.sha256,
        "options": game.option_values,
        "readings": game.reading_choices,
        "choices": [_describe_option(game, name) for name in game.options],
        "requirements": [part.model_dump() for part in game.requirements],
        "rules": [vars(sentence) for sentence in sentences(game)],
        "phases": [part.model_dump(exclude={"when"}) for part in game.phases],
        "wagers": [
            part.model_dump(exclude={"when"}) | {"main": part.main, "timing": part.timing}
            for part in game.wagers
        ],
        "odds": {
            name: {"pays": f"{rate.odds.pays}:{rate.odds.to}", "clauses": rate.clauses}
            for name, rate in game.odds.items()
        },
        "pay_tables": {
            name: {"rows": dict(table.rows), "clauses": table.clauses}
            for name, table in game.pay_tables.items()
        },
        "layout": [part.model_dump(exclude={"when"}) for part in game.layout],
        "inscriptions": [part.model_dump(exclude={"when"}) for part in game.inscriptions],
        "equipment": [part.model_dump(exclude={"when"}) for part in game.equipment],
        "procedures": {name: part.model_dump(exclude={"when"}) for name, part in game.procedures.items()},
        "published": [part.model_dump() for part in game.published],
        "departures": [vars(departure) for departure in game.departures],
    }


def _describe_option(game: Game, name: str) -> dict[str, Any]:
    chosen = game.options[name]
    return {
        "name": name,
        "value": chosen.value,
        "default": chosen.default,
        "allowed": chosen.allowed_text,
        "clauses": chosen.clauses,
        "label": chosen.label,
        "says": chosen.says,
        "note": chosen.note,
        "chosen_by": chosen.chosen_by,
    }


def describe_readings(game: Game) -> list[dict[str, Any]]:
    return [
        {
            "id": read.id,
            "choice": read.choice,
            "default": read.part.default,
            "kind": read.part.kind,
            "switchable": read.is_switchable,
            "clauses": read.part.clauses,
            "question": read.part.question,
            "because": read.part.because,
            "choices": {name: choice.says for name, choice in read.part.choices.items()},
        }
        for read in game.readings.values()
    ]


def tell_option(game: Game, name: str) -> str:
    return game.option(name).tell(game.options[name].value)
