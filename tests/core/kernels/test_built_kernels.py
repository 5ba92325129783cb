"""Kernels compiled ahead, from a wheel: the same results as numba's, and no numba."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from bpe_core.kernels.built import MANIFEST, SETTING, here
from scripts.kernels.platforms import PLATFORMS
from tests.paths import ROOT

pytestmark = pytest.mark.slow
# Every proof that compiled code equals the naive trainer, the encoders and `regex`; of training
# and scanning those that reach a kernel.
PROOFS = (
    *("count/*", "encode/*", "systems/*"),
    *("pretokenize/test_custom_split", "pretokenize/test_pinned", "pretokenize/test_scan"),
    *("train/test_compiled", "train/test_trainers_equal"),
)
EQUALITY = [
    str(path.relative_to(ROOT))
    for proof in PROOFS
    for path in sorted(ROOT.glob(f"tests/core/{proof}.py"))
    if path.name.startswith("test_")
]
WORK = """
import sys
from bpe_core import decode_array, encode_array, train
from bpe_core.systems.bytepiece.bytepiece_training import train_bytepiece
from bpe_core.systems.bytepiece.tokenizer import decode, encode

text = "low lower lowest 你好 " * 20_000
for tie_break in ("greatest", "first_seen", "lowest_ids", "lowest_gpt2_ids"):
    model = train(text, vocab_size=300, trainer="compiled", tie_break=tie_break, threads=2)
    print(model.merges)
ids = encode_array(model, text, threads=2)
assert decode_array(model, ids, threads=2) == text.encode()
pieces = train_bytepiece(text, max_vocab_size=270, threads=2)
assert decode(pieces, encode(pieces, text)) == text
print(ids.sum(), encode(pieces, text)[:50])
print("numba" in sys.modules, file=sys.stderr)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The content of the wheel for this machine."""
    if here() not in PLATFORMS:
        pytest.skip(f"no wheel is built for {here()}")
    if shutil.which("uv") is None:
        pytest.skip("the wheel is built with uv, which is not installed")
    pytest.importorskip("ziglang", reason="the linker is in the group `build`")
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "scripts.kernels", "--wheels", str(folder)]
    subprocess.run([*command, "--platforms", here()], check=True, cwd=ROOT)
    (wheel,) = folder.glob("*.whl")
    assert PLATFORMS[here()].tag in wheel.name
    content = folder / "content"
    ZipFile(wheel).extractall(content)
    return content


def built_in(wheel: Path) -> Path:
    return wheel / "bpe_core" / "kernels" / "built"


def worked(wheel: Path, setting: str = "") -> tuple[str, bool]:
    """What the wheel's code makes, and whether it has imported numba."""
    done = subprocess.run(
        [sys.executable, "-c", WORK],
        env={**os.environ, SETTING: setting, "PYTHONPATH": str(wheel)},
        cwd="/",
        check=True,
        text=True,
        capture_output=True,
    )
    return done.stdout, done.stderr.split()[-1] == "True"


def test_the_wheel_makes_the_same_without_numba_and_without_its_files(
    wheel: Path, tmp_path: Path
) -> None:
    built, has_numba = worked(wheel)
    assert not has_numba
    assert worked(wheel, "numba") == (built, True)
    files = [*built_in(wheel).iterdir()]
    assert len(files) > 1
    for file in files:
        shutil.move(file, tmp_path)
    assert worked(wheel) == (built, True)
    for file in files:
        shutil.move(tmp_path / file.name, file)


# What /proc/cpuinfo calls what a level has and the level below has not.
FLAGS = {
    2: {"sse4_2", "popcnt"},
    3: {"avx2", "bmi1", "bmi2", "abm", "f16c", "fma", "movbe"},
    4: {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"},
}


def levels_here() -> list[int]:
    """The levels of x86-64 that this processor has, by what Linux says of it."""
    if here() != "linux-x86_64":
        pytest.skip("levels are those of x86-64, told by Linux")
    lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    flags = set(next(line for line in lines if line.startswith("flags")).split())
    levels: list[int] = []
    for level, wanted in FLAGS.items():
        if not wanted <= flags:
            break
        levels.append(level)
    return levels


def test_the_processor_has_the_level_that_linux_tells_of(wheel: Path) -> None:
    lowest = ctypes.CDLL(str(built_in(wheel) / "x86_64_v2.so"))
    assert lowest.processor_level() == max(levels_here())


def test_the_code_for_every_level_makes_the_same(wheel: Path, tmp_path: Path) -> None:
    by_numba, _ = worked(wheel, "numba")
    manifest = json.loads((built_in(wheel) / MANIFEST).read_text("utf-8"))
    for level in levels_here():
        folder = tmp_path / str(level)
        shutil.copytree(built_in(wheel), folder)
        only = {**manifest, "files": {str(level): manifest["files"][str(level)]}}
        (folder / MANIFEST).write_text(json.dumps(only), "utf-8")
        assert worked(wheel, str(folder)) == (by_numba, False)


def test_every_proof_of_equality_holds(wheel: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-m", "not slow"]
    compiled_by_numba = "tests/core/systems/test_bytepiece_training.py::test_after_warming"
    subprocess.run(
        [*command, *EQUALITY, "--deselect", compiled_by_numba],
        env={**os.environ, SETTING: str(built_in(wheel)), "EXAMPLES": "few"},
        cwd=ROOT,
        check=True,
    )
