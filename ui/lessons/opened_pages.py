"""What the player gets on a page of the app, which is run without a reader.

What a page makes of its link, the page alone can say. It is run as Streamlit's tests run one;
that puts a stand-in in the place of the whole server, so a process of its own does it: one line
of JSON per page, in the order of ``[[page, options, language], …]`` on its input.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import Any, NamedTuple, TypeAlias

from bpe_lab.measure.process import kill
from ui.serving.app_errors import AppError

ROOT = Path(__file__).parents[2]
MOST_SECONDS = 300  # for all pages together
ONE_PAGE = 60
POLITE = 10  # readers come first
Sent: TypeAlias = dict[str, Any]


class Request(NamedTuple):
    """A page by name, what its link says, and the reader's language."""

    page: str
    options: tuple[tuple[str, str], ...]
    language: str


def opened(requests: Sequence[Request]) -> Generator[list[Sent]]:
    """What the players of each page get, one page after the other; raises ``AppError``."""
    command = [sys.executable, "-m", "ui.lessons.opened_pages"]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as child:
        late = Timer(MOST_SECONDS, kill, [child])
        late.start()
        try:
            assert child.stdin is not None
            assert child.stdout is not None
            with suppress(BrokenPipeError), child.stdin as asked:
                asked.write(json.dumps(requests).encode())
            for _ in requests:
                line = child.stdout.readline()
                if not line.endswith(b"\n"):
                    raise AppError("hand_out")
                yield json.loads(line)
        finally:
            late.cancel()
            kill(child)


def open_page(request: Request) -> list[Sent]:
    """Run the page, and take what it sends to its players; nothing where it fails."""
    from streamlit.testing.v1 import AppTest

    app = AppTest.from_file(ROOT / "ui" / "shell.py", default_timeout=ONE_PAGE)
    app.switch_page(str(ROOT / "pages" / f"{request.page}.py"))
    for name, value in (*request.options, ("lang", request.language)):
        app.query_params[name] = value
    app.run()
    sent = [json.loads(each.proto.bytes or b"{}") for each in app.get("bidi_component")]
    return [each for each in sent if isinstance(each, dict) and "recording" in each]


def main() -> None:
    """Answer what stands on the input."""
    with suppress(OSError, AttributeError):
        os.nice(POLITE)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    sys.stdout = sys.stderr  # whatever a page prints is no answer
    for request in json.load(sys.stdin):
        answer = json.dumps(open_page(Request(*request)))
        answers.write(answer + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
