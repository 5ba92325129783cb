"""The command's own logic: what counts as passed, as failed, and as not run."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from subprocess import CompletedProcess
from unicodedata import ucd_3_2_0

import pytest

from benchmarks.strangers import command, differential, minbpe, pytest_run, with_rustbpe
from benchmarks.strangers.differential import Case, PackageSuite, installed, tally
from benchmarks.strangers.encodings import CL100K, GPT2, RANKS, Pin, fill_cache
from benchmarks.strangers.outcome import Effort, NotRunError, Outcome
from benchmarks.strangers.pytest_run import run_pytest
from benchmarks.strangers.repositories import PinnedFile, RepositorySuite, digest, gather
from benchmarks.strangers.suites import SUITES
from benchmarks.strangers.texts import fuzzed_texts
from bpe_core.texts.corpus import sample
from tests.core.text_strategies import ODD

SMALL = {"story": "low lower newest widest low lower " * 9, "zh": "哈哈，好的。\n" * 9}


@dataclass
class Stub:
    """A suite with a result of its own, or an exception."""

    result: Outcome | Exception

    def source(self) -> str:
        return "stub 1.0"

    def run(self, effort: Effort, own: Path | None = None) -> Outcome:
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


GOOD = Stub(Outcome(5, 6, skipped=1))
BAD = Stub(Outcome(1, 3, failures=("one: theirs 1, ours 2",)))
ABSENT = Stub(NotRunError("not fetched: no network"))
BROKEN = Stub(RuntimeError("broken down"))


def run_stubs(monkeypatch: pytest.MonkeyPatch, suites: Mapping[str, Stub], *argv: str) -> None:
    monkeypatch.setattr(command, "SUITES", suites)
    command.main(argv)


def test_the_table_tells_of_every_suite(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    suites = {"broken": BROKEN, "good": GOOD, "bad": BAD, "absent": ABSENT}
    with pytest.raises(SystemExit) as ended:
        run_stubs(monkeypatch, suites)
    assert ended.value.code == 1
    assert capsys.readouterr().out == (
        "| suite | passed of total | source and version |\n"
        "| --- | --- | --- |\n"
        "| broken | 0 of 1 | stub 1.0 |\n"
        "| good | 5 of 6, 1 skipped | stub 1.0 |\n"
        "| bad | 1 of 3 | stub 1.0 |\n"
        "| absent | not fetched: no network | stub 1.0 |\n"
        "\nbroken: RuntimeError: broken down\n"
        "\nbad: one: theirs 1, ours 2\n"
    )


def test_what_did_not_run_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    run_stubs(monkeypatch, {"good": GOOD, "absent": ABSENT})


@pytest.mark.parametrize(
    "suites",
    [
        {"bad": BAD},
        {"broken": BROKEN, "good": GOOD},
        {"absent": ABSENT},
        {"x": Stub(Outcome(0, 0))},
    ],
    ids=["failed", "broken down", "none ran", "no test"],
)
def test_the_command_fails(monkeypatch: pytest.MonkeyPatch, suites: Mapping[str, Stub]) -> None:
    with pytest.raises(SystemExit) as ended:
        run_stubs(monkeypatch, suites)
    assert ended.value.code == 1


def test_suites_are_chosen_by_parts_of_their_names(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run_stubs(monkeypatch, {"Good one": GOOD, "bad": BAD}, "--suite", "good")
    assert "bad" not in capsys.readouterr().out
    with pytest.raises(SystemExit):
        run_stubs(monkeypatch, {"good": GOOD}, "--suite", "nobody")
    assert "there are: good" in capsys.readouterr().err


def test_a_case_that_differs_or_raises_has_failed() -> None:
    cases = [
        Case("same", lambda: [1, 2], lambda: [1, 2]),
        Case("longer", lambda: [1, 2], lambda: [1, 2, 3]),
        Case("raises", lambda: 1, lambda: {}["nothing"]),
    ]
    outcome = tally(cases)
    assert (outcome.passed, outcome.total, outcome.failed) == (1, 3, True)
    assert outcome.failures == (
        "longer: at 2 theirs [], ours [3]",
        "raises: KeyError: 'nothing'",
    )


def test_many_failures_are_all_counted_and_a_few_told() -> None:
    outcome = tally(Case(str(k), lambda: 1, lambda: 2) for k in range(100))
    assert (outcome.passed, outcome.total) == (0, 100)
    assert len(outcome.failures) == differential.MOST_TOLD


def test_a_package_that_is_not_installed_is_told() -> None:
    assert installed("pytest").startswith("pytest ")
    with pytest.raises(NotRunError, match="not installed: no-such-package"):
        PackageSuite("no-such-package", lambda effort: ()).source()


def test_fuzzed_texts_are_the_same_under_a_seed_and_old_letters_alone() -> None:
    texts = list(fuzzed_texts(300, 1))
    assert texts == list(fuzzed_texts(300, 1)) != list(fuzzed_texts(300, 2))
    letters = set("".join(texts)) - set(ODD)
    assert len(letters) > 500
    assert {ucd_3_2_0.category(letter) for letter in letters}.isdisjoint({"Cs", "Cn"})


def test_a_suite_counts_a_planted_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("rustbpe")
    monkeypatch.setattr(with_rustbpe, "real_texts", lambda: SMALL)
    effort = Effort(texts=4)
    sound = with_rustbpe.SUITE.run(effort)
    assert sound.passed == sound.total > 10
    monkeypatch.setattr(with_rustbpe, "encode", lambda model, text: [0])
    faulty = with_rustbpe.SUITE.run(effort)
    assert faulty.total == sound.total
    assert faulty.failed


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in SUITES if name.startswith("beside")])
def test_every_package_agrees(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    suite = SUITES[name]
    assert isinstance(suite, PackageSuite)
    stories = {story: sample(story).text for story in ("story_en", "story_zh")}
    monkeypatch.setattr(sys.modules[suite.cases.__module__], "real_texts", lambda: stories)
    outcome = suite.run(Effort(texts=20))
    assert not outcome.failed, outcome


def test_tests_that_cannot_begin_have_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = CompletedProcess([], 4, stdout=b"ERROR: file or directory not found: nowhere")
    monkeypatch.setattr(pytest_run.subprocess, "run", lambda *words, **options: ended)
    outcome = run_pytest(tmp_path, ["nowhere"])
    assert outcome.failed
    assert outcome.failures == (
        "pytest ended with 4: ERROR: file or directory not found: nowhere",
    )


def test_tests_that_do_not_end_have_failed(tmp_path: Path) -> None:
    outcome = run_pytest(tmp_path, [], seconds=0.01)
    assert outcome.failed
    assert "not done after 0.01 seconds" in outcome.failures[0]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder of the user's."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def pin_of(text: str, folder: Path) -> Pin:
    path = folder / "pinned"
    path.write_text(text, "utf-8")
    return Pin(path.stat().st_size, digest(path))


def pinned(pin: Pin) -> PinnedFile:
    # Nobody listens at port 9, so what is not here already cannot be had.
    return PinnedFile("http://127.0.0.1:9/x.py", "owner/x/x.py", "tests/x.py", pin)


@pytest.mark.usefixtures("cache")
def test_files_come_from_the_users_own_checkout(tmp_path: Path) -> None:
    own = tmp_path / "own"
    (own / "owner/x").mkdir(parents=True)
    (own / "owner/x/x.py").write_text("text", "utf-8")
    gather([pinned(pin_of("text", tmp_path))], tmp_path / "run", own=own)
    assert (tmp_path / "run/tests/x.py").read_text("utf-8") == "text"
    with pytest.raises(NotRunError, match=r"owner/x/x\.py is not the pinned version"):
        gather([pinned(pin_of("more", tmp_path))], tmp_path / "run", own=own)


@pytest.mark.usefixtures("cache")
def test_without_a_network_nothing_is_fetched(tmp_path: Path) -> None:
    with pytest.raises(
        NotRunError, match=r"not fetched: http://127\.0\.0\.1:9/x\.py cannot be"
    ):
        gather([pinned(pin_of("text", tmp_path))], tmp_path / "run")


def test_files_once_fetched_are_taken_from_the_cache(tmp_path: Path, cache: Path) -> None:
    pin = pin_of("text", tmp_path)
    fetched = cache / "bpe-lab" / "strangers" / pin.sha256
    fetched.parent.mkdir(parents=True)
    fetched.write_text("text", "utf-8")
    gather([pinned(pin)], tmp_path / "run")
    assert (tmp_path / "run/tests/x.py").read_text("utf-8") == "text"


def repositories() -> Iterator[RepositorySuite]:
    for suite in SUITES.values():
        if isinstance(suite, RepositorySuite):
            yield suite


def test_every_file_is_pinned() -> None:
    files = [file for suite in repositories() for file in suite.files()]
    assert len(list(repositories())) == 4
    assert all(len(suite.commit) == 40 for suite in repositories())
    assert all(len(file.pin.sha256) == 64 and file.pin.size > 0 for file in files)
    assert all(file.url.startswith("https://") for file in files)


def test_ranks_are_where_tiktoken_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = pytest.importorskip("tiktoken.load")
    (tmp_path / "encodings").mkdir()
    (tmp_path / "encodings" / "r50k_base.tiktoken").write_bytes(b"ranks")
    fill_cache(tmp_path)
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path / "tiktoken-cache"))
    monkeypatch.setattr(load, "read_file", lambda path: pytest.fail(f"asks for {path}"))
    address = "https://openaipublic.blob.core.windows.net/encodings/r50k_base.tiktoken"
    assert load.read_file_cached(address) == b"ranks"


def test_ranks_have_the_checksums_that_tiktoken_states() -> None:
    public = pytest.importorskip("tiktoken_ext.openai_public")
    source = Path(public.__file__).read_text("utf-8")
    for path, pin in {**GPT2, **CL100K, **RANKS}.items():
        assert f"/{path}" in source
        assert pin.sha256 in source


TESTS = """
import pytest
from minbpe import BasicTokenizer, RegexTokenizer

