"""Races made by hand: the seconds are chosen, so that what is drawn can be reckoned."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from bpe_core.train.options import TrainOptions
from bpe_lab.measure.reasons import Reason
from bpe_lab.race.plan import RacePlan, Work
from bpe_lab.race.standing import (
    LaneAbsent,
    LaneFailed,
    LaneLeftOut,
    LaneReady,
    RaceEvent,
    Reached,
    Run,
    RunDone,
    RunStarted,
    Standing,
    Tally,
    TallyDone,
    apply,
)

SIZE = 133_027
FACTS = {
    "cores": "2",
    "processor": "A Processor",
    "memory": "8.0 GB",
    "system": "Linux 6.1",
    "python": "3.11.7 CPython",
    "shared": "virtual",
    "load": "0.10",
    "bpe-lab": "0.1.0",
    "regex": "2025.9.1",
    "tokenizers": "0.23.0",
}
Clock = Callable[[int], float]  # parts done -> seconds


def plan_of(
    lanes: Sequence[str],
    *,
    merges: int = 243,
    repeats: int = 7,
    work: Work = "train",
    sizes: tuple[int, ...] = (),
) -> RacePlan:
    options = TrainOptions(num_merges=merges)
    return RacePlan(
        lanes=tuple(lanes), work=work, options=options, repeats=repeats, sizes=sizes
    )


def standing_of(
    plan: RacePlan, events: Iterable[RaceEvent] = (), sizes: tuple[int, ...] = (SIZE,)
) -> Standing:
    standing = Standing.before(plan, sizes)
    for event in events:
        apply(standing, event)
    return standing


def run(
    lane: str,
    clock: Clock,
    parts: int,
    *,
    number: int = 0,
    size: int = SIZE,
    only_end: bool = False,
    cut: bool = False,
) -> RunDone:
    done = (parts,) if only_end else tuple(range(1, parts + 1))
    at = tuple(int(clock(k) * 1e9) for k in done)
    made = () if cut else ((b"a", b"b"),) * parts
    ended = Run(lane, size, number, done, at, cut=cut, peak_bytes=12_000_000)
    return RunDone(lane, ended, result=made, digest="" if cut else "same")


def runs(
    lane: str, seconds: float, parts: int = 243, repeats: int = 7, **how: bool
) -> list[RaceEvent]:
    """Whole runs that take ``seconds`` in the middle, evenly to the end, 2 % apart."""
    return [
        run(
            lane,
            lambda k, s=seconds * (1 + 0.02 * (number - repeats // 2)): s * k / parts,  # type: ignore[misc]  # bound now
            parts,
            number=number,
            **how,
        )
        for number in range(repeats)
    ]


def cut_runs(lane: str, budget: float, parts: int, repeats: int = 7) -> list[RaceEvent]:
    return [
        run(lane, lambda k: budget * k / parts, parts, number=number, cut=True)
        for number in range(repeats)
    ]


def left_out(lane: str, beaten_at: int) -> list[RaceEvent]:
    return [LaneLeftOut(lane, SIZE, beaten_at)]


def under_way(
    lane: str, points: Sequence[tuple[int, float]], size: int = SIZE
) -> list[RaceEvent]:
    started: list[RaceEvent] = [LaneReady(lane), RunStarted(lane, size, 0)]
    return started + [Reached(lane, size, 0, done, int(at * 1e9)) for done, at in points]


def duel() -> Standing:
    """Linked 0.144 s, naive 4.58 s: 31.8 times, in every repeat."""
    return standing_of(
        plan_of(["naive", "linked"]), [*runs("naive", 4.58), *runs("linked", 0.144)]
    )


def ladder() -> Standing:
    """Every state that a lane may have: whole, cut, telling only its end, failed, absent."""
    lanes = ["naive_every", "naive", "indexed", "linked", "compiled"]
    lanes += ["huggingface", "rustbpe", "gigatoken", "sentencepiece"]
    return standing_of(
        plan_of(lanes),
        [
            *cut_runs("naive_every", 10.0, 120),
            *runs("naive", 4.58),
            *runs("indexed", 0.44),
            *runs("linked", 0.144),
            *runs("compiled", 0.0112),
            LaneReady("huggingface", {"tokenizers": "0.23.0"}),
            *runs("huggingface", 0.030, only_end=True),
            *runs("rustbpe", 0.0109, only_end=True),
            LaneAbsent("gigatoken", "gigatoken"),
            LaneFailed("sentencepiece", Reason("it ended with <b>signal</b> 9")),
        ],
    )


ROOT_OF_SIZE = MappingProxyType({"naive": 1.0, "linked": 0.5})


def median_time(size: int, power: float) -> float:
    """Seconds of the middle run of `growing`."""
    return 1e-5 * size**power


def growing(
    lanes: Sequence[str] = ("naive", "linked"), powers: Mapping[str, float] = ROOT_OF_SIZE
) -> Standing:
    """Naive grows with its size, linked with the root of it; counted as well."""
    sizes = (8_000, 16_000, 32_000, 64_000, 128_000)
    events: list[RaceEvent] = []
    for size in sizes:
        for lane in lanes:
            end = median_time(size, powers.get(lane, 1.0))
            for number in range(3):
                took = end * (1 + 0.01 * (number - 1))
                events.append(
                    run(lane, lambda k, s=took: s * k / 50, 50, number=number, size=size)  # type: ignore[misc]  # bound now
                )
            work = int(size ** powers.get(lane, 1.0))
            items = ({"first_count": size}, *({"pairs_scanned": work} for _ in range(50)), {})
            events.append(TallyDone(lane, Tally(lane, size, items)))
    return standing_of(plan_of(lanes, merges=50, repeats=3, sizes=sizes), events, sizes)
