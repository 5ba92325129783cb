"""All kernels as one LLVM module, and how each of them is called.

    python -m scripts.kernels.llvm_code FOLDER

Each kernel is called once, on real input, so that numba finds out for which types; then it is
compiled for these once more, without the ways in from Python and C. A function beside it takes
the arguments as `bpe_core/kernels/built.py` lays them out.

numba's own optimizer is kept from vectorizing: it would do so for this processor.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SETTINGS = {
    "BPE_LAB_KERNELS": "numba",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
}
CODE, TABLE = "kernels.ll", "kernels.json"
PACKAGES = ("bpe_core.kernels.", "bpe_core.systems.bytepiece.kernels.")


def call_all() -> None:
    """Call every kernel: what a server warms, whole tokens, and a trie that grows."""
    import numpy as np

    from bpe_core import warm
    from bpe_core.encode.compiled_encoding import encode_array
    from bpe_core.model import BPEModel, Merge, Vocabulary
    from bpe_core.systems.bytepiece.kernels.unigram import move_edges

    warm.warm(warm.PARTS)
    model = BPEModel(Vocabulary.of_bytes([b"ab"]), (Merge(97, 98, 256),), whole_first=True)
    encode_array(model, "ab " * 50_000)
    slots, keys = np.zeros(8, np.uint64), np.ones(4, np.uint64)
    keys.flags.writeable = False  # as `random_keys` gives them
    move_edges(slots, slots.copy(), keys)


def kernels() -> Iterator[tuple[str, Any]]:
    """Every kernel that Python calls, by its full name."""
    for name, module in sorted(sys.modules.items()):
        if name.startswith(PACKAGES):
            for attribute, value in vars(module).items():
                options = getattr(value, "targetoptions", None)
                if options is None or options.get("no_cpython_wrapper"):
                    continue
                if value.py_func.__module__ == name:
                    yield f"{name}.{attribute}", value


def argument_of(kind: Any) -> Any:
    """What ``bpe_core.kernels.built`` wants to know of an argument of this numba type."""
    from numba import types
    from numba.np.numpy_support import as_dtype

    if isinstance(kind, types.Array):
        return ["array", as_dtype(kind.dtype).str if not _is_record(kind) else _fields(kind)]
    if isinstance(kind, types.BaseTuple):
        return ["tuple", [argument_of(member) for member in kind.types]]
    return result_of(kind)


def result_of(kind: Any) -> str:
    """The type of a number, or of nothing, as numpy writes it: ``i8``."""
    from numba import types
    from numba.np.numpy_support import as_dtype

    return "none" if kind == types.none else as_dtype(kind).str[1:]


def _is_record(kind: Any) -> bool:
    from numba import types

    return isinstance(kind.dtype, types.Record)


def _fields(kind: Any) -> dict[str, Any]:
    """A record's fields with their offsets: it may be aligned."""
    from numba.np.numpy_support import as_dtype

    items = as_dtype(kind.dtype)
    assert items.fields is not None
    return {
        "names": list(items.names or ()),
        "formats": [items.fields[name][0].str for name in items.names or ()],
        "offsets": [int(items.fields[name][1]) for name in items.names or ()],
        "itemsize": items.itemsize,
    }


def compiled(kernel: Any, name: str) -> tuple[Any, dict[str, Any]]:
    """A kernel's LLVM module with the function that takes slots; and its row of the table."""
    import numba

    # Kernels that call it may do so with a literal number, which is a type of its own.
    (signature,) = (each for each in kernel.signatures if "Literal" not in repr(each))
    options = {**kernel.targetoptions, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    del options["nopython"]
    again = numba.njit(**options)(kernel.py_func)
    again.compile(signature)
    (result,) = again.overloads.values()
    symbol = name.removeprefix("bpe_core.").replace(".", "_")
    row = {
        "symbol": symbol,
        "arguments": [argument_of(kind) for kind in signature],
        "result": result_of(result.signature.return_type),
    }
    code = result.library.get_llvm_str()
    return _with_slots(code, result.fndesc.llvm_func_name, symbol), row


def _with_slots(code: str, name: str, symbol: str) -> Any:
    """The module and in it ``symbol``, which calls ``name`` with what stands in the slots."""
    from llvmlite import binding

    function = binding.parse_assembly(code).get_function(name)
    kinds = [str(argument.type) for argument in function.arguments]
    lines = [f"define i32 @{symbol}(ptr %slots) {{"]
    operands = []
    for k, kind in enumerate(kinds):
        lines.append(f"  %at{k} = getelementptr i64, ptr %slots, i64 {k}")
        if k > 1:
            lines.append(f"  %value{k} = load {kind}, ptr %at{k}, align 8")
        operands.append(f"{kind} %value{k}" if k > 1 else f"ptr %at{k}")
    lines += [
        f'  %status = call i32 @"{name}"({", ".join(operands)})',
        "  ret i32 %status",
        "}",
    ]
    return binding.parse_assembly("\n".join([code, *lines, ""]))


def module_of_all() -> tuple[str, dict[str, Any]]:
    """The code of all kernels, whose inner functions are nobody else's, and their table."""
    from llvmlite import binding

    whole = binding.parse_assembly("")
    table = {}
    for name, kernel in kernels():
        module, table[name] = compiled(kernel, name)
        whole.link_in(module)
    for function in whole.functions:
        if not function.is_declaration and function.name.startswith("_ZN"):
            function.linkage = "internal"
    lines = str(whole).replace("= common local_unnamed_addr global", "= internal global")
    about_the_platform = ("target triple", "target datalayout", "source_filename")
    portable = [line for line in lines.splitlines() if not line.startswith(about_the_platform)]
    return "\n".join([*portable, ""]), table


def main(folder: Path) -> None:
    """Write code and table into a folder; numba must not be imported yet."""
    os.environ.update(SETTINGS)
    with tempfile.TemporaryDirectory() as cache:
        os.environ["NUMBA_CACHE_DIR"] = cache
        call_all()
        code, table = module_of_all()
    (folder / CODE).write_text(code, "utf-8")
    (folder / TABLE).write_text(json.dumps(table), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
