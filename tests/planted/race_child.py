"""A child that knows the planted trainer: ``race_child.py FOLDER LANE``."""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

    from bpe_lab.measure.child import main
    from tests.planted.rows import plant_trainer

    plant_trainer()
    main("bpe_lab.race.lane:lane", Path(sys.argv[1]), sys.argv[2])
