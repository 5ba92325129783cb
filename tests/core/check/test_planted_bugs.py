"""Sound solutions hold; one bug in them is found, on its smallest text, with its reason."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from bpe_core.check.ladder import RUNGS
from bpe_core.check.reference import Convention
from bpe_core.check.report import Report
from bpe_core.check.texts import MANY_LINES
from tests.core.check.in_process import report_of


@pytest.fixture(autouse=True)
def few_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The texts are small to begin with."""
    monkeypatch.setattr("bpe_core.check.shrink.EXAMPLES", 40)


@pytest.fixture
def report(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Report]:
    """The report on a solution with parts replaced."""
    return partial(report_of, monkeypatch, tmp_path)


class Bug(NamedTuple):
    """What is replaced in a solution, the rung that fails then, a text as small as any, why."""

    part: str
    other: str
    rung: str
    text: str
    why: str


CS336_BUGS = {
    "ties by joined text": Bug(
        "key=lambda pair: (counts[pair], pair)",
        "key=lambda pair: (counts[pair], pair[0] + pair[1])",
        *("ties", "babba", "both stand there once, and of equals the greatest"),
    ),
    "the smallest of equals": Bug(
        "key=lambda pair: (counts[pair], pair), reverse=True)",
        "key=lambda pair: (-counts[pair], pair))",
        *("ties", "aab", "merge 1 is a + a, and should be a + b: both stand there once"),
    ),
    "two pairs a round": Bug(
        "reverse=True)[:1]",
        "reverse=True)[:2]",
        *("bytes in and out", "жж", "it makes a merge 2, <B6> + <D0>, that was not asked for"),
    ),
    "counts without weights": Bug(
        "counts[pair] += n",
        "counts[pair] += 1",
        *("ties", "ab aa aa", "stands there"),
    ),
    "one merge too few": Bug(
        "< vocab_size - 256",
        "< vocab_size - 257",
        *("bytes in and out", "é", "it stops before merge 1, <C3> + <A9>"),
    ),
    "white space keeps its last": Bug(
        r"|\s+(?!\S)|\s+",
        r"|\s+",
        *("pre-tokens", "  a", "␣ + a stands there once, ␣ + ␣ not at all"),
    ),
    "another model's digits": Bug(
        r" ?\p{N}+|",
        r" ?\p{N}{1,3}|",
        *("pre-tokens", "3333", "merge 2 is 33 + 3, and should be 33 + 33"),
    ),
    "no pre-tokens": Bug(
        "words.update(regex.findall(PATTERN, part))",
        "words[part] += 1",
        *("ties", "ab ", "a + b stands there once, b + ␣ not at all"),
    ),
    "special tokens learned": Bug(
        "split(text, special_tokens):\n        if part",
        "[text]:\n        if part",
        *("special tokens", "<|endoftext|>b a", "merge 1 is"),
    ),
    "a special token unescaped": Bug(
        "regex.escape(s) for", "s for", *("special tokens", "<|endoftext|>b a", "merge 1 is")
    ),
    "the shorter special token": Bug(
        "sorted(specials, key=len, reverse=True)",
        "sorted(specials, key=len)",
        *("special tokens", "<|e|><|e|>", "<|e|> | <|e|> in place of <|e|><|e|>"),
    ),
    "no special token in the vocabulary": Bug(
        " + [s.encode() for s in special_tokens]",
        "",
        *("bytes in and out", "low lower", "its vocabulary lacks 1 token: <|endoftext|>"),
    ),
    "left to right": Bug(
        "min(pairs, key=self.ranks.get)",
        "pairs[0]",
        *("encoding", "abc", "ab | c in place of a | bc"),
    ),
    "tokens decoded singly": Bug(
        'b"".join(self.vocab[number] for number in ids).decode("utf-8", "replace")',
        '"".join(self.vocab[number].decode("utf-8", "replace") for number in ids)',
        *("bytes in and out", "é", "decoded it is another text"),
    ),
    "the last piece is lost": Bug(
        "        yield from self.encode(held)\n",
        "",
        *("streaming", "a\n", "in place of a"),
    ),
    "special tokens lost from files": Bug(
        "pickle.load(merges), special_tokens)",
        "pickle.load(merges))",
        *("from files", "<|endoftext|>", "in place of <|endoftext|>"),
    ),
    "all pieces are read first": Bug(
        "for piece in iterable:",
        'for piece in ["".join(iterable)]:',
        *("streaming", MANY_LINES, "it takes 1,000,000 characters before its first id"),
    ),
}


@pytest.mark.parametrize("bug", CS336_BUGS.values(), ids=CS336_BUGS)
def test_a_bug_is_found(bug: Bug, report) -> None:
    result = report("cs336_solution", bug.part, bug.other)
    failing = [rung.name for rung in result.rungs if rung.state == "fails"]
    assert failing == [bug.rung]
    assert len(result.fault.text) <= len(bug.text), "another one may be as small"
    assert bug.why in result.fault.sentence


def test_a_sound_solution_holds(report) -> None:
    result = report("cs336_solution")
    assert result.fault is None
    assert (result.held, result.public) == (13, 13)
    notes = {rung.name: rung.notes for rung in result.rungs}
    assert notes["from files"] == ("from_files reads pickles",)
    assert result.convention == Convention()


READ = "pickle.load(vocab), pickle.load(merges)"
CHARACTERS = """{number: read_back(token) for token, number in json.load(vocab).items()}, [
                tuple(map(read_back, line.decode().split())) for line in merges
            ]"""
IMPORTS = "import json\n\nfrom bpe_core.runtime.byte_characters import read_back\n"


