"""Two sums that stand side by side, added to in one instruction.

    sums    G0 H0 G1 H1 G2 H2 ..        one pair for each code, in one row
                  +g +h                 add_pair(sums, 2, g, h)

Processors add two numbers as fast as one, but numba has them do it one by one.
"""

from __future__ import annotations

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload


def add_pair(sums, i, first, second):
    """Add to ``sums[i]`` and ``sums[i + 1]``, which must be there: as Python does it."""
    sums[i] += first
    sums[i + 1] += second


@intrinsic
def add_at_once(typing, sums, i, first, second):
    """Write down for the compiler: load two numbers, add two, store two."""

    def write(context, builder, signature, arguments):
        kind, number = signature.args[0], ir.IntType(32)
        array = context.make_array(kind)(context, builder, arguments[0])
        at = context.cast(builder, arguments[1], signature.args[1], types.intp)
        pair = ir.VectorType(ir.DoubleType(), 2)
        address = cgutils.get_item_pointer(context, builder, kind, array, [at])
        address = builder.bitcast(address, pair.as_pointer())
        more = ir.Constant(pair, ir.Undefined)
        for place, term in enumerate(arguments[2:]):
            more = builder.insert_element(more, term, number(place))
        # a pair begins where a number may, not only at every second
        total = builder.fadd(builder.load(address, align=8), more)
        builder.store(total, address, align=8)
        return context.get_dummy_value()

    wanted = types.Array(types.float64, 1, "C")
    return types.none(wanted, i, types.float64, types.float64), write


@overload(add_pair)
def compiled_add_pair(sums, i, first, second):
    """Give what loops that are compiled call in place of `add_pair`."""
    return lambda sums, i, first, second: add_at_once(sums, i, first, second)
