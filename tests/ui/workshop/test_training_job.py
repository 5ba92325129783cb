"""A training in the background: its figures, its place in the line, and nothing left of it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest

import bpe_core
from bpe_core.errors import DownloadError, NotUTF8Error
from bpe_core.runtime.progress import Progress
from bpe_core.texts import download as download_module
from bpe_core.texts.corpus import held_out_from, sample
from bpe_core.texts.download import DOWNLOADS
from bpe_core.train.options import TrainOptions
from bpe_lab.text import t
from tests.core.texts.text_server import TEXT, Server, text_at, whole
from tests.lab.race.running import comes_true
from tests.raising import raises
from ui.charts.inventory_charts import counted_lengths, counted_scripts, shared_inventory
from ui.charts.merge_tables import first_merges
from ui.page.text_inputs import UploadedText
from ui.serving.jobs import Line, SessionJobs
from ui.serving.memory import LEFT_FREE, Memory
from ui.serving.store import Store
from ui.workshop.engine import Meter, Now
from ui.workshop.growing import followed, replayed
from ui.workshop.phases import phase_table
from ui.workshop.training_job import IN_MEMORY, PHASES, Setup, Work, split

SOON = 180.0  # seconds; where nothing was compiled yet, that comes first
STORY = sample("story_en").text.encode()


def setup(size: int = 300, text: str = "story_en", given: UploadedText | None = None) -> Setup:
    return Setup(text, TrainOptions(vocab_size=size), "gpt2", given)


def done(work: Work) -> Work:
    work.run(Event())
    return work


def plenty() -> Memory:
    return Memory(lambda: None)


class Held:
    """Stands in for the core's training: goes on until it is let go, and says where it is."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.began, self.let_go, self.ended = Event(), Event(), 0
        monkeypatch.setattr("ui.workshop.training_job.learned", self)

    def __call__(
        self, text: memoryview, options: TrainOptions, pattern: str, tell: Callable[..., object]
    ) -> object:
        self.began.set()
        try:
            while not self.let_go.wait(0.005):
                tell(Progress("merge", 1, 100))
        finally:
            self.ended += 1
        return bpe_core.train(text, vocab_size=options.vocab_size or 0, pattern=pattern)


def test_the_vocabulary_is_that_of_the_text_without_its_held_out_part() -> None:
    trained = done(Work(setup(), memory=plenty())).result
    assert trained is not None
    at = held_out_from(STORY)
    assert 0.97 < at / len(STORY) < 1
    assert trained.model == bpe_core.train(STORY[:at], vocab_size=300)
    assert (trained.size, trained.held_out) == (at, STORY[at:])
    assert trained.held_out_ids == len(bpe_core.encode(trained.model, STORY[at:]))
    assert [span.phase for span in trained.spans] == list(PHASES)
    assert trained.seconds == pytest.approx(sum(span.seconds for span in trained.spans[1:3]))
    assert trained.notices() == []


def test_what_the_page_shows_of_the_tokens_was_made_by_the_training(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = Store()
    trained = done(Work(setup(), memory=plenty(), store=store)).result
    assert trained is not None

    def again(*_: object) -> object:
        raise AssertionError("a page looks through the vocabulary")

    for name in (
        "inventory_charts.inventory",
        "inventory_charts.by_length",
        "merge_tables._listed",
    ):
        monkeypatch.setattr(f"ui.charts.{name}", again)
    monkeypatch.setattr("ui.charts.inventory_charts.by_script", again)
    monkeypatch.setattr("ui.workshop.growing.growing_walk", again)
    table = shared_inventory(store, trained.model)
    assert table.model is trained.model
    assert sum(row.tokens for row in counted_lengths(store, table)) == 300
    assert sum(row.tokens for row in counted_scripts(store, table)) == 300
    assert first_merges(store, trained.model).num_rows == 300 - 256
    assert replayed(store, trained.model, followed(trained.held_out))["steps"]


@pytest.fixture
def novel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Server]:
    """A server that has another text as 西游记; nothing was fetched from it yet."""
    server = Server(whole)
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    monkeypatch.setitem(DOWNLOADS, "xiyouji", text_at(server))
    monkeypatch.setattr(download_module, "user_cache", lambda: tmp_path)
    IN_MEMORY.clear()
    yield server
    IN_MEMORY.clear()
    server.shutdown()
    server.server_close()


