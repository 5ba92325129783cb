"""BytePiece's loops, compiled.

training    texts to words: borders, windows counted, values of n-grams, states of bytes
unigram     pieces as a trie; the likeliest segmentation, pieces counted, one at random
"""
