"""The Python code of the documentation runs, page by page, in order."""

import re
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parent.parent / "docs"


@pytest.mark.parametrize("page", ["index.md", "concepts.md", "randomness.md", "records.md", "tutorial/index.md"])
def test_code_of_a_page_runs(page: str) -> None:
    """Each page's blocks run one after the other in one namespace."""
    text = (DOCS / page).read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    assert blocks
    namespace: dict[str, Any] = {"__name__": "docs"}
    for block in blocks:
        exec(compile(block, page, "exec"), namespace)
