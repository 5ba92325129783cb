"""A page's name and sentence, or the moment of a walk, drawn as others show a link to it.

Of Train, Inside and Encode it is the text as tokens at the link's step, with the step's
sentence; of Home the reader's own sentence as tokens; of other pages, and of links that ask for
more work than a picture is worth, the page's own sentence. All is made by the generators that a
page walks through.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple, TypeVar

import vl_convert

from bpe_core.encode.whole_text import encode, encoded_pre_tokens
from bpe_core.errors import BPELabError
from bpe_core.model import BPEModel
from bpe_core.runtime.text import CUT, width_of
from bpe_core.texts.corpus import SAMPLES, sample
from bpe_core.train.options import TrainOptions
from bpe_core.train.pipeline import train_model
from bpe_core.vocabularies import BUILT_IN, WHOLE_TEXTS, built_in
from bpe_lab import pages, show
from bpe_lab.fields import Choice, Field, PackedText
from bpe_lab.html_pages import template
from bpe_lab.lessons.moment import Moment
from bpe_lab.scenes.drawn_tokens import Palette
from bpe_lab.scenes.moments import numbered_step, step_of
from bpe_lab.scenes.recording import Json, states_at
from bpe_lab.show.frame import Frame
from bpe_lab.text import DEFAULT, LANGUAGES, language, preferred, speak, t
from bpe_lab.text.typography import wrapped
from ui.serving import front_page
from ui.serving.courtesy import give_way

LOGGER = logging.getLogger(__name__)
Value = TypeVar("Value")
Link = Mapping[str, str]  # what a link says

MOST_WORK = 20_000  # bytes of a text times merges: about a second

MARGIN = 64
COLUMN = 24  # of a token: a letter
MOST_COLUMNS, SHORT = 24, 12  # at the largest scale they fill a row
PADDING, GAP, BORDER_GAP = 10, 6, 20
ROW, ROOMY_ROW = 78, 92  # that with characters above
SCALES = (1.7, 1.3, 1, 0.88, 0.75)  # the largest at which all are in sight, else the last
LETTERS, MOST_LINES, LINE = 56, 3, 48  # of the sentence
CHINESE, NONE = "你", "\U0010fffd"
WIDE = re.compile(f"[{''.join(each.wide for each in LANGUAGES.values())}]")


class Chip(NamedTuple):
    """A token as its recording has it, and its look there.

    Whether a pre-token begins with it; and a character that does, and is not whole in it.
    """

    token: Json
    look: str = ""
    begins: bool = False
    character: str = ""


class Box(NamedTuple):
    """A token in its row."""

    chip: Chip
    text: str
    x: float
    width: float


def picture(name: str, link: Link) -> bytes:
    """A PNG of a link to the page ``name``, the page's own where that shows no moment."""
    give_way()
    speak(preferred(link.get("lang"), None))
    if LANGUAGES[language()].wide and not has(CHINESE):
        speak(DEFAULT)
    try:
        drawing = moment_drawing(name, link)
        if drawing and (has(CHINESE) or not WIDE.search(drawing)):
            return vl_convert.svg_to_png(drawing)
    except BPELabError:
        pass  # the page itself says what is wrong with its link
    except Exception:
        LOGGER.exception("no picture of a link to %s", name)
    return vl_convert.svg_to_png(page_drawing(name))


@cache
def has(letter: str) -> bool:
    """Whether a font here has it, so that it looks otherwise than one that none has."""
    box = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">'
    texts = (f'<text y="30" font-family="sans-serif">{c}</text></svg>' for c in (letter, NONE))
    return len({vl_convert.svg_to_png(box + text) for text in texts}) > 1


# What a link shows.


def page_drawing(name: str, own: str = "") -> str:
    """A page's name, and its sentence as tokens; of a reader's ``own`` also how many."""
    title, sentence = front_page.introduced(name, language())
    palette = Palette(built_in(WHOLE_TEXTS))
    ids = encode(palette.model, own or sentence)
    tokens = [palette.tokens.tokens[palette.token(token_id)] for token_id in ids]
    return drawing(title, t("home.tokens", tokens=len(ids)) if own else "", map(Chip, tokens))


