"""What a run leaves out, told at its end: one sentence a reason, with how to run it too.

`make test` leaves to `make check` the tests marked `slow`, and of the tests below all cases but a few;
`pytest` by itself runs everything.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pytest

SLOW = "left to `make check`: "


class Sampled(NamedTuple):
    """A test of many cases, of which a quick run takes some."""

    test: str
    what: str
    """What is left out."""
    keeps: tuple[str, ...] = ()
    """Cases are kept whose name has one of these."""
    leaves: tuple[str, ...] = ("",)
    """Cases are left out only if their name has one of these."""


SAMPLED = (
    Sampled("tests/test_compiled.py::test_compiled_equals_plain", "the other rules, compiled and plain",
            ("settle_hand", "dealer_must_draw", "player_total", "may_split", "settle_match", "hand_outcome")),
    Sampled("tests/agree/test_letter.py::test_every_payment_is_the_one_the_text_asks_for",
            "more rounds with irregularities, every payment against the text", ("-0]",)),
    Sampled("tests/agree/test_simulated.py::test_every_wager_agrees_with_its_exact_figure",
            "the other games, dealt and valued", ("[blackjack]", "[down-under-pa]", "[over-under-pa]")),
    *(Sampled(f"tests/agree/test_simulated.py::{name}",
              "other options, readings, seats and ways of playing, dealt, valued and paid at the table")
      for name in ("test_the_spread_of_split_hands_is_estimated_as_it_is_dealt",
                   "test_other_options_and_readings_agree_too",
                   "test_other_ways_of_playing_agree_with_their_price",
                   "test_the_table_pays_other_readings_what_was_simulated",
                   "test_the_table_pays_surrendered_split_hands_what_was_simulated")),
    Sampled("tests/agree/test_naive.py::test_ordinary_blackjack_agrees_for_its_money_options",
            "every hand against the naive model under other options", ("peek-3:2",)),
    Sampled("tests/agree/test_naive.py::test_every_hand_is_paid_as_the_naive_model_pays_it",
            "every hand of the other games against the naive model",
            ("[down-under-pa-", "[blackjack-]", "[over-under-pa-")),
    Sampled("tests/sim/test_gpu.py::test_the_kernel_of_every_game_compiles",
            "kernels of the other games for a GPU", ("[blackjack]",)),
    *(Sampled(f"tests/sim/test_gpu.py::{name}", "kernels of the other games for a GPU")
      for name in ("test_a_pool_of_gpus_stops_at_the_very_batch_at_which_threads_stop",
                   "test_a_kernel_for_six_erring_boxes_whose_tables_are_too_large_to_share_compiles")),
    Sampled("tests/exact/test_shared_parts.py::test_many_games_have_the_edges_that_each_has_alone",
            "many games solved together, of the other documents", ("[down-under-pa",)),
    Sampled("tests/exact/test_decks.py::test_the_solver_equals_the_brute_force_for_other_decks",
            "other decks of the other games against the brute force", ("[blackjack-(",)),
    Sampled("tests/exact/test_decks.py::test_every_reader_of_the_analyst_takes_another_deck",
            "other decks of the other games against the brute force", ("[down-under-pa]",)),
    Sampled("tests/exact/test_removal.py::test_a_card_gone_at_random_changes_nothing_for_a_play_that_is_kept",
            "effects of removal of the other games", ("[over-under-pa]", "[blackjack decks=1]")),
    Sampled("tests/exact/test_one_minute.py::test_any_house_can_be_spoken_of",
            "a strategy in sentences for more houses at random", ("[0]",)),
    *(Sampled(f"tests/cli/test_documents.py::{name}", "reports written by `pitboss report`")
      for name in ("test_a_report_is_written_in_three_forms", "test_a_report_names_the_one_before_it")),
    *(Sampled(f"tests/cli/{name}", "commands that solve many games")
      for name in ("test_plain_words.py::test_a_command_answers_in_plain_words[reconcile]",
                   "test_strategy_views.py::test_indices_are_told_with_how_they_were_found",
                   "test_odds_output.py::test_named_strategies_are_priced",
                   "test_odds_output.py::test_edge_tells_every_wager_with_its_method[double-back-jack-pa]",
                   "test_commands.py::test_set_is_taken_by_every_command")),
    Sampled("tests/desk/test_battery.py::test_small_samples_of_a_fair_shoe_fail_about_as_often",
            "many small samples of a fair shoe"),
    Sampled("tests/paper/test_strategy_findings.py::test_no_other_way_of_playing_beats_the_best",
            "other ways of playing the other games", ("[down-under-pa]",)),
    Sampled("tests/mutation/test_mutation.py::test_mistakes_that_went_unnoticed_are_noticed",
            "mistakes that once went unnoticed"),
    Sampled("tests/proof/test_prover.py::test_a_finding_of_another_choice_says_with_which",
            "findings under every choice"),
    Sampled("tests/proof/test_mending.py::", "the other holes in a text, found and mended",
            ("test_a_tie_without", "test_two_sentences", "test_an_actor", "test_what_is_left_over")),
    Sampled("tests/frozen/test_figures.py::test_the_analyst_finds_the_same_figures[double-back-jack-pa]",
            "figures of edition 1 under other options, readings and settings"),
    *(Sampled(f"tests/{folder}/", "a store on a PostgreSQL server in every way it can be used",
              ("test_store.py",), ("[postgres",)) for folder in ("web", "journal", "frozen", "desk", "cli")),
    Sampled("tests/proof/test_prover.py::", "more of the prover", ("test_a_hole_in_a_users_text",)),
    Sampled("tests/cli/test_rubbish.py::test_rubbish_gets", "rubbish given to the other commands",
            ("[edge]", "[play]", "[journal verify]", "[report]", "[serve]")),
    Sampled("tests/cli/test_commands.py::test_a_terminal_gets_tables", "commands at a terminal"),
    Sampled("tests/web/test_keeping.py::", "backups, restores and lost keys", ("test_what_cannot",)),
    Sampled("tests/web/test_operation.py::test_a_server_told", "a server that is told to end"),
    Sampled("tests/web/test_hostile_requests.py::test_rubbish_is_refused", "rubbish sent to the other routes",
            ("[POST /tables", "[GET /tables")),
    Sampled("tests/web/test_fuzz.py::test_no_request_breaks", "rubbish sent to the other routes",
            ("[POST /tables", "[GET /me")),
    Sampled("tests/web/test_repeated_requests.py::test_a_", "the other changes, asked for twice",
            ("/money]", "/sit]", "/commands]", "/fill]")),
    Sampled("tests/web/test_store_failures.py::", "a store that fails in more ways", ("disk", "full")),
    Sampled("tests/paper/test_report.py::test_every_figure_on_paper", "every figure of a report on paper"),
    Sampled("tests/paper/test_report.py::test_a_changed_digit", "every figure of a report on paper"),
    Sampled("tests/sim/test_kernel.py::test_a_kernel_for_one_game", "a kernel for one game"),
    Sampled("tests/agree/test_simulated.py::test_the_table_pays_several_seats",
            "the other games, dealt and paid at the table", ("[down-under-pa",)),
    Sampled("tests/exact/test_indices.py::test_indices_of_six_decks", "index plays", ("hard 16-10",)),
    Sampled("tests/exact/test_shared_parts.py::test_a_shared_solution", "many games solved together"),
    Sampled("tests/frozen/test_later_code.py::", "edition 1 read by code that is changed on purpose"),
    Sampled("tests/mutation/", "mistakes put into the code", ("test_sentences",)),
    Sampled("tests/journal/test_read_only.py::", "journals on read-only media", ("test_it_is_verified",)),
    Sampled("tests/cli/test_submissions.py::test_a_", "packages that somebody forged",
            ("test_a_package_sealed",), ("forged", "malformed")),
    Sampled("tests/web/test_verifier.py::", "records changed under a running server"),
    Sampled("tests/web/test_log.py::", "the log as witnesses have it", ("test_every_accepted_command",)),
    Sampled("tests/web/test_house_book.py::test_what_was_edited",
            "tables of accounts that were edited", ("[role]",)),
    Sampled("tests/book/test_outcomes.py::test_every_outcome_that_can_occur", "outcomes of the other games",
            ("[down-under-pa]", "[over-under-pa]")),
    Sampled("tests/proof/test_documents.py::test_findings_have", "findings of the other documents",
            ("[over-under-pa]", "[down-under-pa]")),
    Sampled("tests/cli/test_lint_output.py::", "texts proved at a terminal", ("test_a_",)),
    Sampled("tests/exact/test_fraction.py::test_a_choice_that_was_wrong", "fractions of whole games"),
    Sampled("tests/exact/test_chart_exceptions.py::test_with_every_exception", "exceptions to a chart"),
    Sampled("tests/chaos/test_rot.py::", "bits flipped in files"),
    Sampled("tests/trust/test_forgeries.py::test_a_table_of_accounts", "tables of accounts that were edited"),
    Sampled("tests/web/test_greedy_clients.py::test_half_open_connections_end", "500 slow connections"),
    Sampled("tests/hostile/test_fuzz.py::test_a_spoiled_file",
            "files of the other kinds, spoiled in every way",
            ("game.toml", "journal.zip", "script.txt", "certificate.json")),
    Sampled("tests/hostile/test_fuzz.py::test_a_valid_file",
            "files of the other kinds, spoiled in every way",
            ("game.toml", "journal.zip", "script.txt", "certificate.json")),
    Sampled("tests/hostile/test_corpus.py::test_a_hostile_file", "some hostile files that are large",
            (*(f"[{name}" for name in "bdehklmntuw"), "[away", "[anchor", "[cards")),
    Sampled("tests/hostile/test_corpus.py::test_what_is_no_file",
            "devices, folders and nothing instead of a file",
            ("endless-journal verify FILE]", "folder-check", "nowhere-replay")),
    Sampled("tests/hostile/test_sealed.py::", "forged certificates and journals"),
    Sampled("tests/agree/test_simulated.py::test_the_table_pays_what_was_simulated",
            "the other games, dealt and paid at the table",
            ("[blackjack-0]", "[down-under-pa-0]", "[over-under-pa-0]")),
    Sampled("tests/exact/test_brute.py::test_the_solver_equals_the_brute_force_exactly",
            "small shoes of the other games against the brute force", ("[blackjack-A", "[down-under-pa-")),
    Sampled("tests/proof/test_documents.py::test_every_finding_is_acknowledged",
            "findings of the other documents",
            ("[over-under-pa]", "[down-under-pa]")),
    Sampled("tests/law/test_clones.py::test_a_clone_simulates", "clones of the other games, dealt",
            ("[down-under-pa]",)),
    *(Sampled(f"tests/{name}", "a store on a PostgreSQL server in every way it can be used") for name in (
        "frozen/test_frozen.py::test_a_server_opens_the_database_and_runs_every_table[postgres]",
        "journal/test_migration.py::test_a_database_of_a_newer_version_is_refused_and_not_touched[postgres",
        "journal/test_migration.py::test_programs_that_start_together_do_not_disturb_one_another[postgres",
        "journal/test_migration.py::test_a_second_start_changes_nothing[postgres",
        "web/test_table_manager.py::test_a_table_is_run_by_one_server_and_the_other_says_which[postgres")),
    Sampled("tests/day/test_gaming_day.py::test_a_planted_fault_is_found",
            "the other faults planted in the books", ("vanish", "a deposit goes", "tips are kept")),
    Sampled("tests/web/test_cage.py::", "more of the cage",
            ("two_persons", "moves_money_once", "counted_by_two")),
    Sampled("tests/web/test_day.py::", "more of the gaming day’s page", ("told_from_its_records",)),
    Sampled("tests/web/test_closing_accounts.py::", "more of closed accounts", ("taken_away",)),
    Sampled("tests/cli/test_day_output.py::", "more of a gaming day at the terminal", ("csv",)),
    *(Sampled(f"tests/web/browser/{name}", "more of the pages in a browser", keeps) for name, keeps in (
        ("test_gaming_day.py::", ()),
        ("test_cage.py::", ("two",)),
        ("test_tray.py::", ("closed_and_opened",)),
        ("test_day.py::", ("takes_it_along",)),
        ("test_looking.py::test_who_wants_no_motion", ()),
        ("test_playing.py::test_an_early_surrender", ()),
        ("test_playing.py::test_a_house_that_falls_silent", ()),
        ("test_shoe_check.py::", ("test_one_click",)),
        ("test_dealing.py::test_a_wager_is_called", ()),
        ("test_people.py::test_the_floor_assigns", ()),
        ("test_looking.py::test_the_pit_shows", ()),
        ("test_looking.py::test_a_round_leaves_the_house", ()),
        ("test_looking.py::test_the_floor_stops_a_table", ()),
        ("test_looking.py::test_ones_last_rounds_are_recalled", ()),
        ("test_lost_answers.py::", ("test_money_paid_in", "test_a_player_sits")),
        ("test_dealing.py::test_a_virtual_card", ()),
        ("test_dealing.py::test_what_is_out_of_order", ()),
        ("test_people.py::test_ones_own_page", ()),
        ("test_looking.py::test_every_control_has_a_name", ("[felt]",)),
        ("test_looking.py::test_every_page_is_in_plain_words", ()),
        ("test_looking.py::test_options_changed_by_the_floor", ()),
        ("test_looking.py::test_the_floor_bars_a_player", ()),
        ("test_looking.py::test_a_round_given_up_by_the_floor", ()),
        ("test_looking.py::test_a_shoe_that_cannot_be_read", ()),
        ("test_looking.py::test_pages_fit_a_phone", ("[/lobby]",)),
        ("test_irregular.py::test_a_broken_shuffler", ()),
        ("test_irregular.py::test_who_was_passed_over", ("CallDead-is dead-passed_over_once",)),
        ("test_playing.py::test_a_newcomer_comes_to_a_settled_round", ("[down-under-pa]", "[over-under-pa]")),
    )),
)  # fmt: skip


def leave_out_slow(items: Iterable[pytest.Item]) -> None:
    """Every slow test is skipped for what its mark says it is; cases that are not kept, for what they are."""
    for item in items:
        marked = item.get_closest_marker("slow")
        what = marked.args[0] if marked is not None else _left_of_many(item.nodeid)
        if what:
            item.add_marker(pytest.mark.skip(reason=SLOW + what))


def _left_of_many(test: str) -> str:
    for sampled in SAMPLED:
        if test.startswith(sampled.test) and any(case in test for case in sampled.leaves):
            return "" if any(case in test for case in sampled.keeps) else sampled.what
    return ""


def sentences(skipped: Iterable[pytest.TestReport]) -> Iterator[str]:
    """One a reason, in the order of the tests."""
    by_reason: defaultdict[str, list[str]] = defaultdict(list)
    for report in sorted(skipped, key=lambda report: report.nodeid):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        by_reason[reason.removeprefix("Skipped: ")].append(report.nodeid.partition("::")[0])
    for reason, files in by_reason.items():
        yield _sentence(reason, len(files), sorted(set(files)))


def _sentence(reason: str, count: int, files: list[str]) -> str:
    told = f"Left out ({count} test{'s' * (count > 1)}): {reason.removeprefix(SLOW)}"
    if not reason.startswith(SLOW):
        return told
    return f"{told}. To run: make check, or .venv/bin/pytest {' '.join(files)}"
