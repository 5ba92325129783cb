"""The rows: all that is planted, beside `texts`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from bpe_core.formats.known_formats import ModelFormat
from bpe_core.registry import FORMATS, TRAINERS, TrainerRow
from bpe_lab.race.plan import LANES, Lane
from tests.planted.listing import FILE, read_listing, write_listing
from tests.planted.recount import train_recount

TRAINER = TrainerRow(run=train_recount, effort="scans")
LANE = Lane(algorithm="recount", view="distinct")
FORMAT = ModelFormat(write_listing, read_listing, parts=(FILE,))


class SetItem(Protocol):
    """As ``pytest.MonkeyPatch.setitem``, or for good."""

    def __call__(self, table: Mapping[str, object], name: str, row: object, /) -> None: ...


def for_good(table: Mapping[str, object], name: str, row: object) -> None:
    table[name] = row  # type: ignore[index]  # a dict


def plant_trainer(setitem: SetItem = for_good, row: TrainerRow = TRAINER) -> None:
    """Its row, and its lane in a race."""
    setitem(TRAINERS, "recount", row)
    setitem(LANES, "recount", LANE)


def plant_format(setitem: SetItem = for_good) -> None:
    setitem(FORMATS, "listing", FORMAT)
