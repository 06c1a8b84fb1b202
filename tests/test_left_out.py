"""What a quick run leaves out is named, and is there to be run."""

from pathlib import Path

import pytest

from tests.left_out import SAMPLED, Sampled

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("sampled", SAMPLED, ids=lambda sampled: sampled.test)
def test_a_test_of_which_cases_are_left_out_exists(sampled: Sampled) -> None:
    path, _, name = sampled.test.partition("::")
    if (ROOT / path).is_dir():
        return
    text = (ROOT / path).read_text()
    assert f"def {name.partition('[')[0] or 'test_'}" in text
    assert all(case.partition("[")[0] in text for case in sampled.keeps if case.startswith("test_"))
