"""No message to a browser names a folder of the server."""

from collections.abc import Iterator

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

from ui.serving.hidden_paths import hide_paths


@pytest.fixture
def hidden() -> Iterator[None]:
    before = ForwardMsgQueue._before_enqueue_msg
    hide_paths()
    yield
    ForwardMsgQueue.on_before_enqueue_msg(before)


@pytest.mark.usefixtures("hidden")
def test_the_first_message_of_a_run_has_the_script_s_name_alone() -> None:
    message = ForwardMsg()
    message.new_session.main_script_path = "/srv/bpe-lab/ui/shell.py"
    message.new_session.name = "shell"
    queue = ForwardMsgQueue()
    queue.enqueue(message)
    [sent] = queue.flush()
    assert b"/srv" not in sent.SerializeToString()
    assert (sent.new_session.main_script_path, sent.new_session.name) == ("shell.py", "shell")


@pytest.mark.usefixtures("hidden")
def test_other_messages_are_as_they_were() -> None:
    message = ForwardMsg(page_not_found={"page_name": "/a/b"})
    queue = ForwardMsgQueue()
    queue.enqueue(message)
    assert queue.flush() == [ForwardMsg(page_not_found={"page_name": "/a/b"})]
