"""One file, one row and its texts: a trainer, a format and a language that are added here.

Nothing but rows and texts is planted (`tests.planted`), and everything finds them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

import bpe_core
from bpe_core.formats.known_formats import detect
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.registry import FORMATS
from bpe_core.train.options import TrainOptions
from bpe_lab.cli import main
from bpe_lab.cli import race as race_command
from bpe_lab.race.counted import count_trainer
from bpe_lab.race.growth import Growth, law_of
from bpe_lab.race.plan import LANES, RacePlan, lanes_of
from bpe_lab.race.run import race
from bpe_lab.scenes.lanes import LOOK_OF, palette_index
from bpe_lab.text import LANGUAGES, catalogue, fill, plurals
from tests.core.train.test_trainers_equal import assert_all_equal
from tests.planted.incomplete import incomplete
from tests.planted.rows import TRAINER, plant_format, plant_trainer
from tests.planted.texts import forget_texts, plant_language, plant_texts
from tests.ui.race_page.pages import Stage, race_page
from tests.ui.test_pages import errors_of, open_page
from ui.race.race_inputs import fields

CHILD = (sys.executable, "-P", str(Path(__file__).parent / "planted/race_child.py"))
TEXT = "low lower newest widest " * 20


@pytest.fixture
def setitem(monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """Puts a row into a table until the test ends; catalogues are read anew then."""
    forget_texts()
    yield monkeypatch.setitem
    monkeypatch.undo()
    forget_texts()


@pytest.fixture
def planted(setitem, tmp_path: Path) -> None:
    """All three."""
    plant_trainer(setitem)
    plant_format(setitem)
    plant_texts(setitem, tmp_path)
    plant_language(setitem, tmp_path)


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    """Races of the page are acted."""
    acted = Stage.put_up(monkeypatch)
    yield acted
    acted.line.stop_all()


def test_no_row_of_the_project_lacks_anything() -> None:
    lacking = incomplete()
    assert not lacking, "\n".join(lacking)


def test_what_a_row_lacks_is_said_by_name(setitem, tmp_path: Path) -> None:
    plant_trainer(setitem)
    plant_format(setitem)
    plant_language(setitem, tmp_path, lacking="app.name")
    lacking = incomplete()
    assert "lane recount: no lane.recount.rung in zh" in lacking
    assert "format listing: no vocabulary.keeps.listing in en" in lacking
    assert "language pl: no app.name" in lacking


@pytest.mark.usefixtures("planted")
class TestEverythingFinds:
    def test_nothing_missing(self) -> None:
        lacking = incomplete()
        assert not lacking, "\n".join(lacking)

    def test_the_trainer_in_equality(self) -> None:
        pre_tokens = list(pre_tokenize("aaabdaaabac low lower lowest"))
        assert_all_equal(pre_tokens, TrainOptions(tie_break="first_seen"))

    def test_a_trainer_that_differs_in_equality(self, setitem) -> None:
        def train_less(*args, **options):
            return islice(TRAINER.run(*args, **options), 1)

        plant_trainer(setitem, replace(TRAINER, run=train_less))
        with pytest.raises(AssertionError, match="recount"):
            assert_all_equal(list(pre_tokenize("low lower")), TrainOptions())

    def test_the_trainer_by_name(self) -> None:
        made = bpe_core.train(TEXT, vocab_size=262, trainer="recount")
        assert made == bpe_core.train(TEXT, vocab_size=262, trainer="naive")

    def test_the_trainer_on_the_train_page(self, setitem) -> None:
        asked = []

        def train_and_tell(*args, detail: bool):
            asked.append(detail)
            return TRAINER.run(*args, detail=detail)

        plant_trainer(setitem, replace(TRAINER, run=train_and_tell))
        at = open_page("train")
        box = at.selectbox(key="trainer")
        assert box.options == [catalogue("en")["lane.naive.title"], "recount"]
        at = open_page("train", trainer="recount")
        assert errors_of(at) == ""
        assert at.selectbox(key="trainer").value == "recount"
        assert asked == [True], "one run, every change of which is drawn"

    def test_the_trainer_on_the_race_page(self, stage: Stage) -> None:
        assert "recount" in fields("train")["ours"]
        others = set(lanes_of("train")) & set(LOOK_OF)
        assert palette_index("recount") not in map(palette_index, others)
        at = stage.settled(race_page(race_field="chosen", lanes="naive,recount"))
        assert errors_of(at) == ""
        assert stage.plans[0].lanes == ("naive", "recount")

    def test_the_trainer_s_theory_and_counts(self) -> None:
        growth = Growth("recount", "total", "size", ((1.0, 1.0),), None)
        assert law_of(growth) == "scans"
        plan = RacePlan(lanes=("recount", "naive"), options=TrainOptions(num_merges=4))
        counted = [
            count_trainer(LANES[name], TEXT, plan, lambda _: None) for name in plan.lanes
        ]
        assert counted[0] == counted[1]
        assert counted[0].items[1]["pairs_scanned"] > 0

    def test_the_trainer_in_a_race(
        self, monkeypatch: pytest.MonkeyPatch, capsys, tmp_path: Path
    ) -> None:
        monkeypatch.setattr(race_command, "race", partial(race, command=CHILD))
        (tmp_path / "low.txt").write_text(TEXT, "utf-8")
        options = ("--repeats", "1", "--vocab-size", "260", "--budget", "60")
        with pytest.raises(SystemExit) as ended:
            main(
                [
                    *("race", str(tmp_path / "low.txt"), *options),
                    *("--lane", "naive", "--lane", "recount"),
                ]
            )
        assert not ended.value.code
        assert "Identical merges in all 2 lanes compared: 4." in capsys.readouterr().out

    def test_the_format_in_convert_and_when_loaded(self, tmp_path: Path, capsys) -> None:
        model = bpe_core.train(TEXT, vocab_size=262, special_tokens=["<|x|>"], pattern="cl100k")
        bpe_core.save(model, tmp_path / "before")
        out = tmp_path / "after"
        with pytest.raises(SystemExit) as ended:
            main(["convert", str(tmp_path / "before"), "--to", "listing", "--out", str(out)])
        assert not ended.value.code
        assert f"{out / 'vocabulary.listing'}\n" in capsys.readouterr().out
        (out / "bpe-lab.json").rename(out / "bpe-lab (1).json")
        loaded = bpe_core.load(out)
        assert (loaded.pattern, loaded.special_tokens) == ("cl100k", model.special_tokens)
        assert bpe_core.encode(loaded, TEXT) == bpe_core.encode(model, TEXT)
        data = (out / "vocabulary.listing").read_bytes()
        assert detect({"named otherwise": data}) == "listing"
        model = replace(model, pattern="gpt2")
        for name in set(FORMATS) - {"listing", "subword_nmt", "tiktoken"}:
            files = {file: text.encode() for file, text in FORMATS[name].write(model).items()}
            assert detect(files) == name, "the others are known as before"

    def test_the_format_on_the_vocabulary_page(self) -> None:
        at = open_page("vocabulary", tokenizer="lab")
        at.session_state["save_as"] = "listing"
        at.run()
        assert errors_of(at) == ""
        assert at.get("download_button")

    def test_the_language_in_the_switch(self) -> None:
        at = open_page("train")
        switch = at.segmented_control(key="language")
        assert switch.options == ["EN", "中文", "PL"]
        at = open_page("train", "pl")
        assert errors_of(at) == ""
        assert at.selectbox(key="text").label == f"PL {catalogue('en')['input.text']}"

    def test_the_language_s_plurals(self, monkeypatch: pytest.MonkeyPatch) -> None:
        key = next(key for key, text in catalogue("en").items() if "{merges:" in text)
        assert "few=" in catalogue("pl")[key]
        monkeypatch.setattr("bpe_lab.text.language", lambda: "pl")
        forms = "{n:one=bajt|few=bajty|many=bajtów|other=bajta}"
        texts = [fill(forms, n=number) for number in (1, 2, 5, 22, 1.5)]
        assert texts == ["1 bajt", "2 bajty", "5 bajtów", "22 bajty", "1.5 bajta"]
        asked = {"other", *plurals.rule(LANGUAGES["pl"].tag).tags}
        assert asked == {"one", "few", "many", "other"}
