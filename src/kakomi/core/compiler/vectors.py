"""The functions of `lanes` as LLVM vector instructions, which every machine and WebAssembly have: for CPU and wasm.

LLVM vectorises loops only where it can prove a lot about them, and never sums, whose order it must keep. Here the vectors
are written out. A vector may be wider than the machine's, which then uses several registers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from kakomi.core.compiler.lanes import LANES

GROUP = 64  # inputs of a product that are searched together for positive ones


@intrinsic  # type: ignore[untyped-decorator]
def dot(context: Any, x: Any, at: Any, weights: Any, start: Any, n: Any) -> Any:
    return types.float32(x, at, weights, start, n), _write_dot


@intrinsic  # type: ignore[untyped-decorator]
def clear(context: Any, out: Any, to: Any, n: Any) -> Any:
    return types.none(out, to, n), _write_clear


@intrinsic  # type: ignore[untyped-decorator]
def copy(context: Any, out: Any, to: Any, x: Any, at: Any, n: Any) -> Any:
    return types.none(out, to, x, at, n), _write_copy


@intrinsic  # type: ignore[untyped-decorator]
def accumulate(context: Any, out: Any, to: Any, x: Any, at: Any, n: Any) -> Any:
    return types.none(out, to, x, at, n), _write_accumulate


@intrinsic  # type: ignore[untyped-decorator]
def enlarge(context: Any, out: Any, to: Any, x: Any, at: Any, n: Any) -> Any:
    return types.none(out, to, x, at, n), _write_enlarge


@intrinsic  # type: ignore[untyped-decorator]
def rectify(context: Any, out: Any, to: Any, n: Any) -> Any:
    return types.none(out, to, n), _write_rectify


@intrinsic  # type: ignore[untyped-decorator]
def scale(context: Any, out: Any, to: Any, n: Any, factor: Any) -> Any:
    return types.none(out, to, n, factor), _write_scale


def _primitives(wide: int, shorts: int, floats: Callable[[Any, Any], Any], cells: int) -> dict[str, Any]:
    """All functions, with sums of `wide` lanes kept in registers, and `cells` cells computed together.

    Sums of shorts have `shorts` lanes, and `floats` converts them to float32.
    """

    @intrinsic  # type: ignore[untyped-decorator]
    def sum_rows(
        context: Any, out: Any, to: Any, n: Any, base: Any, at: Any, weights: Any, rows: Any, count: Any
    ) -> Any:
        return types.none(out, to, n, base, at, weights, rows, count), _write_sum_rows(wide)

    @intrinsic  # type: ignore[untyped-decorator]
    def sum_short_rows(context: Any, out: Any, to: Any, n: Any, numbers: Any, at: Any, rows: Any, count: Any) -> Any:
        return types.none(out, to, n, numbers, at, rows, count), _write_sum_short_rows(shorts, floats)

    @intrinsic  # type: ignore[untyped-decorator]
    def sum_lookups(
        context: Any,
        out: Any,
        n: Any,
        places: Any,
        count: Any,
        base: Any,
        at: Any,
        weights: Any,
        start: Any,
        step: Any,
        states: Any,
        corners: Any,
        offsets: Any,
        size: Any,
    ) -> Any:
        given = (out, n, places, count, base, at, weights, start, step, states, corners, offsets, size)
        return types.none(*given), _write_sum_lookups(cells)

    @intrinsic  # type: ignore[untyped-decorator]
    def multiply(
        context: Any, out: Any, to: Any, n: Any, x: Any, at: Any, inputs: Any, weights: Any, start: Any
    ) -> Any:
        return types.none(out, to, n, x, at, inputs, weights, start), _write_multiply(wide)

    @intrinsic  # type: ignore[untyped-decorator]
    def convolve(
        context: Any,
        out: Any,
        n: Any,
        x: Any,
        shift: Any,
        inputs: Any,
        places: Any,
        count: Any,
        weights: Any,
        start: Any,
    ) -> Any:
        return types.none(out, n, x, shift, inputs, places, count, weights, start), _write_convolve(cells)

    one_by_one = {
        "dot": dot,
        "clear": clear,
        "copy": copy,
        "accumulate": accumulate,
        "enlarge": enlarge,
        "rectify": rectify,
        "scale": scale,
    }
    return {
        "sum_rows": sum_rows,
        "sum_short_rows": sum_short_rows,
        "sum_lookups": sum_lookups,
        "multiply": multiply,
        "convolve": convolve,
        **one_by_one,
    }


# --- the code of each -------------------------------------------------------------------------------------------------


def _write_sum_rows(wide: int) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        out, to, n, base, at, weights, rows, count = _values(context, builder, signature, args)

        def block(j: Any, lanes: int) -> None:
            total = _running(builder, _load(builder, base, builder.add(at, j), lanes))

            def row(i: Any) -> None:
                value = _load(builder, weights, builder.add(_item(builder, rows, i), j), lanes)
                builder.store(builder.fadd(builder.load(total), value), total)

            _loop(builder, _number(0), count, 1, row)
            _store(builder, builder.load(total), out, builder.add(to, j))

        _blocks(builder, n, wide, block)
        return context.get_dummy_value()

    return generate


def _write_sum_short_rows(wide: int, floats: Callable[[Any, Any], Any]) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        out, to, n, numbers, at, rows, count = _values(context, builder, signature, args)

        def block(j: Any, lanes: int) -> None:
            here = builder.gep(numbers, [j])
            total = _running(builder, _load(builder, here, at, lanes))

            def row(i: Any) -> None:
                value = _load(builder, here, _item(builder, rows, i), lanes)
                kind = value.type
                add = cgutils.get_or_insert_function(
                    builder.module, ir.FunctionType(kind, (kind, kind)), f"llvm.sadd.sat.v{lanes}i16"
                )
                builder.store(builder.call(add, (builder.load(total), value)), total)

            _loop(builder, _number(0), count, 1, row)
            _store(builder, floats(builder, builder.load(total)), out, builder.add(to, j))

        _blocks(builder, n, wide, block)
        return context.get_dummy_value()

    return generate


def _write_sum_lookups(cells: int) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        out, n, places, count, base, at, weights, start, step, states, corners, offsets, size = _values(
            context, builder, signature, args
        )

        def some(cell: Any, together: int) -> None:
            targets = [_item(builder, places, builder.add(cell, _number(q))) for q in range(together)]
            origins = [_item(builder, corners, builder.add(cell, _number(q))) for q in range(together)]

            def block(j: Any) -> None:
                totals = [_running(builder, _load(builder, base, builder.add(at, j), LANES)) for _ in targets]

                def lookup(i: Any) -> None:
                    row = builder.add(builder.add(start, builder.mul(i, step)), j)
                    offset = _item(builder, offsets, i)
                    for total, origin in zip(totals, origins, strict=True):
                        state = _item(builder, states, builder.add(origin, offset))
                        value = _load(builder, weights, builder.add(row, state), LANES)
                        builder.store(builder.fadd(builder.load(total), value), total)

                _loop(builder, _number(0), size, 1, lookup)
                for total, target in zip(totals, targets, strict=True):
                    _store(builder, builder.load(total), out, builder.add(target, j))

            _loop(builder, _number(0), n, LANES, block)

        _by_cells(builder, count, cells, some)
        return context.get_dummy_value()

    return generate


def _write_multiply(wide: int) -> Any:
    """Which inputs are positive is unpredictable: a branch on each would be mispredicted every other time."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        out, to, n, x, at, inputs, weights, start = _values(context, builder, signature, args)
        out, x, weights = (builder.gep(*each) for each in ((out, [to]), (x, [at]), (weights, [start])))
        positive = cgutils.alloca_once(builder, ir.IntType(64), size=GROUP)

        def group(first: Any, size: int) -> None:
            found = _running(builder, _number(0))

            def note(i: Any) -> None:
                number = builder.load(found)
                builder.store(i, builder.gep(positive, [number]))
                counts = builder.fcmp_ordered(">", _item(builder, x, i), ir.Constant(ir.FloatType(), 0.0))
                builder.store(builder.add(number, builder.zext(counts, ir.IntType(64))), found)

            def block(j: Any, lanes: int) -> None:
                here = builder.gep(weights, [j])
                total = _running(builder, _load(builder, out, j, lanes))

                def row(number: Any) -> None:
                    i = _item(builder, positive, number)
                    value = _spread(builder, _item(builder, x, i), lanes)
                    weight = _load(builder, here, builder.mul(i, n), lanes)
                    builder.store(builder.fadd(builder.load(total), builder.fmul(value, weight)), total)

                _loop(builder, _number(0), builder.load(found), 1, row)
                _store(builder, builder.load(total), out, j)

            _loop(builder, first, builder.add(first, _number(size)), 1, note)
            _blocks(builder, n, wide, block)

        rest = _loop(builder, _number(0), inputs, GROUP, lambda first: group(first, GROUP))
        _loop(builder, rest, inputs, LANES, lambda first: group(first, LANES))
        return context.get_dummy_value()

    return generate


