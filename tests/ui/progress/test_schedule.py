"""When a kind of question that was missed comes again."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from tests.ui.progress.node import evaluate

DUE_IN = """
  const [answers, now] = args;
  const due = it.dueDay(answers);
  return due === null ? null : due - it.dayOf(now);
"""


def at(moment: str, zone: str = "UTC") -> int:
    """Milliseconds of a local time."""
    return round(
        datetime.fromisoformat(moment).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000
    )


def due_in(
    answers: list[tuple[str, bool]], now: str, zone: str = "UTC", now_zone: str | None = None
) -> int | None:
    """Days from ``now`` on; the browser stands in ``now_zone`` by then."""
    rows = [{"at": at(moment, zone), "first_try": right} for moment, right in answers]
    days: int | None = evaluate(
        "schedule", DUE_IN, rows, at(now, now_zone or zone), zone=now_zone or zone
    )
    return days


MISSED = ("2026-05-04T09:00", False)


def test_the_intervals_are_one_three_and_seven_days() -> None:
    first, second, third = ("2026-05-05", "2026-05-08", "2026-05-15")
    answers = [MISSED]
    for day, following in ((first, 3), (second, 7)):
        assert due_in(answers, f"{day}T00:00") == 0
        answers.append((f"{day}T10:00", True))
        assert due_in(answers, f"{day}T11:00") == following
    assert due_in(answers, f"{third}T00:00") == 0
    answers.append((f"{third}T10:00", True))
    assert due_in(answers, f"{third}T11:00") is None, "it came right after the last one, too"


@pytest.mark.parametrize(
    ("now", "days"),
    [("2026-05-04T23:59:59", 1), ("2026-05-05T00:00:00", 0), ("2026-05-07T12:00", -2)],
)
def test_a_day_begins_at_midnight(now: str, days: int) -> None:
    assert due_in([MISSED], now) == days


def test_what_was_never_missed_is_not_due() -> None:
    assert due_in([], "2026-05-05T09:00") is None
    assert due_in([("2026-05-04T09:00", True)], "2026-06-05T09:00") is None


@pytest.mark.parametrize("order", [(True, False), (False, True), (False, True, True)])
def test_a_miss_outweighs_all_that_came_right_on_its_day(order: tuple[bool, ...]) -> None:
    answers = [(f"2026-05-04T09:0{index}", right) for index, right in enumerate(order)]
    assert due_in(answers, "2026-05-04T10:00") == 1


def test_what_comes_right_before_it_is_due_changes_nothing() -> None:
    answers = [MISSED, ("2026-05-05T09:00", True)]
    assert due_in(answers, "2026-05-05T10:00") == 3
    assert due_in([*answers, ("2026-05-07T09:00", True)], "2026-05-07T10:00") == 1


def test_the_next_interval_begins_when_it_was_answered() -> None:
    assert due_in([MISSED, ("2026-05-20T09:00", True)], "2026-05-20T10:00") == 3


def test_missed_again_it_goes_back_to_one_day() -> None:
    answers = [MISSED, ("2026-05-05T09:00", True), ("2026-05-08T09:00", False)]
    assert due_in(answers, "2026-05-08T10:00") == 1
    assert due_in([*answers, ("2026-05-09T09:00", True)], "2026-05-09T10:00") == 3


@pytest.mark.parametrize(
    "zone", ["Pacific/Kiritimati", "Asia/Shanghai", "Asia/Kathmandu", "America/New_York"]
)
def test_a_day_is_the_reader_s_own(zone: str) -> None:
    late = [("2026-05-04T23:30", False)]
    assert due_in(late, "2026-05-04T23:59", zone) == 1
    assert due_in(late, "2026-05-05T00:00", zone) == 0


@pytest.mark.parametrize(
    ("missed", "midnight"),
    [
        ("2026-03-28T23:30", "2026-03-29T00:00"),  # a day of 23 hours
        ("2026-03-29T01:30", "2026-03-30T00:00"),
        ("2026-10-25T23:30", "2026-10-26T00:00"),  # after one of 25
        ("2026-10-25T00:30", "2026-10-26T00:00"),
    ],
)
def test_a_day_of_23_or_25_hours_is_a_day(missed: str, midnight: str) -> None:
    assert due_in([(missed, False)], midnight, "Europe/Berlin") == 0


def test_seven_days_over_the_change_of_the_clock_end_at_midnight() -> None:
    answers = [
        ("2026-03-21T20:00", False),
        ("2026-03-22T20:00", True),
        ("2026-03-25T23:50", True),
    ]
    assert due_in(answers, "2026-03-31T23:59", "Europe/Berlin") == 1
    assert due_in(answers, "2026-04-01T00:00", "Europe/Berlin") == 0


def test_who_has_travelled_counts_days_where_they_are() -> None:
    late = [("2026-05-04T23:30", False)]
    # 11:30 of the same day in New York, where it is due from the next midnight on.
    assert due_in(late, "2026-05-04T23:59", "Asia/Shanghai", "America/New_York") == 1
    assert due_in(late, "2026-05-05T00:00", "Asia/Shanghai", "America/New_York") == 0
    # Eastwards a new day has begun, and with it another midnight has to come.
    assert due_in(late, "2026-05-05T06:00", "America/New_York", "Asia/Shanghai") == 1
    assert due_in(late, "2026-05-06T00:00", "America/New_York", "Asia/Shanghai") == 0
