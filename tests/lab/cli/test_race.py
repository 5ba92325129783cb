"""``bpe-lab race`` from end to end; processes are real where a process is the point."""

from __future__ import annotations

import csv
import json
import shlex
import signal
import subprocess
import sys
from dataclasses import replace
from importlib.machinery import SourceFileLoader
from io import StringIO
from pathlib import Path
from statistics import median
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.console import Console

from bpe_core import save, train
from bpe_core.errors import OptionError
from bpe_core.library import standard_library
from bpe_core.model import BPEModel
from bpe_core.texts.corpus import INTJ
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TIE_BREAKS
from bpe_core.vocabularies import built_in
from bpe_lab.cli import main
from bpe_lab.cli import race as race_module
from bpe_lab.cli import terminal as terminal_module
from bpe_lab.cli.terminal import Stop, stoppable
from bpe_lab.measure.record import quartiles
from bpe_lab.race.plan import LANES, Lane, RacePlan, command_of, lanes_of
from bpe_lab.race.standing import Standing
from bpe_lab.race.texts import LIBRARY, RACE_TEXTS, race_text
from tests.lab.cli.running import TIMEOUT, signaled, start, streams, unread_pipe
from tests.lab.cli.training import TEXT
from tests.lab.race.running import comes_true, naming, stubs

QUICK = ("--repeats", "2", "--vocab-size", "262", "--budget", "60")


def cells(out: str, lane: str) -> list[str]:
    """The row of a lane in the first table."""
    return [
        cell.strip() for cell in out.partition(f"\n| {lane} |")[2].split("\n")[0].split("|")
    ]


def test_a_race_is_told_as_a_table_with_its_verdict(bpe_lab, corpus: str) -> None:
    code, out, err = bpe_lab("race", corpus, *QUICK, "--lane", "naive", "--lane", "linked")
    assert (code, err) == (0, ""), "a bar is drawn on terminals only"
    assert out.startswith("low.txt, 960 bytes, vocabulary 262, ties: greatest, pattern gpt2")
    assert "| lane | time, linked = 1 | median s | quartiles s |" in out
    assert cells(out, "linked")[0] == "1"
    assert cells(out, "naive")[4] == "6 of 6"
    assert float(cells(out, "naive")[1]) > 0
    assert "Identical merges in all 2 lanes compared: 6." in out
    assert "Note: few repeats (2): a median that can be trusted needs 5 or more." in out
    assert "\nMachine: cores " in out


@pytest.mark.usefixtures("in_process")
def test_files_hold_the_numbers_that_are_shown(bpe_lab, corpus: str, tmp_path: Path) -> None:
    samples, record = tmp_path / "race.csv", tmp_path / "race.json"
    keep = ("--csv", str(samples), "--json", str(record), "--no-count")
    code, out, _ = bpe_lab("race", corpus, *QUICK, "--lane", "linked", *keep)
    assert code == 0
    ends: dict[str, int] = {}
    with samples.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            ends[row["run"]] = int(row["nanoseconds"])
    assert set(ends) == {"0", "1"}, "warm-ups are not kept"
    kept = json.loads(record.read_text("utf-8"))
    seconds = kept["lanes"]["linked"]["seconds"]["960"]
    assert seconds["middle"] == pytest.approx(median(ends.values()) / 1e9)
    assert cells(out, "linked")[1] == f"{quartiles(list(ends.values())).middle / 1e9:.3g}"
    assert kept["corpus"]["name"] == "low.txt"
    again = ["race", *QUICK, "--lane", "linked", "--no-count", corpus]
    assert sorted(shlex.split(kept["command"])) == sorted(["bpe-lab", *again])
    assert kept["plan"]["options"]["vocab_size"] == 262
    assert not kept["plan"]["counting"]


