"""Two instructions that processors have and numba does not ask for.

`add_pair` adds to two sums that stand side by side as fast as to one:

    sums    G0 H0 G1 H1 G2 H2 ..        one pair for each code, in one row
                  +g +h                 add_pair(sums, 2, g, h)

`prefetch` has memory that is needed soon brought near, while the processor goes on.
"""

from __future__ import annotations

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

FLOATS = types.Array(types.float64, 1, "C")


def add_pair(sums, i, first, second):
    """Add to ``sums[i]`` and ``sums[i + 1]``, which must be there: as Python does it."""
    sums[i] += first
    sums[i + 1] += second


def prefetch(array, i):
    """Bring ``array[i]`` near: Python has no way to."""


@overload(add_pair)
def compiled_add_pair(sums, i, first, second):
    """Return what loops that are compiled call in place of `add_pair`."""
    return lambda sums, i, first, second: add_at_once(sums, i, first, second)


@overload(prefetch)
def compiled_prefetch(array, i):
    """Return what loops that are compiled call in place of `prefetch`."""
    return lambda array, i: fetch(array, i)


@intrinsic
def add_at_once(typing, sums, i, first, second):
    """Write down for the compiler: load two numbers, add two, store two."""

    def write(context, builder, signature, arguments):
        pair, place = ir.VectorType(ir.DoubleType(), 2), ir.IntType(32)
        address = address_of(context, builder, signature, arguments, pair)
        more = ir.Constant(pair, ir.Undefined)
        for which, term in enumerate(arguments[2:]):
            more = builder.insert_element(more, term, place(which))
        # a pair begins where a number may, not only at every second
        total = builder.fadd(builder.load(address, align=8), more)
        builder.store(total, address, align=8)
        return context.get_dummy_value()

    return types.none(FLOATS, i, types.float64, types.float64), write


@intrinsic
def fetch(typing, array, i):
    """Write down for the compiler: prefetch to read, into all caches."""

    def write(context, builder, signature, arguments):
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        function = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        address = address_of(context, builder, signature, arguments, ir.IntType(8))
        builder.call(function, [address, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.none(array, i), write


def address_of(context, builder, signature, arguments, pointed_at):
    """Return the address of element i of an array: these are the first two arguments."""
    kind, index = signature.args[:2]
    array = context.make_array(kind)(context, builder, arguments[0])
    at = context.cast(builder, arguments[1], index, types.intp)
    address = cgutils.get_item_pointer(context, builder, kind, array, [at])
    return builder.bitcast(address, pointed_at.as_pointer())
