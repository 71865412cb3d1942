#!/usr/bin/env python3
"""Lets pyffish play random games, writes them as PGN, and lets Alfil read them.

    python3 benches/peers/records.py --alfil target/release/alfil
    python3 benches/peers/records.py --games 1000 --seed 1 --keep games.pgn
    python3 benches/peers/records.py --only shogi --notation uci
    python3 benches/peers/records.py --megabytes 100 --keep large.pgn

pyffish (the library of Fairy-Stockfish, https://pypi.org/project/pyffish/) plays games of all
variants that both programs know. The games have the tags and the algebraic notation of PyChess, and
each second one ends after at least 60 plies; the others go on to the end. Alfil replays them with
`alfil convert --to fen --all --json`. After each move, the two positions are compared field by
field, and at the end the results. Positions are compared in the dialect `pychess`, or `shredder`
for Chess960. The order of the pieces in hand does not count.

The table has a row for each variant: games, plies, and the number of games in which a field
differed first. With --megabytes, the games are repeated until the file has that size, and nothing
is compared.
"""

import argparse
import collections
import json
import random
import resource
import subprocess
import sys
import tempfile
import time

import pyffish

# The variant of pyffish and its name in the tag `Variant`. `960` means shuffled starts.
VARIANTS = [
    ("chess", "Chess"),
    ("chess 960", "Chess960"),
    ("crazyhouse", "Crazyhouse"),
    ("crazyhouse 960", "Crazyhouse960"),
    ("atomic", "Atomic"),
    ("antichess", "Antichess"),
    ("3check", "3check"),
    ("kingofthehill", "Kingofthehill"),
    ("racingkings", "Racingkings"),
    ("horde", "Horde"),
    ("duck", "Duck"),
    ("placement", "Placement"),
    ("pocketknight", "Pocketknight"),
    ("seirawan", "Seirawan"),
    ("capablanca", "Capablanca"),
    ("gothic", "Gothic"),
    ("janus", "Janus"),
    ("grand", "Grand"),
    ("shako", "Shako"),
    ("spartan", "Spartan"),
    ("hoppelpoppel", "Hoppelpoppel"),
    ("chigorin", "Chigorin"),
    ("almost", "Almost"),
    ("knightmate", "Knightmate"),
    ("berolina", "Berolina"),
    ("extinction", "Extinction"),
    ("threekings", "Threekings"),
    ("coregal", "Coregal"),
    ("koedem", "Koedem"),
    ("losers", "Losers"),
    ("losalamos", "Losalamos"),
    ("gardner", "Gardner"),
    ("grasshopper", "Grasshopper"),
    ("nightrider", "Nightrider"),
    ("shatranj", "Shatranj"),
    ("makruk", "Makruk"),
    ("breakthrough", "Breakthrough"),
    ("xiangqi", "Xiangqi"),
    ("minixiangqi", "Minixiangqi"),
    ("janggi", "Janggi"),
    ("shogi", "Shogi"),
    ("minishogi", "Minishogi"),
    ("kyotoshogi", "Kyotoshogi"),
    ("dobutsu", "Dobutsu"),
]

FIELDS = ["placement", "hand", "side", "castling", "e.p.", "counters", "halfmoves", "fullmove"]

# The longest random game in plies.
LONGEST = 300


class Game:
    """A random game of pyffish."""

    def __init__(self, name, tag, dice, number):
        self.tag = tag
        self.variant, _, shuffled = name.partition(" ")
        self.chess960 = shuffled == "960"
        self.start = pyffish.start_fen(self.variant)
        if self.chess960:
            self.start = shuffled_start(self.start, dice)
        self.moves = []
        most = dice.randint(60, 90) if number % 2 == 0 else LONGEST
        ended, score = False, 0
        while len(self.moves) < most:
            ended, score = pyffish.is_immediate_game_end(
                self.variant, self.start, self.moves, self.chess960
            )
            legal = pyffish.legal_moves(self.variant, self.start, self.moves, self.chess960)
            if ended or not legal:
                break
            self.moves.append(dice.choice(legal))
        self.result = "*"
        legal = pyffish.legal_moves(self.variant, self.start, self.moves, self.chess960)
        if not ended and not legal:
            ended = True
            score = pyffish.game_result(self.variant, self.start, self.moves, self.chess960)
        if ended:
            # Scores are those of the side to move.
            if self.position(len(self.moves)).split()[1] == "b":
                score = -score
            self.result = "1-0" if score > 0 else "0-1" if score < 0 else "1/2-1/2"

    def position(self, plies):
        return pyffish.get_fen(self.variant, self.start, self.moves[:plies], self.chess960)

    def pgn(self, notation):
        tags = [
            ("Event", "Random games"), ("Site", "pyffish"), ("Date", "????.??.??"), ("Round", "-"),
            ("White", "Dice"), ("Black", "Dice"), ("Result", self.result), ("Variant", self.tag),
        ]
        # A start with several castling rights in pyffish's own form has its FEN tag, as at PyChess.
        if self.chess960 or self.variant in ("janggi",):
            tags += [("SetUp", "1"), ("FEN", self.start)]
        lines = [f'[{name} "{value}"]' for name, value in tags] + [""]
        moves = self.moves
        if notation == "san":
            moves = pyffish.get_san_moves(self.variant, self.start, self.moves, self.chess960)
        words = []
        for ply, move in enumerate(moves):
            words += [f"{ply // 2 + 1}."] * (ply % 2 == 0) + [move]
        return "\n".join(lines + [" ".join(words + [self.result]), "", ""])


