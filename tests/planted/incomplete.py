"""What is missing of a row: its texts in a language, or what theory needs of it."""

from __future__ import annotations

from collections.abc import Iterator

from bpe_core.registry import ENCODERS, FORMATS, SYSTEMS, TRAINERS
from bpe_lab.pages import PAGES
from bpe_lab.race.plan import LANES
from bpe_lab.scenes.encode.encoding_panels import rules
from bpe_lab.text import LANGUAGES, catalogue
from ui.home.whole_map import pages_html, study_html, teach_html, use_html
from ui.shell import SECTIONS


def incomplete() -> list[str]:
    """Every row that lacks something, by name, with what it lacks."""
    lacking = []
    for work, kind, rows in (("train", "trainer", TRAINERS), ("encode", "encoder", ENCODERS)):
        racing = {lane.algorithm for lane in LANES.values() if lane.work == work}
        lacking += [f"{kind} {name} races in no lane" for name in rows if name not in racing]
    lacking += [f"system {name} has no title" for name, row in SYSTEMS.items() if not row.title]
    parts = (
        teach_html("en"),
        study_html("en"),
        use_html("en"),
        pages_html("en", tuple(SECTIONS.items())),
    )
    linked = "".join(str(part) for part in parts)
    for page in (name for names in SECTIONS.values() for name in names):
        if page != "home" and f'data-page="{page}"' not in linked:
            lacking.append(f"page {page} is not in ui/home/home.html")
        if page not in PAGES:
            lacking.append(f"page {page} has no row in bpe_lab/pages.py")
    for language in LANGUAGES:
        texts = catalogue(language).keys()
        lacking += [
            f"{row}: no {key} in {language}" for row, key in asked() if key not in texts
        ]
        lacking += [
            f"language {language}: no {key}" for key in catalogue("en") if key not in texts
        ]
    return lacking


def asked() -> Iterator[tuple[str, str]]:
    """(row, key) of every text that a row asks for."""
    for name in LANES:
        yield f"lane {name}", f"lane.{name}.title"
        yield f"lane {name}", f"lane.{name}.rung"
    for name in rules():
        yield f"rule {name}", f"encode.rule.{name}"
    for name in FORMATS:
        yield f"format {name}", f"vocabulary.format.{name}"
        yield f"format {name}", f"vocabulary.keeps.{name}"
    for name in SYSTEMS:
        yield f"system {name}", f"system.{name}"
    for name in PAGES:
        yield f"page {name}", f"page.{name}"
        yield f"page {name}", f"shows.{name}"
