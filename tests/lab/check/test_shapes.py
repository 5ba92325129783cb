"""Shapes are recognized by what they take, in packages too; a command is of any language."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bpe_core.errors import OptionError
from bpe_lab.check.candidate import Submission, open_candidate
from bpe_lab.check.shapes import SHAPES, recognize, what_is_missing
from bpe_lab.check.shapes.functions import load_command
from bpe_lab.check.shapes.solution import Ability, Lesson, merges_of
from bpe_lab.check.student_process import names_of
from bpe_lab.measure.reasons import RunError
from tests.lab.check.in_process import LocalSubject

STUDENTS = Path(__file__).parent / "students"


@pytest.fixture(autouse=True)
def imports_forgotten(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_has_a_solution_of_its_own(shape: str) -> None:
    name = {"functions": "function", "tokenizer": "cs336"}.get(shape, shape)
    names = names_of([STUDENTS / f"{name}_solution.py"])
    if shape == "tokenizer":
        del names["run_train_bpe"]
    assert next(row for row, recognized in SHAPES.items() if recognized(names, "")) == shape
    trains = shape != "tokenizer"
    assert (Ability.TRAINS in SHAPES[shape](names, "").abilities) is trains  # type: ignore[union-attr]  # it fits


def test_trainer_and_tokenizer_may_lie_in_two_files(tmp_path: Path) -> None:
    solution = (STUDENTS / "cs336_solution.py").read_text("utf-8")
    (tmp_path / "trainer.py").write_text(solution.split("class Tokenizer")[0])
    (tmp_path / "tokenizer.py").write_text(solution.replace("def run_train_bpe", "def other"))
    trainer, tokenizer = tmp_path / "trainer.py", tmp_path / "tokenizer.py"
    alone = recognize(names_of([trainer]))
    assert alone
    assert not alone.abilities & {Ability.ENCODES, Ability.STREAMS}
    both = recognize(names_of([trainer, tokenizer]))
    assert both
    assert {Ability.ENCODES, Ability.STREAMS} <= both.abilities


ABSTRACT = """
from abc import ABC, abstractmethod

class BaseTokenizer(ABC):
    def __init__(self, vocab, merges, special_tokens=None): ...
    @abstractmethod
    def encode(self, text): ...

