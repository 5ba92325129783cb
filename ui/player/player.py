"""Mount the player: a walk, its position kept across reruns, or a board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from types import MappingProxyType
from typing import Any

from bpe_lab.player.parts import as_json, packed, walk_texts
from bpe_lab.scenes.recording import Json
from bpe_lab.text import LANGUAGES, language
from ui.page.exercise_inputs import another, next_level
from ui.page.presenting import is_presenting, leave
from ui.page.problems import show_notices
from ui.page.visit import ask_for_moment, is_asked, page_here, scene_here
from ui.player.position import linked_panel, linked_position, say_moment_of, scene_of
from ui.player.served import loader
from ui.serving.static_files import component
from ui.serving.store import Store, shared_store


def player(
    recording: Json,
    *,
    key: str,
    texts: tuple[str, ...],
    file: str,
    exercise: str = "",
    plays: bool = False,
) -> None:
    """Draw ``recording``, whose sentences stand in the catalogue's sections ``texts``.

    What is saved of it is called ``file``. Of an exercise the page's kind is ``exercise``: the
    player then asks for others. A film that ``plays`` begins by itself where it is first shown.
    """
    position = linked_position(recording)
    if position.notice:
        show_notices([position.notice], key="notice_of_step")
    data = {"step": position.step, "file": file, "page": page_here()}
    if position.opening:
        data |= {"opening": position.opening, "asked": position.asks}
    if plays:
        data["plays"] = True
    if scene := scene_here():
        data["scene"] = scene_of(recording, scene)
    if panel := linked_panel(recording):
        data["panel"] = panel
    asks: Json = {}
    if "exercise" in recording:
        texts = (*texts, "exercise")
        data["others"] = True
        asks = {
            "on_another_change": partial(another, exercise),
            "on_next_level_change": partial(next_level, exercise),
        }
    asks["on_add_scene_change"] = ask_for_moment
    answer = _draw(_sent(recording, shared_store()), texts, key=key, asks=asks, **data)
    if is_asked():
        say_moment_of(recording, answer.add_scene)


def board(
    recording: Json,
    *,
    key: str,
    texts: tuple[str, ...],
    name: str,
    leads: bool = False,
    picks: bool = False,
    file: str = "",
    grows: bool = False,
    store: Store | None = None,
) -> Json:
    """Draw a recording of one step: its widgets alone, with nothing to play.

    Of one that ``picks`` the answer is the token that was just pressed, else None.

    ``name``, in the reader's language, says to a screen reader what the board shows. The step
    that the address may hold belongs to a walk on the same page. A board that ``leads`` its
    page, where no walk does, has the focus while presenting. One with a ``file`` offers its
    picture, which is called so. A tree that ``grows`` is seen to. What is sent is kept in
    ``store``, else where walks are.
    """
    panel = linked_panel(recording) if leads else None
    more: dict[str, Any] = {"panel": panel, "file": file, "grows": grows}
    asks = {"on_pick_change": lambda: None} if picks else {}
    answer = _draw(
        _sent(recording, store or shared_store()),
        texts,
        key=key,
        asks=asks,
        step=None,
        name=name,
        leads=leads,
        **{name: value for name, value in more.items() if value},
    )
    return answer.pick if picks else None


def _sent(recording: Json, store: Store) -> bytes:
    """The recording as the browser gets it, packed once for all readers."""
    data: bytes = store.get(("sent", recording["id"]), lambda: packed(recording))
    return data


@cache
def _texts(language: str, names: tuple[str, ...]) -> bytes:
    """`walk_texts` as JSON, written once."""
    return as_json(walk_texts(language, names))


def payload(parts: Mapping[str, bytes]) -> bytes:
    """An object whose members are JSON already; a long one is copied once.

    >>> payload({"step": b"3", "name": b'"a"'})
    b'{"step":3,"name":"a"}'
    """
    pieces: list[bytes] = []
    for name, value in parts.items():
        pieces += (b"," if pieces else b"{", f'"{name}":'.encode(), value)
    return b"".join((*pieces, b"}"))


def _draw(
    recording: bytes,
    texts: tuple[str, ...],
    *,
    key: str,
    asks: Mapping[str, Any] = MappingProxyType({}),
    **data: Json,
) -> Any:
    """Mount the player; ``recording`` is JSON, ``asks`` what it can ask the page for.

    Answers with what it asks for now.

    The data goes as bytes: a dictionary Streamlit would write as JSON twice per rerun.
    """
    parts = {
        "recording": recording,
        "text": _texts(language(), texts),
        "lang": as_json(LANGUAGES[language()].tag),
        "present": as_json(is_presenting()),
        **{name: as_json(value) for name, value in data.items()},
    }
    mount = component("player", loader())
    return mount(key=key, data=payload(parts), on_leave_change=leave, height="content", **asks)
