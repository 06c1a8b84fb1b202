"""What is installed answers as the checkout does, without tests or sources beside it."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.waiting import PATIENCE_S

ROOT = Path(__file__).parents[1]
PATHS = "import sys; sys.path[:0] = [sys.argv.pop(1)]; sys.path.append(sys.argv.pop(1)); "
"""The package first, its dependencies last; without the site module nothing else is found."""
RUN = "from pitboss.cli import main; main()"
WHERE = "import pitboss; print(pitboss.__file__)"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as a wheel installs it: built from a copy of the sources, into a folder of its own."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("installed")
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "src", "pyproject.toml", "README.md", "LICENSE"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((ROOT / name).read_bytes())
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps",
         "--no-build-isolation", "--no-index", "--target", str(target), str(source)],
        check=True, timeout=PATIENCE_S,
    )  # fmt: skip
    return target


def answer(folder: Path, package: Path, *words: str, code: str = RUN) -> str:
    """What this package says in an empty folder, with nothing but it and its dependencies to import."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-S", "-c", PATHS + code, str(package), sysconfig.get_path("purelib"), *words],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow("building and installing the wheel")
@pytest.mark.parametrize(
    "words",
    [("clauses",), ("clauses", "--open", "--json"), ("rules", "down-under-pa"), ("readings",)],
    ids=" ".join,
)
def test_an_installation_answers_as_the_checkout_does(
    words: tuple[str, ...], installed: Path, tmp_path: Path
) -> None:
    assert answer(tmp_path, installed, code=WHERE).strip() == str(installed / "pitboss" / "__init__.py")
    assert answer(tmp_path, installed, *words) == answer(tmp_path, ROOT / "src", *words)