def moment_drawing(name: str, link: Link) -> str | None:
    """The moment of a walk; None where the link shows none, or it would take too long.

    Raises what the walk raises, ``LabError("moment")``, ``LabError("no_such_moment")``.
    """
    if name == front_page.HOME and (own := read(pages.SENTENCE, link).strip()):
        return page_drawing(name, own)
    make = WALKS.get(name)
    recording = make(link) if make and "exercise" not in link else None
    if recording is None:
        return None
    step = None
    if "step" in link:
        step = numbered_step(recording, link["step"])
    elif "at" in link:
        step = step_of(recording, Moment.read(link["at"]))
    last = len(recording["steps"]) - 1
    step = recording["start"] if step is None else min(step, last)
    words = sentence(recording, recording["steps"][step]["say"])
    return drawing(t(f"page.{name}"), words, chips(recording, step))


def read(field: Field[Value], link: Link) -> Value:
    """What the link says of a field, else its default."""
    value = field.read(link.get(field.param, ""))
    return field.default if value is None else value


def text_of(asked: Choice[str], own: PackedText, link: Link) -> tuple[str, str]:
    """The name of a link's text, and the text; empty where a link cannot hold it."""
    name = read(asked, link)
    if name in (pages.OWN, pages.UPLOAD):
        return name, read(own, link) if name == pages.OWN else ""
    return name, sample(name).text


def training(link: Link) -> dict[str, Any] | None:
    """The arguments of `show.training`; None where they cannot say it, or it is too much."""
    name, text = text_of(pages.TEXT, pages.OWN_TEXT, link)
    merges = read(pages.MERGES, link) or 1
    is_more = pages.MIN_COUNT.param in link or pages.VOCAB_SIZE.param in link
    if is_more or not text or len(text.encode()) * merges > MOST_WORK:
        return None
    special = link.get(pages.SPECIAL.param)
    if special is None:
        specials = sample(name).special_tokens if name in SAMPLES else ()
    else:
        specials = tuple(part.strip() for part in special.split(",") if part.strip())
    return {
        "text": text,
        "merges": merges,
        "pattern": read(pages.PATTERN, link),
        "special_tokens": specials,
        "tie_break": read(pages.TIE_BREAK, link),
    }


def trained(walk: Callable[..., Frame], link: Link) -> Json:
    """The recording of a training."""
    arguments = training(link)
    return walk(**arguments, language=language()).recording if arguments else None


def encoded(link: Link) -> Json:
    """The recording of a pre-token that is encoded."""
    name, text = text_of(pages.WORD, pages.OWN_WORDS, link)
    model = model_of(link, WHOLE_TEXTS if name == pages.OWN else pages.LECTURE)
    if model is None or not text or len(text) > MOST_WORK or pages.ENCODE_VIEW.param in link:
        return None
    words = [*dict.fromkeys(encoded_pre_tokens(model, text))] or [text]
    word = words[min(read(pages.PART, link) or 0, len(words) - 1)]
    return show.encoding(model, word, language=language()).recording


def model_of(link: Link, default: str) -> BPEModel | None:
    """The model that a link encodes by, if it comes along or is trained at once."""
    name = link.get(pages.TOKENIZER.param, default)
    if name == pages.TRAINED and (arguments := training(link)):
        text, pattern = arguments.pop("text"), arguments.pop("pattern")
        options = TrainOptions(num_merges=arguments.pop("merges"), **arguments)
        return train_model(text, options, pattern=pattern, trainer="linked")
    return built_in(name) if name in BUILT_IN else None


WALKS: Mapping[str, Callable[[Link], Json]] = {
    "train": partial(trained, show.training),
    "linked": partial(trained, show.inside),
    "encode": encoded,
}


