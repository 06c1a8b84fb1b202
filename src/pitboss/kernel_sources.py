"""Our sources that a compiled kernel can hold a piece of, as one hash, and the folder named by it."""

import hashlib
import os
from pathlib import Path

SOURCES = Path(__file__).parent
READ_BY_KERNELS = ("kernel_sources.py", "compiled.py", "rules/**/*.py", "exact/**/*.py", "sim/**/*.py")


def sources_sha256() -> str:
    """One hash, by name and content, of every source file that a kernel can hold a piece of."""
    digest = hashlib.sha256()
    for path in sorted({path for pattern in READ_BY_KERNELS for path in SOURCES.glob(pattern)}):
        digest.update(path.relative_to(SOURCES).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def cache_folder() -> Path:
    root = os.environ.get("PITBOSS_CACHE") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(root).expanduser() / "pitboss" / sources_sha256()[:16]