def test_files_in_gpt2s_characters_are_read_too(report, monkeypatch) -> None:
    monkeypatch.setattr("bpe_core.check.climb.RUNGS", {"from files": RUNGS["from files"]})
    result = report("cs336_solution", "import pickle\n", IMPORTS, READ, CHARACTERS)
    (files,) = result.rungs
    assert (files.state, files.notes) == (
        "holds",
        ("from_files reads GPT-2's vocab.json and merges.txt",),
    )


def test_a_byte_map_that_knows_only_ascii_is_found(report, monkeypatch) -> None:
    monkeypatch.setattr("bpe_core.check.climb.RUNGS", {"from files": RUNGS["from files"]})
    ascii_only = CHARACTERS.replace(
        "read_back(token) for", "token.replace('\u0120', ' ').encode() for"
    )
    result = report("cs336_solution", "import pickle\n", IMPORTS, READ, ascii_only)
    assert result.fault.kind in ("ids", "broken")


def test_files_of_another_form_are_noted_and_not_asked(report, monkeypatch) -> None:
    monkeypatch.setattr("bpe_core.check.climb.RUNGS", {"from files": RUNGS["from files"]})
    own = ("pickle.load(vocab)", "dict(enumerate(vocab.read().split(b', ')))")
    result = report("cs336_solution", *own)
    (files,) = result.rungs
    assert (files.state, result.public, result.fault) == ("not asked", 0, None)
    assert files.notes[0].startswith("from_files reads none of these: pickles, ")


def test_ids_that_come_in_blocks_are_lazy_enough(report, monkeypatch) -> None:
    monkeypatch.setattr("bpe_core.check.climb.RUNGS", {"streaming": RUNGS["streaming"]})
    block = ("held += piece\n", "held += piece\n            if len(held) < 8192: continue\n")
    assert report("cs336_solution", *block).fault is None


def test_a_vocabulary_of_bytes_alone_may_be_refused(report, monkeypatch) -> None:
    rungs = {"bytes in and out": RUNGS["bytes in and out"]}
    monkeypatch.setattr("bpe_core.check.climb.RUNGS", rungs)
    start = "        ids = list(text.encode())\n        self"
    result = report("minbpe_solution", start, "        assert vocab_size > 256\n" + start)
    (rung,) = result.rungs
    note = "no fault: it refuses a vocabulary of 256 tokens, so it is asked for 257"
    assert (rung.state, rung.notes) == ("holds", (note,))


def test_a_line_for_a_text_is_named_and_not_failed(report, monkeypatch) -> None:
    monkeypatch.setattr("bpe_core.check.climb.RUNGS", {"streaming": RUNGS["streaming"]})
    line_by_line = "yield from self.encode(piece)\n            continue\n"
    result = report("cs336_solution", "held += piece\n", line_by_line)
    (streaming,) = result.rungs
    assert result.fault is None
    assert streaming.notes[0].startswith("takes every piece for a text")


@pytest.fixture
def specials_report(report, monkeypatch) -> Callable[..., Report]:
    """Of registered special tokens alone, with another order in which they are joined."""
    rungs = {"special tokens": RUNGS["special tokens"]}
    monkeypatch.setattr("bpe_core.check.climb.RUNGS", rungs)
    return partial(report, "minbpe_special_solution", "sorted(specials, key=len, reverse=True)")


def test_the_longest_of_registered_special_tokens_holds(specials_report) -> None:
    result = specials_report("sorted(specials, key=len)[::-1]")
    (specials,) = result.rungs
    assert (specials.state, specials.notes) == ("holds", ())


def test_the_first_registered_special_token_is_a_convention(specials_report) -> None:
    result = specials_report("list(specials)")
    (specials,) = result.rungs
    assert (specials.state, result.fault) == ("holds", None)
    assert specials.notes == (
        "of special tokens that begin alike it takes the one registered first: <|e|>",
    )


def test_the_shorter_of_registered_special_tokens_is_found_and_named(specials_report) -> None:
    result = specials_report("sorted(specials, key=len)")
    assert (result.fault.text, result.fault.specials) == ("<|e|><|e|>", ("<|e|><|e|>", "<|e|>"))
    assert result.fault.sentence == "it encodes to <|e|> | <|e|> in place of <|e|><|e|>"
    assert [alike.name for alike in result.alike] == ["shorter_special"]


def test_another_tie_rule_is_recognised_unless_one_is_asked_for(report, monkeypatch) -> None:
    monkeypatch.setattr("bpe_core.check.climb.RUNGS", {"ties": RUNGS["ties"]})
    lenient = report("minbpe_solution")
    assert lenient.fault is None
    assert lenient.convention == Convention("none", "first_seen")
    strict = report("minbpe_solution", tie_break="greatest")
    assert strict.convention.tie_break == "greatest"
    assert (strict.fault.text, strict.fault.difference.decided) == ("aab", "tie")


def test_overlaps_left_uncounted_are_a_convention(report, monkeypatch) -> None:
    names = ("bytes in and out", "ties", "overlaps", "encoding")
    rungs = {name: RUNGS[name] for name in names}
    monkeypatch.setattr("bpe_core.check.climb.RUNGS", rungs)
    result = report("function_solution")
    assert result.fault is None
    assert result.convention == Convention("none", "greatest", overlaps=False)


def test_a_bug_is_no_convention(report) -> None:
    last = report("minbpe_solution", "max(counts, key=counts.get)", "list(counts)[-1]")
    assert last.convention == Convention("none", "greatest")
    assert [rung.state for rung in last.rungs].count("fails") == 1


def test_an_error_is_a_fault_with_its_line(report) -> None:
    result = report("function_solution", "if not counts:", "if word[5]:")
    assert result.fault.kind == "broken"
    assert result.fault.sentence == (
        "IndexError: list index out of range (function_solution.py, line 27)"
    )
