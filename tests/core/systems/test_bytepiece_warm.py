"""BytePiece's kernels are compiled ahead, on demand, with one type for each, by numba."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from bpe_core import warm

# After warming, work of every kind; then what each kernel was compiled for, and whether.
WORK = """
import pkgutil, sys
from importlib import import_module as load
from pathlib import Path
import bpe_core.kernels
import bpe_core.systems.bytepiece.kernels as own
from bpe_core.warm import warm

# What numba tells types of arguments apart by is complete before the first call: a call that
# goes through it must not meet one that adds to it.
import bpe_core.kernels.kernel_cache
from numba.core.typing.typeof import typeof_impl

told_apart = set(typeof_impl.registry)
assert len(told_apart) > 40
warm(["bytepiece"])
kernels = {
    f"{value.py_func.__module__}.{name}": value
    for package in (own, bpe_core.kernels)
    for module in pkgutil.iter_modules(package.__path__)
    for name, value in vars(load(f"{package.__name__}.{module.name}")).items()
    if hasattr(value, "py_func") and hasattr(value, "signatures")
    and not value.targetoptions.get("no_cpython_wrapper")
}
def types():
    return {name: len(kernel.overloads) for name, kernel in kernels.items()}

before = types()
from bpe_core.systems.bytepiece.bytepiece_options import BytePieceOptions
from bpe_core.systems.bytepiece.tokenizer import decode, encode
from bpe_core.systems.bytepiece.bytepiece_training import train_bytepiece

path = Path(sys.argv[1])
text = path.read_text("utf-8") * 400
options = BytePieceOptions(order=3, isolate_digits=True, robust=True, ensure_unicode=False)
for source in (path, text, text.encode(), [text, path]):
    for threads in (1, 2):
        for how in (BytePieceOptions(), options):
            model, _ = train_bytepiece(
                source, max_vocab_size=[400, 300], options=how, threads=threads
            )
        for alpha in (None, 0.5):
            ids = encode(model, text, alpha=alpha, threads=threads if alpha is None else None)
            assert decode(model, ids) == text
late = {name: (before[name], now) for name, now in types().items() if now != before[name]}
assert not late, late
several = {name: count for name, count in before.items() if count > 1}
assert not several, several
assert not set(typeof_impl.registry) - told_apart
assert any(name.startswith(own.__name__) for name, count in before.items() if count)
"""


def test_after_warming_nothing_is_compiled_nothing_for_two_types_and_no_type_is_new() -> None:
    sample = Path(warm.__file__).parent / "texts" / "samples" / "story.zh.txt"
    by_numba = {**os.environ, "BPE_LAB_KERNELS": "numba"}
    subprocess.run([sys.executable, "-c", WORK, str(sample)], check=True, env=by_numba)
