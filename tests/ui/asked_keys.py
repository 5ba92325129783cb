"""Which keys of the catalogues the code can ask for, read off its strings.

A key is asked for if it stands in the code, or if a key that the code puts together
(``f"why.{part}.title"``) fits it and the words in the gaps stand in the code as well. A word
may stand there for another reason, so a dead key can be missed; a living one never is dead.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.paths import modules

SOURCES = ("bpe_lab/**/*.py", "ui/**/*.py", "pages/*.py", "bpe_core/**/*.py")
# Rooms with modules of JavaScript.
ROOMS = (
    *("bpe_lab", "bpe_lab/player"),
    *(f"ui/{name}" for name in ("drafting", "hall", "lecture", "progress")),
)
QUOTED = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'")
TEMPLATE = re.compile(r"`([^`]*)`")
ASKED = re.compile(r"\bt\(\"([^\"]*)\"")
JOINED = re.compile(r"\bt\(([^(),]*~[^(),]*)")  # a key that a template of HTML puts together
GAP = r"([\w.-]+)"
# Of keys whose words are put together as well.
PREFIXES = (
    "error.",  # each is a rule of a class: `test_catalogues.py`
    "linked.say.count_",
)
INSTEAD = ".instead."  # what follows is asked for by that name


def unused(keys: Iterable[str], root: Path) -> list[str]:
    """The keys that nothing below ``root`` asks for."""
    words: set[str] = set()
    built: set[str] = set()
    for path in (path for place in SOURCES for path in root.glob(place)):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            words.update(_words(node))
            if isinstance(node, ast.JoinedStr):
                built.add(_pattern(node))
    folders = (folder for room in ROOMS for folder in root.glob(f"{room}/*"))
    for path in (path for folder in folders for path in modules(folder)):
        text = path.read_text("utf-8")
        words.update(word for pair in QUOTED.findall(text) for word in pair)
        built.update(_pattern_of_script(template) for template in TEMPLATE.findall(text))
    for path in (*root.glob("ui/**/*.html"), *root.glob("bpe_lab/site/*.html")):
        text = path.read_text("utf-8")
        words.update(word for pair in QUOTED.findall(text) for word in pair)
        words.update(ASKED.findall(text))  # within the quotes of an attribute, too
        built.update(map(_pattern_of_html, JOINED.findall(text)))
    fitting = [re.compile(pattern) for pattern in built if r"\." in pattern]
    spoken = {key: key.rpartition(INSTEAD)[2] for key in keys}
    return [
        key
        for key, name in spoken.items()
        if not (name in words or name.startswith(PREFIXES) or _fits(name, fitting, words))
    ]


def _words(node: ast.AST) -> Iterator[str]:
    """What a node says literally: strings, and names of arguments."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.keyword) and node.arg:
        yield node.arg


def _pattern(node: ast.JoinedStr) -> str:
    parts = (v.value if isinstance(v, ast.Constant) else None for v in node.values)
    return "".join(GAP if part is None else re.escape(str(part)) for part in parts)


def _pattern_of_script(template: str) -> str:
    return GAP.join(map(re.escape, re.split(r"\$\{[^}]*\}", template)))


def _pattern_of_html(joined: str) -> str:
    parts = (part.strip() for part in joined.split("~"))
    return "".join(re.escape(part.strip("\"'")) if part[0] in "\"'" else GAP for part in parts)


def _fits(key: str, patterns: list[re.Pattern[str]], words: set[str]) -> bool:
    found = (pattern.fullmatch(key) for pattern in patterns)
    return any(
        match and all(word in words or word.isdigit() for word in match.groups())
        for match in found
    )
