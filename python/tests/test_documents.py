"""The examples of the documents print what the documents say."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import alfil

ROOT = Path(__file__).parents[2]
EXAMPLE = re.compile(r"```python\n(.*?)```\n\n```text\n(.*?)```", re.DOTALL)


@pytest.mark.parametrize("page", ["docs/embedding.md", "python/README.md"])
def test_examples(page, tmp_path):
    path = ROOT / page
    text = path.read_text()

    def run(example):
        code, printed = example.groups()
        ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        return f"```python\n{code}```\n\n```text\n{ran.stdout}```"

    assert EXAMPLE.search(text)
    now = EXAMPLE.sub(run, text)
    if os.environ.get("DOCS_UPDATE") == "1":
        path.write_text(now)
    else:
        assert now == text


def test_examples_of_the_package():
    found = doctest.testmod(alfil)
    assert (found.failed, found.attempted > 0) == (0, True)
