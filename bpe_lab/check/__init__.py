"""A student's code, checked: on a ladder of texts, in a process of its own.

In a notebook or a test suite: ``from bpe_lab.check import check``.
"""

from bpe_lab.check.climb import check
from bpe_lab.check.faults import Fault
from bpe_lab.check.report import Report, RungResult

__all__ = ["Fault", "Report", "RungResult", "check"]
