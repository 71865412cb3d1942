"""The type stubs describe the engine, and the package has no errors of types."""

import inspect
import re
import subprocess
import sys
from pathlib import Path

import alfil
from alfil import _alfil
from games import needed


def test_stubs_name_everything():
    stub = (Path(alfil.__file__).parent / "_alfil.pyi").read_text()
    described = set()
    owner = None
    for line in stub.splitlines():
        if found := re.match(r"class (\w+)", line):
            owner = found[1]
            described.add(owner)
        elif found := re.match(r"def (\w+)", line):
            described.add(found[1])
        elif found := re.match(r"    def (\w+)", line):
            described.add(f"{owner}.{found[1]}")
    described = {name for name in described if "__" not in name}
    there = set()
    for name, value in vars(_alfil).items():
        if name.startswith("_"):
            continue
        there.add(name)
        if inspect.isclass(value):
            there |= {f"{name}.{own}" for own in vars(value) if not own.startswith("_")}
    assert described == there


def test_mypy():
    needed("mypy")
    ran = subprocess.run([sys.executable, "-m", "mypy", "--strict", "-p", "alfil"], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout
