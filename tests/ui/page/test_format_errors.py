"""A broken file is told in the reader's language, its values made harmless."""

from __future__ import annotations

from pathlib import Path

import pytest

import bpe_core
from bpe_core.errors import FormatError
from bpe_core.formats.format_rules import PHRASES
from bpe_core.registry import FORMATS
from bpe_lab import text
from bpe_lab.text import messages
from tests.paths import ROOT

BROKEN = {
    "merges.txt, line 2": {"vocab.json": b'{"a": 0}', "merges.txt": b"a a\nb"},
    "vocab.json, key": {"vocab.json": b'{"<b>": -1}', "merges.txt": b"a a\n"},
    "a zip": {"vocab.json": b"PK\x03\x04", "merges.txt": b""},
}
SAID = {
    "en": {
        "merges.txt, line 2": "merges\\.txt, line 2: a line must hold two tokens",
        "vocab.json, key": "vocab\\.json, key \\'\\<b\\>\\': \\-1 is no id",
        "a zip": "vocab\\.json, as a whole: this is an archive (zip)",
    },
    "zh": {
        "merges.txt, line 2": "merges\\.txt，第 2 行：一行应当是两个词元",
        "vocab.json, key": "vocab\\.json，键 \\'\\<b\\>\\'：\\-1 不是 id",
        "a zip": "vocab\\.json，整个文件：这是 zip 压缩包",
    },
}


def told(language: str, files: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(text, "language", lambda: language)
    with pytest.raises(FormatError) as caught:
        FORMATS["gpt2"].read(files)
    return messages.message(caught.value)


@pytest.mark.parametrize("what", BROKEN)
@pytest.mark.parametrize("language", SAID)
def test_place_and_rule_are_told(
    language: str, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert told(language, BROKEN[what], monkeypatch).startswith(SAID[language][what])


@pytest.mark.parametrize("language", SAID)
def test_a_wrong_pattern_is_told_within(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "language", lambda: language)
    split = '{"type": "Split", "pattern": {"Regex": "(a"}, "behavior": "Isolated"}'
    byte_level = '{"type": "ByteLevel", "add_prefix_space": false, "use_regex": false}'
    pre = f'{{"type": "Sequence", "pretokenizers": [{split}, {byte_level}]}}'
    file = FORMATS["huggingface"].write(_empty())["tokenizer.json"]
    start = file.index('"pre_tokenizer"')
    end = file.index('"post_processor"')
    broken = f'{file[:start]}"pre_tokenizer": {pre}, {file[end:]}'
    with pytest.raises(FormatError) as caught:
        FORMATS["huggingface"].read({"tokenizer.json": broken.encode()})
    message = messages.message(caught.value)
    place = {"en": "key \\'pre\\_tokenizer\\': ", "zh": "键 \\'pre\\_tokenizer\\'：正则："}
    assert place[language] in message
    assert not message.endswith(("..", "。。"))


def _empty() -> bpe_core.BPEModel:
    return bpe_core.train("a", vocab_size=256)


ROOMS = ("formats", "systems", "tokenizers")


def test_every_rule_is_used() -> None:
    """A phrase that no module asks for is dead."""
    core = Path(bpe_core.__file__).parent
    modules = [path for room in ROOMS for path in core.glob(f"{room}/**/*.py")]
    modules += (ROOT / "ui").glob("*.py")  # where several files are given
    source = "".join(path.read_text("utf-8") for path in modules)
    source = source.replace(source[source.index("LOCATIONS") : source.index("class Rule(")], "")
    assert [key for key in PHRASES if f'"{key}"' not in source] == []


@pytest.mark.parametrize(
    "value", [":smile:", ":material/home:", ":streamlit:", "->", "<->", "a -- b", ">=", "~="]
)
def test_what_streamlit_replaces_is_torn(value: str) -> None:
    """Its replacements know no backslash; with a sign unseen they find nothing."""
    drawn = messages.escaped(value).replace("\\", "")
    assert drawn.replace(messages.JOINER, "") == value
    assert value not in drawn


@pytest.mark.parametrize("value", ["a:b", "12:30", "->x", "a-b", "low lower"])
def test_other_values_stay_whole(value: str) -> None:
    assert messages.JOINER not in messages.escaped(value)
