#!/usr/bin/env python3
"""Compares exported games with Fairy-Stockfish.

    python3 benches/peers/exports.py
    python3 benches/peers/exports.py chess shogi --positions 300
    python3 benches/peers/exports.py --partial

Every shipped game is exported with `alfil export --json`. If the section expresses it exactly, it is loaded
into pyffish (0.0.90; `pip install pyffish`). Alfil and pyffish then list the legal moves of the same
positions: the start, and positions of random games. With `--partial`, sections with gaps are compared, too;
their differences are expected.

If the program `fairy-stockfish` is there (Debian has version 11.1), it counts the moves from the start to
`--nodes` sequences, unless the section has keys that this version does not know.

The output has a line for each game. Differences follow with the position and the moves that only one side
lists. The exit code is 1 if there are any.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import pyffish

ENGINE = "/usr/games/fairy-stockfish"


def alfil(arguments, *words):
    """Runs `alfil` and returns its exit code and its standard output."""
    done = subprocess.run([arguments.alfil, *words], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def exported(arguments, game):
    """The report of `alfil export`."""
    _, text = alfil(arguments, "export", game, "--json")
    return json.loads(text) if text.strip() else {"exact": False, "text": None, "not_expressed": []}


def legal(arguments, game, moves):
    """The legal moves of Alfil after some moves."""
    words = ["moves", game, "--json"]
    code, text = alfil(arguments, *words, *(["--after", " ".join(moves)] if moves else []))
    if code != 0:
        raise SystemExit(f"{game}: alfil moves failed after {' '.join(moves)}")
    return [move["text"] for move in json.loads(text)["moves"]]


def spellings(move, letters):
    """The spellings that a move of Alfil may have in pyffish, the most probable first."""
    # A wall follows the move; the program repeats the cell on which the piece ends.
    if "," in move:
        first, wall = move.split(",", 1)
        end = re.match(r"([a-p]\d+)([a-p]\d+)", first)
        # A piece that comes in behind a first move, or on the cell of the rook that castled.
        comes = re.fullmatch(r"([A-Z])@([a-p]\d+)", wall)
        if end and comes and comes[1] in letters:
            letter = letters[comes[1]].lower()
            return [first + letter] if comes[2] == end[1] else [comes[2] + end[1] + letter]
        cell = wall.split("@")[-1]
        return [f"{plain},{end[2]}{cell}" for plain in spellings(first, letters)] if end else []
    drop = re.fullmatch(r"(\+?[A-Z])@([a-p]\d+)(?:(\+?)[a-z])?", move)
    if drop:
        letter = letters.get(drop[1], drop[1])
        return [f"+{letter}@{drop[2]}"] if drop[3] else [f"{letter}@{drop[2]}"]
    step = re.fullmatch(r"([a-p]\d+[a-p]\d+)(\+?[a-z])?", move)
    if not step or not step[2]:
        return [move]
    letter = letters.get(step[2].upper(), step[2][-1]).lower()
    return [f"{step[1]}+", step[1] + letter, f"{step[1]}-"]


def translated(own, theirs, letters):
    """Pairs of equal moves, and the moves that only one side has."""
    left, pairs, only = set(theirs), [], []
    for move in own:
        same = [spelling for spelling in spellings(move, letters) if spelling in left]
        if same:
            left.discard(same[0])
            pairs.append((move, same[0]))
        else:
            only.append(move)
    return pairs, only, sorted(left)


def name_of(text):
    """The name of the section."""
    return re.match(r"\[([^:\]]+)", text)[1]


def compare(arguments, game, report, dice):
    """Compares move lists; returns the number of positions, and the first differences."""
    text, letters = report["text"], report["letters"]
    pyffish.load_variant_config(text)
    variant = name_of(text)
    start = pyffish.start_fen(variant)
    positions, found = 0, []
    while positions < arguments.positions and len(found) < arguments.differences:
        own_game, their_game = [], []
        for _ in range(arguments.plies):
            own = legal(arguments, game, own_game)
            theirs = pyffish.legal_moves(variant, start, their_game)
            if pyffish.is_immediate_game_end(variant, start, their_game)[0]:
                theirs = []
            pairs, only_own, only_theirs = translated(own, theirs, letters)
            positions += 1
            if only_own or only_theirs:
                found.append((" ".join(own_game), only_own[:8], only_theirs[:8]))
                break
            if not pairs or positions >= arguments.positions:
                break
            move = dice.choice(pairs)
            own_game.append(move[0])
            their_game.append(move[1])
    return positions, found


def is_known(path, text):
    """True if the engine knows all keys of a file. It reports those that it does not know, but for movements of
    kings and custom pieces, which this version ignores."""
    if re.search(r"^(king|customPiece\d+) = .:", text, re.MULTILINE):
        return False
    try:
        done = subprocess.run([ENGINE, "check", path], capture_output=True, text=True, timeout=60, check=False)
    except OSError:
        return False
    return "Invalid" not in re.sub(r"pieceToCharTable.*", "", done.stdout + done.stderr)


def count(arguments, game, text):
    """Compares counts from the start with the engine. Returns a word for the table."""
    path = os.path.join(tempfile.gettempdir(), f"alfil-export-{game}.ini")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    if not is_known(path, text):
        return "-"
    setup = f"setoption name VariantPath value {path}\nsetoption name UCI_Variant value {name_of(text)}\n"
    counts = []
    for depth in range(1, 7):
        done = subprocess.run(
            [ENGINE], input=f"uci\n{setup}position startpos\ngo perft {depth}\nquit\n",
            capture_output=True, text=True, timeout=600, check=False,
        )
        theirs = re.search(r"Nodes searched: (\d+)", done.stdout)
        _, own = alfil(arguments, "perft", game, str(depth), "--quiet")
        own = re.findall(r"\d+", own)
        if theirs is None or not own or theirs[1] != own[-1]:
            return f"differ at depth {depth}: {own[-1] if own else '?'}, {theirs[1] if theirs else '?'}"
        counts.append(int(theirs[1]))
        if counts[-1] * (counts[-1] / (counts[-2] if len(counts) > 1 else 1)) > arguments.nodes:
            break
    return f"agree to depth {len(counts)}, {counts[-1]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("games", nargs="*", help="shipped games; all by default")
    parser.add_argument("--alfil", default="alfil", help="the program to test")
    parser.add_argument("--positions", type=int, default=300, help="positions of each game")
    parser.add_argument("--plies", type=int, default=60, help="most moves of a random game")
    parser.add_argument("--differences", type=int, default=2, help="differences to report of each game")
    parser.add_argument("--nodes", type=int, default=2_000_000, help="most sequences to count")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--partial", action="store_true", help="compare sections with gaps, too")
    arguments = parser.parse_args()
    _, listed = alfil(arguments, "list", "--json")
    games = [one["name"] for one in json.loads(listed)["definitions"] if one["role"] == "game"]
    exact, wrong = 0, 0
    for game in arguments.games or games:
        report = exported(arguments, game)
        exact += report["exact"]
        if not report["text"] or not (report["exact"] or arguments.partial):
            rules = "; ".join(f"{gap['file']}:{gap['line']} {gap['rule']}" for gap in report["not_expressed"])
            print(f"{game}: not exported: {rules}", flush=True)
            continue
        positions, found = compare(arguments, game, report, random.Random(arguments.seed))
        counts = count(arguments, game, report["text"])
        verdict = "differs" if found else "agrees"
        print(f"{game}: {verdict} in {positions} positions; counts {counts}", flush=True)
        wrong += bool(found) + counts.startswith("differ")
        for moves, own, theirs in found:
            print(f"    after `{moves}`: only Alfil {own}, only pyffish {theirs}", flush=True)
    print(f"{exact} of {len(arguments.games or games)} games are expressed exactly")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
