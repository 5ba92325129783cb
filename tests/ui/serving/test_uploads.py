"""A reader's file goes with its field, and what a page holds of it goes along."""

import pytest
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from streamlit.testing.v1 import local_script_runner

import bpe_core
from bpe_core.registry import FORMATS
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


def test_the_files_of_a_tokenizer_go_as_soon_as_it_is_there(
    uploads: MemoryUploadedFileManager,
) -> None:
    files = FORMATS["gpt2"].write(bpe_core.train("low lower", vocab_size=258))
    given = [(name, text.encode(), "text/plain") for name, text in files.items()]
    at = open_page("vocabulary", tokenizer="file")
    at.file_uploader(key="vocabulary_files_0").set_value(given).run()
    assert [own.name for own in belongings_of(at)["own_tokenizers"].own] == [", ".join(files)]
    assert not any(uploads.file_storage.values())
    assert belongings_of(at)[BESIDE] == {}
    assert at.file_uploader(key="vocabulary_files_1").value == []
