"""A net read from its file, laid out for the compiled code and the options of a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from kakomi.core.compiler.lanes import LANES, LARGEST
from kakomi.core.errors import EngineError
from kakomi.core.match import Match
from kakomi.core.net import NetShape, net_shape
from kakomi.search.learned.arrays import CHANNELS, HIDDEN, HIDDEN_1, HIDDEN_2, ConvArrays, NetScratch, SparseArrays
from kakomi.search.learned.manifest import check_manifest
from kakomi.search.learned.net_file import NetFileError, read

OUTCOMES = 3  # win, draw, loss
SOME = 256  # roughly how many moves a position has; with more, sums may saturate
ALIGNED = 64  # bytes of a cache line


@dataclass(frozen=True)
class Net:
    """A manifest and arrays."""

    manifest: Mapping[str, Any]
    arrays: Mapping[str, Any]
    file: str = field(default="", compare=False)  # the name of its file, without the folders
    _last: dict[str, tuple[object, NetLayout]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def load(cls, path: Path) -> Net:
        """Read a net from its file; NetFileError, with the reason, if that fails."""
        return cls(*read(path), path.name)

    @property
    def kind(self) -> str:
        """ "sparse" or "conv"."""
        return str(self.manifest.get("kind"))

    def lay_out(self, match: Match) -> NetLayout:
        """The net laid out for the options of the match; kept for the next call, since it takes some milliseconds.

        NetFileError, with the reason, if it is not for them.
        """
        key = (match.game, match.rules, match.options)
        last = self._last.get("layout")
        if last is not None and last[0] == key:
            return last[1]
        check_manifest(self.manifest, match)
        layout = lay_out(self.kind, self.arrays, match.rule_set.rules, match.settings)
        self._last["layout"] = (key, layout)
        return layout


@dataclass(frozen=True)
class NetLayout:
    """A net as compiled code takes it: one of the two kinds."""

    shape: NetShape
    sparse: SparseArrays | None
    conv: ConvArrays | None

    def make_scratch(self, width: int) -> NetScratch:
        """Scratch space for one thread, for positions with at most `width` moves."""
        import numpy as np

        def ints(length: int) -> Any:
            return np.zeros(length, np.int64)

        shape = self.shape
        sparse, conv = self.sparse, self.conv
        windows = 25 if sparse is None else len(sparse.windows)  # an upper bound
        bordered = 0
        numbers = 0
        if sparse is not None:
            numbers = sparse.shape[HIDDEN_1] + sparse.shape[HIDDEN_2]
        if conv is not None:
            bordered = (shape.rows + 4) * (shape.columns + 4)
            numbers = (3 + 2 * bordered) * conv.shape[CHANNELS] + conv.shape[HIDDEN]
        return NetScratch(
            cells=ints(shape.length),
            rows=ints(windows + len(shape.facts) + 2 * width),
            entries=ints(width),
            seconds=ints(width),
            marks=ints(shape.entries + 1),
            slots=ints(bordered),
            places=ints(bordered),
            padded=ints(bordered),
            corners=ints(bordered),
            floats=np.zeros(numbers, np.float32),  # type: ignore[arg-type]
        )


def lay_out(kind: str, arrays: Mapping[str, Any], rules: ModuleType, settings: list[int]) -> NetLayout:
    """Check a net's arrays and lay them out for a game with these rules and settings."""
    try:
        shape = net_shape(rules, settings)
    except EngineError as error:
        raise NetFileError(str(error)) from error
    if kind == "sparse":
        return NetLayout(shape, _sparse(arrays, shape), None)
    return NetLayout(shape, None, _conv(arrays, shape))


class _Weights:
    """Collects the weights in one array."""

    def __init__(self, arrays: Mapping[str, Any]) -> None:
        self.arrays = arrays
        self.parts: list[Any] = []
        self.length = 0

    def get(self, name: str, *shape: int | None) -> Any:
        """The array of this name, floats in 32 bits; its dimensions must be these, where they are not None."""
        import numpy as np

        array = self.arrays.get(name)
        if array is None:
            raise NetFileError(f"it lacks the array {name}")
        if array.ndim != len(shape) or any(
            want not in (None, has) for want, has in zip(shape, array.shape, strict=True)
        ):
            wanted = " x ".join("any" if each is None else str(each) for each in shape)
            raise NetFileError(
                f"its array {name} is {' x '.join(map(str, array.shape))}, where the game needs {wanted}"
            )
        return array.astype(np.float32, copy=False) if array.dtype.kind == "f" else array

    def add(self, array: Any) -> int:
        """Add an array, each row padded to a multiple of LANES; returns where its rows begin."""
        import numpy as np

        begin = self.length
        padding = [(0, 0)] * (array.ndim - 1) + [(0, -array.shape[-1] % LANES)]
        part = np.pad(np.asarray(array, np.float32), padding).reshape(-1)
        self.parts.append(part)
        self.length += part.size
        return begin

    def whole(self) -> Any:
        """Everything that was added, padded so that reading a whole vector at the end stays inside."""
        import numpy as np

        return np.concatenate([*self.parts, np.zeros(LANES, np.float32)])