def _write_convolve(cells: int) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        out, n, x, shift, inputs, places, count, weights, start = _values(context, builder, signature, args)

        def some(cell: Any, together: int) -> None:
            targets = [_item(builder, places, builder.add(cell, _number(q))) for q in range(together)]
            origins = [builder.add(each, shift) for each in targets]

            def block(j: Any) -> None:
                totals = [_running(builder, _load(builder, out, builder.add(each, j), LANES)) for each in targets]

                def row(i: Any) -> None:
                    weight = _load(builder, weights, builder.add(builder.add(start, builder.mul(i, n)), j), LANES)
                    for total, origin in zip(totals, origins, strict=True):
                        value = _spread(builder, _item(builder, x, builder.add(origin, i)), LANES)
                        builder.store(builder.fadd(builder.load(total), builder.fmul(value, weight)), total)

                _loop(builder, _number(0), inputs, 1, row)
                for total, target in zip(totals, targets, strict=True):
                    _store(builder, builder.load(total), out, builder.add(target, j))

            _loop(builder, _number(0), n, LANES, block)

        _by_cells(builder, count, cells, some)
        return context.get_dummy_value()

    return generate


def _write_dot(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    x, at, weights, start, n = _values(context, builder, signature, args)

    def product(j: Any) -> Any:
        left, right = (
            _load(builder, *each, LANES) for each in ((x, builder.add(at, j)), (weights, builder.add(start, j)))
        )
        return builder.fmul(left, right)

    def block(j: Any) -> None:
        builder.store(builder.fadd(builder.load(total), product(j)), total)

    total = _running(builder, product(_number(0)))
    _loop(builder, _number(LANES), n, LANES, block)
    return _sum_of_lanes(builder, builder.load(total))


def _write_clear(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    out, to, n = _values(context, builder, signature, args)
    zero = ir.Constant(ir.VectorType(ir.FloatType(), LANES), [0.0] * LANES)
    return _write_lanes(context, builder, out, to, n, lambda _: zero)


def _write_copy(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    out, to, x, at, n = _values(context, builder, signature, args)
    return _write_lanes(context, builder, out, to, n, lambda j: _load(builder, x, builder.add(at, j), LANES))


def _write_accumulate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    out, to, x, at, n = _values(context, builder, signature, args)

    def total(j: Any) -> Any:
        old = _load(builder, out, builder.add(to, j), LANES)
        return builder.fadd(old, _load(builder, x, builder.add(at, j), LANES))

    return _write_lanes(context, builder, out, to, n, total)


def _write_enlarge(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    out, to, x, at, n = _values(context, builder, signature, args)

    def larger(j: Any) -> Any:
        old = _load(builder, out, builder.add(to, j), LANES)
        new = _load(builder, x, builder.add(at, j), LANES)
        return builder.select(builder.fcmp_ordered(">", new, old), new, old)

    return _write_lanes(context, builder, out, to, n, larger)


def _write_rectify(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    out, to, n = _values(context, builder, signature, args)
    zero = ir.Constant(ir.VectorType(ir.FloatType(), LANES), [0.0] * LANES)

    def positive(j: Any) -> Any:
        value = _load(builder, out, builder.add(to, j), LANES)
        return builder.select(builder.fcmp_ordered(">", value, zero), value, zero)

    return _write_lanes(context, builder, out, to, n, positive)


def _write_scale(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    out, to, n, factor = _values(context, builder, signature, args)
    factors = _spread(builder, factor, LANES)
    return _write_lanes(
        context, builder, out, to, n, lambda j: builder.fmul(_load(builder, out, builder.add(to, j), LANES), factors)
    )


# --- what they are made of --------------------------------------------------------------------------------------------


def _values(context: Any, builder: Any, signature: Any, args: Any) -> list[Any]:
    """The arguments: integers as int64, other numbers as float32, arrays as the address of their first item."""
    values = []
    for kind, value in zip(signature.args, args, strict=True):
        if isinstance(kind, types.Array):
            values.append(make_array(kind)(context, builder, value).data)
        elif isinstance(kind, types.Float):
            values.append(context.cast(builder, value, kind, types.float32))
        else:
            values.append(context.cast(builder, value, kind, types.int64))
    return values


def _number(value: int) -> Any:
    return ir.Constant(ir.IntType(64), value)


def _item(builder: Any, array: Any, at: Any) -> Any:
    return builder.load(builder.gep(array, [at]))


def _address(builder: Any, array: Any, at: Any, lanes: int) -> Any:
    return builder.bitcast(builder.gep(array, [at]), ir.VectorType(array.type.pointee, lanes).as_pointer())


def _load(builder: Any, array: Any, at: Any, lanes: int) -> Any:
    """Load a vector."""
    return builder.load(_address(builder, array, at, lanes), align=_bytes(array))


def _store(builder: Any, value: Any, array: Any, at: Any) -> None:
    builder.store(value, _address(builder, array, at, value.type.count), align=_bytes(array))


def _bytes(array: Any) -> int:
    """The size of an item, and the alignment: no array is known to be aligned to more."""
    return 4 if array.type.pointee == ir.FloatType() else 2


def _floats(builder: Any, value: Any) -> Any:
    """Integers as float32."""
    return builder.sitofp(value, ir.VectorType(ir.FloatType(), value.type.count))


def _floats_of_shorts(builder: Any, value: Any) -> Any:
    """16-bit integers as float32, for wasm, where LLVM would convert them lane by lane.

    Each becomes the upper half of 32 bits, lowest byte first, and is shifted down; LLVM would see through a plain extension.
    """
    lanes = value.type.count
    zeros = ir.Constant(value.type, [0] * lanes)
    order = [place for lane in range(lanes) for place in (lane, lanes + lane)]
    pairs = builder.shuffle_vector(zeros, value, ir.Constant(ir.VectorType(ir.IntType(32), 2 * lanes), order))
    kind = ir.VectorType(ir.IntType(32), lanes)
    return _floats(builder, builder.ashr(builder.bitcast(pairs, kind), ir.Constant(kind, [16] * lanes)))


def _spread(builder: Any, value: Any, lanes: int) -> Any:
    """A vector with the number in every lane."""
    none = ir.Constant(ir.VectorType(ir.FloatType(), lanes), ir.Undefined)
    one = builder.insert_element(none, value, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(one, none, ir.Constant(ir.VectorType(ir.IntType(32), lanes), [0] * lanes))


def _sum_of_lanes(builder: Any, value: Any) -> Any:
    """The sum of all lanes, by repeated halving."""
    none = ir.Constant(value.type, ir.Undefined)
    width = value.type.count
    while width > 1:
        width //= 2
        lower, upper = (
            ir.Constant(ir.VectorType(ir.IntType(32), width), list(range(begin, begin + width))) for begin in (0, width)
        )
        value = builder.fadd(builder.shuffle_vector(value, none, lower), builder.shuffle_vector(value, none, upper))
        none = ir.Constant(value.type, ir.Undefined)
    return builder.extract_element(value, ir.Constant(ir.IntType(32), 0))


def _running(builder: Any, first: Any) -> Any:
    """A place for a running sum, which LLVM turns into registers."""
    place = cgutils.alloca_once(builder, first.type)
    builder.store(first, place)
    return place


def _loop(builder: Any, first: Any, last: Any, step: int, body: Callable[[Any], None]) -> Any:
    """body(i) for i = first, first + step, ... while i + step <= last; returns where it ended."""
    at = _running(builder, first)
    check, run, done = (builder.append_basic_block(name) for name in ("check", "run", "done"))
    builder.branch(check)
    builder.position_at_end(check)
    i = builder.load(at)
    builder.cbranch(builder.icmp_signed("<=", builder.add(i, _number(step)), last), run, done)
    builder.position_at_end(run)
    body(i)
    builder.store(builder.add(i, _number(step)), at)
    builder.branch(check)
    builder.position_at_end(done)
    return i


def _blocks(builder: Any, n: Any, wide: int, body: Callable[[Any, int], None]) -> None:
    """body(j, lanes) for consecutive blocks of n numbers, wide ones first."""
    rest = _loop(builder, _number(0), n, wide, lambda j: body(j, wide))
    _loop(builder, rest, n, LANES, lambda j: body(j, LANES))


def _by_cells(builder: Any, count: Any, cells: int, body: Callable[[Any, int], None]) -> None:
    """body(cell, together) for consecutive cells, `cells` at a time, then the rest one by one."""
    rest = _loop(builder, _number(0), count, cells, lambda cell: body(cell, cells))
    _loop(builder, rest, count, 1, lambda cell: body(cell, 1))


def _write_lanes(context: Any, builder: Any, out: Any, to: Any, n: Any, value: Callable[[Any], Any]) -> Any:
    """out = value(j), lane by lane."""
    _loop(builder, _number(0), n, LANES, lambda j: _store(builder, value(j), out, builder.add(to, j)))
    return context.get_dummy_value()


# Eight of AVX2's sixteen registers; a weight is loaded once for several cells.
CPU = _primitives(wide=64, shorts=128, floats=_floats, cells=4)
# Eight 128-bit registers, and four for shorts: browsers load a whole row before they add any of it, and when registers
# run out, a sum goes through memory in every row (measured).
WASM = _primitives(wide=32, shorts=32, floats=_floats_of_shorts, cells=2)
