"""What a race has given: what speaks against it, its table, how it was measured, its files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from bpe_core.errors import Notice
from bpe_core.vocabularies import built_in
from bpe_lab.race.figures import (
    cautions,
    did_nothing,
    parts_of,
    peak,
    reached,
    times_as_long,
    total,
    unit_of,
)
from bpe_lab.race.plan import LANES, MODEL, command_of
from bpe_lab.race.samples import record_of, samples_csv
from bpe_lab.race.standing import Agreement, LaneStanding, Standing, agreement
from bpe_lab.text import t
from bpe_lab.text.messages import escaped
from ui.charts.captioned import Drawn, chart_files
from ui.charts.chart_style import lane_title, look, mark_html
from ui.charts.file_buttons import data_files
from ui.charts.numbers import (
    budget_text,
    bytes_text,
    machine_names,
    repeat_html,
    time_text,
    times_text,
    whole_text,
)
from ui.page.markup import Cell, Column, TableRow, table
from ui.page.problems import show
from ui.race.race_job import Contest, Racing
from ui.race.timing_lines import quartiles_text

OURS = ("bpe-lab", "regex")
# Time with events over that of the plain loop: medians of 11 interleaved runs, vocabulary 500,
# with `python -m benchmarks.overhead --clock wall`; see docs/decisions/training.md.
EVENTS_OVER_PLAIN = {"naive": 1.01, "indexed": 1.00, "linked": 0.97}
MEASURED_ON, CORPUS = "2026-11-21", "corpus.en"
UNSEEN = 1.01  # a ratio below it reads as nothing
NAMES = ("bpe-lab-samples.csv", "bpe-lab-race.json")


def show_cautions(standing: Standing, size: int, facts: Mapping[str, str]) -> None:
    """A box each; all overlaps of quartiles share one."""
    notices = cautions(standing, size, facts)
    noisy = [notice for notice in notices if notice.rule == "noise"]
    for notice in notices:
        if notice.rule != "noise" or len(noisy) == 1:
            show(named(notice))
    if len(noisy) > 1:
        st.info(_overlaps(noisy))


def _overlaps(noisy: Sequence[Notice]) -> str:
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
    return Notice(notice.rule, **values)


def results_table(standing: Standing, size: int) -> None:
    """Every lane of the plan, slowest rung first, whatever has become of it."""
    unit = unit_of(standing, size)
    titles = {name: t(f"results.{name}") for name in ("lane", "median", "quartiles")}
    titles["ratio"] = f"{lane_title(unit)} = 1" if unit else t("results.ratio")
    titles |= {name: t(f"results.{name}") for name in ("peak", "same", "rung")}
    verdict = agreement(standing, size)
    columns = [Column(title, name) for name, title in titles.items()]
    rows = [_row(lane, row_of(standing, size, lane, unit, verdict)) for lane in standing.lanes]
    st.html(table(columns, rows, name=t("results.title")))


def row_of(
    standing: Standing, size: int, name: str, unit: str, verdict: Agreement
) -> dict[str, str]:
    """The cells of a lane by column, plain text; ``unit`` is the lane that ratios refer to."""
    band = total(standing, name, size)
    times = times_as_long(standing, name, unit, size) if band and unit else None
    memory, spread = peak(standing, name, size), quartiles_text(standing, size, name)
    return {
        "lane": lane_title(name),
        "median": time_text(band.middle) if band else _state(standing, size, name),
        "quartiles": f"{spread['low']} – {spread['high']}" if spread else "",
        "ratio": times_text(times) if times else "",
        "peak": bytes_text(memory) if memory else "",
        "same": _same(name, verdict, standing.plan.work),
        "rung": t(f"lane.{name}.rung"),
    }


def _state(standing: Standing, size: int, name: str) -> str:
    """Why a lane has no figure."""
    lane: LaneStanding = standing.lanes[name]
    if lane.state in ("absent", "failed"):
        return t(f"results.{lane.state}")
    if size in lane.left_out:
        return t("results.not_run")
    if did_nothing(standing, name, size):
        return t("results.nothing")
    came = reached(standing, name, size)
    if came is None:
        return t("results.waiting")
    budget, parts = budget_text(standing.plan.budget), parts_of(standing, size)
    done = whole_text(came[0]) + (f" / {whole_text(parts)}" if parts else "")
    return t("results.cut", seconds=budget, done=done)


def _same(name: str, verdict: Agreement, work: str) -> str:
    """Whether the lane gives what the others give, as far as both came."""
    if why := verdict.left_out.get(name):
        return _rule_of(name) if why == "own_rule" else "–"
    lane = next((each for each in verdict.compared if each.lane == name), None)
    if lane is None or len(verdict.compared) < 2:
        return "–"
    if lane.differs_at is not None:
        return t("results.differs", part=lane.differs_at + 1)
    if not lane.same:
        return t("results.other")
    return t(f"results.same_{work}", parts=lane.parts)


def _rule_of(name: str) -> str:
    """What keeps a lane of another rule from being compared."""
    lane = LANES[name]
    if lane.own_splits:
        return t("results.own_splits")
    if lane.tie_breaks:
        names = (t(f"tie_name.{rule}") for rule in lane.tie_breaks)
        return t("results.other_rule", rules=" / ".join(names))
    return t("results.own_rule")


def _row(lane: str, texts: Mapping[str, str]) -> TableRow:
    (_, title), *others = texts.items()
    head = Cell(mark_html(look(lane)) + title, "lane")
    return TableRow([Cell(text, column) for column, text in others], head)


def footer_text(
    standing: Standing, size: int, facts: Mapping[str, str], corpus_name: str
) -> list[str]:
    """The footer's sentences, plain text."""
    plan = standing.plan
    parts = parts_of(standing, size)
    kind = "merges" if plan.work == "train" else "pre_tokens"
    what = [t("footer.corpus", name=corpus_name, size=size)]
    what += [t(f"footer.{kind}", parts=parts)] if parts else []
    how = [
        t("footer.runs", repeats=plan.repeats, warm_ups=plan.warm_ups),
        t("footer.budget", seconds=budget_text(plan.budget)),
    ]
    if plan.repeats > 1:
        how.append(t("footer.spread"))
    comma, stop = t("footer.comma"), t("footer.stop")
    sentences = [
        comma.join(each) + stop for each in (what, _machine(standing, facts), how) if each
    ]
    sentences.append(t("footer.from_text"))
    algorithms = {LANES[name].algorithm for name in plan.lanes}
    if plan.work == "train" and algorithms & set(EVENTS_OVER_PLAIN):
        sentences.append(t("footer.overhead", costs=_costs(), date=MEASURED_ON, corpus=CORPUS))
    return sentences