def run_train_bpe("""
UNDONE = """class Base:
    def train(self, text, vocab_size):
        raise NotImplementedError
    def encode(self, text): ...
    def decode(self, ids): ...

class BasicTokenizer(Base):
"""
GIVES_BOTH = """    vocab = {number: bytes([number]) for number in range(256)}
    vocab |= {256 + rank: a + b for rank, (a, b) in enumerate(merges)}
    return merges, vocab
"""
READ = """    with open(input_path, encoding="utf-8", newline="") as file:
        text = file.read()
"""
AS_METHOD = """class Trainer:
    @classmethod
    def fit(cls, file, vocab_size, special_tokens):
        return learn(file, vocab_size, special_tokens)


class Tokenizer:"""
# A sound solution and what is replaced in it, which leaves it as sound.
VARIANTS = {
    "merges before the vocabulary": ("cs336", "(self, vocab, merges,", "(self, merges, vocab,"),
    "merges given before the vocabulary": (
        *("cs336", "return dict(enumerate(vocab + [a + b for a, b in merges])), merges"),
        "return merges, dict(enumerate(vocab + [a + b for a, b in merges]))",
    ),
    "a corpus that is a path": ("cs336", "input_path", "corpus"),
    "trained on a text": ("cs336", READ, "", "run_train_bpe(input_path", "train_bpe(text"),
    "one special token": (
        *("cs336", "merges, special_tokens=None", "merges, special_token: str = ''"),
        *("special_tokens or []", "[special_token] if special_token else []"),
    ),
    "a trainer that is a class method": (
        "cs336",
        "run_train_bpe(",
        "learn(",
        "class Tokenizer:",
        AS_METHOD,
    ),
    "an abstract class before": ("cs336", "\ndef run_train_bpe(", ABSTRACT),
    "a class that leaves train to others": ("minbpe", "class BasicTokenizer:\n", UNDONE),
    "a compiled pattern": (
        *("minbpe_special", "(PATTERN, text)", "(self.pattern, text)"),
        *("= PATTERN, {}", "= regex.compile(PATTERN), {}"),
    ),
    "a class of a corpus": (
        "minbpe",
        "(self, text, vocab_size, verbose=False)",
        "(self, corpus, vocab_size)",
        "list(text.encode())\n        self",
        "list(corpus.encode())\n        self",
    ),
    "a number of merges": (
        *("function", "(text, vocab_size)", "(text, num_merges)"),
        *("range(vocab_size - 256)", "range(num_merges)"),
    ),
    "merges with their ids": (
        *("function", "    return merges\n", "    return list(zip(merges, range(256, 999)))\n"),
        *("for pair in merges", "for pair, _ in merges"),
        *(
            "enumerate(merges)}\n    return",
            "enumerate(pair for pair, _ in merges)}\n    return",
        ),
    ),
    "a vocabulary for decode": (
        *("function", "def train(", "def train_bpe(", "    return merges\n", GIVES_BOTH),
        *("def decode(ids, merges):\n", "def decode(ids, vocab):\n"),
        *("    tokens = {256 + rank: a + b for rank, (a, b) in enumerate(merges)}\n", ""),
        *("tokens.get(number) or bytes([number])", "vocab[number]"),
    ),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_what_is_taken_and_given_may_have_other_names_and_another_order(
    name: str, tmp_path: Path
) -> None:
    solution, *replaced = VARIANTS[name]
    code = (STUDENTS / f"{solution}_solution.py").read_text("utf-8")
    for part, other in zip(replaced[::2], replaced[1::2], strict=True):
        assert part in code
        code = code.replace(part, other)
    path = tmp_path / "variant.py"
    path.write_text(code, "utf-8")
    loaded = recognize(names_of([path]))
    assert loaded
    specials, cut = loaded.specials, {"minbpe": "none", "function": ""}
    assert loaded.pattern == cut.get(solution, "gpt2")
    trained = loaded.solution.train("ab ab", 257 + len(specials), specials)
    assert trained.merges == ((b"a", b"b"),)
    tokenizer = loaded.solution.tokenizer(Lesson("abab", [(b"a", b"b")], specials))
    ids = tokenizer.encode("abc")
    assert [tokenizer.token(number) for number in ids] == [b"ab", b"c"]
    assert tokenizer.decode(ids) == "abc"


def test_merges_that_cannot_be_read_are_shown() -> None:
    with pytest.raises(ValueError, match=r"no merges, as pairs of tokens or of ids: \[1, 2\]"):
        merges_of([1, 2])


def test_a_class_that_needs_what_is_not_known_fits_no_shape(tmp_path: Path) -> None:
    code = (STUDENTS / "minbpe_solution.py").read_text("utf-8")
    head = "class BasicTokenizer:\n"
    code = code.replace(head, f"{head}    def __init__(self, folder):\n        pass\n\n")
    (tmp_path / "needs.py").write_text(code, "utf-8")
    names = names_of([tmp_path / "needs.py"])
    assert recognize(names) is None
    assert "class BasicTokenizer(folder) with train(self, text," in what_is_missing(names)


def test_a_file_of_a_package_is_imported_as_one(tmp_path: Path) -> None:
    package = tmp_path / "mine"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "base.py").write_text("from beside import Base")
    (package / "beside.py").write_text("class Base: ...")
    code = "from .base import Base\n\nclass Own(Base):\n"
    code += "    def train(self, text, vocab_size): ...\n"
    code += "    def encode(self, text): ...\n    def decode(self, ids): ...\n"
    (package / "regex.py").write_text(code)
    import regex

    loaded = recognize(names_of([package / "regex.py"]))
    assert loaded
    assert loaded.title == "minbpe's Own"
    assert sys.modules["regex"] is regex


def test_a_class_is_chosen_by_its_name() -> None:
    names = names_of([STUDENTS / "minbpe_solution.py"])
    names["Second"] = type("Second", (names["BasicTokenizer"],), {})
    assert recognize(names, "Second").title == "minbpe's Second"  # type: ignore[union-attr]  # it fits
    assert recognize(names, "Third") is None
    there = "it has no class Third; there are: BasicTokenizer, Second"
    assert what_is_missing(names, "Third") == there


def test_what_was_found_is_named_with_what_to_rename(tmp_path: Path) -> None:
    code = "def learn(book, n): ...\n\nclass Enc:\n    def to_ids(self, text): ...\n"
    (tmp_path / "other.py").write_text(code)
    sentence = what_is_missing(names_of([tmp_path / "other.py"]))
    assert "Found: learn(book, n); class Enc() with to_ids(self, text). Call" in sentence


def test_a_package_that_asks_for_its_own_version_is_to_be_installed(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(
        "from importlib.metadata import version\n\n__version__ = version('never_installed')\n"
    )
    subject = LocalSubject(Submission((str(tmp_path / "own.py"),)))
    with pytest.raises(RunError, match="package never_installed, which is not installed here"):
        open_candidate(subject)  # type: ignore[arg-type]  # answers alike


def test_a_file_without_a_shape_has_none(tmp_path: Path) -> None:
    (tmp_path / "poem.py").write_text("lines = 14\n")
    names = names_of([tmp_path / "poem.py"])
    assert recognize(names) is None
    assert "Found: no function and no class. Call the trainer" in what_is_missing(names)
    with pytest.raises(OptionError):
        names_of([tmp_path / "absent.py"])


def test_a_command_is_given_its_words_and_read_from_its_file() -> None:
    lines = "'#version: 0.2\\nĠ a\\n' * (sys.argv[3] == '2')"
    code = f"import sys; open(sys.argv[2], 'w').write({lines})"
    loaded = load_command(f'{sys.executable} -c "{code}" {{text}} {{out}} {{merges}}')
    assert loaded.solution.train("a a", 258, ()).merges == ((b" ", b"a"),)
    with pytest.raises(RuntimeError, match="code 3"):
        load_command(f"{sys.executable} -c 'exit(3)' {{text}}").solution.train("a", 257, ())