def padded(n: int) -> int:
    """The next multiple of LANES."""
    return n + -n % LANES


def _pad_inputs(array: Any) -> Any:
    """Add rows of zeros for inputs that are padding."""
    import numpy as np

    return np.pad(array, [(0, -array.shape[0] % LANES), (0, 0)])


def _sparse(arrays: Mapping[str, Any], shape: NetShape) -> SparseArrays:
    import numpy as np

    weights = _Weights(arrays)
    base = shape.states - 1
    groups = {}
    for size in sorted(int(name.removeprefix("windows")) for name in arrays if _is_group(name)):
        groups[size] = weights.get(f"windows{size}", None, size)
        if groups[size].size and (groups[size].min() < 0 or groups[size].max() >= shape.cells):
            raise NetFileError(f"its windows have cells beyond the {shape.cells} of the board")
    first = int(weights.get("A_bias", None).shape[0])
    inputs = sum(len(group) * base**size for size, group in groups.items())
    a = weights.get("A", inputs + sum(shape.facts) + shape.entries, first)
    groups, rows = _fold_cells(groups, a[:inputs], base)
    scales, layer = _round([*_blocks(groups, base, rows).values()], a[inputs:], weights.get("A_bias", first))
    width = layer.shape[1]
    windows: list[int] = []
    row = 0
    for size, group in groups.items():
        windows += [size, len(group)]
        for cells in group.tolist():
            windows += [row * width, *cells]
            row += base**size
    facts = []
    for values in shape.facts:
        facts.append(row * width)
        row += values
    legal, a_bias = row * width, (len(layer) - 1) * width
    second = int(weights.get("B", first, None).shape[1])
    b = weights.add(np.pad(weights.get("B", first, second) / scales[:, None], [(0, width - first), (0, 0)]))
    b_bias = weights.add(weights.get("B_bias", second))
    value, value_bias = weights.add(weights.get("V", OUTCOMES, second)), weights.add(weights.get("V_bias", OUTCOMES))
    policy = weights.add(weights.get("P", shape.entries, second))
    policy_bias = weights.add(weights.get("P_bias", shape.entries))
    numbers = [shape.states, shape.cells, len(groups), width, padded(second), legal]
    numbers += [a_bias, b, b_bias, value, value_bias, policy, policy_bias]
    ints: list[Any] = [np.array(each, np.int64) for each in (numbers, windows, facts)]
    return SparseArrays(weights.whole(), layer.reshape(-1), *ints)


def _is_group(name: str) -> bool:
    return name.startswith("windows") and name.removeprefix("windows").isdigit()


def _fold_cells(groups: dict[int, Any], rows: Any, base: int) -> tuple[dict[int, Any], Any]:
    """The same sums from fewer rows: the rows of a single cell are added to those of a larger window that contains it."""
    import numpy as np

    blocks = {size: each.copy() for size, each in _blocks(groups, base, rows).items()}
    homes = {  # for each cell: a larger window, and its place in it
        cell: (size, number, place)
        for size, group in groups.items()
        for number, cells in enumerate(group.tolist())
        for place, cell in enumerate(cells)
        if size > 1
    }
    left = []
    for number, (cell,) in enumerate(groups.get(1, np.zeros((0, 1), np.int32)).tolist()):
        if cell in homes:
            size, window, place = homes[cell]
            digits = np.arange(base**size) // base**place % base
            blocks[1][number, 0] = 0  # an empty cell is not an input
            blocks[size][window] += blocks[1][number][digits]
        else:
            left.append(number)
    if 1 in groups:
        groups, blocks = groups | {1: groups[1][left]}, blocks | {1: blocks[1][left]}
    return groups, np.concatenate([*(each.reshape(-1, rows.shape[1]) for each in blocks.values()), rows[:0]])