def repeating(contest: Contest) -> str:
    """The command that repeats the contest in a terminal."""
    ours = contest.model is None or contest.model == built_in("lab")
    return command_of(contest.plan, contest.name, model="" if ours else MODEL)


def _machine(standing: Standing, facts: Mapping[str, str]) -> list[str]:
    """Processor, Python, then the libraries that the lanes ran."""
    versions = {name: facts[name] for name in OURS if name in facts}
    for lane in standing.lanes.values():
        versions |= lane.versions
    return machine_names(facts, versions)


def _costs() -> str:
    """What reporting costs each algorithm; where it cannot be measured, once for all."""
    seen = [
        t("footer.cost", lane=t(f"lane.{name}.title"), cost=f"{ratio - 1:.0%}")
        for name, ratio in EVENTS_OVER_PLAIN.items()
        if ratio >= UNSEEN
    ]
    if len(seen) == len(EVENTS_OVER_PLAIN):
        return t("footer.comma").join(seen)
    return t("footer.comma").join([*seen, t("footer.rest" if seen else "footer.nothing")])


def files_and_command(drawn: Drawn, racing: Racing, standing: Standing) -> None:
    """The files, and below them the command that repeats the race in a terminal."""
    contest, command = racing.contest, repeating(racing.contest)
    race_files(
        drawn,
        standing,
        racing.facts,
        contest.name,
        text=contest.corpus.text,
        command=command,
    )
    st.html(repeat_html(t("footer.repeat"), command))


def race_files(
    drawn: Drawn,
    standing: Standing,
    facts: Mapping[str, str],
    corpus_name: str,
    *,
    text: str | None = None,
    command: str | None = None,
) -> None:
    """Buttons in a row; each file is made when its button is pressed.

    ``corpus_name`` is the text's name in the address, ``command`` repeats the race in a
    terminal. Of ``text``, the corpus, the record holds only a digest.
    """
    with st.container(key="race_files", horizontal=True, vertical_alignment="center"):
        st.caption(t("timing.files"), width="content")
        chart_files(drawn)
        data_files(
            "timing",
            drawn.name,
            lambda: samples_csv(standing).encode(),
            lambda: record_of(standing, facts, corpus_name, text=text, command=command),
            names=NAMES,
        )
