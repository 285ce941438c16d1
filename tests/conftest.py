"""What all tests share."""

from collections.abc import Iterator

import pytest

try:
    from coverage import Coverage
except ImportError:  # the tests run without it too
    current = None
else:
    current = Coverage.current


@pytest.fixture(autouse=True)
def _untraced(request: pytest.FixtureRequest) -> Iterator[None]:
    """Run the conformance kit at full speed: its thousands of moves take twice the time when traced, and other tests cover the same lines."""
    tracer = current() if current is not None and request.path.name == "test_conformance.py" else None
    if tracer is None:
        yield
        return
    tracer.stop()
    yield
    tracer.start()
