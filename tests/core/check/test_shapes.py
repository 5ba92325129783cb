"""Shapes are recognised by what they take, in packages too; a command is of any language."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bpe_core.check.loading import names_of
from bpe_core.check.shapes.command import load_command
from bpe_core.check.shapes.known_shapes import SHAPES, recognise
from bpe_core.check.shapes.solution import ENCODES, STREAMS, Lesson
from bpe_core.errors import OptionError

STUDENTS = Path(__file__).parent / "students"


@pytest.fixture(autouse=True)
def imports_forgotten(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_has_a_solution_of_its_own(shape: str) -> None:
    name = {"functions": "function"}.get(shape, shape)
    names = names_of([STUDENTS / f"{name}_solution.py"])
    assert [row for row, recognised in SHAPES.items() if recognised(names, "")] == [shape]


def test_trainer_and_tokenizer_may_lie_in_two_files(tmp_path: Path) -> None:
    solution = (STUDENTS / "cs336_solution.py").read_text("utf-8")
    (tmp_path / "trainer.py").write_text(solution.split("class Tokenizer")[0])
    (tmp_path / "tokenizer.py").write_text(solution.replace("def run_train_bpe", "def other"))
    trainer, tokenizer = tmp_path / "trainer.py", tmp_path / "tokenizer.py"
    alone = recognise(names_of([trainer]))
    assert alone
    assert not alone.abilities & {ENCODES, STREAMS}
    both = recognise(names_of([trainer, tokenizer]))
    assert both
    assert {ENCODES, STREAMS} <= both.abilities


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

    loaded = recognise(names_of([package / "regex.py"]))
    assert loaded
    assert loaded.title == "minbpe's Own"
    assert sys.modules["regex"] is regex


def test_a_class_is_chosen_by_its_name() -> None:
    names = names_of([STUDENTS / "minbpe_solution.py"])
    names["Second"] = type("Second", (names["BasicTokenizer"],), {})
    assert recognise(names, "Second").title == "minbpe's Second"  # type: ignore[union-attr]  # it fits
    assert recognise(names, "Third") is None


def test_a_file_without_a_shape_has_none(tmp_path: Path) -> None:
    (tmp_path / "poem.py").write_text("lines = 14\n")
    assert recognise(names_of([tmp_path / "poem.py"])) is None
    with pytest.raises(OptionError):
        names_of([tmp_path / "absent.py"])


def test_a_command_is_given_its_words_and_read_from_its_file() -> None:
    lines = "'#version: 0.2\\nĠ a\\n' * (sys.argv[3] == '2')"
    code = f"import sys; open(sys.argv[2], 'w').write({lines})"
    loaded = load_command(f'{sys.executable} -c "{code}" {{text}} {{out}} {{merges}}')
    assert loaded.solution.train("a a", 258, ()).merges == ((b" ", b"a"),)
    with pytest.raises(RuntimeError, match="code 3"):
        load_command(f"{sys.executable} -c 'exit(3)' {{text}}").solution.train("a", 257, ())


def test_a_tokenizer_of_functions_gets_what_training_gave() -> None:
    loaded = recognise(names_of([STUDENTS / "function_solution.py"]))
    assert loaded
    tokenizer = loaded.solution.tokenizer(Lesson("abab", [(b"a", b"b")]))
    ids = tokenizer.encode("abc")
    assert [tokenizer.token(number) for number in ids] == [b"ab", b"c"]
    assert tokenizer.decode(ids) == "abc"
