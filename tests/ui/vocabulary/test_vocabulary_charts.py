"""Charts of a vocabulary: every row keeps its name."""

from bpe_core.vocabularies import built_in
from bpe_lab.scenes.token_table import by_script, inventory
from ui.charts.inventory_charts import ROW, script_chart


def test_every_script_is_named_however_many_there_are() -> None:
    counts = by_script(inventory(built_in("lab")))
    names = [f"{row.script} {number}" for number in (1, 2, 3) for row in counts]
    drawn = script_chart(counts * 3, names).to_dict()
    assert drawn["encoding"]["y"]["axis"]["labelOverlap"] is False
    assert drawn["height"] >= ROW * len(names)
