"""The same answers as the program, for every shipped definition. `ALFIL` names the program;
`target/debug/alfil` is the usual one."""

import json
import os
import subprocess
from pathlib import Path

import pytest

import alfil
from games import missing, playouts

ROOT = Path(__file__).parents[2]
PROGRAM = Path(os.environ.get("ALFIL", ROOT / "target/debug/alfil"))
# The most moves of a random game. Every fifth position is compared.
PLIES = 21
EVERY = 5


@pytest.fixture(scope="module")
def ask():
    """Asks the program a question, and returns its answer."""
    if not PROGRAM.exists():
        missing(f"no program at {PROGRAM}")
    with subprocess.Popen([PROGRAM, "studio", "--desk"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:

        def answer(**question):
            process.stdin.write(json.dumps(question) + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        yield answer
        process.kill()


def test_every_shipped_game(ask):
    listed = subprocess.run([PROGRAM, "list", "--json"], capture_output=True, text=True, check=True).stdout
    names = [entry["name"] for entry in json.loads(listed)["definitions"] if entry["role"] == "game"]
    assert len(names) >= 100 and set(names) <= set(alfil.games())
    for name in names:
        text = next(ROOT.glob(f"definitions/*/{name}.yaml")).read_text()
        facts = ask(ask="facts", text=text)
        variant = alfil.load(name)
        assert (variant.title, variant.is_plane, variant.is_shuffled, variant.captures_to_hand) == (
            facts["title"],
            facts["plane"],
            facts["shuffled"],
            facts["captures to hand"],
        )
        assert alfil.Board(name).fen() == facts["start"], name
        if variant.is_plane:
            continue
        for board in playouts(name, games=1, plies=PLIES):
            moves = [move.uci() for move in board.move_stack]
            if len(moves) % EVERY:
                continue
            state = ask(ask="state", text=text, start=None, moves=moves, san=True)
            now = board._now
            hands = {side: [held.letter for held in board.pocket(side) for _ in range(held.count)] for side in board.sides}
            assert (now.text, now.side, now.turn, now.step, now.fullmove, now.halfmoves, now.in_check) == (
                state["text"],
                state["side"],
                state["side"] == board.sides[0],
                state["step"],
                state["fullmove"],
                state["halfmoves"],
                state["check"],
            ), name
            assert board.sides == list(facts["sides"]) and board.sides_out == state.get("out", []), name
            assert (now.legal(), now.legal_san(), now.end()) == (state["legal"], state["san"], state["told"]), name
            assert board.result(claim_draw=True) == state["result"], name
            assert hands == {side: [letter.upper() for letter in held] for side, held in state["hands"].items()}, name
            assert [move.uci() for move in board.legal_moves] == state["legal"], name
