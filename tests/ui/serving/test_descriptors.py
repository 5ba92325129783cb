"""What the process may open."""

from collections.abc import Iterator

import pytest

from ui.serving.bounds import raise_limit

resource = pytest.importorskip("resource")


@pytest.fixture
def limit() -> Iterator[int]:
    """The hard limit; the soft one is back as it was at the end."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield before[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_the_soft_limit_is_raised_to_the_hard_one_at_most(limit: int) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, limit))
    raise_limit(1000)
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (1000, limit)
    raise_limit(10**9)
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (limit, limit)


def test_a_limit_that_is_higher_already_stays(limit: int) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (900, limit))
    raise_limit(500)
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (900, limit)