def shuffled_start(start, dice):
    """A start position of Chess960, with the other fields of `start`."""
    while True:
        row = "".join(dice.sample("RNBQKBNR", 8))
        bishops = [n for n, piece in enumerate(row) if piece == "B"]
        if (bishops[0] + bishops[1]) % 2 == 1 and row.index("R") < row.index("K") < row.rindex("R"):
            break
    files = "".join("ABCDEFGH"[n] for n, piece in reversed(list(enumerate(row))) if piece == "R")
    placement = f"{row.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{row}"
    hand = "[]" if "[" in start else ""
    return f"{placement}{hand} w {files}{files.lower()} - 0 1"


def fields(position):
    """The fields of a position, so that they can be compared."""
    words = position.split()
    placement, _, hand = words[0].partition("[")
    hand = "".join(sorted(hand.rstrip("]").replace("-", "")))
    rest = words[1:]
    side, castling, passed = rest[0], rest[1], rest[2]
    counters = rest[3] if len(rest) > 5 else ""
    return [placement, hand, side, "".join(sorted(castling)), passed, counters, rest[-2], rest[-1]]


def first_difference(game, answer):
    """The field that differs first, with the ply and both positions. None if nothing differs."""
    if "error" in answer:
        return "unread", 0, answer["error"]["what"], ""
    theirs = [game.position(ply) for ply in range(len(game.moves) + 1)]
    ours = answer["text"].splitlines()
    for ply, (their, our) in enumerate(zip(theirs, ours)):
        for name, one, other in zip(FIELDS, fields(their), fields(our)):
            if one != other and not (name == "e.p." and one.isdigit()):
                return name, ply, their, our
    if len(theirs) != len(ours):
        return "length", len(ours), str(len(theirs)), str(len(ours))
    outcome = answer["outcome"]
    our = "*" if outcome is None else outcome
    if (game.result == "*") != (our == "*") or not same_result(game.result, our):
        return "result", len(game.moves), game.result, our
    return None


def same_result(their, our):
    words = {"1-0": "white wins", "0-1": "black wins", "1/2-1/2": "draw", "*": "*"}
    return our.lower().startswith(words[their])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--alfil", default="target/release/alfil")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", help="only this variant of pyffish")
    parser.add_argument("--notation", choices=["san", "uci"], default="san")
    parser.add_argument("--keep", help="write the games to this file")
    parser.add_argument("--megabytes", type=int, help="measure a file of this size")
    parser.add_argument("--ignore", action="append", default=[], help="do not compare this field")
    arguments = parser.parse_args()

    dice = random.Random(arguments.seed)
    variants = [v for v in VARIANTS if not arguments.only or v[0] in arguments.only]
    games = []
    for number in range(arguments.games):
        name, tag = variants[number % len(variants)]
        games.append(Game(name, tag, dice, number // len(variants)))
    text = "".join(game.pgn(arguments.notation) for game in games)
    path = arguments.keep or tempfile.NamedTemporaryFile(suffix=".pgn", delete=False).name
    with open(path, "w", encoding="utf-8") as file:
        size = 0
        while size < (arguments.megabytes or 0) * 1_000_000 or size == 0:
            size += file.write(text)
    if arguments.megabytes:
        return measure(arguments.alfil, path, size)

    command = [arguments.alfil, "convert", path, "--to", "fen", "--all", "--json"]
    answers = {}
    for dialect in ["pychess", "shredder"]:
        run = subprocess.run(
            command + ["--dialect", dialect], capture_output=True, text=True, check=False
        )
        answers[dialect] = [json.loads(line) for line in run.stdout.splitlines()]
    rows = collections.defaultdict(collections.Counter)
    shown = collections.Counter()
    for number, game in enumerate(games):
        name = game.variant + (" 960" if game.chess960 else "")
        answer = answers["shredder" if game.chess960 else "pychess"][number]
        FIELDS_IGNORED = set(arguments.ignore)
        found = first_difference(game, answer)
        rows[name]["games"] += 1
        rows[name]["plies"] += len(game.moves)
        if found is None:
            rows[name]["same"] += 1
            continue
        field, ply, their, our = found
        rows[name][field] += 1
        if field not in FIELDS_IGNORED and shown[name, field] < 2:
            shown[name, field] += 1
            last = game.moves[ply - 1] if ply else "-"
            print(f"{name}: {field} after ply {ply} ({last})\n  theirs {their}\n  ours   {our}")
    columns = ["games", "plies", "same", "unread", *FIELDS, "length", "result"]
    print("\t".join(["variant", *columns]))
    for name, row in rows.items():
        print("\t".join([name, *(str(row[column] or "") for column in columns)]))
    total = sum(row["same"] for row in rows.values())
    plies = sum(row["plies"] for row in rows.values())
    print(f"{total} of {len(games)} games without a difference, {plies} plies")
    return 0 if total == len(games) else 1


def measure(alfil, path, size):
    """Converts a large file and prints time and memory."""
    begin = time.monotonic()
    run = subprocess.run(
        [alfil, "convert", path, "--to", "pgn", "--site", "pychess"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False,
    )
    seconds = time.monotonic() - begin
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(run.stderr[-500:])
    print(f"{size / 1e6:.1f} MB in {seconds:.1f} s, {peak / 1024:.1f} MiB at most, exit {run.returncode}")
    return run.returncode


if __name__ == "__main__":
    sys.exit(main())
