"""Events into frames into recordings: pure functions, which know no words and no server.

A page has ``PAGE.py``, or a folder of two to four: ``…_walk`` (the run, its frames, what is
asked), ``…_panels`` (what is drawn), ``…_events`` (what each event says; its lines of code).
They share:

recording       `Frame`, `TokenTable`, `record`; `still` for a board; `Walk`, what a page gets
drawn_tokens    tokens by index and in sentences (`Palette`), ribbon, running text, chips, tree
why_this_pair   `Brush`, the order of preference, the card with what other tie rules would take
questions       questions of `exercises` as values that the player asks and marks
code_panel      pseudo-code beside the source; which lines ran between two events
moments         kinds of steps; ``merge 2, choose`` to a step and back
lanes           how lanes of a race look; times in words
token_table     a vocabulary as a table: kinds, scripts, search, counts for charts
"""