def chips(recording: Json, step: int) -> Iterator[Chip]:
    """The tokens of the walk's text at a step, off the widget on its stage."""
    (stage,) = recording["layout"]["stage"]
    widget = next(each for each in recording["widgets"] if each["id"] == stage)
    state, tokens = states_at(recording, step)[stage], recording["tokens"]
    groups = {group["start"]: group for group in widget.get("groups", ())}
    characters = [span for group in groups.values() for span in group.get("spans", ())]
    characters += [
        [each["at"], each["size"], written(tokens[each["token"]])]
        for each in widget.get("characters", ())
    ]
    begun = {at: (size, character) for at, size, character in characters}
    for at, token, size, look in sorted(placed(widget, state)):
        length, character = begun.get(at, (0, ""))
        if look != "dead":
            yield Chip(tokens[token], look, at in groups, character if length > size else "")


def placed(widget: Json, state: Json) -> Iterator[tuple[int, int, int, str]]:
    """Offset, index, bytes and look of each token in a ribbon, in a lens or atop a tree."""
    for at, (token, size, *_, look) in state.get("slots", {}).items():
        yield int(at), token, size, look
    for group in widget.get("groups", ()):
        if "special" in group:
            yield group["start"], group["special"], group["size"], ""
    for root in state.get("roots", ()):
        number = root[1:]
        if root.startswith("n"):
            node = state["nodes"][number]
            yield node["at"], node["token"], node["size"], node["look"]
        else:
            yield int(number), widget["leaves"][int(number)], 1, ""


def sentence(recording: Json, say: Json) -> str:
    """What a step says, in the reader's language; its tokens as they are written in text."""

    def value(of: Json) -> object:
        names = partial(map, lambda index: written(recording["tokens"][index]))
        match of:
            case {"text": text}:
                return sentence(recording, text)
            case {"token": token}:
                return "".join(names([token]))
            case {"pair": pair}:
                return "(" + ",\u202f".join(names(pair)) + ")"
            case {"tokens": tokens}:
                return of.get("join", "").join(names(tokens))
        return of

    key, values = say
    return t(key, **{name: value(of) for name, of in values.items()})


def written(token: Json) -> str:
    """A token as text; a long one is cut."""
    space = "␣" if has("␣") else "·"
    text = "".join(part[1] if len(part) > 1 else space for part in token["parts"])
    return text if width_of([["glyph", text]]) <= MOST_COLUMNS else text[:SHORT] + CUT


# How it is drawn.


def drawing(title: str, words: str, tokens: Iterable[Chip]) -> str:
    """The picture as SVG."""
    width, height = front_page.PREVIEW_SIZE
    lines = wrapped(words, LETTERS)[:MOST_LINES]
    top = 210 + LINE * len(lines) + (24 if lines else 0)
    across, down, in_order = width - 2 * MARGIN, height - top - 24, [*tokens]
    row = ROOMY_ROW if any(chip.character for chip in in_order) else ROW
    for scale in SCALES:
        rows = [*laid_out(in_order, across / scale)]
        most = int(down / scale / row)
        if len(rows) <= most:
            break
    return template("ui", "preview/picture.svg").render(
        width=width,
        height=height,
        margin=MARGIN,
        name=t("app.name"),
        title=title,
        lines=lines,
        line=LINE,
        top=top,
        scale=scale,
        rows=in_sight(rows, most),
        row=row,
    )


def laid_out(tokens: Iterable[Chip], room: float) -> Iterator[list[Box]]:
    """Rows of boxes, as wide as ``room``."""
    row: list[Box] = []
    x = 0.0
    for chip in tokens:
        text = written(chip.token)
        width = COLUMN * max(1, width_of([["glyph", text]])) + 2 * PADDING
        x += BORDER_GAP if row and chip.begins else 0
        if row and x + width > room:
            yield row
            row, x = [], 0.0
        row.append(Box(chip, text, x, width))
        x += width + GAP
    yield row


def in_sight(rows: Sequence[list[Box]], most: int) -> Sequence[list[Box]]:
    """As many rows as there is room for, that before the first one at work first."""
    at_work = (k for k, row in enumerate(rows) if any(box.chip.look for box in row))
    first = max(0, min(next(at_work, 0) - 1, len(rows) - most))
    return rows[first : first + most]
