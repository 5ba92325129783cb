"""BytePiece's loops, compiled.

    trie      pieces byte by byte, in one hash table
    unigram   the likeliest segmentation of many texts; one at random; pieces counted
"""
