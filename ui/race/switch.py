"""A switch between a few ways to draw a race; the chosen one is part of the link."""

from functools import partial

from ui.page.fields import switch as any_switch

switch = partial(any_switch, "race")