@pytest.mark.parametrize("tokenizer", [BasicTokenizer(), RegexTokenizer()])
def test_wikipedia(tokenizer):
    tokenizer.train("aaabdaaabac", 259)
    assert tokenizer.encode("aaabdaaabac") == [258, 100, 258, 97, 99]

def test_fails():
    assert BasicTokenizer().encode("a") == [98]

@pytest.fixture
def broken():
    raise OSError("no such file")

def test_breaks_down(broken):
    pass

@pytest.mark.skip
def test_is_skipped():
    pass
"""


@pytest.mark.usefixtures("cache")
def test_a_repositorys_tests_run_on_the_adapter_and_are_counted(tmp_path: Path) -> None:
    tests = tmp_path / "own" / minbpe.SUITE.repository / "tests"
    tests.mkdir(parents=True)
    (tests / "test_it.py").write_text(TESTS)
    pins = {"tests/test_it.py": pin_of(TESTS, tmp_path)}
    suite = replace(minbpe.SUITE, pins=pins, packages=(), encodings={})
    outcome = suite.run(Effort(), tmp_path / "own")
    assert (outcome.passed, outcome.total, outcome.skipped) == (2, 5, 1)
    assert outcome.failed
    assert [text.partition(":")[0] for text in outcome.failures] == [
        "test_fails",
        "test_breaks_down",
    ]
