"""How Hugging Face says by what a text is split, and what that is called here."""

from __future__ import annotations

from typing import Any

from bpe_core.errors import InputError
from bpe_core.formats.rules import at, broken
from bpe_core.patterns import pattern_name, pattern_text

KNOWN = "ByteLevel, Sequence (Split, ByteLevel)"
KEY = "pre_tokenizer"


def pre_tokenizer_of(pattern: str) -> dict[str, Any]:
    """The component that splits as ``pattern`` does and maps bytes to characters."""
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
    if pattern == "gpt2":
        return {**byte_level, "use_regex": True}
    text = pattern_text(pattern)
    if text is None:
        return {**byte_level, "use_regex": False}
    split = {
        "type": "Split",
        "pattern": {"Regex": text},
        "behavior": "Isolated",
        "invert": False,
    }
    return {"type": "Sequence", "pretokenizers": [split, {**byte_level, "use_regex": False}]}


def pattern_of(file: str, component: Any) -> str:
    """The name of the pattern; raises ``FormatError`` for what is not done here."""
    parts = [component]
    if isinstance(component, dict) and isinstance(component.get("pretokenizers"), list):
        parts = component["pretokenizers"]
    kinds = [part.get("type") if isinstance(part, dict) else part for part in parts]
    if kinds not in (["ByteLevel"], ["Split", "ByteLevel"]):
        raise broken(file, at("key", KEY), "one_of", known=KNOWN, value=repr(kinds))
    byte_level, is_split = parts[-1], len(parts) == 2
    if byte_level.get("add_prefix_space", True) is not False:
        raise broken(file, at("key", KEY), "unsupported", value="add_prefix_space")
    splits_again = byte_level.get("use_regex", True)
    if not is_split:
        return "gpt2" if splits_again else "none"
    if splits_again:
        raise broken(file, at("key", KEY), "unsupported", value="Split + use_regex")
    return _pattern_of_split(file, parts[0])


def _pattern_of_split(file: str, split: dict[str, Any]) -> str:
    """A pattern takes every character, so keeping the matches alone is keeping everything."""
    behaviour, inverted = split.get("behavior"), split.get("invert")
    if behaviour != "Isolated" and (behaviour, inverted) != ("Removed", True):
        value = repr(f"{behaviour}, invert {inverted}")
        raise broken(file, at("key", KEY), "unsupported", value=value)
    pattern = split.get("pattern")
    text = pattern.get("Regex") if isinstance(pattern, dict) else None
    if not isinstance(text, str):
        raise broken(file, at("key", KEY), "unsupported", value=repr(pattern))
    try:
        return pattern_name(text)
    except InputError as error:
        raise broken(file, at("key", KEY), "pattern", problem=error) from error
