"""Background work: one at a time, in order, stopped when asked and when readers leave."""

from threading import Event

import pytest

from ui.serving.jobs import Job, Line, SessionJobs

SOON = 60.0  # seconds; nothing takes them but a test that fails


class Task:
    """Work that says when it began and goes on until it is let go or stopped."""

    def __init__(self) -> None:
        self.began, self.let_go, self.was_stopped = Event(), Event(), False

    def __call__(self, stop: Event) -> None:
        self.began.set()
        while not self.let_go.wait(0.005):
            if stop.is_set():
                self.was_stopped = True
                return


def test_one_at_a_time_in_the_order_of_coming() -> None:
    line, tasks = Line(), [Task(), Task(), Task()]
    jobs = [line.join(Job(task)) for task in tasks]
    assert tasks[0].began.wait(SOON)
    assert [line.ahead_of(job) for job in jobs] == [0, 1, 2]
    assert not tasks[1].began.is_set()
    for task, job in zip(tasks, jobs, strict=True):
        assert task.began.wait(SOON)
        task.let_go.set()
        line.wait(job, SOON)
        assert job.state == "done"
    assert line.jobs == []


def test_two_at_a_time_where_the_line_allows_it() -> None:
    line, tasks = Line(at_once=2), [Task(), Task(), Task()]
    jobs = [line.join(Job(task)) for task in tasks]
    assert tasks[0].began.wait(SOON)
    assert tasks[1].began.wait(SOON)
    assert not tasks[2].began.is_set()
    for task, job in zip(tasks, jobs, strict=True):
        task.let_go.set()
        line.wait(job, SOON)


def test_a_job_that_waits_leaves_the_line_without_working() -> None:
    line, first, second = Line(), Task(), Task()
    running, waiting = line.join(Job(first)), line.join(Job(second))
    assert first.began.wait(SOON)
    line.stop(waiting)
    line.wait(waiting, SOON)
    assert waiting.state == "done"
    assert not second.began.is_set()
    assert running.is_open
    line.stop(running)
    line.wait(running, SOON)
    assert first.was_stopped


def test_an_error_is_kept_for_the_page_and_frees_the_line() -> None:
    def fails(stop: Event) -> None:
        raise ValueError("no such text")

    line = Line()
    job = line.join(Job(fails))
    line.wait(job, SOON)
    assert job.state == "failed"
    assert isinstance(job.error, ValueError)
    task = Task()
    following = line.join(Job(task))
    assert task.began.wait(SOON)
    task.let_go.set()
    line.wait(following, SOON)


def test_a_new_job_of_a_session_ends_the_one_before() -> None:
    session, first, second = SessionJobs(Line()), Task(), Task()
    before = session.start("race", first)
    assert first.began.wait(SOON)
    after = session.start("race", second)
    assert second.began.wait(SOON)
    assert first.was_stopped
    assert not before.is_open
    assert session.get("race") is after
    second.let_go.set()
    session.line.wait(after, SOON)


@pytest.mark.parametrize("end", [SessionJobs.stop_all, lambda jobs: jobs.line.stop_all()])
def test_nothing_goes_on_when_the_reader_or_the_server_ends(end) -> None:  # type: ignore[no-untyped-def]
    session, first, second = SessionJobs(Line()), Task(), Task()
    jobs = [session.start(name, task) for name, task in (("a", first), ("b", second))]
    assert first.began.wait(SOON)
    end(session)
    for job in jobs:
        session.line.wait(job, SOON)
        assert not job.is_open
    assert first.was_stopped
    assert not second.began.is_set()


def test_equal_jobs_are_one_until_the_last_reader_leaves() -> None:
    line, task = Line(), Task()
    first, second = SessionJobs(line), SessionJobs(line)
    job = first.start("race", task, same="contest", about="first")
    other = second.start("race", Task(), same="contest", about="second")
    assert other is job
    assert other.about == "first"
    assert task.began.wait(SOON)
    first.stop("race")
    first.stop_all()  # who has left leaves only once
    assert not job.stop.is_set(), "another reader still watches"
    second.stop_all()
    line.wait(job, SOON)
    assert task.was_stopped


def test_a_second_press_for_the_same_job_is_the_first_one() -> None:
    jobs, task = SessionJobs(Line()), Task()
    job = jobs.start("race", task, same="seed")
    assert task.began.wait(SOON)
    assert jobs.start("race", Task(), same="seed") is job
    assert (job.readers, job.is_open, job.stop.is_set()) == (1, True, False)
    jobs.stop("race")
    assert jobs.start("race", Task(), same="seed") is not job
    jobs.stop("race")


def test_a_job_that_was_told_to_stop_is_not_joined() -> None:
    line, task = Line(), Task()
    first, second = SessionJobs(line), SessionJobs(line)
    before = first.start("race", task, same="contest")
    first.stop("race")
    again = Task()
    after = second.start("race", again, same="contest")
    assert after is not before
    assert again.began.wait(SOON)
    second.stop("race")
    line.wait(after, SOON)


def test_short_jobs_come_before_long_ones_that_wait() -> None:
    line, tasks = Line(), [Task() for _ in range(4)]
    jobs = [line.join(Job(task, is_short=k > 1)) for k, task in enumerate(tasks)]
    assert tasks[0].began.wait(SOON)
    assert [line.ahead_of(job) for job in jobs] == [0, 3, 1, 2]
    assert line.others_wait()
    for job in reversed(jobs):
        line.leave(job)
    for job in jobs:
        line.wait(job, SOON)
    assert not line.others_wait()