def _blocks(groups: dict[int, Any], base: int, rows: Any) -> dict[int, Any]:
    """The rows of each group, by window and code."""
    blocks, at = {}, 0
    for size, group in groups.items():
        end = at + len(group) * base**size
        blocks[size] = rows[at:end].reshape(len(group), base**size, rows.shape[1])
        at = end
    return blocks


def _round(blocks: Sequence[Any], others: Any, bias: Any) -> tuple[Any, Any]:
    """The scale of each column, and the first layer in int16, its bias last.

    A position has one row of each window and some of the others; the largest sum that they can have fits. The layer begins
    at a multiple of ALIGNED bytes, and so does every row.
    """
    import numpy as np

    some = min(SOME, len(others))
    largest = np.abs(bias) + np.partition(np.abs(others), len(others) - some, axis=0)[len(others) - some :].sum(axis=0)
    largest = sum((np.abs(each).max(axis=1, initial=0).sum(axis=0) for each in blocks), largest)
    scales = np.exp2(np.floor(np.log2(LARGEST / np.maximum(largest, 1))))  # division by powers of two is exact
    parts = [each.reshape(-1, len(bias)) for each in (*blocks, others, bias)]
    length, columns = sum(map(len, parts)), len(bias)
    width = columns + -columns % (ALIGNED // 2)
    room = np.zeros(length * width + ALIGNED // 2, np.int16)
    begin = -room.ctypes.data % ALIGNED // 2
    layer = room[begin : begin + length * width].reshape(length, width)
    at = 0
    for part in parts:
        layer[at : at + len(part), :columns] = np.rint(part * scales)
        at += len(part)
    return scales.astype(np.float32), layer


def _conv(arrays: Mapping[str, Any], shape: NetShape) -> ConvArrays:
    import numpy as np

    weights = _Weights(arrays)
    values = sum(shape.facts)
    channels = int(weights.get("b0", None).shape[0])
    hidden = int(weights.get("H_bias", None).shape[0])
    width, wide = padded(channels), padded(hidden)
    blocks = 0
    while f"blocks{blocks}_W" in arrays:
        blocks += 1
    around = weights.get("W0", 25, shape.states - 1, channels)
    window = weights.add(np.pad(around, [(0, 0), (1, 0), (0, 0)]))  # cells off the board add nothing
    window_bias = weights.add(weights.get("b0", channels))
    begin = weights.length
    for number in range(blocks):
        block = weights.get(f"blocks{number}_W", 9, channels, channels)
        weights.add(np.pad(block, [(0, 0), (0, width - channels), (0, 0)]))
        weights.add(_pad_inputs(weights.get(f"blocks{number}_G", channels, channels)))
        weights.add(weights.get(f"blocks{number}_b", channels))
    size = 10 * width * width + width
    policy = weights.add(weights.get("P", channels, shape.ways).T)
    policy_bias = weights.add(weights.get("P_bias", shape.ways))

    def pooled(array: Any) -> Any:
        """Inputs: mean and maximum, each padded."""
        halves = array.reshape(2, channels, -1)
        return np.pad(halves, [(0, 0), (0, width - channels), (0, 0)]).reshape(2 * width, -1)

    extra = weights.add(pooled(weights.get("E", 2 * channels, shape.extras)).T)
    extra_bias = weights.add(weights.get("E_bias", shape.extras))
    judge = weights.add(pooled(weights.get("H", 2 * channels, hidden)))
    judge_bias = weights.add(weights.get("H_bias", hidden))
    outcome = weights.add(weights.get("V", hidden, OUTCOMES).T)
    outcome_bias = weights.add(weights.get("V_bias", OUTCOMES))
    at, at_value = weights.add(weights.get("F0", values, channels)), weights.add(weights.get("Fh", values, hidden))
    firsts = [sum(shape.facts[:fact]) for fact in range(len(shape.facts))]
    facts = [at + each * width for each in firsts] + [at_value + each * wide for each in firsts]
    numbers = [shape.states, shape.rows, shape.columns, shape.ways, width, blocks, window, window_bias]
    numbers += [begin, size, 9 * width * width, 10 * width * width, policy, policy_bias, extra, extra_bias]
    numbers += [wide, judge, judge_bias, outcome, outcome_bias]
    ints: list[Any] = [np.array(each, np.int64) for each in (numbers, facts)]
    return ConvArrays(weights.whole(), *ints)
