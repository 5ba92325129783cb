"""Where each lane had to look in one part, on a strip of its pre-tokens.

A cell is lit by any of its bytes, so the strip shows where, and the operations how much.
"""

from __future__ import annotations

from collections.abc import Mapping

from bpe_lab.race.events import Tally
from bpe_lab.race.ladder import LANES
from bpe_lab.scenes.recording import Json, text

LEGEND = [[0, "race.strips.left"], [1, "race.strips.read"], [2, "race.strips.changed"]]


def strips_widget(
    lanes: list[Json], tallies: Mapping[str, Tally], laid_out: Mapping[str, list[int]]
) -> Json:
    """The static description: a strip as long as what the lane lays out.

    ``laid_out`` are the tokens of a lane's cells, where every byte has one.
    """
    return {
        "id": "strips",
        "kind": "strips",
        "title": "race.strips.title",
        "lanes": [
            {**lane, "cells": tallies[lane["id"]].cells}
            | ({"glyphs": laid_out[lane["id"]]} if lane["id"] in laid_out else {})
            for lane in lanes
        ],
        "legend": LEGEND,
    }


def strips_state(tallies: Mapping[str, Tally], part: int | None) -> Json:
    """The cells of part number ``part``; None: nothing is touched yet."""
    cells = {
        lane: "0" * tally.cells if part is None else tally.touched[part]
        for lane, tally in tallies.items()
    }
    says = {
        lane: text(f"race.strips.{LANES[lane].view}", size=tally.laid_out)
        for lane, tally in tallies.items()
    }
    return {"cells": cells, "says": says}
