"""The theme's message is Streamlit's own, made once, and anew when the configuration is."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from streamlit import config
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session

from tests.paths import ROOT
from ui.serving.theme_message import make_theme_once

SECTIONS = ("theme", "theme.light", "theme.dark", "theme.sidebar", "theme.light.sidebar")


@pytest.fixture(autouse=True)
def themed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The app's own configuration, read as at the start; the function is put back."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(app_session, "_populate_theme_msg", app_session._populate_theme_msg)
    config.get_config_options(force_reparse=True)


def session_themes() -> list[bytes]:
    """As `AppSession` fills the parts of a session's message."""
    whole = CustomThemeConfig()
    parts = (whole, whole.light, whole.dark, whole.sidebar, whole.light.sidebar)
    for part, section in zip(parts, SECTIONS, strict=True):
        app_session._populate_theme_msg(part, section)
    return [whole.SerializeToString(deterministic=True)]


def test_it_is_the_same_message_and_is_written_once() -> None:
    before = session_themes()
    assert b"#" in before[0], "the app has colours of its own"
    make_theme_once()
    assert session_themes() == before
    with patch("streamlit.config.get_options_for_section") as read:
        assert session_themes() == before
    read.assert_not_called()


def test_it_is_made_anew_when_the_configuration_is_read_again() -> None:
    make_theme_once()
    session_themes()
    config.get_config_options(force_reparse=True)
    with patch(
        "streamlit.config.get_options_for_section", wraps=config.get_options_for_section
    ) as read:
        session_themes()
    assert read.call_count == len(SECTIONS)
