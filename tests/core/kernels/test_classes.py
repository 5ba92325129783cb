"""The classes of the installed `regex`: from the file, and asked."""

from __future__ import annotations

import numpy as np
import pytest
import regex

from bpe_core.kernels.scan import classes


def asked_at_once() -> list[int]:
    """The plain way: every code point, one class after the other."""
    text = classes.characters(range(classes.CODE_POINTS))
    table = np.zeros(classes.CODE_POINTS, np.uint8)
    for pattern, flags in classes.CLASSES.items():
        for run in regex.finditer(pattern, text):
            table[run.start() : run.end()] = flags
    table[[ord("\r"), ord("\n")]] = classes.SPACE | classes.NEWLINE
    whole: list[int] = table.tolist()
    return whole


def test_the_table_is_that_of_the_installed_regex() -> None:
    whole = asked_at_once()
    assert classes.classes().tolist() == whole
    assert classes.installed_classes().tolist() == whole


def test_a_plane_that_a_later_unicode_fills_is_asked_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = classes.installed_classes()
    monkeypatch.setattr(classes, "PEOPLED", (range(0x10000), range(0x30000, 0x110000)))
    monkeypatch.setattr(classes, "DESERTED", range(0x10000, 0x30000))
    assert (classes.installed_classes() == whole).all()
