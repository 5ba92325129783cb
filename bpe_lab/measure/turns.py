"""Who runs when: turns that take nobody's side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def turns(runners: Sequence[T], *, repeats: int, warm_ups: int = 0) -> Iterator[tuple[int, T]]:
    """(number, runner) in turn, so that a slow minute of the machine hits all alike.

    The order turns round with every repeat: nobody always runs after the same one.

    >>> [f"{name}{number}" for number, name in turns("ab", repeats=2, warm_ups=1)]
    ['a-1', 'b-1', 'b0', 'a0', 'a1', 'b1']
    """
    order = list(runners)
    for number in range(-warm_ups, repeats):
        yield from ((number, runner) for runner in order)
        order.reverse()
