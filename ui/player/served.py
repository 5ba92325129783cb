"""What a browser gets of the player: its files by address."""

from __future__ import annotations

from functools import cache

from bpe_lab.player.parts import bundle, styles
from ui.serving.static_files import File, Folder, module_file, style_file

LOADER = """const folder = new URL("FOLDER/", document.baseURI);
const [component, css] = await Promise.all([
  import(new URL("MODULE", folder)),
  fetch(new URL("STYLES", folder)).then((answer) => answer.text()),
]);
export default function mount(page) {
  const root = page.parentElement.getRootNode();
  if (!root.querySelector("style[data-component]")) {
    const style = document.createElement("style");
    style.dataset.component = "";
    style.textContent = css;
    root.prepend(style);
  }
  root.host.toggleAttribute("data-drawn", true); // its room is kept until then (`frame.css`)
  return component.default(page);
}
"""


@cache
def _files() -> tuple[File, File]:
    """The bundle and the style sheets, read once: what a name means may not change later."""
    return module_file("player", bundle()), style_file("player", styles())


def head() -> str:
    """What has a browser load the files while it has nothing else to load.

    Without it they are asked for when a walk is mounted, at the end of a chain of scripts.
    """
    return "\n".join(
        f'<link rel="prefetch" href="{PLAYER.address(file)}">' for file in PLAYER.files()
    )


def loader() -> str:
    """The module that a component carries: it loads the player and mounts it.

    >>> "import(new URL(" in loader()
    True
    """
    module, styles = PLAYER.files()
    filled = LOADER.replace("FOLDER", PLAYER.name).replace("MODULE", module.name)
    return filled.replace("STYLES", styles.name)


PLAYER = Folder("bpe-lab", _files)
