"""What the tests share: random games, and the differences between the notations of positions."""

from __future__ import annotations

import importlib
import os
import random
from types import ModuleType
from typing import Iterator, NoReturn

import pytest

import alfil

# The number of random games of each variant, and the most moves of a game.
GAMES = 3
PLIES = 80


def missing(what: str) -> NoReturn:
    """Skips a test, because something is not there. In CI, where nothing may be left out, the test fails."""
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what, allow_module_level=True)


def needed(name: str) -> ModuleType:
    """A package that the tests compare with."""
    try:
        return importlib.import_module(name)
    except ImportError:
        missing(f"the package {name} is not installed")


def playouts(name: str, games: int = GAMES, plies: int = PLIES) -> Iterator[alfil.Board]:
    """Boards of random games, before each move and at the end. The caller must not change them."""
    for number in range(games):
        dice = random.Random(f"{name} {number}")
        board = alfil.Board(name)
        for _ in range(plies):
            yield board
            moves = [] if board.is_game_over() else board._now.legal()
            if not moves:
                break
            board.push(dice.choice(moves))
