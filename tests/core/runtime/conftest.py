"""Where temporary folders are looked for."""

from __future__ import annotations

from tests.core.measure.conftest import place as place
