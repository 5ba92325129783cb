"""Every race leaves nothing."""

from __future__ import annotations

from tests.core.measure.conftest import place as place
from tests.core.measure.in_process import in_process as in_process
