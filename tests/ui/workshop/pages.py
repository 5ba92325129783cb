"""The workshop's page opened, and a training on it brought to its end."""

import re
from typing import Any

from bpe_core.texts.corpus import sample
from tests.ui.test_pages import open_page
from tests.ui.under_way import ended
from ui.workshop import training_job

SOON = 180.0  # seconds; where nothing was compiled yet, that comes first
STORY = sample("story_en").text.encode()


def workshop(language: str = "en", **query: str) -> Any:
    return open_page("workshop", language, **{"corpus": "story_en", "target": "300", **query})


def trained(at: Any) -> Any:
    """The page after a training was started and has ended."""
    at.button(key="workshop_train").click().run()
    ended(training_job.session_trainings().line, SOON)
    assert is_over(at.run())
    return at


def is_over(at: Any) -> bool:
    assert not at.exception, at.exception
    return not any(button.key == "workshop_cancel" for button in at.button)


def html(at: Any) -> str:
    return " ".join(
        re.sub("<style>.*?</style>", "", block.value, flags=re.S) for block in at.get("html")
    )


def notices(at: Any) -> str:
    return " ".join(element.value for element in at.info)
