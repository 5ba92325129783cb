"""BytePiece's loops, compiled.

    text_borders      where the texts end that are trained on
    ngram_windows     windows of bytes as numbers, counted in sorted runs, runs merged
    ngram_values      the language model as a hash table: the value of every n-gram
    presegmenting     texts cut into words by it
    trie              pieces byte by byte, in one hash table
    unigram           the likeliest segmentation of many texts; pieces counted
    unigram_sampling  a segmentation at random

Importing any of them imports numba, so nothing does before the first run.
"""
