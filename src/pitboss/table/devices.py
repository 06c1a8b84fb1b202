"""Readers and shufflers that fail or are misused."""

from pitboss.rules.dealer import reader_is_used
from pitboss.rules.mechanism import mechanism
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.act_registry import Events, act, because, refuse
from pitboss.table.payments import up_card
from pitboss.table.state import LOOK_FOR_BLACKJACK, Stage, Table


@act(c.ReportReaderMisused)
@mechanism("irregularity.reader_misused")
def report_reader_misused(state: Table, _: c.ReportReaderMisused) -> Events:
    """The hole card was read under a card that calls for no reading: the floor is told."""
    wrong = state.terms.reader == LOOK_FOR_BLACKJACK and state.dealer.hole
    if not wrong or state.notify_floor or reader_is_used(up_card(state).rank, state.house):
        refuse(state, "not_now", "The reader was not misused.", "irregularity.reader_misused")
    return (e.ReaderMisused(**because(state, "irregularity.reader_misused")),)


@act(c.NoteMisuse)
@mechanism("irregularity.reader_misused")
def note_misuse(state: Table, _: c.NoteMisuse) -> Events:
    if not state.notify_floor:
        refuse(state, "not_now", "No misuse of the reader has been reported.", "irregularity.reader_misused")
    return (e.MisuseNoted(**because(state, "irregularity.reader_misused")),)


# ---- devices


def _device_cause(state: Table, device: str) -> str:
    if device == "reader" and state.terms.has_reader:
        return "irregularity.reader_broken"
    if device == "shuffler" and state.terms.shuffler != "manual":
        return "irregularity.shuffler_broken"
    cause = "irregularity.reader_broken" if device == "reader" else "irregularity.shuffler_broken"
    return refuse(state, "no_such_device", f"This table has no {device}.", cause)


@act(c.ReportBroken)
@mechanism("irregularity.reader_broken", "irregularity.shuffler_broken")
def report_broken(state: Table, command: c.ReportBroken) -> Events:
    cause = _device_cause(state, command.device)
    broken = state.reader_broken if command.device == "reader" else state.shuffler_broken
    if broken:
        refuse(state, "already_reported", "This has been reported already.", cause)
    name = state.terms.reader if command.device == "reader" else ""
    return (e.DeviceBroke(device=command.device, name=name, **because(state, cause)),)


@act(c.RepairDevice)
@mechanism("irregularity.reader_broken", "irregularity.shuffler_broken")
def repair_device(state: Table, command: c.RepairDevice) -> Events:
    cause = _device_cause(state, command.device)
    broken = state.reader_broken if command.device == "reader" else state.shuffler_broken
    if not broken:
        refuse(state, "not_broken", "This device is not out of order.", cause)
    name = state.terms.reader if command.device == "reader" else ""
    return (e.DeviceRepaired(device=command.device, name=name, **because(state, cause)),)


@act(c.CoverShuffler)
@mechanism("irregularity.shuffler_broken")
def cover_shuffler(state: Table, _: c.CoverShuffler) -> Events:
    """A cover or a sign, before any other way of shuffling."""
    if not state.shuffler_broken or state.shuffler_covered:
        refuse(state, "not_broken", "The shuffler does not need a cover.", "irregularity.shuffler_broken")
    return (e.ShufflerCovered(**because(state, "irregularity.shuffler_broken")),)


@act(c.ReportJam)
@mechanism("irregularity.shuffler_jam")
def report_jam(state: Table, _: c.ReportJam) -> Events:
    """What the device was shuffling is shuffled again."""
    if state.terms.shuffler == "manual":
        refuse(state, "no_such_device", "This table has no shuffler.", "irregularity.shuffler_jam")
    cite = because(state, "irregularity.shuffler_jam")
    if state.stage == Stage.SHUFFLED and state.offered < 0 and state.cut_order != ():
        return (e.ShufflerJammed(spare=False, **cite),)
    if state.stage == Stage.SHUFFLED and not state.terms.uses_cut:
        return (e.ShufflerJammed(spare=False, **cite),)
    if state.spare == Stage.SHUFFLED:
        return (e.ShufflerJammed(spare=True, **cite),)
    return refuse(state, "not_now", "Nothing is being shuffled.", "irregularity.shuffler_jam")
