"""The frame around every page."""

from types import SimpleNamespace

import pytest

from ui import shell


def test_two_runs_of_a_session_that_overlap_have_pages_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shell.st, "Page", lambda path, **options: SimpleNamespace(path=path))
    first, second = shell._pages(), shell._pages()
    first[""][1].has_run = True  # as Streamlit marks the page that a run has drawn
    assert [page.path.stem for pages in second.values() for page in pages] == list(shell.PAGES)
    assert not any(hasattr(page, "has_run") for pages in second.values() for page in pages)
