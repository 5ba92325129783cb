"""The compiled trainer's loops: numba kernels over flat arrays, which know no events.

    cache     where compiled kernels are kept, and the decorator that makes one
    tables    the arrays: what `linked.py` keeps in lists and dicts
    pairs     rows of pairs, finding those that a merge makes, and where they stand
    laying    pre-tokens into cells, pairs of bytes counted
    weights   how often the pre-token of a cell occurs
    order     which of two pairs comes first, for the three tie rules
    heap      the lazy heap in an array
    prefetch  memory asked for before it is needed
    merging   choose, merge, repair, until there are as many merges as asked

What all text goes through before:

    words     eight bytes at a time
    rules     the patterns' numbers
    classes   what kind of character each code point is
    characters, runs, contractions   what pre-tokens are made of
    scan_gpt2, scan_cl100k, scan_o200k   the end of the pre-token that starts here
    blocks, starts   64 bytes of ASCII together: what they are, where pre-tokens start
    scanning  batches of pre-tokens

What becomes of pre-tokens that are counted:

    distinct  the arrays: a hash table of distinct pre-tokens, their bytes in a pool
    naming    a pre-token as two words and a hash
    finding   a group of them found in the table, or added
    counting  all of a batch; the rows of one table added to another

What becomes of pre-tokens that are encoded, and of ids:

    ranks     the merges as a hash table: pair of ids to rank, rank to new id
    known     a hash table of pre-tokens whose ids are known
    short_words, long_words   merging one in rank order: by looking again, by a heap
    encoding  all of a batch: known ones looked up, new ones merged and kept
    decoding  sizes of tokens summed, their bytes copied

Importing any of them (but `rules` and `classes`) imports numba (0.3 s), so nothing imports them
before the first run.
"""
