"""Long work in the server's process gives way to the pages of other readers.

Python's threads take turns: a page that is drawn beside long work has the interpreter for half
of the time. So long work is done in parts of a few milliseconds, and before each part it waits
for the pages that are being drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Condition, get_ident
from time import monotonic

LONGEST = 0.1  # seconds that one part waits at most, however many readers there are
SENDING = 0.02  # seconds in which the server sends what was drawn


@dataclass(slots=True)
class Drawing:
    """The threads that draw a page just now, and until when the last one's is being sent.

    >>> pages = Drawing()
    >>> with pages.page():
    ...     len(pages.threads)
    1
    >>> pages.threads
    set()
    """

    threads: set[int] = field(default_factory=set)
    sent_at: float = 0.0
    changed: Condition = field(default_factory=Condition)

    @contextmanager
    def page(self) -> Iterator[None]:
        """While the calling thread draws a page."""
        me = get_ident()
        with self.changed:
            self.threads.add(me)
        try:
            yield
        finally:
            with self.changed:
                self.sent_at = monotonic() + SENDING
                self._leave(me)

    def give_way(self, seconds: float = LONGEST) -> None:
        """Wait until nobody else's page is drawn or sent, at most so long.

        Who draws a page and waits here draws nothing meanwhile, so that two never wait for
        each other.
        """
        me, end = get_ident(), monotonic() + seconds
        with self.changed:
            drew = me in self.threads
            self._leave(me)
            while (left := self._busy_until(end) - monotonic()) > 0:
                self.changed.wait(left)
            if drew:
                self.threads.add(me)

    def _leave(self, thread: int) -> None:
        self.threads.discard(thread)
        if not self.threads:
            self.changed.notify_all()

    def _busy_until(self, end: float) -> float:
        """When to look again, ``end`` at the latest."""
        return end if self.threads else min(end, self.sent_at)


DRAWING = Drawing()  # of this server
give_way = DRAWING.give_way
