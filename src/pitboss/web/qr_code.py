"""QR codes by ISO/IEC 18004: bytes, error correction level L, versions 1 to 9."""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple

Grid = list[list[bool]]
"""Rows of modules; true is dark."""

QUIET = 4
"""Modules of white around the code."""


class Version(NamedTuple):
    """Level L: how many blocks of how many data codewords, and how many codewords correct each."""

    blocks: tuple[int, ...]
    correction: int
    align_at: tuple[int, ...]

    @property
    def data(self) -> int:
        return sum(self.blocks)


VERSIONS = (
    Version((19,), 7, ()),
    Version((34,), 10, (6, 18)),
    Version((55,), 15, (6, 22)),
    Version((80,), 20, (6, 26)),
    Version((108,), 26, (6, 30)),
    Version((68, 68), 18, (6, 34)),
    Version((78, 78), 20, (6, 22, 38)),
    Version((97, 97), 24, (6, 24, 42)),
    Version((116, 116), 30, (6, 26, 46)),
)
MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda row, column: (row + column) % 2 == 0,
    lambda row, _: row % 2 == 0,
    lambda _, column: column % 3 == 0,
    lambda row, column: (row + column) % 3 == 0,
    lambda row, column: (row // 2 + column // 3) % 2 == 0,
    lambda row, column: row * column % 2 + row * column % 3 == 0,
    lambda row, column: (row * column % 2 + row * column % 3) % 2 == 0,
    lambda row, column: ((row + column) % 2 + row * column % 3) % 2 == 0,
)
FINDER_RUN = (True, False, True, True, True, False, True)


def qr_code(text: str) -> Grid:
    """The modules of the smallest code that holds the text, with the mask that scans best."""
    data = text.encode()
    number = next((at for at, one in enumerate(VERSIONS, 1) if len(data) <= one.data - 2), 0)
    if not number:
        raise ValueError(f"{len(data)} bytes do not fit into a QR code of version {len(VERSIONS)}")
    bits = list(_bits(_codewords(data, VERSIONS[number - 1])))
    drawn = [_draw(number, bits, mask) for mask in range(len(MASKS))]
    return min(drawn, key=penalty)


def path_of(grid: Grid) -> str:
    """The dark modules as the path of an SVG drawing, one unit each, with the quiet zone around them."""
    return "".join(
        f"M{column + QUIET} {row + QUIET}h1v1h-1z"
        for row, line in enumerate(grid)
        for column, dark in enumerate(line)
        if dark
    )


# ---- codewords


def _codewords(data: bytes, version: Version) -> bytes:
    """Mode, length, data and padding in blocks, each with its correction, interleaved."""
    size = len(data)
    head = bytes([0x40 | size >> 4, (size << 4 & 0xF0) | data[0] >> 4] if data else [0x40, 0])
    body = bytes((left << 4 & 0xF0) | right >> 4 for left, right in zip(data, (*data[1:], 0), strict=True))
    packed = (head + body)[: version.data]
    padding = bytes((0xEC, 0x11)) * version.data
    packed += padding[: version.data - len(packed)]
    blocks, at = [], 0
    for length in version.blocks:
        blocks.append(packed[at : at + length])
        at += length
    corrections = [correction_of(block, version.correction) for block in blocks]
    interleaved = chain(*zip(*blocks, strict=True), *zip(*corrections, strict=True))
    return bytes(interleaved)


def _times(left: int, right: int) -> int:
    """Multiplication in the field of 256 elements, modulo x^8 + x^4 + x^3 + x^2 + 1."""
    product = 0
    for bit in range(7, -1, -1):
        product = product << 1 ^ (product >> 7) * 0x11D
        product ^= (right >> bit & 1) * left
    return product


def correction_of(block: bytes, count: int) -> bytes:
    """The Reed-Solomon codewords of a block: the remainder of a division."""
    divisor, root = [0] * (count - 1) + [1], 1
    for _ in range(count):
        for at in range(count):
            after = divisor[at + 1] if at + 1 < count else 0
            divisor[at] = _times(divisor[at], root) ^ after
        root = _times(root, 2)
    rest = [0] * count
    for byte in block:
        factor = byte ^ rest.pop(0)
        rest.append(0)
        rest = [one ^ _times(term, factor) for one, term in zip(rest, divisor, strict=True)]
    return bytes(rest)


def _bits(codewords: bytes) -> Iterator[bool]:
    for byte in codewords:
        for bit in range(7, -1, -1):
            yield bool(byte >> bit & 1)


