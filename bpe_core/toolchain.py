"""Compile the kernels of a part: the process behind `objects.py`.

    BPE_LAB_KERNELS=numba python -m bpe_core.toolchain PART [PROCESS]

Every kernel is called once on artificial input, as later calls are, so numba finds out for
which types; lists of signatures would have to be kept in step. The LLVM code that numba has
made of all of them becomes one module, in which a function beside each kernel takes its
arguments as `objects.py` lays them out; all that nobody calls goes, and LLVM makes an object of
the rest.

The object is stored, unless another process was quicker, and written to the output. Ends soon
after ``PROCESS``, the number of who wants it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from threading import Thread
from time import sleep
from typing import Any

import numpy as np
from llvmlite import binding
from numba import types
from numba.np.numpy_support import as_dtype

from bpe_core.encode.decode_array import decode_array
from bpe_core.encode.encode_array import encode_array
from bpe_core.kernels.decorators import BY_NUMBA_FOR_PYTHON, is_by_numba
from bpe_core.kernels.eight_bytes import hash_bytes
from bpe_core.kernels.objects import (
    name_of,
    object_file,
    part_of,
    store,
    stored,
    target_machine,
)
from bpe_core.model import BPEModel, Merge, Vocabulary
from bpe_core.pretokenize.counting import count_table
from bpe_core.pretokenize.pre_token_table import PreTokenTable
from bpe_core.pretokenize.scan import checked_utf8
from bpe_core.pretokenize.text_parts import Block, parts_of
from bpe_core.systems.bytepiece.bytepiece_training import BytePieceOptions, train_bytepiece
from bpe_core.systems.bytepiece.kernels.unigram import move_edges
from bpe_core.systems.bytepiece.tokenizer import decode, encode
from bpe_core.train.compiled import train_slices

LOOK = 0.05  # seconds
FOR_C = "cfunc."


def call_texts() -> None:
    """A text of enough distinct pre-tokens for two threads and for tables that grow."""
    words = "".join(f"{'x' * (k % 24)} {k}" for k in range(60_000)).encode()
    array = np.frombuffer(words, np.uint8)
    count_table([Block(array, parts_of(array))] * 2, threads=2)
    checked_utf8(words)
    hash_bytes(array, 0, len(array))  # of Python, only tests call it


def call_encode() -> None:
    """Texts whose tables grow, for two threads; tokens taken whole; ids to bytes."""
    model = BPEModel(Vocabulary.of_bytes([b"ab"]), (Merge(97, 98, 256),))
    text = "".join(f" {'ab' * (k % 99)} {k}" for k in range(20_000)) + "ab" * 2000
    decode_array(model, encode_array(model, text, threads=2), threads=2)
    whole_first = BPEModel(Vocabulary.of_bytes([b"ab"]), (), whole_first=True)
    encode_array(whole_first, "ab " * 50_000)


def call_train() -> None:
    list(train_slices(PreTokenTable.from_counts({b"abab": 2**20, b"ba": 1})))


def call_bytepiece() -> None:
    """Texts for two threads, and words that let tables grow."""
    text = "".join(f"{'x' * (k % 24)} {k}\n" for k in range(20_000))
    options = BytePieceOptions(isolate_digits=True)
    model = train_bytepiece(text, max_vocab_size=270, options=options, threads=2)
    model = train_bytepiece(text, max_vocab_size=1000, threads=2)
    decode(model, encode(model, text, threads=2))
    encode(model, text, alpha=0.1)
    slots, keys = np.zeros(8, np.uint64), np.ones(4, np.uint64)
    keys.flags.writeable = False  # as `random_keys` gives them
    move_edges(slots, slots.copy(), keys)


CALLS: Mapping[str, Callable[[], None]] = {
    "texts": call_texts,
    "encode": call_encode,
    "train": call_train,
    "bytepiece": call_bytepiece,
}


def compiled(part: str) -> bytes:
    """The object of a part: a line of JSON that says how its kernels are called, and code."""
    CALLS[part]()
    whole, table = binding.parse_assembly(""), {}
    for kernel in BY_NUMBA_FOR_PYTHON:
        if part_of(kernel.py_func.__module__) == part:
            module, table[name_of(kernel.py_func)] = with_entry(kernel)
            whole.link_in(module)
    for value in (*whole.functions, *whole.global_variables):
        if not value.is_declaration and value.name not in table:
            value.linkage = "internal"
    machine = target_machine()
    passes = binding.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(whole, binding.create_pass_builder(machine, binding.PipelineTuningOptions()))
    code: bytes = machine.emit_object(whole)
    return json.dumps(table).encode() + b"\n" + code


def with_entry(kernel: Any) -> tuple[Any, dict[str, Any]]:
    """A kernel's LLVM module with a function that takes slots; and what that is called with."""
    # Kernels that call it may do so with a literal number, which is a type of its own.
    ways = kernel.nopython_signatures
    (called,) = (each for each in ways if "Literal" not in repr(each.args))
    code = kernel.inspect_llvm(called.args)
    module = binding.parse_assembly(code)
    # What Python can call has a form for C beside it, which is named after it.
    (for_c,) = (each.name for each in module.functions if each.name.startswith(FOR_C))
    name = for_c.removeprefix(FOR_C)
    function = module.get_function(name)
    lines, operands = [], []
    for k, argument in enumerate(function.arguments):
        kind = str(argument.type)
        lines.append(f"  %at{k} = getelementptr i64, ptr %slots, i64 {k}")
        if k > 1:
            lines.append(f"  %value{k} = load {kind}, ptr %at{k}, align 8")
        operands.append(f"{kind} %value{k}" if k > 1 else f"ptr %at{k}")
    entry = [
        f"define i32 @{name_of(kernel.py_func)}(ptr %slots) {{",
        *lines,
        f'  %status = call i32 @"{name}"({", ".join(operands)})',
        "  ret i32 %status",
        "}",
    ]
    row = {
        "arguments": [argument_of(kind) for kind in called.args],
        "result": result_of(called.return_type),
    }
    return binding.parse_assembly("\n".join([code, *entry, ""])), row


