"""A lesson's hand-out as a file: the program behind ``bpe-lab hand-out``.

    python -m ui.lessons.hand_out_file LESSON OUT [APP]

``LESSON`` is a file, else the name of a lesson that comes along. It exits with 1, and says why
in a line each, where the lesson has mistakes or its scenes cannot be opened.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from bpe_core.errors import BPELabError
from bpe_core.runtime.files import whole_file
from bpe_core.runtime.progress import Phase
from bpe_lab.cli.terminal import FAILED, Meter, say, stoppable
from bpe_lab.html_pages import language_here
from bpe_lab.lessons.lesson import Lesson
from bpe_lab.lessons.lesson_errors import sentence
from bpe_lab.lessons.reading import SIZE_LIMIT, Reading, read_lesson
from bpe_lab.lessons.shelf import find_lesson
from ui.lessons.hand_out import hand_out, page_count


def reading(name: str) -> Reading:
    """The lesson in the file of that name, else of that id; raises ``UnknownNameError``."""
    path = Path(name)
    if not path.exists():
        return find_lesson(name)
    with path.open("rb") as file:
        return read_lesson(file.read(SIZE_LIMIT + 1), path.stem)


def write(lesson: Lesson, out: Path, app: str) -> None:
    """Open its pages, and write the file whole."""
    with stoppable(), Meter() as meter:
        phase = Phase(meter, "pages", page_count(lesson))
        page = hand_out(lesson, app=app, on_page=lambda number: phase.finished(number + 1))
    with whole_file(out) as file:
        file.write(page.encode())


def main(argv: Sequence[str]) -> int:
    """The exit code."""
    name, out, app = (*argv, "")[:3]
    try:
        lesson, problems = reading(name)
        if lesson is None:
            for problem in problems:
                say(f"{name}: {sentence(problem, language_here())}")
            return FAILED
        write(lesson, Path(out), app)
    except (BPELabError, OSError) as error:
        say(str(error))
        return FAILED
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
