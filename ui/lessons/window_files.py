"""The hand-out's script and styles. `python -m scripts.javascript` generates the bundle."""

from pathlib import Path

HERE = Path(__file__).parent
BUNDLE = HERE / "bundle.js"
STYLES = HERE / "window" / "hand_out.css"
