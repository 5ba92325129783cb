"""Ask an installed library for a tokenizer and print its files: a script, see `by_name.py`."""

from __future__ import annotations

import base64
import json
import sys
from importlib.util import find_spec

# Exceptions of huggingface_hub, of the clients that it and tiktoken ask by, and of Python, by
# the names of their classes: none is imported for it. A class goes before those above it.
CAUSES = {
    "GatedRepoError": "gated",
    "RepositoryNotFoundError": "unknown",
    "LocalEntryNotFoundError": "offline",
    "EntryNotFoundError": "no_file",
    "ConnectionError": "offline",
    "ConnectError": "offline",
    "Timeout": "offline",
    "TimeoutException": "offline",
    "TimeoutError": "offline",
}
MEMORY = 2**32  # bytes of addresses; a library of compiled code maps 1 GB before its work


def from_tiktoken(name: str) -> dict[str, object] | None:
    """Ranks, pattern and special tokens of an encoding or a model; None: not tiktoken's."""
    import tiktoken

    if name not in tiktoken.list_encoding_names():
        try:
            name = tiktoken.encoding_name_for_model(name)
        except KeyError:
            return None
    encoding = tiktoken.get_encoding(name)
    ranks = sorted(encoding._mergeable_ranks.items(), key=lambda item: item[1])
    lines = (f"{base64.b64encode(token).decode()} {rank}\n" for token, rank in ranks)
    return {
        "files": {f"{name}.tiktoken": "".join(lines)},
        "pattern": encoding._pat_str,
        "special_tokens": encoding._special_tokens,
    }


def from_hugging_face(name: str) -> dict[str, object]:
    """The ``tokenizer.json`` of a repository."""
    from tokenizers import Tokenizer

    files = {"tokenizer.json": Tokenizer.from_pretrained(name).to_str()}
    return {"files": files, "pattern": None, "special_tokens": None}


def child(name: str) -> dict[str, object]:
    """The answer to the parent: the files, or why there are none."""
    try:
        files = from_tiktoken(name) if find_spec("tiktoken") else None
        if files is None and "/" not in name and find_spec("tiktoken"):
            return {"unknown": name}  # at once: a library that looks for it retries for long
        return files or from_hugging_face(name)
    except BaseException as error:  # a panic of compiled code is no Exception
        reason = (str(error).strip().splitlines() or [type(error).__name__])[-1][:200]
        return {"failed": reason, "cause": cause_of(error)}


def cause_of(error: BaseException) -> str:
    """Which of the causes that the parent knows it is; empty where its class does not say.

    >>> cause_of(ConnectionRefusedError()), cause_of(ValueError())
    ('offline', '')
    """
    names = (kind.__name__ for kind in type(error).__mro__)
    return next((CAUSES[name] for name in names if name in CAUSES), "")


def bounded(memory: int = MEMORY) -> None:
    """Take no more memory than this, where the system can see to it."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


if __name__ == "__main__":
    bounded()
    sys.path.pop(0)  # this folder, in which `text` and others are no libraries
    sys.stdout.write(json.dumps(child(sys.argv[1])))
