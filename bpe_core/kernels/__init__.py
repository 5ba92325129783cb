"""The compiled trainer's loops: numba kernels over flat arrays, which know no events.

    cache     where compiled kernels are kept, and the decorator that makes one
    tables    the arrays: what `linked.py` keeps in lists and dicts
    pairs     rows of pairs, finding those that a merge makes, and where they stand
    words     eight bytes at a time
    laying    pre-tokens into cells, pairs of bytes counted
    order     which of two pairs comes first, for the three tie rules
    heap      the lazy heap in an array
    prefetch  memory asked for before it is needed
    merging   choose, merge, repair, until there are as many merges as asked

Importing any of them imports numba (0.3 s), so nothing imports them before the first run.
"""
