"""A hand-out as a SCORM 1.2 package: the file as it is, and the manifest that names it.

The file finds the platform's interface by itself (`window/scorm.js`), and is silent where there
is none. What it reports is counted in the reader's browser: whoever wants to can forge it.
"""

from __future__ import annotations

import io
import zipfile
from hashlib import sha256
from xml.etree import ElementTree

from bpe_lab.lessons.lesson import Lesson
from ui.page.saving import ARCHIVE_DATE

PAGE, MANIFEST = "index.html", "imsmanifest.xml"
CONTENT = "http://www.imsproject.org/xsd/imscp_rootv1p1p2"
RUNTIME = "http://www.adlnet.org/xsd/adlcp_rootv1p2"
LONGEST_TITLE = 200  # characters, by the content packaging


def scorm_package(lesson: Lesson, page: str, language: str) -> bytes:
    """The archive; ``language`` is that of the title that the platform lists."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in ((MANIFEST, manifest(lesson, language)), (PAGE, page)):
            info = zipfile.ZipInfo(name, ARCHIVE_DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content.encode())
    return buffer.getvalue()


def manifest(lesson: Lesson, language: str) -> str:
    """One organization of one item: the lesson."""
    ElementTree.register_namespace("", CONTENT)
    ElementTree.register_namespace("adlcp", RUNTIME)
    title = lesson.title.text(language)[:LONGEST_TITLE]
    name = sha256(repr(lesson).encode()).hexdigest()[:16]
    root = _add(None, "manifest", identifier=f"BPE-LAB-{name}", version="1.0")
    about = _add(root, "metadata")
    _add(about, "schema", "ADL SCORM")
    _add(about, "schemaversion", "1.2")
    all_of_it = _add(root, "organizations", default="LESSON")
    lesson_of_it = _add(all_of_it, "organization", identifier="LESSON")
    _add(lesson_of_it, "title", title)
    item = _add(lesson_of_it, "item", identifier="SCENES", identifierref="PAGE")
    _add(item, "title", title)
    resources = _add(root, "resources")
    page = _add(resources, "resource", identifier="PAGE", type="webcontent", href=PAGE)
    page.set(f"{{{RUNTIME}}}scormtype", "sco")
    _add(page, "file", href=PAGE)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True)


def _add(
    parent: ElementTree.Element | None, name: str, text: str | None = None, **values: str
) -> ElementTree.Element:
    element = ElementTree.Element(f"{{{CONTENT}}}{name}", values)
    element.text = text
    if parent is not None:
        parent.append(element)
    return element
