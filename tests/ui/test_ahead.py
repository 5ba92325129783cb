"""What pages show first is there before somebody asks."""

from __future__ import annotations

from unittest import mock

import pytest
from streamlit.testing.v1 import AppTest

from bpe_core.errors import InputError
from bpe_lab.scenes import why
from bpe_lab.scenes.why import Curve, merge_curve
from tests.paths import ROOT
from ui import ahead
from ui.serving.store import shared_store


def short(text: str, *, on_merge: object) -> Curve:
    return merge_curve(text[:20_000], limit=200)


@pytest.fixture
def computed() -> None:
    """Everything ahead, with a shorter curve."""
    shared_store().entries.clear()
    with (
        mock.patch.object(why, "merge_curve", short),
        mock.patch.object(ahead.kernels, "get_ready_early"),
        mock.patch.object(ahead.kernels, "is_over", return_value=False),
    ):
        ahead.compute_ahead()


@pytest.mark.usefixtures("computed")
def test_a_first_visit_computes_none_of_it() -> None:
    def late(*_: object, **__: object) -> None:
        raise AssertionError("computed while the reader waits")

    app = AppTest.from_file(str(ROOT / "ui" / "shell.py"), default_timeout=60).run()
    with (
        mock.patch("ui.why.measured.read", late),
        mock.patch("ui.why.measured.story_curve", late),
        mock.patch.object(why, "merge_curve", late),
        mock.patch("ui.bytepiece.bytepiece_inputs.make_lesson", late),
    ):
        for page in ("why", "bytepiece"):
            app.switch_page(str(ROOT / "pages" / f"{page}.py")).run()
            assert not app.exception, page


def test_what_cannot_be_computed_stops_nothing_else() -> None:
    after = mock.Mock()
    with (
        mock.patch.object(ahead.kernels, "get_ready_early"),
        mock.patch.object(ahead.kernels, "is_over", return_value=False),
        mock.patch.object(
            ahead,
            "results",
            return_value=[mock.Mock(side_effect=InputError("empty_text")), after],
        ),
    ):
        ahead.compute_ahead()
    after.assert_called_once_with()


def test_a_server_that_ends_computes_no_more() -> None:
    with (
        mock.patch.object(ahead.kernels, "get_ready_early"),
        mock.patch.object(ahead.kernels, "is_over", return_value=True),
        mock.patch.object(
            ahead, "results", return_value=[mock.Mock(side_effect=AssertionError)]
        ),
    ):
        ahead.compute_ahead()
