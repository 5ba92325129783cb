"""What a lane's process does for a command: one run of its lane, timed or counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import bpe_core
from bpe_core.encode.encode_array import encode_array
from bpe_core.encode.whole_text import encode_pre_token
from bpe_core.errors import OptionError
from bpe_core.model import BPEModel
from bpe_core.pretokenize.pre_tokens import PreToken
from bpe_core.registry import ENCODERS, TRAINERS, look_up
from bpe_core.warm import warm
from bpe_lab.measure.guards import Say
from bpe_lab.race.counted import Counted, count_trainer
from bpe_lab.race.counted_encoding import count_encoder
from bpe_lab.race.events import Pair
from bpe_lab.race.ladder import LANES
from bpe_lab.race.plan import WARM_UP, RacePlan, plan_from_json
from bpe_lab.race.timed import Timed, time_peer, time_trainer
from bpe_lab.race.timed_encoding import time_compiled, time_encoder, time_tiktoken

A_FEW = PreToken(b"abab", 0)


class LaneWork:
    """A lane with its text, plan and model in memory, ready to run; ``say`` sends a line."""

    def __init__(self, folder: Path, lane: str, say: Say) -> None:
        self._say = say
        self._plan = plan_from_json((folder / "plan.json").read_text("utf-8"))
        self._data = (folder / "text").read_bytes()
        self._lane = look_up("lane", LANES, lane)
        self._model: BPEModel | None = None
        if self._lane.work == "encode":
            self._model = bpe_core.load(folder / "model")
        self._warm_up()

    def versions(self) -> dict[str, str]:
        """Of the libraries that do the work."""
        if self._lane.library:
            names = [self._lane.library]
        else:
            names = ["regex", "numba"] if not self._lane.fine else ["regex"]
        return {name: version(name) for name in names}

    def answer(self, command: Mapping[str, Any]) -> dict[str, Any]:
        """Do what ``{"do": …, "size": …, "number": …}`` asks for."""
        text = self._data[: command["size"]].decode()
        if command["do"] == "count":
            return {"tally": tally_as_json(self._count(text))}
        number = command["number"]
        plan = self._plan
        if number < 0:
            plan = replace(plan, budget=min(plan.budget, WARM_UP))
        return {"run": run_as_json(self._time(text, plan), with_result=number <= 0)}

    def _time(self, text: str, plan: RacePlan) -> Timed:
        lane, model = self._lane, self._model
        if model is not None:
            if lane.library:
                return time_tiktoken(text, model, plan.budget, self._say)
            if not lane.fine:
                return time_compiled(text, model, plan.budget, self._say)
            return time_encoder(lane, text, model, plan.budget, self._say)
        if lane.library:
            return time_peer(lane, text, plan, self._say)
        return time_trainer(lane, text, plan, self._say)

    def _count(self, text: str) -> Counted:
        if not self._lane.fine:
            raise OptionError(name="do", value="count", rule="time, since it tells no detail")
        if self._model is None:
            return count_trainer(self._lane, text, self._plan, self._say)
        return count_encoder(self._lane, text, self._model, self._plan.budget, self._say)

    def _warm_up(self) -> None:
        """Import or compile what the first run would, on a few bytes."""
        if self._lane.library:
            import_module(self._lane.library)
        elif not self._lane.fine:
            warm(["texts", "train"] if self._model is None else ["texts"])
            if self._model is not None:
                encode_array(self._model, A_FEW.data)  # makes its tables
        elif self._model is not None:
            encoder = ENCODERS[self._lane.algorithm]
            encode_pre_token(self._model, A_FEW.data, encoder=encoder)
        else:
            for _ in TRAINERS[self._lane.algorithm]([A_FEW], self._plan.options):
                pass


def run_as_json(timed: Timed, *, with_result: bool) -> dict[str, Any]:
    """A timed run as JSON can hold it."""
    return {
        "done": timed.done,
        "at": timed.at,
        "pre_tokenized": timed.pre_tokenized,
        "cut": timed.cut,
        "peak_bytes": timed.peak_bytes,
        "result": in_hex(timed.merges) if with_result else None,
        "digest": timed.digest,
    }


def tally_as_json(counted: Counted) -> dict[str, Any]:
    """A counted run as JSON can hold it."""
    return {
        "items": counted.items,
        "touched": counted.touched,
        "cells": counted.cells,
        "laid_out": counted.laid_out,
        "cut": counted.cut,
        "result": in_hex(counted.merges),
    }


def in_hex(merges: tuple[Pair, ...] | None) -> list[list[str]] | None:
    """Merges as JSON can hold them.

    >>> in_hex(((b"a", b"b"),))
    [['61', '62']]
    """
    return None if merges is None else [[left.hex(), right.hex()] for left, right in merges]
