"""What the tests share: random games, and the differences between the notations of positions."""

from __future__ import annotations

import random
from typing import Iterator

import alfil

# The number of random games of each variant, and the most moves of a game.
GAMES = 3
PLIES = 80


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
