"""Every race leaves nothing."""

from __future__ import annotations

from tests.lab.measure.conftest import place as place
from tests.lab.measure.in_process import in_process as in_process
