"""The server's folders stay on the server.

Seen with Streamlit 1.67: the first message of every run names the main script with its whole
path. The browser takes it for a name of the app and no more; without this module it is sent.
"""

from __future__ import annotations

from pathlib import PurePath

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue


def hide_paths() -> None:
    """From now on send the main script's name alone."""
    ForwardMsgQueue.on_before_enqueue_msg(without_folder)


def without_folder(message: ForwardMsg) -> None:
    """Shorten the path in a message that has one.

    >>> message = ForwardMsg()
    >>> message.new_session.main_script_path = "/srv/bpe-lab/ui/shell.py"
    >>> without_folder(message)
    >>> message.new_session.main_script_path
    'shell.py'
    """
    if message.WhichOneof("type") == "new_session":
        session = message.new_session
        session.main_script_path = PurePath(session.main_script_path).name
