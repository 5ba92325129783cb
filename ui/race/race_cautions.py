"""What speaks against the times of a heat, above its figures; lanes by their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from bpe_core.errors import NoiseNotice, Notice
from bpe_lab.race.cautions import cautions
from bpe_lab.race.ladder import LANES
from bpe_lab.race.standing import Standing
from bpe_lab.text import t
from bpe_lab.text.messages import escaped
from ui.page.problems import show


def show_cautions(standing: Standing, size: int, facts: Mapping[str, str]) -> None:
    """A box each; all overlaps of quartiles share one."""
    notices = cautions(standing, size, facts)
    noisy = [notice for notice in notices if isinstance(notice, NoiseNotice)]
    for notice in notices:
        if not isinstance(notice, NoiseNotice) or len(noisy) == 1:
            show(named(notice))
    if len(noisy) > 1:
        st.info(_overlaps(noisy))


def _overlaps(noisy: Sequence[NoiseNotice]) -> str:
    """Its pairs of lanes in one sentence, made harmless as `messages.message` does."""
    pairs = [
        t("timing.pair", **{k: escaped(str(value)) for k, value in named(each).values.items()})
        for each in noisy
    ]
    return t("timing.overlaps", list=t("growth.and").join(pairs))


def named(notice: Notice) -> Notice:
    """The same notice with lanes by their names in the reader's language."""
    values = {
        key: t(f"lane.{value}.title") if value in LANES else value
        for key, value in notice.values.items()
    }
    return type(notice)(**values)
