"""Under every chart of a race: what was measured, where and how."""

from __future__ import annotations

from collections.abc import Mapping

from bpe_core.vocabularies import built_in
from bpe_lab.race.command import MODEL, command_of
from bpe_lab.race.ladder import LANES
from bpe_lab.race.overhead import CORPUS, EVENTS_OVER_PLAIN, MEASURED_ON
from bpe_lab.race.standing import Standing
from bpe_lab.race.summary import parts_of
from bpe_lab.text import t
from ui.charts.measured_how import machine_names
from ui.charts.numbers import budget_text
from ui.race.race_job import Contest

OURS = ("bpe-lab", "regex")
UNSEEN = 1.01  # a ratio below it reads as nothing


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
        t("footer.cost", lane=t(f"lane.{name}.title"), cost=f"{cost.ratio - 1:.0%}")
        for name, cost in EVENTS_OVER_PLAIN.items()
        if cost.ratio >= UNSEEN
    ]
    if len(seen) == len(EVENTS_OVER_PLAIN):
        return t("footer.comma").join(seen)
    return t("footer.comma").join([*seen, t("footer.rest" if seen else "footer.nothing")])
