"""The texts of what is planted, and a third language."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from bpe_lab.text import LANGUAGES, Language, catalogue, marked_catalogue, section
from tests.planted.rows import SetItem

TEXTS = {
    "lane.recount.title": "recount",
    "lane.recount.rung": "Counts everything again, into a counter.",
    "vocabulary.format.listing": "listing",
    "vocabulary.keeps.listing": "A line, and under it all of tokenizer.json.",
}


def plant_texts(setitem: SetItem, folder: Path) -> None:
    """The texts of trainer and format, in the catalogues of the languages that there are."""
    for name, row in dict(LANGUAGES).items():
        file = written(folder / f"{name}.toml", {**catalogue(name), **TEXTS})
        setitem(LANGUAGES, name, replace(row, file=str(file)))
    forget_texts()


def plant_language(setitem: SetItem, folder: Path, *, lacking: str = "") -> None:
    """Polish, of four plural categories; ``lacking`` is a key that is not translated."""
    texts = {key: in_polish(text) for key, text in catalogue("en").items() if key != lacking}
    file = written(folder / "pl.toml", texts)
    setitem(LANGUAGES, "pl", Language("PL", str(file), "pl"))


def in_polish(text: str) -> str:
    """The English text, and its nouns by the categories of Polish.

    >>> in_polish("{n:byte|bytes} of {m}")
    'PL {n:one=byte-1|few=bytes-2|many=bytes-5|other=bytes-x} of {m}'
    """
    forms = r"{\1:one=\2-1|few=\3-2|many=\3-5|other=\3-x}"
    return "PL " + re.sub(r"\{(\w+):([^}|]*)\|([^}]*)\}", forms, text)


def written(file: Path, texts: Mapping[str, str]) -> Path:
    # A name of a model has a dot of its own, so a key is one string.
    lines = (
        f"{json.dumps(key)} = {json.dumps(text, ensure_ascii=False)}"
        for key, text in texts.items()
    )
    file.write_text("\n".join(lines), "utf-8")
    return file


def forget_texts() -> None:
    marked_catalogue.cache_clear()
    catalogue.cache_clear()
    section.cache_clear()
