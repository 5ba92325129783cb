"""Compiled code: numba kernels over flat arrays, which yield no events.

    decorators    make a kernel of a function
    objects       kernels from source to machine: found, loaded, called
    toolchain     the process that compiles them
    instructions  what numba cannot express
    eight_bytes   loads, stores and hashes of eight bytes at a time
    prefetch      asks for memory before it is needed
    scan/         where pre-tokens end
    count/        distinct pre-tokens in a hash table
    train/        the linked trainer's loop
    encode/       pre-tokens to ids, and ids to bytes

Where arrays are handed over one by one, signatures say of each whether it is read (``in``),
written (``out``) or both; ``scratch`` is working space. The tables of training are both.
"""
