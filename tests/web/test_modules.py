"""The pages' modules hold together: one import that nothing exports, and a page stays empty."""

import re
from pathlib import Path

import pytest

import pitboss.web

STATIC = Path(pitboss.web.__file__).parent / "static"
MODULES = sorted(path.name for path in STATIC.glob("*.js"))
IMPORTS = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"\./([^"]+)"', re.MULTILINE)
EXPORTED = re.compile(r"^export\s+(?:async\s+)?(?:function\*?|const|let|class)\s+([\w$]+)", re.MULTILINE)
EXPORTED_LATER = re.compile(r"^export\s*\{([^}]*)\}", re.MULTILINE)


def read_module(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def split_names(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def exports_of(name: str) -> set[str]:
    text = read_module(name)
    later = (one.split(" as ")[-1] for names in EXPORTED_LATER.findall(text) for one in split_names(names))
    return {*EXPORTED.findall(text), *later}


@pytest.mark.parametrize("name", MODULES)
def test_whatever_a_module_imports_is_exported(name: str) -> None:
    missing = [
        f"{one} of {source}"
        for names, source in IMPORTS.findall(read_module(name))
        for one in split_names(names)
        if source not in MODULES or one.split(" as ")[0] not in exports_of(source)
    ]
    assert missing == []
