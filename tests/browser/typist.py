"""Whoever fills all fields of a page, and waits for the run that each begins."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from playwright.sync_api import Locator
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.conftest import Visit

TYPED = "input[type=text]:not([role=combobox]):visible, textarea:visible"
UPLOADERS = "input[type=file]"
UPLOADED = "[data-testid=stFileChipDeleteBtn] button:visible"
# A field's key; scenes of a lesson being written have numbers of their own.
NAMES = r"""(fields) => fields.map((field) => {
  const holder = field.closest("[class*=st-key-]")?.className ?? "";
  const [, key] = holder.match(/st-key-([\w-]+)/) ?? [];
  return (key ?? field.type).replace(/_[0-9a-f]{12}$/, "");
})"""
TWO_FRAMES = "() => new Promise((on) => requestAnimationFrame(() => requestAnimationFrame(on)))"
# Seconds until a run is over: what is typed may begin none, a file that is sent does.
BY_TYPING, BY_FILE = 0.5, 20.0


@dataclass
class Typist:
    """``names`` are the fields that were filled, by their keys."""

    visited: Visit
    names: set[str] = field(default_factory=set)
    runs: int = 0  # that are over

    def __post_init__(self) -> None:
        """Count the runs of the page that is opened next, by the server's messages."""
        self.visited.page.on("websocket", self._listen)

    def fill_all(self, string: str) -> None:
        """Fill every field with ``string``, those behind buttons too."""
        page = self.visited.page
        self.names.clear()
        while (uploaded := page.locator(UPLOADED)).count():
            with self._run(BY_FILE):
                uploaded.first.click()
        self._fill(page.locator("body"), string)
        for popover in page.locator("[data-testid=stPopover] button:visible").all():
            popover.click()
            inside = page.locator("[data-testid=stPopoverBody]")
            inside.wait_for()
            self._fill(inside, string)
            self.visited.press("Escape")
            inside.wait_for(state="detached")

    def ready(self) -> None:
        """Wait until the page has drawn, those parts too whose code comes on demand."""
        self.visited.page.evaluate(TWO_FRAMES)
        self.visited.settled()
        self.visited.page.locator("[data-testid=stSkeleton]").first.wait_for(state="detached")

    def _fill(self, part: Locator, string: str) -> None:
        self.ready()
        self._type(part, string)
        self._upload(part, string)
        self._type(part, string)  # what the files have brought

    def _type(self, part: Locator, string: str) -> None:
        """Type ``string`` in every visible field, of which each may bring another."""
        while (typed := self._another(part.locator(TYPED))) is not None:
            most = int(typed.get_attribute("maxlength") or len(string))
            with self._run(BY_TYPING):
                typed.fill(string[:most])
                typed.press("Control+Enter")

    def _upload(self, part: Locator, string: str) -> None:
        """Give every uploader a file of that name and content."""
        while (uploader := self._another(part.locator(UPLOADERS))) is not None:
            ending = ".toml" if ".toml" in (uploader.get_attribute("accept") or "") else ""
            name = string.replace("/", "\N{DIVISION SLASH}")[:200] + ending
            file = {"name": name, "mimeType": "text/plain", "buffer": string.encode()}
            is_sent = uploader.evaluate("(field) => !!field.closest('.stFileUploader')")
            with self._run(BY_FILE if is_sent else BY_TYPING):
                uploader.set_input_files(file)

    def _another(self, fields: Locator) -> Locator | None:
        """The first of ``fields`` that is not among the names, where it is from now on."""
        for index, name in enumerate(fields.evaluate_all(NAMES)):
            if name not in self.names:
                self.names.add(name)
                return fields.nth(index)
        return None

    @contextmanager
    def _run(self, seconds: float) -> Iterator[None]:
        """Wait for the run of what is done meanwhile, if it is over in so many ``seconds``."""
        before = self.runs
        yield
        end = monotonic() + seconds
        while self.runs == before and monotonic() < end:
            self.visited.page.wait_for_timeout(5)  # in which messages are heard
        self.ready()

    def _listen(self, socket: Any) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, frame: bytes) -> None:
        self.runs += ForwardMsg.FromString(frame).WhichOneof("type") == "script_finished"
