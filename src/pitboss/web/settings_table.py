"""Settings read from the command line, the environment and a file; each says where it is from."""

import difflib
import math
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pitboss.bounded_files import read_bounded
from pitboss.errors import BadInput, Fault
from pitboss.games.toml_positions import find_places, place_of
from pitboss.web.described import Setting, settings_in, with_values
from pitboss.web.settings import Settings

SETTINGS: dict[str, Setting] = {one.name: one for one in settings_in(Settings())}
OPTIONS: dict[str, Setting] = {
    option: one for one in SETTINGS.values() for option in (one.option, one.allowed.option) if option
}
PREFIX = "PITBOSS_"
VARIABLES = {one.variable: one for one in SETTINGS.values()}
OTHER_VARIABLES = frozenset({"PITBOSS_CACHE", "PITBOSS_CHROMIUM", "PITBOSS_PATIENCE_S"})
"""Read by the analyst and by the tests, not by a server."""
DEFAULT = "default"
MOST_BYTES, LONGEST = 1_000_000, 4_096
YES, NO = frozenset({"yes", "true", "on", "1"}), frozenset({"no", "false", "off", "0"})
NONE = "none"


class SettingsInForce(NamedTuple):
    settings: Settings
    origins: dict[str, str]
    """By name of setting: where its value is from."""


class Given(NamedTuple):
    """A value somebody gave, where, and in which units of the setting."""

    setting: Setting
    value: Any
    where: str
    times: float = 1


def read_settings(
    options: Mapping[str, Any] | None = None, environment: Mapping[str, str] | None = None, file: str = ""
) -> SettingsInForce:
    """The settings in force; BadInput with every fault at once."""
    faults: list[Fault] = []
    values: dict[str, Any] = {}
    origins = dict.fromkeys(SETTINGS, DEFAULT)
    sources = [
        _from_file(file, faults),
        _from_environment(environment or {}, faults),
        _from_options(options or {}),
    ]
    for given in (one for source in sources for one in source):
        try:
            values[given.setting.name] = read_value(given)
        except ValueError as error:
            faults.append(
                Fault(given.where, f"{shown(given)} {error}", allowed_text(given.setting, given.times))
            )
        origins[given.setting.name] = given.where
    if faults:
        raise BadInput(faults)
    settings = with_values(Settings(), values)
    _check_together(settings, origins)
    return SettingsInForce(settings, origins)


def _check_together(settings: Settings, origins: Mapping[str, str]) -> None:
    """What no setting shows by itself, told where the setting is from."""
    try:
        _ = settings.day.gaming_days
    except BadInput as refused:
        raise BadInput(
            fault._replace(where=fault.where if origins[fault.where] == DEFAULT else origins[fault.where])
            for fault in refused.faults
        ) from None


def shown(given: Given) -> str:
    """What was given, for a sentence; a secret is not repeated."""
    return "this" if given.setting.allowed.secret else repr(given.value)[:100]


# ---- where values are from


def _from_file(file: str, faults: list[Fault]) -> list[Given]:
    if not file:
        return []
    try:
        text = read_bounded(file, MOST_BYTES).decode()
        data = tomllib.loads(text)
    except OSError as error:
        raise BadInput([Fault(file, f"the settings cannot be read: {error.strerror}.")]) from error
    except (ValueError, RecursionError) as error:
        raise BadInput([Fault(file, f"this is not a TOML file: {error}.")]) from error
    places = find_places(text)
    given = []
    for path, value in _leaves(data):
        place = place_of(path, places)
        where = f"{file}, line {place[0]}" if place else file
        setting = SETTINGS.get(".".join(path))
        if setting is None:
            faults.append(_unknown(where, ".".join(path), SETTINGS))
        else:
            given.append(Given(setting, value, where))
    return given


