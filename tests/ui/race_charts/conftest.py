"""Each test in each language."""

import pytest

from bpe_lab import text


@pytest.fixture(params=text.LANGUAGES)
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    chosen: str = request.param
    monkeypatch.setattr(text, "language", lambda: chosen)
    return chosen
