"""The race: the same merges by several algorithms, in lock-step, by the clock, by size."""

from ui.page.markup import page_title
from ui.page.problems import asked
from ui.race.race_inputs import race_setup
from ui.race.race_view import race_view


def main() -> None:
    """Inputs, then the view of the race."""
    page_title("race.title")
    setup = asked(race_setup)
    if setup is not None:
        race_view(setup)


main()
