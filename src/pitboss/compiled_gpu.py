"""The only import of numba.cuda: the same parts of kernels, compiled for a GPU.

A part needs nothing to be called from a GPU's kernel. One that must do its work otherwise there (shoes and
counts lie in memory that many threads share) is replaced by `instead_of`.
"""

import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

import pitboss.compiled  # noqa: F401  it names numba's cache before anybody imports numba
from pitboss.errors import BadInput, Fault

if not hasattr(np, "row_stack"):
    setattr(np, "row_stack", np.vstack)  # noqa: B010  numba-cuda 0.30 wants a name that numpy 2.5 gave up

try:
    import numba_cuda  # noqa: F401  numba has a numba.cuda of its own, which is not the one we need
    from numba import cuda as _cuda
    from numba import types as _types
    from numba.cuda import dispatcher, extending
    from numba.cuda.cudadrv import driver
    from numba.cuda.cudadrv.error import CudaDriverError, CudaSupportError
except ImportError as error:
    says = "a GPU needs numba-cuda: pip install 'pitboss[gpu]'."
    raise BadInput([Fault("--device gpu", says, "--device cpu")]) from error

cuda: Any = _cuda
types: Any = _types
_compiler: Any = dispatcher
_extending: Any = extending
_driver: Any = driver
_compiler.config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # one block fills a multiprocessor: few blocks are no waste
HOPPER = (9, 0)
MOST_WARPS = 64
"""That a multiprocessor can hold at once."""


class Gpu(NamedTuple):
    number: int
    name: str
    multiprocessors: int
    shared_bytes: int
    """That one block can have, if it asks."""


class Resources(NamedTuple):
    """What a kernel takes of a multiprocessor."""

    registers: int
    local_bytes: int
    occupancy: float


def gpus() -> list[Gpu]:
    """Every GPU of this machine; a clear word when there is none."""
    try:
        devices = [
            Gpu(
                device.id,
                device.name if isinstance(device.name, str) else device.name.decode(),
                device.MULTIPROCESSOR_COUNT,
                device.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
            )
            for device in cuda.list_devices()
        ]
    except (CudaSupportError, CudaDriverError) as error:
        raise _no_gpu(str(error)) from error
    if not devices:
        raise _no_gpu("")
    return devices


def _no_gpu(why: str) -> BadInput:
    lines = [line.strip(" :.") for line in why.splitlines()]
    reason = next((line for line in lines[1:] if line), "none is listed")
    says = f"no NVIDIA GPU answers on this machine ({reason})."
    return BadInput([Fault("--device gpu", says, "--device cpu")])


def use(gpu: Gpu) -> None:
    """From here on this thread works with that GPU."""
    cuda.select_device(gpu.number)


def instead_of(piece: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """On a GPU, the function stands for a part of the processor's kernels.

    numba-cuda keeps its own version of a part under this private name. It is set here only, and a test looks
    into the compiled code for what only the replaced parts can have put there.
    """

    def replace(function: Callable[..., Any]) -> Callable[..., Any]:
        piece._CUDATypingContext__dispatcher = cuda.jit(device=True, forceinline=True)(function)
        return function

    return replace


@_extending.overload(operator.getitem, jit_options={"forceinline": True})  # type: ignore[untyped-decorator]
def _by_member(array: Any, index: Any) -> Any:
    """numba takes a member of an IntEnum as a place in an array; numba-cuda must be taught it."""
    if isinstance(array, types.Array) and isinstance(index, types.IntEnumMember):

        def member(array: Any, index: Any) -> Any:
            return array[index.value]

        return member
    return None


def gpu_kernel(function: Callable[..., Any], signature: Any, threads: int, shared_bytes: int) -> Any:
    """Compile for the GPU in use: blocks of so many threads with so much shared memory."""
    kernel = cuda.jit(signature, launch_bounds=threads)(function)
    made = _only_version(kernel)._codelibrary.get_cufunc()
    wanted = _driver.binding.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
    _driver.driver.cuKernelSetAttribute(wanted, shared_bytes, made.handle, made.device.id)
    return kernel


def resources(kernel: Any, gpu: Gpu, threads: int, shared_bytes: int) -> Resources:
    made = _only_version(kernel)
    blocks = made.max_cooperative_grid_blocks(threads, shared_bytes) // gpu.multiprocessors
    warps = blocks * threads // cuda.get_current_device().WARP_SIZE
    return Resources(made.regs_per_thread, made.local_mem_per_thread, warps / MOST_WARPS)


def _only_version(kernel: Any) -> Any:
    return next(iter(kernel.overloads.values()))


def ptx_of(function: Callable[..., Any], signature: Any, capability: tuple[int, int] = HOPPER) -> str:
    """The kernel in the assembly language of GPUs, made without one."""
    with _pretended(capability):
        ptx, _ = cuda.compile(function, signature, cc=capability, device=False, abi="numba")
    return str(ptx)


@contextmanager
def _pretended(capability: tuple[int, int]) -> Iterator[None]:
    """numba-cuda asks the GPU in use what it can do, even where none need be there."""
    asked = _compiler.get_current_device
    _compiler.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        _compiler.get_current_device = asked
