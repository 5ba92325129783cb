"""Compiled code: numba kernels over flat arrays, which yield no events.

    kernel_cache  where compiled kernels are stored, and the decorators that make one
    eight_bytes   loads, stores and hashes of eight bytes at a time
    prefetch      asks for memory before it is needed
    scan/         where pre-tokens end
    count/        distinct pre-tokens in a hash table
    train/        the linked trainer's loop
    encode/       pre-tokens to ids, and ids to bytes

Signatures say of each argument whether it is read (``in``), written (``out``) or both;
``scratch`` is working space.

Importing any of them (except `scan/pattern_numbers` and `scan/classes`) imports numba (0.3 s),
so nothing imports them before the first run.
"""
