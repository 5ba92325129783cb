"""subword-nmt's own tests, on the two functions and the class that they import.

Left out is one test that replaces an inner function of the package by a mock.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO

from benchmarks.strangers.encodings import Pin
from benchmarks.strangers.repositories import RepositorySuite
from bpe_core.systems.subword_nmt import Segmenter, count_words, learn, read_codes, write_codes
from bpe_core.systems.subword_nmt.segmenter import Clock, Glossaries


def learn_bpe(infile: Iterable[str], outfile: IO[str], num_symbols: int) -> None:
    """Learn from lines, write the file of codes."""
    outfile.write(write_codes(learn(count_words("".join(infile)), num_merges=num_symbols)))


class BPE:
    """A segmenter by the codes of a file."""

    def __init__(self, codes: Iterable[str], glossaries: Iterable[str] = ()) -> None:
        self.segmenter = Segmenter(read_codes("".join(codes)), glossaries=glossaries)
        self.glossaries = glossaries

    def process_line(self, line: str) -> str:
        return self.segmenter.segment(line)

    def _isolate_glossaries(self, word: str) -> list[str]:
        return isolated(word, self.glossaries)


def isolate_glossary(word: str, glossary: str) -> list[str]:
    """The parts of a word, each occurrence of ``glossary`` one of them."""
    return isolated(word, [glossary])


def isolated(word: str, glossaries: Iterable[str]) -> list[str]:
    parts = [part for part, _ in Glossaries(glossaries).parts(word, Clock.of(word))]
    return parts or [word]  # of an empty word, which no text has, the package keeps one part


MOCKED = "TestBPESegmentMethod::test_multiple_glossaries"
SUITE = RepositorySuite(
    repository="rsennrich/subword-nmt",
    commit="92d6139d07d30e12735a0af9e7f7f925ebe62c54",
    pins={
        "subword_nmt/tests/data/bpe.ref": Pin(
            7_857, "099a13f9130ce79b66b13d36608ac48aab72fe86a4e432c2ac1ac3de24db784f"
        ),
        "subword_nmt/tests/data/corpus.bpe.ref.en": Pin(
            185_101, "ba448a50d800134e57112e59cbab98a48cb387d5ac983815d94cb68f675cf0df"
        ),
        "subword_nmt/tests/data/corpus.en": Pin(
            133_027, "617f603a49eeb8a20de9d922d11a5d70e1d362327b9e91718bea2cdcdf9816ff"
        ),
        "subword_nmt/tests/test_bpe.py": Pin(
            2_399, "961d5f68cacd84c39b2f3a2f4d10fa75d8082533fcbdfc22bfaa9a3201f72968"
        ),
        "subword_nmt/tests/test_glossaries.py": Pin(
            4_178, "d132dda6950ab08d8c7e99fdbe7328b9867ff8a16901baffd87f79b84562e0e9"
        ),
    },
    written={
        "subword_nmt/__init__.py": "",
        "subword_nmt/tests/__init__.py": "",
        "subword_nmt/learn_bpe.py": (
            "from benchmarks.strangers.subword_nmt_tests import learn_bpe\n"
        ),
        "subword_nmt/apply_bpe.py": (
            "from benchmarks.strangers.subword_nmt_tests import BPE, isolate_glossary\n"
        ),
    },
    words=("subword_nmt", f"--deselect=subword_nmt/tests/test_glossaries.py::{MOCKED}"),
    packages=("mock",),
)