@pytest.mark.usefixtures("in_process")
def test_the_record_names_a_text_by_its_key(bpe_lab, tmp_path: Path) -> None:
    """And is read alike in all languages."""
    record = tmp_path / "race.json"
    argv = ("race", "--merges", "2", "--repeats", "1", "--budget", "60", "--lane", "linked")
    code, out, _ = bpe_lab(*argv, "--json", str(record))
    assert code == 0
    assert out.startswith("Python's standard library, 20000 bytes, merges: 2, ties: greatest")
    kept = json.loads(record.read_text("utf-8"))
    assert kept["corpus"]["name"] == "library_20k"
    assert kept["command"] == "bpe-lab race --lane linked --merges 2 --repeats 1 --budget 60"


@pytest.mark.usefixtures("in_process")
def test_counts_are_shown_when_asked_for(bpe_lab, corpus: str) -> None:
    argv = ("race", corpus, *QUICK, "--lane", "naive", "--lane", "linked")
    _, out, _ = bpe_lab(*argv, "--counts")
    counts = out.partition("| operation | naive | linked |")[2]
    assert cells(counts, "pairs_scanned")[1] == ""
    assert int(cells(counts, "pops")[1]) > 0
    assert "Operations" not in bpe_lab(*argv, "--counts", "--no-count")[1]


@pytest.mark.usefixtures("in_process")
def test_several_sizes_give_slopes_with_their_errors(bpe_lab) -> None:
    sizes = [word for size in (8000, 2000, 4000) for word in ("--size", str(size))]
    code, out, _ = bpe_lab("race", *QUICK, *sizes, "--lane", "linked", "--lane", "naive")
    assert code == 0
    assert out.startswith("Python's standard library, 8000 bytes")
    assert "| lane | 2000 bytes | 4000 bytes | 8000 bytes |" in out
    slopes = out.partition("| slope of |")[2]
    assert " ± " in cells(slopes, "naive")[0]
    assert all(" ± " in cell for cell in cells(slopes, "linked")[:5])


@pytest.mark.usefixtures("in_process")
def test_encoders_race_with_the_built_in_vocabulary(bpe_lab, corpus: str) -> None:
    lanes = ("--lane", "merge_list", "--lane", "cached")
    code, out, _ = bpe_lab("race", corpus, "--work", "encode", *QUICK, *lanes)
    assert code == 0
    assert "Identical pre-tokens in all 2 lanes compared: " in out
    assert "time, merge_list = 1" in out or "time, cached = 1" in out, "the faster one"


@pytest.mark.usefixtures("in_process")
def test_encoders_race_with_a_vocabulary_of_yours(bpe_lab, corpus: str, tmp_path: Path) -> None:
    save(train(TEXT, vocab_size=270), tmp_path / "mine")
    own = ("--work", "encode", "--model", str(tmp_path / "mine"))
    code, out, _ = bpe_lab(
        "race", corpus, *own, *QUICK, "--lane", "cached", "--lane", "tiktoken"
    )
    if LANES["tiktoken"].is_installed:
        assert "Identical pre-tokens in all 2 lanes compared: " in out
    assert code == 0


@pytest.mark.usefixtures("in_process")
def test_what_is_not_installed_is_listed(
    bpe_lab, corpus: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LANES, "rustbpe", Lane(library="no_such_library"))
    argv = ("race", corpus, *QUICK, "--lane", "linked", "--lane", "rustbpe")
    code, out, _ = bpe_lab(*argv)
    assert code == 0
    assert "rustbpe (no_such_library)" in out
    assert "\n| rustbpe |" not in out


