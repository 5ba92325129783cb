"""Saves that are killed by a real SIGKILL at every step: ``python -m … FORMAT FOLDER``.

Prints how many were killed, and how many of these left the old model and the new one.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path

from bpe_core.files import load, save
from bpe_core.formats.folders import write_texts
from bpe_core.model import BPEModel
from bpe_core.registry import FORMATS
from bpe_core.train.pipeline import train
from tests.core.runtime.dying import dying, steps_of

OLD = "low low lower"
NEW = "Every student of natural language meets tokens, every token meets its merges. " * 3
CODES = {OLD: b"#version: 0.2\nl o\nlo w</w>\n", NEW: b"#version: 0.2\ne n\nen t</w>\nt o\n"}


def model_of(form: str, text: str) -> BPEModel:
    """A model that ``form`` holds, learned from ``text``, as its files give it back."""
    write, read = FORMATS[form].write, FORMATS[form].read
    if form == "subword_nmt":
        return read({"codes.bpe": CODES[text]})
    files = write(train(text, vocab_size=258 if text == OLD else 300))
    return read({name: content.encode() for name, content in files.items()})


def written_as_train_does(model: BPEModel, folder: Path) -> None:
    """All files of a training."""
    write_texts(folder, FORMATS["gpt2"].write(model) | FORMATS["huggingface"].write(model))


def killed(folder: Path, form: str, model: BPEModel, at: int) -> bool:
    """Whether a child that dies at step ``at`` of a save died."""
    child = os.fork()
    if child == 0:
        try:
            with dying(at, really=True):
                saved(folder, form, model)
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def saved(folder: Path, form: str, model: BPEModel) -> Path:
    if form == "train":
        written_as_train_does(model, folder)
    else:
        save(model, folder, format=form)
    return folder


def main(form: str, room: Path) -> None:
    old, new = (model_of("gpt2" if form == "train" else form, text) for text in (OLD, NEW))
    before = saved(room / "before", form, old)
    counted = Path(shutil.copytree(before, room / "counted"))
    count = len(steps_of(lambda: saved(counted, form, new)))
    models = []
    for at in range(count):
        folder = Path(shutil.copytree(before, room / f"killed-{at}"))
        if killed(folder, form, new, at):
            models.append(load(folder))
            if form == "train":
                assert load(folder / "tokenizer.json").merges == models[-1].merges
    assert all(model in (old, new) for model in models)
    sys.stdout.write(f"{len(models)} {models.count(old)} {models.count(new)}\n")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