def test_a_text_of_the_web_is_fetched_once(novel: Server) -> None:
    phases: list[str] = []
    for in_memory in (False, True):
        work = Work(setup(text="xiyouji"), memory=plenty())
        work.run(Event())
        assert work.result is not None
        at = held_out_from(TEXT)
        assert work.result.model == bpe_core.train(TEXT[:at], vocab_size=300)
        assert [span.phase for span in work.result.spans] == list(PHASES)
        phases += [span.phase for span in work.meter.now.spans]
        table = phase_table(work.result.spans, was_read=work.result.was_read)
        row = t("workshop.what.in_memory")
        assert (row in table) == in_memory, "no time is told for what was not read"
    assert (phases.count("download"), len(novel.ranges)) == (1, 1)


def test_a_text_that_cannot_be_fetched_ends_the_training(novel: Server) -> None:
    novel.how = lambda handler: handler.give(b"", 404)
    with pytest.raises(DownloadError):
        Work(setup(text="xiyouji"), memory=plenty()).run(Event())


def test_a_file_of_its_own_can_be_held_out() -> None:
    ours, other = (
        UploadedText.of("a.txt", b"low lower lowest " * 9),
        UploadedText.of("b.txt", b"slow"),
    )
    work = Work(
        Setup("upload", TrainOptions(vocab_size=260), "gpt2", ours, other), memory=plenty()
    )
    trained = done(work).result
    assert trained is not None
    assert trained.size == len(ours.data)
    assert trained.held_out == b"slow"
    assert trained.file == "a.txt"
    assert trained.setup.upload is None, "the result does not hold the file"


@pytest.mark.parametrize(
    "text", [b"a", b"\n", "é".encode(), "哈哈".encode() * 99, b"ab\n" * 999, b"ab\n" * 299_999]
)
def test_a_text_is_cut_between_characters_and_never_empty(text: bytes) -> None:
    trained, held_out, _ = split("upload", UploadedText.of("x", text), None)
    beginning = trained.tobytes()
    assert beginning
    assert beginning + held_out == text
    beginning.decode()
    held_out.decode()


def test_no_pair_left_is_told() -> None:
    given = UploadedText.of("a.txt", b"ab ab ab")
    trained = done(Work(setup(1000, "upload", given), memory=plenty())).result
    assert trained is not None
    [notice] = trained.notices()
    assert notice.rule == "no_pair_left"
    assert notice.values == {"size": len(trained.model.vocabulary), "asked": 1000}
    assert trained.held_out == b""
    assert trained.held_out_ids == 0


def test_two_run_and_the_third_waits_for_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    line, held = Line(at_once=2), Held(monkeypatch)
    sessions = [SessionJobs(line) for _ in range(4)]
    works = [Work(setup(257 + k), memory=plenty()) for k in range(4)]
    jobs = [
        session.start("training", work.run, same=work.setup.key, about=work)
        for session, work in zip(sessions, works, strict=True)
    ]
    assert comes_true(lambda: [job.state for job in jobs[:2]] == ["running"] * 2, SOON)
    assert [line.ahead_of(job) for job in jobs[2:]] == [2, 3]
    assert works[2].meter.now.spans == ()
    held.let_go.set()
    for job, work in zip(jobs, works, strict=True):
        line.wait(job, SOON)
        assert job.error is None
        assert work.result is not None
    assert held.ended == 4


def test_a_cancelled_training_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    line, held = Line(at_once=2), Held(monkeypatch)
    memory = plenty()
    session, work = SessionJobs(line), Work(setup(), memory=memory)
    job = session.start("training", work.run, about=work)
    assert held.began.wait(SOON)
    assert len(memory.taken) == 1
    session.stop_all()  # a closed tab; the button does the same
    line.wait(job, SOON)
    assert held.ended == 1
    assert (job.state, job.error, work.result) == ("done", None, None)
    assert memory.taken == {}
    assert not work.meter.now.phase


