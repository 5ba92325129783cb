"""What `app.py` sets for all answers of the server."""

from socket import IPPROTO_TCP, TCP_NODELAY, create_connection, create_server

from app import send_at_once


def test_connections_send_short_messages_at_once() -> None:
    with create_server(("127.0.0.1", 0)) as listening:
        send_at_once()
        with create_connection(listening.getsockname()):
            accepted, _ = listening.accept()
            with accepted:
                assert accepted.getsockopt(IPPROTO_TCP, TCP_NODELAY)


def test_a_socket_that_is_closed_does_not_matter() -> None:
    closed = create_server(("127.0.0.1", 0))
    closed.close()
    send_at_once()
