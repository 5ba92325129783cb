"""A reader's file is copied for each run, its bytes are not; and it goes with its field."""

import copyreg
from collections.abc import Iterator
from copy import deepcopy

import pytest
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFile, UploadedFileRec
from streamlit.testing.v1 import local_script_runner

from tests.paths import ROOT
from tests.ui.test_pages import open_page
from ui.page.session import ENTRY
from ui.serving.uploads import BESIDE, Uploads, share_bytes

DATA = "low lower 最低".encode() * 1000


@pytest.fixture
def shared() -> Iterator[None]:
    before = copyreg.dispatch_table.pop(UploadedFile, None)
    share_bytes()
    yield
    copyreg.dispatch_table.pop(UploadedFile)
    if before is not None:
        copyreg.dispatch_table[UploadedFile] = before


@pytest.fixture
def file() -> UploadedFile:
    record = UploadedFileRec("7", "low.txt", "text/plain", DATA)
    return UploadedFile(record, FileURLs(file_id="7", upload_url="/up", delete_url="/down"))


@pytest.mark.usefixtures("shared")
def test_a_copy_is_the_same_file_and_shares_its_bytes(file: UploadedFile) -> None:
    copied = deepcopy(file)
    assert copied is not file
    assert copied == file
    assert (copied.file_id, copied.name, copied.type, copied.size) == (
        ("7", "low.txt", "text/plain", len(DATA))
    )
    assert copied._file_urls == file._file_urls
    assert copied.getvalue() is DATA, "no byte of it was copied"


@pytest.mark.usefixtures("shared")
def test_what_one_run_does_to_its_file_no_other_sees(file: UploadedFile) -> None:
    copied = deepcopy(file)
    assert copied.read(3) == b"low"
    copied.write(b"XX")
    assert file.getvalue() == DATA
    assert file.tell() == 0
    assert deepcopy(file).getvalue() == DATA


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
    (beside,) = at.session_state[ENTRY][Uploads][BESIDE].values()
    assert beside["looked"].uploaded.data == DATA
    if leaves == "the file":
        at.file_uploader(key="corpus_file").clear().run()
    else:
        at.selectbox(key="corpus").select("library").run()
    at.run()
    assert at.session_state[ENTRY][Uploads][BESIDE] == {}
