"""The command that repeats a race gives the terminal the same plan, text and vocabulary."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bpe_core import save, train
from bpe_core.cli import main
from bpe_core.cli import race as race_module
from bpe_core.errors import OptionError
from bpe_core.model import BPEModel
from bpe_core.race.command import command_of
from bpe_core.race.ladder import LANES, Lane, lanes_of
from bpe_core.race.plan import RacePlan
from bpe_core.race.standing import Standing
from bpe_core.race.texts import LIBRARY, RACE_TEXTS, race_text
from bpe_core.texts.corpus import INTJ
from bpe_core.texts.standard_library import standard_library
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TIE_BREAKS
from bpe_core.vocabularies import built_in

PAGE = RacePlan(lanes=("naive", "linked"), options=TrainOptions(num_merges=243))


class Asked(NamedTuple):
    """What a command would have raced."""

    plan: RacePlan
    text: str
    model: BPEModel | None


def asked_by(*argv: str) -> Asked:
    """Run the command up to its race; none is run."""
    asked: list[Asked] = []

    def race_of_no_time(
        plan: RacePlan, text: str, model: BPEModel | None, stop: object
    ) -> Standing:
        asked.append(Asked(plan, text, model))
        return Standing.before(plan, (len(text.encode()),))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(race_module, "run_race", race_of_no_time)
        patch.setattr(race_module, "report", lambda *_, **__: None)
        with pytest.raises(SystemExit) as ended:
            main(argv)
    assert not ended.value.code
    return asked[0]


def repeated(command: str) -> Asked:
    program, *argv = shlex.split(command)
    assert program == "bpe-lab"
    return asked_by(*argv)


def options(first: dict[str, st.SearchStrategy[int]]) -> st.SearchStrategy[TrainOptions]:
    tokens = st.text(st.characters(exclude_characters="\0", codec="utf-8"), min_size=2)
    return st.builds(
        TrainOptions,
        **first,
        special_tokens=st.lists(tokens, max_size=3, unique=True),
        tie_break=st.sampled_from(TIE_BREAKS),
    )


PLANS = st.builds(
    RacePlan,
    lanes=st.lists(st.sampled_from(lanes_of("train")), min_size=1, unique=True, max_size=9).map(
        lambda lanes: ("linked", *(lane for lane in lanes if lane != "linked"))
    ),
    options=options({"num_merges": st.integers(0, 5000)})
    | options({"vocab_size": st.integers(300, 5000)}),
    pattern=st.sampled_from(["gpt2", "o200k", "none", r"custom:-|'.+?' \$\d|(?s:.)"]),
    sizes=st.lists(st.integers(1, 20_000), unique=True, max_size=5).map(
        lambda sizes: tuple(sorted(sizes))
    ),
    repeats=st.integers(1, 101),
    warm_ups=st.integers(0, 101),
    budget=st.floats(0, 3600, exclude_min=True),
    counting=st.booleans(),
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(plan=PLANS, name=st.sampled_from([*list(LIBRARY)[:2], "intj", "story_zh"]))
def test_a_command_gives_the_plan_and_the_text_that_it_was_made_of(
    plan: RacePlan, name: str
) -> None:
    again = repeated(command_of(plan, name))
    assert again == (plan, race_text(name).text, None)


def test_only_what_is_not_the_default_is_told() -> None:
    assert command_of(PAGE, "library_20k") == "bpe-lab race --lane naive --lane linked"
    growing = replace(PAGE, sizes=(10, 97), repeats=3, counting=False, budget=2.5)
    assert command_of(growing, "intj") == (
        "bpe-lab race --lane naive --lane linked --size 10 --size 97 --repeats 3"
        " --budget 2.5 --no-count --text intj"
    )


def test_without_arguments_the_terminal_races_what_the_page_opens_with() -> None:
    plan, text, model = asked_by("race")
    installed = tuple(lane for lane in lanes_of("train") if LANES[lane].is_installed)
    assert plan == replace(PAGE, lanes=installed)
    assert (text, model) == (standard_library(20_000).text, None)


@pytest.mark.parametrize("file", ["low.txt", "-v.txt", "it's $HOME.txt", "intj"])
def test_a_text_of_ones_own_is_a_file(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(file).write_text("low lower", "utf-8")
    assert repeated(command_of(PAGE, "upload", file=file)) == (PAGE, "low lower", None)
    assert command_of(PAGE, "own").endswith(" --lane linked TEXT")


@pytest.mark.parametrize("own", [False, True])
def test_encoders_are_repeated_with_their_vocabulary(
    own: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    mine = train("low lower newest widest", vocab_size=260, pattern="o200k")
    save(mine, "MODEL")
    model = mine if own else built_in("lab")
    plan = RacePlan(
        lanes=("merge_list", "cached"), work="encode", pattern=model.pattern, repeats=2
    )
    command = command_of(plan, "code", model="MODEL" if own else "")
    assert repeated(command) == (plan, race_text("code").text, model)


@pytest.mark.parametrize(
    "told", [TrainOptions(), TrainOptions(num_merges=3, min_count=2)], ids=["no end", "count"]
)
def test_a_plan_that_no_command_tells_is_refused(told: TrainOptions) -> None:
    with pytest.raises(OptionError, match="in a command"):
        command_of(replace(PAGE, options=told), "intj")


def test_every_text_with_a_name_can_be_asked_for() -> None:
    for name in set(RACE_TEXTS) - {"library_1m", "library_21m"}:
        assert asked_by("race", "--lane", "linked", "--text", name).text
    assert asked_by("race", "--lane", "linked", "--text", "intj").text == INTJ


def test_sizes_beyond_the_default_take_more_of_the_library() -> None:
    _, text, _ = asked_by("race", "--lane", "linked", "--size", "20001")
    assert text == race_text("library_130k").text


def test_lanes_that_are_not_installed_are_asked_for_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(LANES, "rustbpe", Lane(library="no_such_library"))
    plan = replace(PAGE, lanes=("linked", "rustbpe"))
    assert repeated(command_of(plan, "intj")).plan == plan
