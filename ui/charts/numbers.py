"""Times, ratios and sizes as people read them, and how they were measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bpe_lab.measure.record import Band
from bpe_lab.race.growth import Fit
from bpe_lab.scenes.lanes import duration
from bpe_lab.text import joined, number_text, t
from ui.page.markup import Html, html_of


def time_text(seconds: float) -> str:
    """Seconds with the unit that suits them, in the reader's language."""
    key, values = duration(seconds)
    return t(str(key), **values)


def budget_text(seconds: float) -> str:
    """Seconds as a person has set them."""
    return t("race.unit.seconds", value=f"{seconds:g}")


def band_text(band: Band) -> dict[str, str]:
    """Quartiles of seconds, by the names that the catalogue uses."""
    lower, median, upper = map(time_text, band)
    return {"low": lower, "median": median, "high": upper}


def times_text(ratio: float) -> str:
    """A ratio: whole from 10 on, one digit behind the point below, two below 2.

    Below a tenth it has two digits that count.

    >>> times_text(31.4), times_text(4.56), times_text(1.034), times_text(12345.6)
    ('31', '4.6', '1.03', '12,346')
    >>> times_text(0.31), times_text(0.0042)
    ('0.31', '0.0042')
    """
    if 0 < ratio < 0.0995:
        return f"{float(f'{ratio:.2g}'):.15f}".rstrip("0")
    digits = 0 if ratio >= 9.95 else 1 if ratio >= 2 else 2
    return f"{ratio:.{digits}f}" if digits else whole_text(ratio)


def whole_text(number: float) -> str:
    """A count, grouped as the reader's language groups it.

    >>> whole_text(9999), whole_text(10_000.0)
    ('9,999', '10,000')
    """
    return number_text(round(number))


def bytes_text(number: int) -> str:
    """Memory in powers of 1000.

    >>> bytes_text(1_234_567), bytes_text(512_000), bytes_text(2_100_000_000)
    ('1.2 MB', '0.5 MB', '2.1 GB')
    """
    unit, name = (1e9, "GB") if number >= 1e9 else (1e6, "MB")
    value = number / unit
    return f"{number_text(value, 0 if value >= 100 else 1)} {name}"


def slope_text(fit: Fit) -> str:
    """A slope with its standard error, as far as both mean something.

    >>> slope_text(Fit(slope=0.983, error=0.0214, constant=1.0, points=5))
    '0.98 ± 0.02'
    >>> slope_text(Fit(slope=-0.5, error=0.0001, constant=1.0, points=5))
    '−0.500 ± 0.001'
    """
    digits = 3 if fit.error < 0.005 else 2
    error = max(fit.error, 10.0**-digits)
    sign = "−" if round(fit.slope, digits) < 0 else ""
    return f"{sign}{abs(fit.slope):.{digits}f} ± {error:.{digits}f}"


def how_html(sentences: Sequence[str]) -> Html:
    """The footer; its sentences are plain text."""
    return html_of("charts", "how", joined(sentences))


def repeat_html(sentence: str, command: str) -> Html:
    """The command that measures the same in a terminal."""
    return html_of("charts", "repeat", sentence, command)


def machine_names(facts: Mapping[str, str], libraries: Mapping[str, str]) -> list[str]:
    """Processor, cores and Python as far as they are known, then ``libraries`` by version."""
    names = [facts["processor"]] if facts.get("processor") else []
    names += [t("footer.cores", cores=int(facts["cores"]))] if facts.get("cores") else []
    names += [f"Python {facts['python']}"] if facts.get("python") else []
    return names + [f"{name} {version}" for name, version in libraries.items()]


def machine_sentence(facts: Mapping[str, str], libraries: Sequence[str] = ()) -> str:
    """The same as a sentence, with the versions of Python and ``libraries`` alone."""
    versions = {name: facts[name] for name in libraries if name in facts}
    python = {"python": facts["python"].split()[0]} if facts.get("python") else {}
    where = machine_names({**facts, **python}, versions)
    return t("workshop.foot.machine", where=t("footer.comma").join(where))
