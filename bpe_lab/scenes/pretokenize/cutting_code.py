"""The code that cuts a text: pseudo-code beside the running source. A board lights no line."""

from __future__ import annotations

from bpe_core.pretokenize import pre_tokens
from bpe_lab.scenes.plain_source import plain_source
from bpe_lab.scenes.recording import Json, text

CODE = "code"
ROWS = 9  # lines; no higher than the patterns that stand in its place
# In words, where the catalogue has them.
PSEUDO: tuple[tuple[str, str | None], ...] = (
    ("parts", None),
    ("special", None),
    ("matches", None),
    ("bytes", '    pre_token = match.encode("utf-8")'),
    ("count", "    count[pre_token] += 1"),
)


def code_widget() -> Json:
    """Two tabs."""
    lines = [{"code": code or text(f"pretokenize.code.{name}")} for name, code in PSEUDO]
    pseudo = {"title": "linked.code.pseudo", "first": 1, "lines": lines}
    source = plain_source(
        pre_tokens.split_special,
        pre_tokens.split_by_alternative,
        pre_tokens.pre_tokenize_by_alternative,
        pre_tokens.ordinary_parts,
    )
    title = "linked.code.title"
    return {"id": CODE, "kind": "code", "title": title, "rows": ROWS, "tabs": [pseudo, source]}
