#!/usr/bin/env python3
"""Lets pyffish play random games, writes them as PGN, and lets Alfil read them.

    python3 benches/peers/records.py --alfil target/release/alfil
    python3 benches/peers/records.py --games 1000 --seed 1 --keep games.pgn
    python3 benches/peers/records.py --only shogi --notation uci
    python3 benches/peers/records.py --games 200 --megabytes 100 --keep large.pgn

pyffish (the library of Fairy-Stockfish, https://pypi.org/project/pyffish/) plays games of all
variants that both programs know. The games have the tags and the algebraic notation of PyChess.
Each second one ends after 60 to 90 plies; the others go on to the end, or to 300 plies. Alfil
replays them with `alfil convert --to fen --all --json`. After each move, the two positions are
compared field by field, and at the end the results. Positions are compared in the dialect
`pychess`, or `shredder` for Chess960. The order of the pieces in hand does not count. In a second
run, Alfil writes the games in the notation of PyChess, and the moves are compared with pyffish's,
without signs for check.

`KNOWN` lists fields that the two programs fill by different rules, with the reason. A difference in
such a field is counted in the column `known`. The other columns count the games in which a field
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

# Fields that pyffish fills by other rules, by variant or for all variants with hands.
KNOWN = {
    "hands": {
        "halfmoves": "pyffish sets the number to 0 at a drop; in shogi it does not do so at moves of pawns",
    },
    "makruk": {
        "halfmoves": "pyffish writes the moves that are counted towards a draw",
    },
    "berolina": {
        "e.p.": "pyffish writes the passed cell even if no move captures there",
    },
    "koedem": {
        "placement": "pyffish marks promoted pieces, although only kings come to the hand",
    },
    "janggi": {
        "result": "pyffish counts points after two passes, which the definition leaves to people",
    },
}

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
        self.positions = [pyffish.get_fen(self.variant, self.start, [], self.chess960)]
        most = dice.randint(60, 90) if number % 2 == 0 else LONGEST
        ended, score = False, 0
        while True:
            # Some ends depend on the last moves, for example on two passes.
            recent = max(0, len(self.moves) - 4)
            known = self.positions[recent], self.moves[recent:]
            ended, score = pyffish.is_immediate_game_end(self.variant, *known, self.chess960)
            legal = pyffish.legal_moves(self.variant, self.positions[-1], [], self.chess960)
            if ended or not legal or len(self.moves) == most:
                break
            self.moves.append(dice.choice(legal))
            position = pyffish.get_fen(
                self.variant, self.positions[-1], self.moves[-1:], self.chess960
            )
            self.positions.append(position)
        self.result = "*"
        if not ended and not legal:
            ended = True
            score = pyffish.game_result(self.variant, self.start, self.moves, self.chess960)
        if ended:
            # Scores are those of the side to move.
            if self.positions[-1].split()[1] == "b":
                score = -score
            self.result = "1-0" if score > 0 else "0-1" if score < 0 else "1/2-1/2"
        # Draws that a player may claim. Alfil counts them as ends as well.
        self.may_end, _ = pyffish.is_optional_game_end(
            self.variant, self.start, self.moves, self.chess960
        )

    def known(self):
        """The fields with other rules."""
        fields = dict(KNOWN.get(self.variant, {}))
        if "[" in self.start:
            fields.update(KNOWN["hands"])
        return fields

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


def differences(game, answer):
    """The fields that differ, each with the ply and both positions when it first does so."""
    if "error" in answer:
        return {"unread": (0, answer["error"]["what"], "")}
    theirs = game.positions
    ours = answer["text"].splitlines()
    found = {}
    for ply, (their, our) in enumerate(zip(theirs, ours)):
        for name, one, other in zip(FIELDS, fields(their), fields(our)):
            # In Makruk, the field contains the limit of the moves to count.
            is_limit = name == "e.p." and one.isdigit()
            if one != other and not is_limit:
                found.setdefault(name, (ply, their, our))
    if len(theirs) != len(ours):
        found["length"] = (len(ours), str(len(theirs)), str(len(ours)))
    our = "*" if answer["outcome"] is None else answer["outcome"]
    is_claim = game.may_end and game.result == "*" and our.startswith("draw")
    if not is_claim and not same_result(game.result, our):
        found["result"] = (len(game.moves), game.result, our)
    return found


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
    run = subprocess.run(
        [arguments.alfil, "convert", path, "--to", "pgn", "--site", "pychess", "--json"],
        capture_output=True, text=True, check=False,
    )
    written = [json.loads(line).get("moves") for line in run.stdout.splitlines()]
    rows = collections.defaultdict(collections.Counter)
    shown = collections.Counter()
    reasons = collections.Counter()
    for number, game in enumerate(games):
        name = game.variant + (" 960" if game.chess960 else "")
        found = differences(game, answers["shredder" if game.chess960 else "pychess"][number])
        row, known = rows[name], game.known()
        row["games"] += 1
        row["plies"] += len(game.moves)
        for field in list(found):
            if field in known:
                reasons[known[field]] += 1
        others = {field: found[field] for field in found if field not in known}
        row["same"] += not found
        row["known"] += bool(found) and not others
        for field, (ply, their, our) in others.items():
            row[field] += 1
            if shown[name, field] < 2:
                shown[name, field] += 1
                move = game.moves[ply - 1] if 0 < ply <= len(game.moves) else "-"
                print(f"{name}: {field} after ply {ply} ({move})\n  theirs {their}\n  ours   {our}")
        sans = pyffish.get_san_moves(game.variant, game.start, game.moves, game.chess960)
        for ply, (their, our) in enumerate(zip(sans, written[number] or [])):
            if their.rstrip("+#") != our.rstrip("+#"):
                row["san"] += 1
                if shown[name, "san"] < 2:
                    shown[name, "san"] += 1
                    print(f"{name}: move {ply + 1} is {their} there and {our} here")
                break
    columns = ["games", "plies", "same", "known", "unread", *FIELDS, "length", "result", "san"]
    print("\t".join(["variant", *columns]))
    for name, row in rows.items():
        print("\t".join([name, *(str(row[column] or "") for column in columns)]))
    total = {column: sum(row[column] for row in rows.values()) for column in columns}
    for reason, count in reasons.items():
        print(f"{count} games: {reason}")
    print(
        f"{len(games)} games, {total['plies']} plies: {total['same']} without a difference, "
        f"{total['known']} with known differences only, {total['unread']} unread"
    )
    return 0 if total["same"] + total["known"] == len(games) else 1


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
