"""The library by itself: numpy, regex and numba are all that it needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.paths import ROOT

ALONE = """
import sys
from importlib.metadata import packages_distributions

OURS = {"numpy", "regex", "numba", "llvmlite", "bpe_core"}
others = packages_distributions().keys() - OURS - sys.stdlib_module_names

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in others:
            raise ModuleNotFoundError(f"{name} is blocked")

sys.meta_path.insert(0, Blocked())
try:
    import rich
except ModuleNotFoundError:
    pass
else:
    raise AssertionError("nothing is blocked")

import bpe_core

text = "low lower newest widest " * 20_000
model = bpe_core.train(text, vocab_size=270, special_tokens=["<|e|>"])
ids = bpe_core.encode(model, text)
assert bpe_core.decode(model, ids) == text
assert bpe_core.encode_array(model, text).tolist() == ids
for form in ("gpt2", "huggingface"):
    bpe_core.save(model, f"{sys.argv[1]}/{form}", format=form)
    assert bpe_core.encode(bpe_core.load(f"{sys.argv[1]}/{form}"), text) == ids
taught = {name.partition(".")[0] for name in sys.modules} & {"bpe_lab", "ui", *others}
assert not taught, taught
"""


def test_numpy_regex_and_numba_are_all_that_it_needs(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ALONE, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
