"""The frame around every page."""

from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from bpe_lab.pages import PAGES
from tests.ui.test_pages import open_page
from ui import shell


def test_two_runs_of_a_session_that_overlap_have_pages_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shell.st, "Page", lambda path, **options: SimpleNamespace(path=path))
    first, second = shell.take_pages(), shell.take_pages()
    first[""][1].has_run = True  # as Streamlit marks the page that a run has drawn
    assert [page.path.stem for pages in second.values() for page in pages] == [*PAGES]
    assert not any(hasattr(page, "has_run") for pages in second.values() for page in pages)


def test_a_run_takes_the_pages_of_the_run_before(monkeypatch: pytest.MonkeyPatch) -> None:
    at = open_page("museum")
    monkeypatch.setattr(shell.st, "Page", Mock(side_effect=AssertionError))
    assert not at.run().exception
