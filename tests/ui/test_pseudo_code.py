"""Pseudo-code in words is in the reader's; only what is written as code is in the scenes."""

import re

import pytest

from bpe_lab.scenes.bytepiece.lattice_walk import PSEUDO as LATTICE
from bpe_lab.scenes.bytepiece.states_walk import PSEUDO as STATES
from bpe_lab.scenes.linked.linked_events import PSEUDO as LINKED
from bpe_lab.scenes.subword_nmt.learning_events import PSEUDO as LEARNING
from bpe_lab.text import catalogue

LINES = [code for _, _, code, _ in (*LINKED, *LEARNING) if code] + [
    line[1] for line in (*LATTICE, *STATES)
]


@pytest.mark.parametrize("line", LINES)
def test_a_line_in_words_comes_from_the_catalogue(line: str) -> None:
    if line.startswith("bytepiece.code."):
        assert re.search("[一-鿿]", catalogue("zh")[line])
    else:
        assert re.search(r"[=:\[]", line)
        assert not {"of", "from", "the", "below", "part"} & {*line.split()}
