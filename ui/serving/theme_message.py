"""The theme, of which every rerun tells the browser, is put together once.

Seen with Streamlit 1.67: the first message of each run holds every option of six sections, read
anew under a lock; that was a tenth of a short page's rerun. Without this module it still is.
"""

from __future__ import annotations

from functools import cache, wraps

from streamlit import config
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session


def make_theme_once() -> None:
    """From now on copy each section's message, until the configuration is read again."""
    write = app_session._populate_theme_msg
    if hasattr(write, "__wrapped__"):
        return

    @cache
    def theme_of(section: str) -> CustomThemeConfig:
        theme = CustomThemeConfig()
        write(theme, section)
        return theme

    @wraps(write)
    def copy(message: CustomThemeConfig, section: str = "theme") -> None:
        theme = theme_of(section)
        if theme.ListFields():
            message.MergeFrom(theme)

    config.on_config_parsed(theme_of.cache_clear, force_connect=True)
    app_session._populate_theme_msg = copy  # type: ignore[assignment]  # wrapped