@pytest.mark.usefixtures("in_process")
def test_all_that_is_installed_races_by_default(
    bpe_lab, corpus: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, lane in LANES.items():
        if lane.work == "train" and name not in ("linked", "naive"):
            monkeypatch.setitem(LANES, name, Lane(library="no_such_library"))
    _, out, _ = bpe_lab("race", corpus, *QUICK, "--no-count")
    assert cells(out, "naive")[4] == cells(out, "linked")[4] == "6 of 6"


def test_a_lane_that_fails_is_told_and_the_code_says_so(
    bpe_lab, corpus: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = race_module.race
    command = stubs(naive="fails")
    monkeypatch.setattr(race_module, "race", lambda *a, **k: real(*a, **k, command=command))
    code, out, _ = bpe_lab("race", corpus, *QUICK, "--lane", "linked", "--lane", "naive")
    assert code == 1
    assert cells(out, "naive")[4] == "failed"


BAD = {
    "no command": ([], "Missing command"),
    "an unknown command": (["fly"], "No such command 'fly'"),
    "an unknown option": (["race", "--fast"], "No such option: --fast"),
    "no file": (["race", "nowhere.txt"], "nowhere.txt: No such file or directory"),
    "a folder": (["race", "/"], "Is a directory"),
    "an unknown lane": (["race", "--lane", "x"], "no lane named 'x'; known: naive_every,"),
    "a lane of other work": (["race", "--lane", "cached"], "no lane named 'cached'; known:"),
    "a lane twice": (["race", *["--lane", "linked"] * 2], "1 to 12 lanes, none twice"),
    "other work": (["race", "--work", "sing"], "'sing' is not one of"),
    "no number": (["race", "--repeats", "many"], "Invalid value for '--repeats'"),
    "no repeats": (["race", "--repeats", "0"], "repeats=0: 1 to 101"),
    "no budget": (["race", "--budget", "0"], "budget=0.0: above 0"),
    "no budget at all": (["race", "--budget", "nan"], "budget=nan: above 0"),
    "a size below 1": (["race", "--size", "0"], "sizes=(0,)"),
    "too small a vocabulary": (["race", "--vocab-size", "9"], "vocab_size 9 is below 256"),
    "merges and a vocabulary": (
        ["race", "--merges", "9", "--vocab-size", "300"],
        "num_merges=9: not beside vocab_size",
    ),
    "an unknown text": (["race", "--text", "x"], "no text named 'x'; known: library_20k,"),
    "a text and a file": (["race", "x", "--text", "low"], "text='low': not beside a file"),
    "an empty special token": (["race", "--special-token", ""], "special token number 1"),
    "an unknown tie rule": (["race", "--tie-break", "coin"], "'coin' is not one of"),
    "a broken pattern": (["race", "--pattern", "custom:(a"], "the pattern is wrong at"),
    "no vocabulary": (["race", "--work", "encode", "--model", "nowhere"], "nowhere"),
    "no folder to write to": (["race", "--csv", "no/such/race.csv"], "its folder is not there"),
}


NO_COMMAND = (
    *("no command", "an unknown command", "an unknown option"),
    *("other work", "no number", "an unknown tie rule"),
)


@pytest.mark.parametrize("what", BAD)
def test_what_is_wrong_is_said_in_one_line(what: str, bpe_lab) -> None:
    argv, message = BAD[what]
    code, out, err = bpe_lab(*argv)
    assert (code, out) == (2 if what in NO_COMMAND else 1, "")
    assert message in err
    assert err.startswith("bpe-lab: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("data", "message"), [(b"", "the text is empty"), (b"a\xff", "byte 0xFF at offset 1")]
)
def test_a_text_that_cannot_be_raced_on_is_said(
    data: bytes, message: str, bpe_lab, tmp_path: Path
) -> None:
    path = tmp_path / "bad.txt"
    path.write_bytes(data)
    code, _, err = bpe_lab("race", str(path))
    assert (code, err.count("\n")) == (1, 1)
    assert message in err


def test_no_lane_installed_is_said(bpe_lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LANES, "rustbpe", Lane(library="no_such_library"))
    code, _, err = bpe_lab("race", "--lane", "rustbpe")
    assert (code, err) == (1, "bpe-lab: lane='rustbpe': none is installed\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "end"])
def test_a_stopped_race_leaves_nothing(
    number: signal.Signals,
    tmp_path: Path,
    place: Path,
    bpe_lab,
    corpus: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real, rows = race_module.race, tmp_path / "x.csv"
    command = stubs(naive="hangs")
    monkeypatch.setattr(race_module, "race", lambda *a, **k: real(*a, **k, command=command))
    lanes = ("--lane", "naive", "--lane", "linked")
    with signaled(number, lambda: len(naming(str(place))) == 3):  # one has a child
        told = bpe_lab("race", corpus, *lanes, "--csv", str(rows), "--budget", "600")
    assert told == (128 + number, "", "stopped; nothing is left running\n")
    assert not naming(str(place))
    assert not list(place.glob("bpe-race-*"))
    assert not rows.exists()


def test_a_command_that_is_asked_to_end_leaves_nothing(tmp_path: Path) -> None:
    """In a process of its own, with real lanes."""
    if not Path("/proc/self/stat").exists():
        pytest.skip("looks for processes in /proc")
    corpus, place = tmp_path / "long.txt", tmp_path / "races"
    corpus.write_text(TEXT * 500, "utf-8")
    place.mkdir()
    argv = ("race", str(corpus), "--lane", "naive_every", "--lane", "linked")
    process = start(*argv, place=place, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        assert comes_true(lambda: len(naming(str(place))) == 2), "the lanes never started"
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=TIMEOUT)
    finally:
        process.kill()
    assert process.returncode == 128 + signal.SIGTERM
    assert (out, err) == (b"", b"stopped; nothing is left running\n")
    assert not naming(str(place))
    assert not list(place.iterdir())


def test_signals_mean_what_they_did_before_once_a_race_is_over() -> None:
    before = signal.getsignal(signal.SIGINT)
    with stoppable() as stop:
        assert signal.getsignal(signal.SIGINT) is not before
        stop.heeded = True
        signal.raise_signal(signal.SIGINT)
    assert (stop.event.is_set(), stop.code) == (True, 130)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_second_signal_ends_at_once() -> None:
    with stoppable() as stop:
        stop.heeded = True
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(SystemExit) as ended:
            signal.raise_signal(signal.SIGTERM)
    assert ended.value.code == 128 + signal.SIGTERM


@pytest.mark.parametrize("what", ["_text", "draw"])
def test_ctrl_c_where_no_race_is_under_way_ends_at_once(
    what: str, bpe_lab, corpus: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a corpus loads and when the race is over."""
    ran = []
    standing = Standing.before(RacePlan(lanes=("linked",)), (960,))

    def race_of_no_time(_: object, __: object, ___: object, stop: Stop) -> Standing:
        ran.append(stop)
        return standing

    def interrupted(*_: object, **__: object) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(race_module, "run_race", race_of_no_time)
    monkeypatch.setattr(race_module, what, interrupted)
    assert bpe_lab("race", corpus, "--lane", "linked") == (130, "", "")
    assert len(ran) == (what == "draw")


def test_ctrl_c_while_the_program_is_loaded_is_no_traceback(
    bpe_lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    name = "bpe_lab.cli.commands"
    monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(SourceFileLoader, "exec_module", interrupted)
    assert bpe_lab("race") == (130, "", "")


@pytest.mark.usefixtures("in_process")
def test_files_are_kept_though_nobody_reads_the_tables(
    bpe_lab, corpus: str, tmp_path: Path
) -> None:
    """As in ``bpe-lab race | head``."""
    argv = ("race", corpus, *QUICK, "--no-count", "--lane", "linked")
    with streams(corpus, unread_pipe()):
        assert bpe_lab(*argv, "--csv", str(tmp_path / "race.csv"))[1:] == ("", "")
    assert (tmp_path / "race.csv").read_text("utf-8").startswith("lane,")


@pytest.mark.usefixtures("in_process")
def test_a_terminal_sees_what_runs(
    bpe_lab, corpus: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = StringIO()
    terminal = Console(file=drawn, force_terminal=True, width=100)
    monkeypatch.setattr(terminal_module, "console", lambda stderr: terminal)
    code, out, _ = bpe_lab("race", corpus, *QUICK, "--lane", "linked", "--no-count")
    assert code == 0
    assert "/3" in drawn.getvalue(), "one warm-up and two runs"
    assert "/3" not in out


# --- The command that repeats a race gives the terminal the same plan, text and vocabulary


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
        patch.setattr(race_module, "draw", lambda *_, **__: None)
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
