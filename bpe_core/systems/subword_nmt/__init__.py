"""subword-nmt (Sennrich et al. 2016): byte-pair encoding over the characters of words.

Learn codes from words, write and read their file, segment texts, count pieces:

>>> words = count_words("low low lower newest newest widest")
>>> codes = learn(words, num_merges=5)
>>> print(write_codes(codes), end="")
#version: 0.2
w e
s t</w>
l o
we st</w>
n e
>>> segmenter = Segmenter(codes)
>>> segmenter.segment("lower, newest")
'lo@@ we@@ r@@ , ne@@ west'
>>> join_pieces("lo@@ we@@ r@@ , ne@@ west")
'lower, newest'

Codes and segmentations are those of the package of this name, 0.3.8; `learn`,
`words` and `segmenter` say where it contradicts itself and these do not.
"""

from bpe_core.systems.subword_nmt.learn import (
    FILE,
    Codes,
    fold_codes,
    learn,
    learning_events,
    read_codes,
    write_codes,
)
from bpe_core.systems.subword_nmt.segmenter import (
    SEPARATOR,
    Segmenter,
    count_pieces,
    join_pieces,
    read_vocabulary,
    write_vocabulary,
)
from bpe_core.systems.subword_nmt.words import (
    END,
    Alphabet,
    alphabet_of,
    count_words,
    read_dictionary,
    words_of,
)

__all__ = [
    "END",
    "FILE",
    "SEPARATOR",
    "Alphabet",
    "Codes",
    "Segmenter",
    "alphabet_of",
    "count_pieces",
    "count_words",
    "fold_codes",
    "join_pieces",
    "learn",
    "learning_events",
    "read_codes",
    "read_dictionary",
    "read_vocabulary",
    "words_of",
    "write_codes",
    "write_vocabulary",
]
