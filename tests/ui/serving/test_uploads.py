"""A reader's file goes with its field, and what a page holds of it goes along."""

import pytest
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from streamlit.testing.v1 import local_script_runner

from tests.paths import ROOT
from tests.ui.test_pages import belongings_of, open_page
from ui.serving.uploads import BESIDE

DATA = "low lower 最低".encode() * 1000


@pytest.fixture
def uploads(monkeypatch: pytest.MonkeyPatch) -> MemoryUploadedFileManager:
    """What a server holds, from one run of a page to the next."""
    manager = MemoryUploadedFileManager("/up")
    monkeypatch.setattr(
        local_script_runner, "MemoryUploadedFileManager", lambda endpoint: manager
    )
    return manager


@pytest.mark.parametrize("leaves", ["the field", "the page"])
def test_a_file_goes_with_its_field(uploads: MemoryUploadedFileManager, leaves: str) -> None:
    at = open_page("train", text="upload", merges="2")
    at.file_uploader(key="file").set_value(("low.txt", b"low lower", "text/plain")).run()
    (files,) = uploads.file_storage.values()
    assert len(files) == 1
    at.run()
    assert len(files) == 1, "it is in its field"
    uploads.add_file("test session id", UploadedFileRec("7", "a.txt", "text/plain", b"a"))
    if leaves == "the page":
        at.switch_page(str(ROOT / "pages" / "glossary.py")).run()
    else:
        at.selectbox(key="text").select("cat").run()
    at.run()
    assert [*files] == ["7"], "it has come, and no run has had it"
    assert uploads._total_bytes == 1


@pytest.mark.parametrize("leaves", ["the field", "the file"])
def test_what_a_page_holds_of_a_file_goes_with_it(
    uploads: MemoryUploadedFileManager, leaves: str
) -> None:
    at = open_page("workshop", corpus="upload")
    at.file_uploader(key="corpus_file").set_value(("low.txt", DATA, "text/plain")).run()
    (beside,) = belongings_of(at)[BESIDE].values()
    assert beside["looked"].uploaded.data == DATA
    if leaves == "the file":
        at.file_uploader(key="corpus_file").clear().run()
    else:
        at.selectbox(key="corpus").select("library").run()
    at.run()
    assert belongings_of(at)[BESIDE] == {}