@pytest.mark.parametrize("pause", range(1, 11))
def test_a_training_that_is_cancelled_in_any_pause_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, pause: int
) -> None:
    stop, paused = Event(), []

    def cancelled_there() -> None:
        paused.append(pause)
        if len(paused) == pause:
            stop.set()

    monkeypatch.setattr("ui.workshop.engine.give_way", cancelled_there)
    work = Work(setup(), memory=plenty(), store=Store())
    work.run(stop)
    assert len(paused) == pause
    assert work.result is None
    assert not work.meter.now.phase


def test_equal_trainings_are_one_and_go_on_for_who_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line, held = Line(at_once=2), Held(monkeypatch)
    first, second = SessionJobs(line), SessionJobs(line)
    works = [Work(setup(), memory=plenty()) for _ in range(2)]
    jobs = [
        session.start("training", work.run, same=work.setup.key, about=work)
        for session, work in zip((first, second), works, strict=True)
    ]
    assert jobs[0] is jobs[1]
    assert held.began.wait(SOON)
    first.stop("training")
    held.let_go.set()
    line.wait(jobs[1], SOON)
    assert works[0].result is not None


def test_an_error_of_the_text_comes_to_the_page() -> None:
    line = Line(at_once=2)
    given = UploadedText.of("latin1.txt", b"caf\xe9")
    work = Work(setup(300, "upload", given), memory=plenty())
    job = SessionJobs(line).start("training", work.run, about=work)
    line.wait(job, SOON)
    assert isinstance(job.error, NotUTF8Error)
    assert work.result is None
    replaced = Work(
        setup(300, "upload", UploadedText.of("a", b"caf\xe9", replace=True)), memory=plenty()
    )
    assert done(replaced).result is not None


@contextmanager
def busy(memory: Memory, need: int) -> Iterator[None]:
    with memory.reserved(need, Event()):
        yield


def test_memory_is_refused_alone_and_waited_for_among_others() -> None:
    memory = Memory(lambda: LEFT_FREE + 100)
    with raises("AppError.little_memory"), memory.reserved(101, Event()):
        pass
    waited = Event()

    def wants() -> None:
        with memory.reserved(60, Event()):
            waited.set()

    with busy(memory, 60):
        thread = Thread(target=wants, daemon=True)
        thread.start()
        assert not waited.wait(0.1)
    assert waited.wait(SOON)
    thread.join(SOON)
    assert memory.taken == {}


def test_who_waits_for_memory_can_be_cancelled() -> None:
    memory, stop = Memory(lambda: LEFT_FREE + 100), Event()
    work = Work(setup(), memory=memory)
    with busy(memory, 100):
        thread = Thread(target=work.run, args=[stop], daemon=True)
        thread.start()
        assert comes_true(lambda: work.meter.now.phase == "wait", SOON)
        stop.set()
        thread.join(SOON)
    assert not thread.is_alive()
    assert work.result is None


def test_the_time_left_of_merges_is_told_by_their_logarithm() -> None:
    """Of real runs: after 512 of 31,744 merges about two thirds of the time are over."""
    now = Now("merge", 512, 31_744, since=10.0, pace=88.0, spans=())
    assert now.left(15.8) == pytest.approx(3.8, abs=0.2)
    assert now._replace(phase="count", done=25, total=100).left(14.0) == pytest.approx(12.0)
    assert now._replace(done=0).left(15.8) is None
    assert now._replace(total=None).left(15.8) is None
    assert now._replace(done=31_744).left(15.8) == 0


def test_code_that_is_loaded_once_is_no_phase_s_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = [100]
    monkeypatch.setattr("ui.workshop.engine.resident", lambda: taken[0])
    meter = Meter()
    with meter:
        meter.begin("read")
        taken[0] += 10
        meter.begin("ready")
        with meter.apart():
            taken[0] += 1000
        meter.begin("count")
        taken[0] += 5
        meter.begin("merge")
        taken[0] -= 15
    memory = {span.phase: span.memory for span in meter.now.spans}
    assert memory["read"] == 10
    assert memory["count"] == 15
    assert 0 <= memory["merge"] <= 15
