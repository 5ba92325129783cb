"""Numbers at axes, as they are drawn."""

import re

import altair as alt
import pandas as pd
import vl_convert

from bpe_lab.text import number_text
from ui.charts.axes import WHOLE

NUMBERS = [256, 1000, 4000, 16_000]


def test_numbers_are_grouped_as_in_the_texts_beside_them() -> None:
    axis = alt.Axis(values=NUMBERS, labelExpr=WHOLE)
    scale = alt.Scale(type="log", domain=[200, 20_000])
    data = pd.DataFrame({"x": NUMBERS})
    chart = alt.Chart(data).mark_point().encode(x=alt.X("x:Q", axis=axis, scale=scale))
    drawn = re.findall(
        r"<text[^>]*>([^<]+)</text>", vl_convert.vegalite_to_svg(chart.to_dict())
    )
    assert [number_text(number) for number in NUMBERS] == drawn[:4]
