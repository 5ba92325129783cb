"""A page with every kind of element, every error and every notice, of hostile values.

`test_strings.py` has a server draw it. Each element holds a reader's text as the app gives it
to such an element: as it is where Streamlit draws no Markdown, else escaped or as code.
"""

from __future__ import annotations

import html
from collections.abc import Callable
from string import Formatter
from typing import Any

import streamlit as st

from bpe_core.errors import BPELabError, Notice
from bpe_lab.text import LANGUAGES, catalogue
from bpe_lab.text.messages import escaped, message
from tests.raising import rules
from ui.charts.plots import Spec, plotted
from ui.page.elements import as_code
from ui.page.problems import show

# No vocabulary has it as a token, so an element that holds nothing else was made of markup.
WORD = "harm7q"
STRINGS = (
    f"<b>{WORD}</b><img src=x onerror='window.harmed=1'><svg onload='window.harmed=1'>"
    "</textarea><script>window.harmed=1</script><style>*{display:none}</style>",
    '"><iframe srcdoc="<script>parent.harmed=1</script>"></iframe>'
    "<a href='javascript:window.harmed=1'>x</a><base href='https://evil.example/'>",
    f"**{WORD}** `{WORD}` [{WORD}](https://evil.example/x) ![x](https://evil.example/x.png)",
    f":material/{WORD}: :red[{WORD}] :red-badge[{WORD}] ${WORD}$ $\\href{{https://evil.example}}{{x}}$",
    "</script><!-- ]]> {{7*7}} ${7*7} %s %(name)s {0} {text} {name} \\u0000 \u202e\u2066\ufeff",
    '=HYPERLINK("https://evil.example") www.evil.example a@evil.example ../../etc/passwd',
)
HOSTILE = "Log in at https://evil.example/x or www.evil.example, a@evil.example"


def problems(language: str) -> list[BPELabError]:
    """One of each rule, every value a reader's; numbers where the text counts something."""
    texts = catalogue(language)
    notices = [
        (Notice, key.removeprefix("notice.")) for key in texts if key.startswith("notice.")
    ]
    made: list[BPELabError] = []
    for kind, rule in (*(each for each in rules() if each[0] is not Notice), *notices):
        key = f"error.{kind.__name__}.{rule}".removesuffix(".")
        text = texts[f"notice.{rule}" if kind is Notice else key]
        parts = [*Formatter().parse(text), *Formatter().parse(kind.template(rule))]
        counted = {name for _, name, spec, _ in parts if name and spec}
        names = {name for _, name, _, _ in parts if name}
        values: dict[str, Any] = {n: 3 if n in counted else HOSTILE for n in names}
        made.append(kind(rule, **values))
    return made


# What an element is given of a text that nothing in it takes for Markdown.
PLAIN: dict[str, Callable[[str], object]] = {
    "text_input": lambda text: st.text_input("own", text, key=f"input {text}"),
    "text_area": lambda text: st.text_area("own", text, key=f"area {text}"),
    "selectbox": lambda text: st.selectbox("own", [text], key=f"select {text}"),
    "multiselect": lambda text: st.multiselect("own", [text], [text], key=f"several {text}"),
    "code": lambda text: st.code(text, language=None),
    "text": st.text,
    "dataframe": lambda text: st.dataframe({text: [text]}),
    "html": lambda text: st.html(f"<p title='{html.escape(text)}'>{html.escape(text)}</p>"),
    "vega_lite_chart": lambda text: plotted(chart(text), described=text),
}
# Those that draw Markdown are given what is escaped, and what is code.
MARKDOWN: dict[str, Callable[[str], object]] = {
    "caption": st.caption,
    "markdown": st.markdown,
    "error": st.error,
    "info": st.info,
    "warning": st.warning,
    "success": st.success,
    "button": st.button,
    "checkbox": lambda text: st.checkbox(text, help=text),
    "toggle": st.toggle,
    "number_input": lambda text: st.number_input(text, help=text),
    "radio": lambda text: st.radio(text, [text]),
    "pills": lambda text: st.pills(text, [text]),
    "segmented_control": lambda text: st.segmented_control(text, [text]),
    "expander": lambda text: st.expander(text, expanded=True),
    "popover": st.popover,
    "progress": lambda text: st.progress(0.5, text),
    "file_uploader": lambda text: st.file_uploader(text, key=f"file {text}"),
    "download_button": lambda text: st.download_button(text, "", key=f"download {text}"),
    "page_link": lambda text: st.page_link("https://docs.streamlit.io", label=text),
}


def chart(text: str) -> Spec:
    """Bars whose axis, legend, mark and tooltip say ``text``."""
    named = {"field": "name", "title": text, "type": "nominal"}
    return {
        "data": {"values": [{"name": text, "many": 3}]},
        "title": text,
        "mark": {"type": "bar", "tooltip": True},
        "encoding": {
            "y": named,
            "color": named,
            "x": {"field": "many", "type": "quantitative"},
        },
    }


def main() -> None:
    """All of them, twice the words where an element draws Markdown."""
    for language in LANGUAGES:
        st.session_state["lang"] = language
        for problem in problems(language):
            show(problem)
            st.caption(message(problem))
    for string in (*STRINGS, HOSTILE):
        for draw in PLAIN.values():
            draw(string)
        for text in (escaped(string), as_code(string)):
            for draw in MARKDOWN.values():
                draw(text)
    st.html("<p id='end'></p>")


if __name__ == "__main__":
    main()
