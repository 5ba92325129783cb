"""How large a message to a browser may be: asserted where a page's script hands it over.

Seen with Streamlit 1.67: a message may have 200 MB, and one of 137 MB held everybody's page for
seconds, since one thread writes the messages of all readers. ``server.maxMessageSize`` in
`.streamlit/config.toml` bounds them as well, in the thread that writes them and in English;
without this module that is what is left.
"""

from __future__ import annotations

from functools import wraps

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext

from bpe_core.errors import InputError

LARGEST = 2_000_000  # bytes; a picture of 2,000 tokens and their ids has 0.9 MB


class PageTooLargeError(InputError):
    message = "a part of the page has {size} bytes, more than the {limit} that are sent"


def bound_messages() -> None:
    """From now on have a script raise `PageTooLargeError` instead of sending what is larger."""
    send = ScriptRunContext.enqueue
    if hasattr(send, "__wrapped__"):
        return

    @wraps(send)
    def send_small(self: ScriptRunContext, message: ForwardMsg) -> None:
        size = message.ByteSize()
        if size > LARGEST:
            raise PageTooLargeError(size=size, limit=LARGEST)
        send(self, message)

    ScriptRunContext.enqueue = send_small  # type: ignore[assignment, method-assign]
