"""What all tests share."""

import os
from collections.abc import Iterator

import pytest

try:
    from coverage import Coverage
except ImportError:  # the tests run without it too
    current = None
else:
    current = Coverage.current

if "PYTEST_XDIST_WORKER" in os.environ:  # the workers are traced, and what they start runs at full speed
    os.environ.pop("COVERAGE_PROCESS_CONFIG", None)

LONG = {"test_conformance.py", "test_invariants.py", "test_forfeits.py", "test_tournament.py"}
"""Files whose tests play thousands of moves, which takes twice the time when traced; other tests cover the same lines."""


@pytest.fixture(autouse=True)
def _untraced(request: pytest.FixtureRequest) -> Iterator[None]:
    """Run the tests of long files at full speed."""
    tracer = current() if current is not None and request.path.name in LONG else None
    if tracer is None:
        yield
        return
    tracer.stop()
    yield
    tracer.start()
