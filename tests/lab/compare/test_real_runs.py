"""Real systems on tiny texts: all in this process, and two in processes of their own."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from bpe_core.registry import SYSTEMS
from bpe_core.texts.corpus import sample
from bpe_lab.compare.comparison import ComparePlan, CompareStanding, CompareTask, Reached, apply
from bpe_lab.compare.ideals import ideals
from bpe_lab.compare.runs import CorpusParts, compare, folder_of, load_system, planned
from bpe_lab.compare.texts import BREAKING, sentences
from tests.lab.measure.in_process import put_in_process

SIZE = 600
CORPORA = ("../en", "zh")  # a name is never a path
LOSSLESS = ("bpe", "bbpe")


@pytest.fixture(scope="module")
def compared(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[CompareStanding, Path, set[str]]:
    """All systems over two tiny corpora, once."""
    keep = tmp_path_factory.mktemp("kept")
    texts = [sample(name).text.encode() for name in ("story_en", "story_zh")]
    sources = {name: CorpusParts(text * 5) for name, text in zip(CORPORA, texts, strict=True)}
    plan = ComparePlan(
        corpora=CORPORA, systems=tuple(SYSTEMS), vocab_sizes=(SIZE,), budget=120.0, threads=1
    )
    standing, phases = CompareStanding.before(plan), set()
    place = tmp_path_factory.mktemp("runs")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(place))
        put_in_process(patch)
        for event in compare(plan, sources, keep=keep):
            apply(standing, event)
            if isinstance(event, Reached):
                phases.add(event.phase)
    assert not list(place.iterdir()), "a folder is left"
    return standing, keep, phases


@pytest.mark.usefixtures("place")
def test_systems_in_processes_of_their_own_come_to_their_end() -> None:
    """With what is prepared for them."""
    systems = ("bpe", "sentencepiece_bpe")
    plan = ComparePlan(corpora=("zh",), systems=systems, vocab_sizes=(SIZE,))
    standing = CompareStanding.before(plan)
    for event in compare(plan, {"zh": CorpusParts(sample("story_zh").text.encode() * 5)}):
        apply(standing, event)
    for task in planned(plan):
        entry = standing.entries[task]
        assert entry.state == "done", f"{task}: {entry.reason}"
        assert entry.training
        assert entry.training.peak_bytes >= entry.training.before_bytes > 0


def test_every_system_that_is_installed_comes_to_its_end(compared) -> None:
    standing, _, phases = compared
    for task in planned(standing.plan):
        entry = standing.entries[task]
        assert entry.state == "done", f"{task}: {entry.reason}"
        assert entry.training.seconds > 0
        assert 0 < entry.training.vocab_size <= SIZE
        assert entry.training.peak_bytes >= entry.training.before_bytes > 0
        assert [one.corpus for one in entry.measured.encodings] == sorted(
            CORPORA, key=lambda name: name != task.corpus
        ), "its own source first"
        assert [check.name for check in entry.measured.checks] == list(BREAKING)
        assert [one.name for one in entry.measured.languages] == list(sentences())
        assert entry.measured.file_bytes > 0
    assert {"train", "encode", "check", "exchange"} <= phases


def test_lossless_systems_give_all_texts_back_and_the_default_loses_the_comma(compared) -> None:
    standing, _, _ = compared
    for name in LOSSLESS:
        found = ideals(standing, CompareTask("zh", SIZE, name))
        assert found.is_lossless, name
        assert found.texts == len(BREAKING) + len(CORPORA)
    entry = standing.entries[CompareTask("zh", SIZE, "sentencepiece_default")]
    if entry.state == "done":
        verdicts = {check.name: check for check in entry.measured.checks}
        assert verdicts["full_width"].verdict == "other"
        assert "，" not in verdicts["full_width"].came_back
        assert verdicts["empty"].verdict == "same"


def test_the_kept_systems_encode_as_they_did(compared) -> None:
    standing, keep, _ = compared
    for task in planned(standing.plan):
        system = load_system(keep, standing.plan, task)
        for language in standing.entries[task].measured.languages:
            tokens = len(system.encode(sentences()[language.name]))
            assert tokens == language.tokens, f"{task}, {language.name}"
    folders = {folder_of(keep, standing.plan, task) for task in planned(standing.plan)}
    assert set(keep.iterdir()) == folders, "nothing else is written, and nowhere else"
