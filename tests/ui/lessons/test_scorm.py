"""The SCORM package: its two files, and a manifest as content packaging wants it."""

from __future__ import annotations

import io
import zipfile
from xml.etree import ElementTree

import pytest

from bpe_lab.lessons.shelf import course
from bpe_lab.text import LANGUAGES
from tests.ui.lessons import hand_outs
from ui.lessons.scorm import CONTENT, MANIFEST, PAGE, RUNTIME, manifest, scorm_package

NAMES = {"": CONTENT}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_names_one_lesson_of_one_file(language: str) -> None:
    root = ElementTree.fromstring(manifest(hand_outs.lesson(), language))
    assert [child.tag.partition("}")[2] for child in root] == [
        "metadata",
        "organizations",
        "resources",
    ]
    assert root.findtext("metadata/schema", None, NAMES) == "ADL SCORM"
    assert root.findtext("metadata/schemaversion", None, NAMES) == "1.2"
    organizations = root.find("organizations", NAMES)
    [organization] = root.findall("organizations/organization", NAMES)
    assert organizations is not None
    assert organizations.get("default") == organization.get("identifier")
    [item] = organization.findall("item", NAMES)
    [resource] = root.findall("resources/resource", NAMES)
    assert item.get("identifierref") == resource.get("identifier")
    assert resource.attrib == {
        "identifier": "PAGE",
        "type": "webcontent",
        "href": PAGE,
        f"{{{RUNTIME}}}scormtype": "sco",
    }
    title = hand_outs.lesson().title.text(language)
    assert organization.findtext("title", None, NAMES) == title
    assert item.findtext("title", None, NAMES) == title


def test_the_package_has_the_manifest_at_its_root_and_the_page() -> None:
    package = scorm_package(hand_outs.lesson(), hand_outs.page(), "en")
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        assert archive.namelist() == [MANIFEST, PAGE]
        assert archive.read(PAGE).decode() == hand_outs.page()
        assert archive.read(MANIFEST).decode() == manifest(hand_outs.lesson(), "en")
    assert package == scorm_package(hand_outs.lesson(), hand_outs.page(), "en")


def test_another_lesson_has_another_identifier() -> None:
    texts = [manifest(lesson, "en") for lesson in course().values()]
    identifiers = {ElementTree.fromstring(text).get("identifier") for text in texts}
    assert len(identifiers) == len(texts)