# ---- modules


def _draw(number: int, bits: list[bool], mask: int) -> Grid:
    size = 17 + 4 * number
    grid: Grid = [[False] * size for _ in range(size)]
    fixed = _fixed(number, size, mask)
    for (row, column), dark in fixed.items():
        grid[row][column] = dark
    waiting = iter(bits)
    for row, column in zigzag(size):
        if (row, column) not in fixed:
            grid[row][column] = next(waiting, False) ^ MASKS[mask](row, column)
    return grid


def _fixed(number: int, size: int, mask: int) -> dict[tuple[int, int], bool]:
    """Everything but the data: finders, timing, alignment, format and version."""
    modules = {(6, at): at % 2 == 0 for at in range(size)} | {(at, 6): at % 2 == 0 for at in range(size)}
    places = VERSIONS[number - 1].align_at
    corners = {(6, 6), (6, places[-1]), (places[-1], 6)} if places else set()
    for row, column in {(row, column) for row in places for column in places} - corners:
        for down in range(-2, 3):
            for right in range(-2, 3):
                modules[row + down, column + right] = max(abs(down), abs(right)) != 1
    for row, column in ((3, 3), (3, size - 4), (size - 4, 3)):
        for down in range(-4, 5):
            for right in range(-4, 5):
                if 0 <= row + down < size and 0 <= column + right < size:
                    modules[row + down, column + right] = max(abs(down), abs(right)) not in (2, 4)
    modules |= _format(size, mask)
    return modules | (_version(number, size) if number >= 7 else {})


def _remainder(value: int, length: int, divisor: int) -> int:
    """The remainder of a division of polynomials over two elements."""
    rest = value << length
    while rest.bit_length() > length:
        rest ^= divisor << (rest.bit_length() - divisor.bit_length())
    return rest


def _format(size: int, mask: int) -> dict[tuple[int, int], bool]:
    """Level L and the mask, twice, and the module that is always dark."""
    data = 1 << 3 | mask
    bits = (data << 10 | _remainder(data, 10, 0x537)) ^ 0x5412
    near = [*range(6), 7, 8]
    first = [(at, 8) for at in near] + [(8, at) for at in reversed(near[:-1])]
    second = [(8, size - 1 - at) for at in range(8)] + [(size - 7 + at, 8) for at in range(7)]
    placed = {place: bool(bits >> at & 1) for row in (first, second) for at, place in enumerate(row)}
    return placed | {(size - 8, 8): True}


def _version(number: int, size: int) -> dict[tuple[int, int], bool]:
    bits = number << 12 | _remainder(number, 12, 0x1F25)
    placed = {}
    for at in range(18):
        row, column = at // 3, size - 11 + at % 3
        placed[row, column] = placed[column, row] = bool(bits >> at & 1)
    return placed


def zigzag(size: int) -> Iterator[tuple[int, int]]:
    """The order of the data: in columns of two, from the right, up and down in turn."""
    upwards = True
    for right in (*range(size - 1, 6, -2), 5, 3, 1):
        for row in range(size - 1, -1, -1) if upwards else range(size):
            yield from ((row, right), (row, right - 1))
        upwards = not upwards


def penalty(grid: Grid) -> int:
    """How hard the code is to scan, by the four rules of the standard."""
    lines = [*grid, *([list(column) for column in zip(*grid, strict=True)])]
    dark = sum(map(sum, grid))
    modules = len(grid) ** 2
    balance = 10 * (abs(20 * dark - 10 * modules) // modules)
    return sum(map(_line_penalty, lines)) + _block_penalty(grid) + balance


def _line_penalty(line: list[bool]) -> int:
    total, run = 0, 1
    for before, one in zip(line, [*line[1:], None], strict=True):
        if one == before:
            run += 1
            continue
        total += run - 2 if run >= 5 else 0
        run = 1
    padded = [*[False] * QUIET, *line, *[False] * QUIET]
    for at in range(QUIET, len(padded) - QUIET - 6):
        if tuple(padded[at : at + 7]) == FINDER_RUN:
            light = not any(padded[at - 4 : at]), not any(padded[at + 7 : at + 11])
            total += 40 * any(light)
    return total


def _block_penalty(grid: Grid) -> int:
    return 3 * sum(
        grid[row][column] == grid[row][column + 1] == grid[row + 1][column] == grid[row + 1][column + 1]
        for row in range(len(grid) - 1)
        for column in range(len(grid) - 1)
    )