def argument_of(kind: Any) -> Any:
    """What `objects.py` wants to know of an argument of this numba type."""
    if (members := getattr(kind, "types", None)) is not None:
        return ["tuple", [argument_of(member) for member in members]]
    if not isinstance(kind, types.Array):
        return result_of(kind)
    items = as_dtype(kind.dtype)
    if items.fields is None:
        return ["array", items.str]
    names = list(items.names or ())  # of a record, which may be aligned
    return [
        "array",
        {
            "names": names,
            "formats": [items.fields[name][0].str for name in names],
            "offsets": [int(items.fields[name][1]) for name in names],
            "itemsize": items.itemsize,
        },
    ]


def result_of(kind: Any) -> str:
    """The type of a number, or of nothing, as numpy writes it: ``i8``."""
    return "none" if kind == types.none else as_dtype(kind).str[1:]


@contextmanager
def alone_at(part: str) -> Iterator[None]:
    """Within, no other process is at the same part, where the system has locks."""
    with ExitStack() as stack:
        with suppress(ImportError, OSError):
            import fcntl

            folder = object_file(part).parent
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = stack.enter_context((folder / f"kernels-{part}.lock").open("ab"))
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def end_with(parent: int) -> None:
    """End this process soon after the one that wants its work."""

    def watch() -> None:
        while os.getppid() == parent:
            sleep(LOOK)
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def main(part: str, parent: int | None = None) -> None:
    """Compile a part, unless that was done meanwhile; store it, and write it to the output."""
    assert is_by_numba(), "kernels that numba has not made have no code to store"
    if parent is not None:
        end_with(parent)
    with alone_at(part):
        content = stored(part)
        if content is None:
            content = compiled(part)
            with suppress(OSError):
                store(part, content)
    sys.stdout.buffer.write(content)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
