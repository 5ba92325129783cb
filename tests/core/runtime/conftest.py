"""Where temporary folders are looked for."""

from __future__ import annotations

from tests.lab.measure.conftest import place as place
