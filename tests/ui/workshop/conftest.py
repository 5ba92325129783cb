"""What tests of the workshop's page share."""

from collections.abc import Iterator
from contextlib import ExitStack
from unittest import mock

import pytest

from ui.page.training_limits import Memory
from ui.serving.jobs import Line, SessionJobs


@pytest.fixture
def alone() -> Iterator[None]:
    """No job of another test, which AppTest takes for the same session; memory enough."""
    jobs, memory = SessionJobs(Line(at_once=2)), Memory(lambda: None)
    with ExitStack() as stack:
        stack.enter_context(
            mock.patch("ui.workshop.training_job.training_memory", return_value=memory)
        )
        for place in ("trained_vocabulary", "training_live", "trying", "workshop_view"):
            stack.enter_context(
                mock.patch(f"ui.workshop.{place}.session_trainings", return_value=jobs)
            )
        yield
        jobs.line.stop_all()
