"""Compiled code: numba kernels over flat arrays, which yield no events.

    decorators    make a kernel of a function
    objects       kernels from source to machine: found, loaded, called
    instructions  what numba cannot express
    eight_bytes   loads, stores and hashes of eight bytes at a time
    scan/         where pre-tokens end
    count         distinct pre-tokens in a hash table
    train_tables  the linked trainer's arrays, and train_loop its loop
    encode        pre-tokens to ids: known_pre_tokens, by ranks, or linear if they are long
    decode_ids    ids to bytes

Where arrays are handed over one by one, signatures say of each whether it is read (``in``),
written (``out``) or both; ``scratch`` is working space. The tables of training are both.
"""

TO_TRAIN = ("texts", "train")  # the parts that are needed (`objects.py`)
TO_ENCODE = ("texts", "encode")
