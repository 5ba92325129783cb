"""What is kept for all readers: made once however many ask at once, and bounded in memory."""

from __future__ import annotations

import gc
import pickle
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event, Lock
from weakref import ref

import altair as alt
import pandas as pd

import bpe_core
from bpe_core.vocabularies import built_in
from bpe_lab.scenes.token_table import inventory
from ui.charts.specification import as_table, plot_of
from ui.serving.memory import model_weight, parts_of, table_weight, total
from ui.serving.store import Store

READERS = 8
PATIENCE = 60


class Thing:
    """Something that things are made of."""


def all_at_once(ask: Callable[[int], object]) -> list[object]:
    """What ``ask`` gives to readers that come at the same time; errors as values."""
    together = Barrier(READERS)

    def one(number: int) -> object:
        together.wait(PATIENCE)
        try:
            return ask(number)
        except ValueError as error:
            return error

    with ThreadPoolExecutor(READERS) as pool:
        return list(pool.map(one, range(READERS), timeout=PATIENCE))


def test_equal_work_is_done_once() -> None:
    store, made, waiting = Store(), [], Event()

    def make() -> object:
        waiting.wait(0.2)  # time for all others to come
        made.append(object())
        return made[-1]

    got = all_at_once(lambda _: store.get("key", make))
    assert len(made) == 1
    assert all(each is made[0] for each in got)
    assert not store.turns


def test_other_work_does_not_wait() -> None:
    store, together = Store(), Barrier(READERS)
    got = all_at_once(lambda k: store.get(k, lambda: together.wait(PATIENCE) * 0 + k))
    assert got == list(range(READERS))


def test_a_failure_is_its_maker_s_own() -> None:
    """The first fails; one of those who waited makes it, the others get that."""
    store, calls, lock = Store(), [], Lock()

    def make() -> str:
        with lock:
            calls.append(1)
            first = len(calls) == 1
        if first:
            raise ValueError("mine")
        return "made"

    got = all_at_once(lambda _: store.get("key", make))
    assert len(calls) == 2
    assert sorted(map(str, got)) == ["made"] * (READERS - 1) + ["mine"]
    assert not store.turns


def test_the_heaviest_stay_only_within_the_budget() -> None:
    store = Store(most=100, budget=10_000)
    for k in range(5):
        store.get(k, lambda k=k: str(k) * 4000)
    assert list(store.entries) == [3, 4]
    store.get("large", lambda: "a" * 50_000)
    assert list(store.entries) == ["large"], "the last is always kept"


def test_what_results_share_counts_once() -> None:
    model = bpe_core.train("low lower lowest", vocab_size=262)
    table = inventory(model)
    both = total([parts_of(model), parts_of(table), parts_of(("x", model))])
    assert both == model_weight(model) + table_weight(model) + sum(parts_of("x").values())


def test_a_model_weighs_what_it_takes() -> None:
    """Within a factor of two of what Python says."""
    packed = pickle.dumps(built_in("lab"))
    tracemalloc.start()
    model = pickle.loads(packed)
    took = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert model_weight(model) / 2 < took < model_weight(model) * 2


def test_a_chart_and_a_table_weigh_what_they_hold() -> None:
    frame = pd.DataFrame({"x": range(5000), "name": ["a" * 20] * 5000})
    chart = alt.Chart(frame).mark_bar(clip=True).encode(x="x:Q", y="name:N")
    spec = plot_of(chart)
    [rows] = spec["datasets"].values()
    weight = sum(parts_of((spec, "described")).values())
    assert len(rows) < weight < len(rows) + 10_000
    table = as_table(frame)
    assert sum(parts_of([table, "name"]).values()) - table.nbytes < 100


def test_what_is_made_of_a_thing_stands_for_no_other() -> None:
    store, thing = Store(), Thing()
    assert store.value_of(thing, "first", lambda: 1) == 1
    assert store.value_of(thing, "first", lambda: 2) == 1
    assert store.value_of(thing, "second", lambda: 3) == 3
    assert store.value_of(Thing(), "first", lambda: 4) == 4
    still_there = ref(thing)
    del thing
    gc.collect()
    assert still_there() is not None, "its id could be another's"
