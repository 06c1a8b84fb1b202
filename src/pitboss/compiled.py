"""The only import of numba: the same rule functions, ready to be called from kernels.

`register_jitable` leaves every rule a plain Python function and lets compiled code call it.
Compiled kernels are cached in a folder named by a hash of our own sources: numba does not notice
a change in another file, and a kernel that goes on with an old rule pays old money.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pitboss.rules.mechanism import all_mechanisms

SOURCES = Path(__file__).parent
READ_BY_KERNELS = ("compiled.py", "rules/**/*.py", "exact/**/*.py", "sim/**/*.py")


def sources_sha256() -> str:
    """One hash, by name and content, of every source file that a kernel can hold a piece of."""
    digest = hashlib.sha256()
    for path in sorted({path for pattern in READ_BY_KERNELS for path in SOURCES.glob(pattern)}):
        digest.update(path.relative_to(SOURCES).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def cache_folder() -> Path:
    root = os.environ.get("PITBOSS_CACHE") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(root).expanduser() / "pitboss" / sources_sha256()[:16]


os.environ["NUMBA_CACHE_DIR"] = str(cache_folder())

import numba  # noqa: E402  the cache folder must be named before numba is imported
from numba.extending import register_jitable  # noqa: E402

for _mechanism in all_mechanisms():
    if _mechanism.room == "rules":
        register_jitable(_mechanism.function)


def fresh_kernel(function: Callable[..., Any]) -> Any:
    """Compile a function that may call the rules, for this process only."""
    return numba.njit(nogil=True, error_model="numpy")(function)


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function that may call the rules; call the result from plain Python."""
    return numba.njit(cache=True, nogil=True, error_model="numpy")(function)


def inlined(function: Callable[..., Any]) -> Any:
    """A plain function that kernels may call too."""
    return register_jitable(function)


def part(function: Callable[..., Any]) -> Any:
    """A piece of a kernel: always inlined, nothing counted, nothing allocated.

    Counting references to arrays in nested calls costs ten times the work itself; `_nrt` is numba's
    private way to leave it, and stands here only. The benchmark of the simulator would show its loss.
    """
    compile_part: Any = numba.njit
    return compile_part(_nrt=False, forceinline=True, nogil=True, error_model="numpy")(function)
