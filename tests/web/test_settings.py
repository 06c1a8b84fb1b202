"""Settings: one table of them, read from the command line, the environment and a file."""

import dataclasses
import re
import tomllib
from pathlib import Path

import pytest

from docs.settings_list import PAGE, with_list
from pitboss.cli import main
from pitboss.errors import BadInput
from pitboss.web.roles import AccountRole
from pitboss.web.settings import Settings
from pitboss.web.settings_table import OPTIONS, SETTINGS, read_settings, settings_text

UNITS = ("_s", "_kib", "_cents", "_characters", "_records")


def written(folder: Path, text: str) -> str:
    path = folder / "house.toml"
    path.write_text(text)
    return str(path)


def test_the_command_line_comes_before_the_environment_the_file_and_the_default(tmp_path: Path) -> None:
    file = written(tmp_path, "port = 1\n[requests]\nburst = 1\nper_s = 1\n[pace]\nact_s = 1\n")
    environment = {"PITBOSS_PORT": "2", "PITBOSS_REQUESTS_BURST": "2", "PATH": "/bin"}
    settings, origins = read_settings({"--port": "3"}, environment, file)
    assert (settings.port, settings.requests, settings.pace.act_s) == (3, (2, 1), 1)
    told = [origins[name] for name in ("port", "requests.burst", "requests.per_s", "host")]
    assert told == ["--port", "PITBOSS_REQUESTS_BURST", f"{file}, line 4", "default"]


def test_without_anything_the_settings_are_the_defaults() -> None:
    assert read_settings().settings == Settings()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ports = 1", "line 1: there is no setting 'ports'. Allowed: port"),
        ("\n[pace]\nact = 1", "line 3: there is no setting 'pace.act'. Allowed: pace.act_s"),
        ("[tables.most]\nx = 1", "there is no setting|is not a number"),
        ("port = 70000", "line 1: 70000 is not allowed. Allowed: whole numbers, 0 to 65,535"),
        ("port = 1.5", "is not a whole number"),
        ("port = true", "is not a number"),
        ("demo = 1", "is neither yes nor no"),
        ("host = 1", "is not a line of text"),
        ("[operation]\nlog_format = 'xml'", "line 2: 'xml' is not allowed. Allowed: text, json"),
        ("[policy]\nsecond_factor = ['king']", "has 'king', which is none of them. Allowed: player, dealer"),
        ("[pace]\nact_s = nan", "is not a number"),
        ("port = ", "this is not a TOML file"),
        ("[day]\ntime_zone = 'Mars'", "line 2: this machine knows no time zone 'Mars'"),
        ("[day]\nshifts = ['day=6']", "line 2: ['day=6'] has 'day=6', which is of another form"),
        ("[day]\n\nshifts = ['day=07:00']", "line 3: no shift begins with the gaming day, at 06:00."),
    ],
)
def test_a_wrong_file_is_told_with_its_line_and_what_is_allowed(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(BadInput, match=re.escape(says).replace(r"\|", "|")) as refused:
        read_settings(file=written(tmp_path, text))
    assert "house.toml" in str(refused.value)


def test_every_fault_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refused:
        read_settings({"--port": "x"}, {"PITBOSS_PORTT": "1"}, written(tmp_path, "hosts = 1\npaces = 2\n"))
    assert len(refused.value.faults) == 4


def test_a_secret_that_is_wrong_is_not_repeated() -> None:
    with pytest.raises(BadInput) as refused:
        read_settings({}, {"PITBOSS_OPERATION_METRICS_TOKEN": "hush\n"})
    assert "hush" not in str(refused.value)


def test_shorter_options_have_the_units_that_people_use() -> None:
    given = {"--token-days": "2", "--two-persons-above": "12.5", "--second-factor": ["dealer"], "--pace": "0"}
    settings = read_settings(given).settings
    assert settings.policy.token_s == 2 * 86_400
    assert settings.policy.two_persons_above_cents == 1_250
    assert settings.policy.second_factor == {AccountRole.DEALER}
    assert settings.pace.in_force.act_s == 0
    with pytest.raises(BadInput, match=r"--token-days: '4000' is not allowed\. Allowed: 0\.01 to 3,650"):
        read_settings({"--token-days": "4000"})


def test_every_setting_has_a_sentence_a_range_and_a_unit() -> None:
    for setting in SETTINGS.values():
        assert setting.allowed.help.endswith(".")
        if setting.kind in (int, float):
            assert setting.allowed.low is not None
            assert setting.allowed.high is not None
            default = setting.default
            assert default is None or setting.allowed.low <= default <= setting.allowed.high, setting.name
        if setting.kind is float and not setting.field.endswith(UNITS):
            assert setting.field in ("burst", "times_slower"), setting.name


def test_what_is_shown_can_be_read_again_and_shows_no_secret(tmp_path: Path) -> None:
    address = "postgresql://ann:hush@127.0.0.1/pit"
    given = {"--operation-metrics-token": "token-of-ann", "--pace": "2", "--store": address}
    in_force = read_settings(given, {"PITBOSS_DEMO": "yes"})
    text = settings_text(in_force)
    assert "hush" not in text
    assert "token-of-ann" not in text
    assert "times_slower = 2.0  # --pace. " in text
    assert "demo = true  # PITBOSS_DEMO. " in text
    assert len(tomllib.loads(text)) > 10
    again = read_settings(file=written(tmp_path, text)).settings
    hidden = dataclasses.replace(in_force.settings, store="")
    assert again == dataclasses.replace(
        hidden, operation=dataclasses.replace(hidden.operation, metrics_token="")
    )


def test_serve_shows_its_settings_and_refuses_bad_ones(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        "sys.argv", ["pitboss", *["serve", "--show-settings", "--pace-act-s", "0.5", "--log-format", "json"]]
    )
    with pytest.raises(SystemExit) as shown:
        main()
    assert shown.value.code == 0
    told = capsys.readouterr().out
    assert "act_s = 0.5  # --pace-act-s. " in told
    assert 'log_format = "json"  # --log-format. ' in told
    monkeypatch.setenv("PITBOSS_PAVE_ACT_S", "1")
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "PITBOSS_PACE_ACT_S" in capsys.readouterr().err


def test_every_option_is_of_one_setting() -> None:
    assert len(OPTIONS) == len(set(OPTIONS)) >= len(SETTINGS)


def test_the_page_for_operators_lists_every_setting() -> None:
    page = PAGE.read_text()
    assert page == with_list(page), "run python -m docs.settings_list"
    text = page.partition("```toml\n")[2].partition("```")[0]
    assert {name.split(".")[0] for name in SETTINGS} >= tomllib.loads(text).keys()
