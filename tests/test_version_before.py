"""What readers hold from version 0.1 still opens: links, models, a record of a comparison.

The data were written by that version (`tests/data/version_0_1`); its recordings are played in
`bpe_lab/player/core/book.test.js`.
"""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

import pytest

from bpe_core import decode, encode, load
from bpe_lab.cli import main
from bpe_lab.compare.kept import read_record, record_of, table_csv
from tests.paths import DATA
from tests.ui.test_pages import open_page

BEFORE = DATA / "version_0_1"
LINKS = json.loads((BEFORE / "links.json").read_text("utf-8"))
FIELDS = (
    *("selectbox", "number_input", "text_input", "text_area"),
    *("multiselect", "button_group", "toggle", "checkbox", "slider"),
)
# The switch for special tokens went with the whole text to the page of tokens.
MOVED = defaultdict(str, encode="allow")
TEXT = "lowest 的 newest"


def values_of(at: Any) -> dict[str, Any]:
    """What the fields of a page hold, by their keys."""
    fields = [field for kind in FIELDS for field in at.get(kind) if field.key]
    return {field.key: json.loads(json.dumps(field.value)) for field in fields}


@pytest.mark.parametrize(
    "link", LINKS, ids=lambda link: f"{link['page']}-{link['language']}-{len(link['query'])}"
)
def test_a_link_sets_the_fields_that_it_set(link: dict[str, Any]) -> None:
    at = open_page(link["page"], link["language"], **link["query"])
    assert not at.exception
    assert [message.value for kind in (at.error, at.warning) for message in kind] == []
    fields = values_of(at)
    values = {key: value for key, value in link["values"].items() if key != MOVED[link["page"]]}
    assert {key: fields[key] for key in values} == values
    parameters = {
        key: value if isinstance(value, str) else value[0]
        for key, value in at.query_params.items()
    }
    assert parameters == link["address"], "the address that a reader copies is the same"


# What the files of a format leave open.
LEFT_OPEN: dict[str, dict[str, Any]] = {
    "tiktoken": {"pattern": "gpt2", "special_tokens": {"<|endoftext|>": 256}}
}


@pytest.mark.parametrize("name", ["gpt2", "bbpe", "tiktoken", "huggingface"])
def test_a_model_is_the_one_that_was_saved(name: str) -> None:
    model = load(BEFORE / "models" / name, **LEFT_OPEN.get(name, {}))
    assert model.merges_as_bytes()[:3] == [(b"w", b"e"), (b"s", b"t"), (b"l", b"o")]
    assert decode(model, encode(model, TEXT)) == TEXT


def test_a_record_of_a_comparison_is_printed_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["compare", "--from", str(BEFORE / "comparison.json")])
    assert not ended.value.code
    table = capsys.readouterr().out
    assert "280" in table
    assert "subword-nmt" in table


def test_a_failed_run_of_a_record_has_its_text() -> None:
    """As that version wrote it: a line of English, which is not read for what it means."""
    record = json.loads((BEFORE / "comparison.json").read_text("utf-8"))
    line = (
        "CharactersNeedMoreError: vocab_size 600 is below 990, what this text's characters need"
    )
    record["runs"][0] |= {"state": "failed", "reason": line}
    standing = read_record(json.dumps(record).encode()).standing
    reason = next(entry.reason for entry in standing.entries.values())
    assert (reason.text, reason.problem) == (line, None)
    assert [run["reason"] for run in record_of(standing, {})["runs"]] == [line, ""]
    assert line in table_csv(standing)
