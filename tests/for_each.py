"""Many small cases in one test, whose failures are told together.

A test of pytest's costs some milliseconds in each worker, more than most of these cases take.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any

import pytest


def for_each(names: str, cases: Iterable[Any]) -> Callable[[Callable[..., None]], Any]:
    """As `pytest.mark.parametrize` does, but all in one test that fails with every case named.

    For cases that take no time and no fixture of their own; `names` are parted by commas.
    """
    keys, kept = names.split(", "), list(cases)

    def of_all(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def every(**others: Any) -> None:
            failures = []
            for case in kept:
                values = dict(zip(keys, case if len(keys) > 1 else [case], strict=True))
                try:
                    test(**values, **others)
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(", ".join(f"{name}={values[name]!r:.300}" for name in keys))
                    failures.append(error)
            if failures:
                raise BaseExceptionGroup(f"{len(failures)} of {len(kept)} cases", failures)

        # By its signature pytest knows a test's fixtures: the cases' values are none.
        signature = inspect.signature(test)
        left = [one for name, one in signature.parameters.items() if name not in keys]
        every.__signature__ = signature.replace(parameters=left)
        return every

    return of_all
