"""A student's files as one table of names."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from bpe_core.errors import OptionError


def names_of(files: Iterable[Path]) -> dict[str, Any]:
    """What the files define, the first one first; then what they have imported.

    A class that a file defines comes before one that it only uses.
    """
    modules = [load_file(path.absolute()) for path in files]
    own, others = dict[str, Any](), dict[str, Any]()
    for module in modules:
        for name, value in vars(module).items():
            if getattr(value, "__module__", None) == module.__name__:
                own.setdefault(name, value)
            elif not name.startswith("__"):
                others.setdefault(name, value)
    return own | {name: value for name, value in others.items() if name not in own}


def load_file(path: Path) -> ModuleType:
    """Import a file: as part of its package where its folder is one, else by itself.

    subtle: a file of a package may be called ``regex.py``, so its own folder is searched
    behind the libraries; that of a file by itself before them, as when it is run.
    """
    if not path.is_file():
        raise OptionError(name="file", value=str(path), rule="a file of Python")
    top, parts = path.parent, [path.stem]
    while (top / "__init__.py").exists():
        parts.insert(0, top.name)
        top = top.parent
    sys.path[:0] = [str(top), str(top.parent)]
    if len(parts) > 1:
        sys.path.append(str(path.parent))
        return importlib.import_module(".".join(parts))
    name = path.stem if path.stem not in sys.modules else f"checked_{path.stem}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise OptionError(name="file", value=str(path), rule="a file of Python")
    module = module_from_spec(spec)
    sys.modules[name] = module  # where classes look for themselves when they are sent on
    spec.loader.exec_module(module)
    return module
