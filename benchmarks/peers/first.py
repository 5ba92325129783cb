"""From the start of a process to the first result: run as a file, to load nothing else.

    python first.py FOLDER CONTENDER

Says ``{"clock": "stopped"}`` at the first result, then what it made. It imports only what the
contender needs: a peer's process does not load this project, but to say why it failed.
"""

from __future__ import annotations

import base64
import hashlib
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

GUARDS = Path(__file__).parents[2] / "bpe_lab" / "measure" / "guards.py"
TEXT = "The quick brown fox jumps over the lazy dog."
GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


def ours(folder: Path) -> Sequence[int]:
    """Load the vocabulary, encode."""
    from bpe_core import encode, load

    return encode(load(folder / "model"), TEXT)


def compiled(folder: Path) -> Sequence[int]:
    """Compile every kernel, in processes, as the app does at its first start."""
    from bpe_core.warm import start

    codes = [process.wait() for process in start()]
    if any(codes):
        raise RuntimeError("kernels did not compile")
    return []


def loaded(folder: Path) -> Sequence[int]:
    """Load every kernel."""
    from bpe_core.warm import warm

    warm()
    return []


def tiktoken(folder: Path) -> Sequence[int]:
    """Read the ranks, encode."""
    import tiktoken

    lines = (folder / "vocabulary.tiktoken").read_bytes().splitlines()
    ranks = {base64.b64decode(t): int(rank) for t, rank in (line.split() for line in lines)}
    encoding = tiktoken.Encoding("x", pat_str=GPT2, mergeable_ranks=ranks, special_tokens={})
    return encoding.encode_ordinary(TEXT)


def tokenizers(folder: Path) -> Sequence[int]:
    """Read ``tokenizer.json``, encode."""
    from tokenizers import Tokenizer

    return list(Tokenizer.from_file(str(folder / "tokenizer.json")).encode(TEXT).ids)


def gigatoken(folder: Path) -> Sequence[int]:
    """Read ``tokenizer.json``, encode."""
    import gigatoken

    ids = gigatoken.Tokenizer(folder / "tokenizer.json").encode(TEXT.encode())
    return [int(token_id) for token_id in ids]


STARTS: Mapping[str, Callable[[Path], Sequence[int]]] = {
    "ours": ours,
    "compiled": compiled,
    "loaded": loaded,
    "tiktoken": tiktoken,
    "tokenizers": tokenizers,
    "gigatoken": gigatoken,
}


def main(folder: Path, maker: str, library: str) -> None:
    """Do it, and tell it at once."""
    guards = guards_by_path()
    say = guards.own_output()
    guards.end_with_parent()
    guards.be_killed_first()
    try:
        with guards.HangUp():
            ids = STARTS[maker](folder)
            say({"clock": "stopped"})
            done = answer(ids, peak(), library)
        say({"done": done})
    except BaseException as error:  # a panic of compiled code is no Exception
        from bpe_lab.measure.reasons import Reason  # now nothing is timed any more

        say({"failed": Reason.of(error)})


def guards_by_path() -> ModuleType:
    """`bpe_lab/measure/guards.py`, in 2 ms.

    subtle: by name, it and the rest of `measure/child.py` would first import the package,
    with numpy and numba, which takes half a second and more of the time that is measured. So
    memory alone is not bounded here; there is one sentence to encode.
    """
    spec = spec_from_file_location("guards", GUARDS)
    assert spec is not None
    assert spec.loader is not None
    guards = module_from_spec(spec)
    spec.loader.exec_module(guards)
    return guards


def answer(ids: Sequence[int], peak_bytes: int, library: str) -> tuple[object, ...]:
    """As `calls.done` tells a run; seconds are the parent's to measure."""
    from importlib.metadata import version  # 33 ms, which are no contender's

    data = b"".join(token_id.to_bytes(4, "little") for token_id in ids)
    digest = hashlib.sha256(data).hexdigest()[:16]
    made = {"ids": (len(ids), (digest,))} if ids else {}
    return [], peak_bytes, version(library) if library else "", made


def peak() -> int:
    """The most bytes that this process has had; 0 where only Linux would tell."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(x.split()[1]) * 1024 for x in lines if x.startswith("VmHWM:")), 0)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
