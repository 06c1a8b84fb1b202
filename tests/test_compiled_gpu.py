"""What can be said of GPUs where there is none."""

import subprocess
import sys

import pytest
from numba.cuda.cudadrv.error import CudaSupportError

from pitboss import compiled_gpu
from pitboss.compiled_gpu import gpus
from pitboss.errors import BadInput


def test_without_numba_cuda_the_extra_is_named() -> None:
    code = "import sys; sys.modules['numba_cuda'] = None; import pitboss.compiled_gpu"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "--device gpu: a GPU needs numba-cuda: pip install 'pitboss[gpu]'." in done.stderr


def test_a_missing_driver_is_told_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise CudaSupportError(
            "Error at driver init: \n\nCUDA driver library cannot be found.\nEnsure it is.\n:"
        )

    monkeypatch.setattr(compiled_gpu.cuda, "list_devices", broken)
    with pytest.raises(BadInput, match=r"no NVIDIA GPU answers .*\(CUDA driver library cannot be found\)"):
        gpus()
