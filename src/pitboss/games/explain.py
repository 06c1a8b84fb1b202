"""A game in words: what its House makes the rules do, each sentence with its clauses."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pitboss.games.game import Game
from pitboss.games.vocabulary import tell_cents, tell_odds
from pitboss.rules.house import MatchBy, PushHouse, Reader, Rounding, Surrender, TwentyOne


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
        says = tell(game)
        if says:
            told.append(Sentence(topic, says, game.register.governing(mechanisms)))
    return told


def _player_ace(_: Game) -> str:
    return "A player’s ace counts 11, or 1 if the total would pass 21."


def _dealer_ace(game: Game) -> str:
    dealer = game.house.dealer
    pair = " A pair of aces is 22." if dealer.two_aces_22 else ""
    return f"The dealer’s ace counts 11, or 1 if the total would pass {dealer.ace_limit}.{pair}"


def _reader(game: Game) -> str:
    match game.house.dealer.reader:
        case Reader.RANGE:
            return (
                "The reader shows everyone the range of the hole card before they act: Small 2–5 (blue), "
                "Medium 6–9 (red), Large 10–A (yellow). Two Large cards are turned face up."
            )
        case Reader.BLACKJACK:
            return "With an ace or a ten showing, the dealer checks for Blackjack before anyone acts."
    return "Nobody looks at the hole card before the dealer plays."


def _dealer_draws(game: Game) -> str:
    dealer = game.house.dealer
    soft = "hits" if dealer.hits_soft_17 else "stands on"
    end = "always plays the hand out" if dealer.plays_out else "draws only if a wager depends on the total"
    return f"The dealer draws to 16, {soft} soft 17, and {end}."


def _player_blackjack(game: Game) -> str:
    blackjack = game.house.blackjack
    against = "even if the dealer has one too" if blackjack.beats_dealer else "and ties a dealer’s Blackjack"
    split = "count" if blackjack.after_split else "do not count"
    return (
        f"Blackjack pays {tell_odds(blackjack.odds)}, {against}. "
        f"An ace and a ten after a split {split} as Blackjack."
    )


def _push(game: Game) -> str:
    push = game.house.push
    if not push.applies:
        return ""
    spared = []
    if push.pays_two_large:
        spared.append(f"exactly two original Large cards{_which_large(push)}")
    if push.pays_21:
        spared.append("a 21")
    pays = f", but pays {' or '.join(spared)}" if spared else ""
    double = "" if push.pays_double else " A double on a hand that is paid is only returned."
    busts = "are returned too" if push.returns_busts else "stay lost"
    return f"A dealer’s 22 returns the wagers still on the table{pays}.{double} Busted hands {busts}."


def _which_large(push: PushHouse) -> str:
    also = [
        words
        for counts, words in (
            (push.counts_drawn, "after drawing more"),
            (push.counts_doubled, "after a double"),
            (push.counts_split, "on a split hand"),
        )
        if counts
    ]
    return f" (also {' or '.join(also)})" if also else " (as dealt, not split)"


def _comparison(game: Game) -> str:
    push = game.house.push
    if push.applies:
        return ""
    busts = " A busted hand is returned on a dealer’s 22." if push.returns_busts else ""
    return f"The total nearer to 21 wins, equal totals push, and a bust loses at once.{busts}"


def _twenty_one(game: Game) -> str:
    player = game.house.player
    if player.paid_21_at_once:
        return "A 21 is paid at once, whatever the dealer makes."
    match player.twenty_one:
        case TwentyOne.STANDS:
            return "A hand of 21 stands."
        case TwentyOne.SPLIT_ACE_TEN:
            return "A hand of 21 stands, but an ace dealt to a split ten may be played as 11."
    return "A player may draw to a hand of 21."


def _double(game: Game) -> str:
    double = game.house.double
    totals = "any two cards" if double.lowest == 0 else f"a total of {double.lowest} to {double.highest}"
    if not double.after_split:
        split = "not after a split"
    elif double.split_aces:
        split = "also after a split, aces included"
    else:
        split = "also after a split, except on aces"
    return f"Double down on {totals}, for up to the amount of the wager, {split}; one more card is dealt."


def _split(game: Game) -> str:
    split = game.house.split
    if split.max_hands < 2:
        return "Pairs cannot be split."
    kind = "rank" if split.by_rank else "value"
    card = "may be hit" if split.aces_draw else "get one card each"
    return (
        f"Cards of equal {kind} may be split, into up to {split.max_hands} hands; "
        f"aces into up to {split.max_ace_hands}. Split aces {card}."
    )


def _surrender(game: Game) -> str:
    surrender = game.house.surrender
    match surrender.when:
        case Surrender.NONE:
            return "No surrender."
        case Surrender.LATE:
            lost = "A dealer’s Blackjack still takes the whole wager"
        case _:
            lost = "Half is saved even if the dealer has Blackjack"
    unit = tell_cents(surrender.half_unit_cents)
    return f"A player may surrender half the wager on the first two cards. {lost}. Halves round up to {unit}."


def _insurance(game: Game) -> str:
    house = game.house
    if not house.insurance.offered:
        return "No insurance."
    rounding = {
        Rounding.DOWN: "rounded down to the smallest chip",
        Rounding.EXACT: "to the cent",
        Rounding.UP: "rounded up to the smallest chip",
    }[house.insurance.rounding]
    holder = (
        "A Blackjack may be insured too." if house.blackjack.may_insure else "A Blackjack is not insured."
    )
    even = " A player with Blackjack may take even money at once." if house.blackjack.even_money else ""
    return (
        f"When the dealer shows an ace, insurance of up to half the wager ({rounding}) pays "
        f"{tell_odds(house.insurance.odds)}. {holder}{even}"
    )


def _second_chance(game: Game) -> str:
    chance, wager = game.house.second_chance, game.wager_of("second_chance")
    if not chance.offered or wager is None:
        return ""
    stake = "current wager, any double included" if chance.on_current_wager else "original wager"
    where = "once on each hand" if chance.on_split_hands else "once, but not on split hands"
    return (
        f"After a bust a player may make a {wager.name} equal to the {stake}, {where}: the next card is "
        f"subtracted from the total (an ace as 1). Over 21 loses both wagers; 21 pays "
        f"{tell_odds(chance.odds)} at once; less than 21 plays against the dealer. If it wins, the hand’s "
        "first wager is returned."
    )


def _match(game: Game) -> str:
    match, wagers = game.house.match, game.wagers_of("match")
    if not wagers:
        return ""
    by = {
        MatchBy.RANK: "by rank (a king matches only a king)",
        MatchBy.VALUE: "by point value",
        MatchBy.IDENTICAL_TENS: "by rank, and tens and picture cards by rank and suit",
    }[match.by]
    names = " and ".join(f"{wager.name} (against the {wager.against})" for wager in wagers)
    wins = "wins" if len(wagers) == 1 else "each wins"
    pays = match.pays
    return (
        f"{names} {wins} if one of the player’s first two cards matches {by}. One unsuited match pays "
        f"{pays.one_unsuited} to 1, one suited {pays.one_suited}, two unsuited {pays.two_unsuited}, "
        f"one of each {pays.mixed}, two suited {pays.two_suited}."
    )


def _late_blackjack(game: Game) -> str:
    if game.house.dealer.takes_added_wagers:
        return "A dealer’s Blackjack found after doubles and splits takes those wagers too."
    return "A dealer’s Blackjack found late takes only the first wager; doubles and splits are returned."


_Tellers = tuple[tuple[str, Callable[[Game], str], tuple[str, ...]], ...]

_BLACKJACK_TELLERS: _Tellers = (
    ("Player’s ace", _player_ace, ("total.player",)),
    ("Dealer’s ace", _dealer_ace, ("total.dealer",)),
    ("Hole card", _reader, ("reader.use", "reader.show_large")),
    ("Dealer’s draw", _dealer_draws, ("dealer.draw", "dealer.plays_out")),
    ("Blackjack", _player_blackjack, ("hand.dealt_blackjack", "settle.against_blackjack")),
    ("Dealer’s 22", _push, ("settle.against_22", "hand.two_large")),
    ("Comparing hands", _comparison, ("settle.compare",)),
    ("21", _twenty_one, ("player.acts",)),
    ("Double down", _double, ("player.double", "stake.double")),
    ("Split", _split, ("hand.pair", "player.split")),
    ("Surrender", _surrender, ("player.surrender", "settle.surrender")),
    ("Insurance", _insurance, ("insurance.open", "stake.insurance")),
    ("Second chance", _second_chance, ("player.second_chance", "pay.second_chance")),
    ("Match wagers", _match, ("match.by", "match.multiple")),
    ("Late Blackjack", _late_blackjack, ("pay.dealer_blackjack",)),
)


def _fixed_ace(_: Game) -> str:
    return "An ace always counts 11; three aces are 33."


def _over_under_choice(game: Game) -> str:
    wagers = [wager for kind in ("over", "under") for wager in game.wagers_of(kind)]
    names, main = " or ".join(f"the {wager.name}" for wager in wagers), game.main_wager.name
    return f"After one card a player makes {names}, equal to the {main}, or gives up the whole {main}."


def _middle(game: Game) -> str:
    house = game.house.over_under
    low, high = house.under_to, house.over_from
    wrong = "is returned" if house.miss_returns else "loses"
    return (
        f"Over wins with {high} or more and under with {low} or less: the {game.main_wager.name} and the "
        f"second wager pay {tell_odds(house.odds)}. {low + 1} to {high - 1} loses; the wrong side {wrong}."
    )


def _bonus(game: Game) -> str:
    wager, house = game.wager_of("total_bonus"), game.house.over_under
    if wager is None or not house.bonus:
        return ""
    winners = [f"{points} pays {pays}" for points, pays in enumerate(house.bonus_pays) if pays]
    return (
        f"The {wager.name} is paid by the total of the three cards, even if the player gave up the "
        f"{game.main_wager.name}: {', '.join(winners)} to 1."
    )


_OVER_UNDER_TELLERS: _Tellers = (
    ("Aces", _fixed_ace, ("total.fixed",)),
    ("The choice", _over_under_choice, ("player.over_under", "stake.over_under")),
    ("The middle", _middle, ("settle.over_under", "pay.over_under")),
    ("Bonus", _bonus, ("settle.total_bonus",)),
)


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


def describe_notes(game: Game) -> list[dict[str, Any]]:
    """How the text is taken where it leaves no choice."""
    return [
        {"id": id, "clauses": note.clauses, "question": note.question, "says": note.says,
         "because": note.because}
        for id, note in game.notes.items()
    ]  # fmt: skip


def tell_option(game: Game, name: str) -> str:
    return game.option(name).tell(game.options[name].value)
