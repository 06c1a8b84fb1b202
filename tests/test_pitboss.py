"""The public surface."""

import doctest
import subprocess
import sys

import pytest

import pitboss


def test_all_is_the_public_api() -> None:
    """Every public name can be had, and no other."""
    assert sorted(pitboss.__all__) == pitboss.__all__ == list(pitboss._HOMES)
    for name in pitboss.__all__:
        assert getattr(pitboss, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        pitboss.nothing  # noqa: B018
    assert len(pitboss.__all__) < 30


def test_the_example_in_the_package_runs() -> None:
    assert doctest.testmod(pitboss).failed == 0


def test_importing_the_package_costs_nothing() -> None:
    code = "import pitboss, sys; print(len([m for m in sys.modules if m.startswith('pitboss')]))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "1"
