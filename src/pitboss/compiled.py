"""The only import of numba: the same rule functions, ready to be called from kernels.

`register_jitable` leaves every rule a plain Python function and lets compiled code call it.
Compiled kernels are cached in a folder named by a hash of our own sources: numba does not notice
a change in another file, and a kernel that goes on with an old rule pays old money.
"""

import os
from collections.abc import Callable
from typing import Any

from pitboss.kernel_sources import cache_folder
from pitboss.rules.mechanism import all_mechanisms

os.environ["NUMBA_CACHE_DIR"] = str(cache_folder())

import numba
from numba.extending import register_jitable

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