def _leaves(data: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, value in data.items():
        if isinstance(value, dict):
            yield from (((name, inner), content) for inner, content in value.items())
        else:
            yield (name,), value


def _from_environment(environment: Mapping[str, str], faults: list[Fault]) -> list[Given]:
    given = []
    for name, text in sorted(environment.items()):
        if name in VARIABLES:
            given.append(Given(VARIABLES[name], text, name))
        elif name.startswith(PREFIX) and name not in OTHER_VARIABLES:
            faults.append(_unknown(name, name, VARIABLES))
    return given


def _from_options(options: Mapping[str, Any]) -> list[Given]:
    return [
        Given(
            OPTIONS[name],
            value,
            name,
            OPTIONS[name].allowed.option_times if name != OPTIONS[name].option else 1,
        )
        for name, value in options.items()
    ]


def _unknown(where: str, name: str, known: Mapping[str, Setting]) -> Fault:
    near = difflib.get_close_matches(name, known, 3) or ["`pitboss serve --show-settings` lists them"]
    return Fault(where, f"there is no setting {name[:80]!r}.", ", ".join(near))


# ---- what they are


def read_value(given: Given) -> Any:
    """The value in the type of the setting; ValueError says what is wrong with it."""
    setting, value = given.setting, given.value
    if setting.default is None and isinstance(value, str) and value.strip().lower() in ("", NONE):
        return None
    if setting.kind is frozenset:
        return _names(setting, value)
    if setting.kind is bool:
        return _yes_or_no(value)
    if setting.kind is str:
        return _word(setting, value)
    return _number(setting, value, given.times)


def _names(setting: Setting, value: Any) -> frozenset[str]:
    listed = re.split(r"[,\s]+", value) if isinstance(value, str) else value
    if not isinstance(listed, list | tuple) or not all(isinstance(one, str) for one in listed):
        raise ValueError("is not a list of names.")
    if setting.allowed.pattern:
        return _shaped(setting, [one for one in listed if one])
    known = {str(choice): choice for choice in setting.allowed.choices}
    wrong = [one for one in listed if one and one not in known]
    if wrong:
        raise ValueError(f"has {wrong[0]!r}, which is none of them.")
    return frozenset(known[one] for one in listed if one)


def _shaped(setting: Setting, listed: list[str]) -> frozenset[str]:
    wrong = [one for one in listed if not re.fullmatch(setting.allowed.pattern, one)]
    if wrong:
        raise ValueError(f"has {wrong[0][:80]!r}, which is of another form.")
    return frozenset(listed)


def _yes_or_no(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in YES | NO:
        return value.lower() in YES
    raise ValueError("is neither yes nor no.")


def _word(setting: Setting, value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST or not value.isprintable():
        raise ValueError("is not a line of text.")
    if setting.allowed.choices and value not in setting.allowed.choices:
        raise ValueError("is not allowed.")
    return value


def _number(setting: Setting, value: Any, times: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError("is not a number.")
    try:
        number = float(value) * times
    except (ValueError, OverflowError):
        raise ValueError("is not a number.") from None
    if not math.isfinite(number):
        raise ValueError("is not a number.")
    low, high = setting.allowed.low, setting.allowed.high
    if (low is not None and number < low) or (high is not None and number > high):
        raise ValueError("is not allowed.")
    if setting.kind is int:
        if times == 1 and number != round(number):
            raise ValueError("is not a whole number.")
        return round(number)
    return number


def allowed_text(setting: Setting, times: float = 1) -> str:
    """What is allowed, in words."""
    allowed = setting.allowed
    if setting.kind is bool:
        return "yes or no"
    if allowed.choices:
        return ", ".join(allowed.choices)
    if allowed.form:
        return allowed.form
    if allowed.low is None or allowed.high is None:
        return "text"
    whole = "whole numbers, " if setting.kind is int and times == 1 else ""
    nothing = ", or none" if setting.default is None else ""
    return f"{whole}{figure(allowed.low / times)} to {figure(allowed.high / times)}{nothing}"


def figure(number: float) -> str:
    return f"{number:,.10g}"


# ---- showing them


def settings_text(in_force: SettingsInForce) -> str:
    """All settings as a file that could be read again, each with where it is from."""
    values = {one.name: one.default for one in settings_in(in_force.settings)}
    lines, group = [], ""
    for setting in SETTINGS.values():
        if setting.group != group:
            group = setting.group
            lines += ["", f"[{group}]"]
        value = values[setting.name]
        hidden = (setting.allowed.secret and value) or value is None or has_password(value)
        told = f"{'# ' * bool(hidden)}{setting.field} = {toml_value(value, hidden=bool(hidden))}"
        says = f"{setting.allowed.help} Allowed: {allowed_text(setting)}."
        lines.append(f"{told}  # {in_force.origins[setting.name]}. {says}")
    return "\n".join(lines)


def has_password(value: Any) -> bool:
    return isinstance(value, str) and re.search(r"://[^/@]*:[^/@]*@", value) is not None


def toml_value(value: Any, *, hidden: bool = False) -> str:
    if value is None:
        return f'"{NONE}"'
    if hidden:
        return '"not shown"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, frozenset):
        return f"[{', '.join(toml_value(str(one)) for one in sorted(value))}]"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return f"{value:g}" if isinstance(value, float) and abs(value) >= 1e15 else repr(value)
