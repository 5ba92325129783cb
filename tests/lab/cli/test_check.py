"""``bpe-lab check``: the report, its files and exit codes, with a real process once each."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

from bpe_core.runtime.text import unpack

STUDENTS = Path(__file__).parents[1] / "check" / "students"


def test_a_sound_solution_holds_all_public_checks(bpe_lab, place) -> None:
    code, out, err = bpe_lab("check", str(STUDENTS / "minbpe_solution.py"))
    assert (code, err) == (0, "")
    assert "11 of 11 public checks hold." in out
    assert "of equal counts the one that stands first is merged" in out
    assert "| streaming | not asked |" in out
    assert "our naive trainer" in out


def test_what_differs_is_told_on_the_smallest_text(bpe_lab, place, tmp_path) -> None:
    solution = str(STUDENTS / "minbpe_solution.py")
    record, junit = tmp_path / "record.json", tmp_path / "junit.xml"
    files = ("--json", str(record), "--junit", str(junit), "--lab", "https://lab.example/")
    code, out, _ = bpe_lab("check", solution, "--tie-break", "greatest", *files)
    assert code == 1
    assert "2 of 11 public checks hold." in out
    assert (
        "On the text 'aab', merge 1 is a + a, and should be a + b: both stand there once, and "
        "of equals the greatest by its left bytes, then by its right ones, is merged." in out
    )
    assert "| 1 | a + a | a + b | yours 1, right 1 |" in out
    assert "To try it: text = 'aab'; vocab_size = 258; special_tokens = []; right = [" in out
    link = out.split("The lab's walk up to there: ")[1].strip()
    assert link.startswith("https://lab.example/train?text=own&own=")
    assert link.endswith("&merges=1&pattern=none")
    assert unpack(9)(link.split("own=")[1].split("&")[0]) == "aab"
    values = json.loads(record.read_text("utf-8"))
    assert values["public_checks"] == {"held": 2, "of": 11}
    assert values["fault"]["link"] == link
    assert (values["fault"]["decided"], values["fault"]["counts"]) == ("tie", [1, 1])
    suite = ElementTree.fromstring(junit.read_text("utf-8"))
    assert (suite.get("failures"), suite.get("tests")) == ("1", "14")
    assert [case.get("name") for case in suite if case.find("failure") is not None] == ["ties"]


def test_without_a_shrinker_the_text_stays(bpe_lab, place, monkeypatch) -> None:
    monkeypatch.setattr("bpe_lab.check.climb.has_shrinker", lambda: False)
    monkeypatch.setattr("bpe_lab.cli.check.has_shrinker", lambda: False)
    solution = str(STUDENTS / "minbpe_solution.py")
    _, out, _ = bpe_lab("check", solution, "--tie-break", "lowest_ids")
    assert "pip install 'bpe-lab[check]'" in out


def test_what_cannot_be_checked_is_one_line(bpe_lab, place, tmp_path) -> None:
    poem = tmp_path / "poem.py"
    poem.write_text("lines = 14\n")
    code, out, err = bpe_lab("check", str(poem))
    assert (code, out) == (1, "")
    assert str(tmp_path) not in err
    assert (
        "poem.py: none of the known shapes (cs336, minbpe, functions, tokenizer) is in it."
        in err
    )
    assert bpe_lab("check", str(tmp_path / "absent.py"))[0] == 1
    assert bpe_lab("check")[0] == 2
    assert bpe_lab("check", str(poem), "--command", "a {text}")[0] == 2
    assert bpe_lab("check", str(poem), "--seconds", "0")[0] == 1
    assert bpe_lab("check", "--command", "train")[0] == 1
    assert bpe_lab("check", str(poem), "--json", str(poem))[0] == 1
