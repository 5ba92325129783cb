"""The race in lock-step: the player over the counted runs and the measured times."""

from __future__ import annotations

import streamlit as st

from bpe_core.events import StopReason
from bpe_lab.lab_errors import LabError
from bpe_lab.player.parts import file_name
from bpe_lab.race.plan import LANES, RacePlan, pre_tokens_of
from bpe_lab.race.standing import Standing, agreement
from bpe_lab.scenes.race.lockstep_panels import EncodedParts, Merges, Parts
from bpe_lab.scenes.race.lockstep_walk import Lockstep, lockstep
from bpe_lab.scenes.recording import Text, text
from bpe_lab.text import t
from ui.page.problems import show
from ui.player.player import player
from ui.race.race_job import Contest, Racing
from ui.serving.store import shared_store

SHORT = 240  # bytes of a text of which a strip has a cell a byte


def lockstep_view(racing: Racing) -> None:
    """The walk, made once for all readers of this race."""
    walk: Lockstep | None
    walk, _ = shared_store().get(
        ("lockstep", id(racing)), lambda: (_walk(racing, racing.standing()), racing)
    )
    if walk is None:
        _say_why_not(racing.standing())
        return
    file = file_name("race", racing.contest.name)
    texts = ("race", "lane", "sample", "question")
    player(walk.recording, key="race_player", texts=texts, file=file)
    _limits(walk)


def _limits(walk: Lockstep) -> None:
    """What the walk leaves out; below it, since above it pushed the foot of the charts off a
    lecture's screen."""
    if walk.left_out:
        names = t("compare.and").join(t(f"lane.{lane}.title") for lane in walk.left_out)
        st.info(t("race.far_behind", lanes=names))
    if walk.recorded < walk.parts:
        st.info(t("race.shown", shown=walk.recorded, parts=walk.parts))


def _say_why_not(standing: Standing) -> None:
    """Nothing to merge, or nothing that was counted."""
    runs = [run for lane in standing.lanes.values() for run in lane.runs]
    if runs and not any(run.done or run.cut for run in runs):
        show(LabError("nothing_to_merge", reason=StopReason.NO_PAIR_LEFT))
    else:
        st.info(t("race.nothing_counted"))


def _walk(racing: Racing, standing: Standing) -> Lockstep | None:
    contest, size = racing.contest, standing.sizes[-1]
    parts = _parts(contest, standing, size)
    about = f"{contest.corpus.text}{contest.plan.work}{contest.plan.options}"
    if not parts:
        return None
    laid_out = {}
    if contest.corpus.size <= SHORT:
        laid_out = laid_out_bytes(contest.plan, contest.corpus.text, standing)
    foot = _foot(racing, standing, size)
    return lockstep(standing, size, parts, about=about, laid_out=laid_out, foot=foot)


def _foot(racing: Racing, standing: Standing, size: int) -> Text:
    """What was measured, where and how often."""
    plan, facts = standing.plan, racing.facts
    return text(
        "race.foot",
        name={"text": text(f"sample.{racing.contest.name}")},
        size=size,
        processor=facts.get("processor", ""),
        cores=int(facts.get("cores", 1)),
        python=facts.get("python", ""),
        repeats=plan.repeats,
        warm_ups=plan.warm_ups,
    )


def laid_out_bytes(plan: RacePlan, text: str, standing: Standing) -> dict[str, bytes]:
    """What stands on each lane's strip, of a short text: all of it, or what is distinct."""
    whole = text.encode()
    distinct = b"".join(p.data for p in pre_tokens_of(text, plan, "distinct"))
    views = {name: LANES[name].view for name in standing.lanes}
    return {name: whole if view == "every" else distinct for name, view in views.items()}


def _parts(contest: Contest, standing: Standing, size: int) -> Parts | None:
    """What the compared lanes made: merges, or the first pre-tokens encoded."""
    if contest.plan.work == "encode":
        assert contest.model is not None
        counted = [
            len(lane.tallies[size].touched)
            for lane in standing.lanes.values()
            if size in lane.tallies
        ]
        most = max(counted, default=0)
        return EncodedParts.of(contest.model, contest.corpus.text, most) if most else None
    reference = agreement(standing, size).reference
    merges = standing.lanes[reference].results[size] if reference else ()
    return Merges(merges, contest.plan.options.first_id) if merges else None
