"""What a page shows first needs no compiled code, tables or charts, which take long to load."""

from __future__ import annotations

import subprocess
import sys

from tests.paths import ROOT

FIRST_VIEWS = """
import sys
from streamlit.testing.v1 import AppTest
app = AppTest.from_file(f"{sys.argv[1]}/ui/shell.py", default_timeout=60).run()
pages = "bytepiece compare encode train linked subword_nmt why museum"
for page in pages.split():
    app.switch_page(f"{sys.argv[1]}/pages/{page}.py").run()
    assert not app.exception, app.exception
    assert not app.error, app.error
    assert "✗ refused" not in " ".join(block.value for block in app.get("html"))
    assert not {"numba", "pandas", "altair"} & set(sys.modules), page
"""


def test_pages_of_short_texts_import_nothing_that_takes_long() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FIRST_VIEWS, ROOT], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
