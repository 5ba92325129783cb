"""File descriptors: as many as the system lets the server have.

A reader takes four, and some ten more while a page loads. Seen with Streamlit 1.67: one for the
websocket, and three for an event loop that scripts may use.
"""

from __future__ import annotations

from contextlib import suppress

ENOUGH = 65_536  # descriptors: where the system sets no limit, a fault still ends somewhere


def raise_limit(enough: int = ENOUGH) -> None:
    """Let the process open as many files as its hard limit allows, ``enough`` at most."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = enough if hard == resource.RLIM_INFINITY else min(hard, enough)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
