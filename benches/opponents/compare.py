#!/usr/bin/env python3
"""Plays matches between Alfil and other players, and prints a table of the scores.

    python3 benches/opponents/compare.py fairy-stockfish
    python3 benches/opponents/compare.py fairy-stockfish --theirs 0.02
    python3 benches/opponents/compare.py sjaakii
    python3 benches/opponents/compare.py random

The opponents are

fairy-stockfish  Fairy-Stockfish 11.1 over UCI (Debian: fairy-stockfish), in 14 games
sjaakii          Sjaak II 1.4.1 over UCI (Debian: sjaakii), in the games that both programs play
random           a player of random moves, in all shipped games, with 20 games each

Against an engine, both players have 0.1 s for a move, one thread and a table of 16 MB. `--theirs 0.02`
gives Alfil five times the engine's time. While one program thinks, the other one waits, so the time on the
clock is processor time, if nothing else runs. `--jobs 2` plays two games at once on a machine with two
processors. Against random moves, Alfil searches `--nodes` positions for a move.

Each pair of games begins with four random plies, and the players change sides after the first game. Each pair is
a run of `alfil match --json` of its own, so an engine starts anew. If the engine has a fault, such as an illegal
move or no answer, that game counts for nobody, and the column `faults` counts it. A fault of Alfil is a loss.

The file of `--results` gets a row for each finished pairing. A pairing that it contains with at least as many games
is not played again, so a run that was stopped goes on where it was. A score is the share of the points. The
interval contains the true score with 95 %; it comes from the differences between the pairs.
"""

import argparse
import collections
import concurrent.futures
import csv
import json
import math
import os
import subprocess
import sys
import time

# The games of the comparison with each engine.
GAMES = {
    "fairy-stockfish": (
        "chess crazyhouse antichess king-of-the-hill three-check racing-kings horde capablanca"
        " xiangqi makruk shogi minishogi breakthrough shatranj"
    ).split(),
    "sjaakii": (
        "chess crazyhouse king-of-the-hill capablanca gothic grand xiangqi makruk shogi minishogi"
        " shatranj knightmate berolina los-alamos spartan pocket-knight"
    ).split(),
}

# The commands of the engines, and the options that make their tables as large as Alfil's.
COMMANDS = {
    "fairy-stockfish": ("/usr/games/fairy-stockfish", ["Hash=16", "Threads=1"]),
    "sjaakii": ("/usr/games/sjaakii", ["Hash=16"]),
}

COLUMNS = ["opponent", "ours", "theirs", "game", "games", "won", "drawn", "lost", "faults", "score", "error", "seconds"]

# Seconds that a pair of games may take at most. Six hundred plies of a tenth of a second take one minute.
PATIENCE = 900

Pair = collections.namedtuple("Pair", "points games won drawn lost faults note")


class Failure(Exception):
    """A run of `alfil` that gave no result."""


def run(arguments, command):
    """Runs `alfil match`, and returns its JSON object."""
    try:
        done = subprocess.run(
            [arguments.alfil, "match", *command, "--json", "--quiet"],
            capture_output=True, text=True, timeout=PATIENCE, check=False,
        )
    except subprocess.TimeoutExpired:
        raise Failure(f"no result within {PATIENCE} s") from None
    if done.returncode != 0:
        raise Failure(done.stderr.strip().split("\n")[0])
    return json.loads(done.stdout)


def without_fault(match, games):
    """Takes a game out of the result in which the second player could not move. It is the last one."""
    won, drawn, lost = match["won"], match["drawn"], match["lost"]
    failed = [end for end in match["ends"] if "could not move" in end]
    if not failed:
        return Pair(match["points"], games, won, drawn, lost, 0, None)
    # In the second game of a pair, the first player is Black.
    ours = "White" if match["games"] % 2 == 1 else "Black"
    if failed[0].startswith(ours):
        return Pair(match["points"], match["games"], won, drawn, lost, 0, failed[0])
    return Pair(match["points"] - 1, match["games"] - 1, won - 1, drawn, lost, 1, failed[0])


def play_pair(arguments, game, number):
    """Plays two games from one opening against an engine."""
    program, options = COMMANDS[arguments.opponent]
    command = [game, f"computer:time={arguments.ours}", f"engine:{arguments.command or program}"]
    command += ["--games", "2", "--time", str(arguments.theirs), "--seed", str(arguments.seed + 1000 * number)]
    for option in filter(None, options if arguments.options is None else arguments.options):
        command += ["--option", option]
    match = run(arguments, command)
    return without_fault(match, match["games"])


def play_random(arguments, game, number):
    """Plays two games from one opening against random moves."""
    command = [game, f"computer:nodes={arguments.nodes}", "random"]
    command += ["--games", "2", "--opening", "0", "--seed", str(arguments.seed + 1000 * number)]
    match = run(arguments, command)
    return without_fault(match, match["games"])


def summary(pairs):
    """The share of the points, and its standard error."""
    games = sum(pair.games for pair in pairs)
    score = sum(pair.points for pair in pairs) / games if games else math.nan
    means = [pair.points / pair.games for pair in pairs if pair.games]
    if len(means) < 2:
        return score, math.nan
    mean = sum(means) / len(means)
    variance = sum((value - mean) ** 2 for value in means) / (len(means) - 1)
    return score, math.sqrt(variance / len(means))


def pairing(arguments, game):
    """Plays the games of a pairing. Returns its row."""
    begin = time.monotonic()
    one = play_random if arguments.opponent == "random" else play_pair
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        count = (arguments.games + 1) // 2
        pairs = list(pool.map(lambda number: one(arguments, game, number), range(count)))
    for pair in pairs:
        if pair.note:
            print(f"{game}: {pair.note}", file=sys.stderr)
    score, error = summary(pairs)
    total = [sum(getattr(pair, column) for pair in pairs) for column in ("games", "won", "drawn", "lost", "faults")]
    seconds = round(time.monotonic() - begin)
    return dict(zip(COLUMNS, [*key(arguments, game), *total, f"{score:.4f}", f"{error:.4f}", seconds]))


def key(arguments, game):
    """The columns that name a pairing."""
    if arguments.opponent == "random":
        return arguments.opponent, f"{arguments.nodes} nodes", "-", game
    return arguments.opponent, f"{arguments.ours:g}", f"{arguments.theirs:g}", game


def finished(path):
    """The rows of the file, by the columns that name a pairing."""
    if not os.path.exists(path):
        return {}
    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t")
        return {(row["opponent"], row["ours"], row["theirs"], row["game"]): row for row in rows}


def append(path, row):
    """Adds a row to the file. A killed run loses only the pairing that it plays."""
    is_new = not os.path.exists(path)
    with open(path, "a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, delimiter="\t", lineterminator="\n")
        if is_new:
            writer.writeheader()
        writer.writerow(row)


def shipped(arguments):
    """The shipped games, without modifiers."""
    listed = subprocess.run([arguments.alfil, "list", "--json"], capture_output=True, text=True, check=True)
    return [row["name"] for row in json.loads(listed.stdout)["definitions"] if row["role"] == "game"]


def table(rows):
    """Prints the rows, and the mean of the scores."""
    print(f"{'game':<28} {'games':>5} {'won':>4} {'drawn':>5} {'lost':>4} {'faults':>6} {'score':>7}  95 % interval")
    scores = []
    for row in rows:
        score, error = float(row["score"]), float(row["error"])
        scores.append(score)
        low, high = max(0.0, score - 1.96 * error), min(1.0, score + 1.96 * error)
        interval = "-" if math.isnan(error) else f"{100 * low:.0f} to {100 * high:.0f} %"
        print(
            f"{row['game']:<28} {row['games']:>5} {row['won']:>4} {row['drawn']:>5} {row['lost']:>4}"
            f" {row['faults']:>6} {100 * score:>5.1f} %  {interval}"
        )
    counted = [score for score in scores if not math.isnan(score)]
    if counted:
        print(f"mean of {len(counted)} games: {100 * sum(counted) / len(counted):.1f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("opponent", choices=[*GAMES, "random"])
    parser.add_argument("names", nargs="*", metavar="GAME", help="these games only")
    parser.add_argument("--alfil", default="target/release/alfil", help="the program (%(default)s)")
    parser.add_argument("--command", help="the command of the engine, if it is not the usual one")
    parser.add_argument("--option", dest="options", action="append", metavar="NAME=VALUE",
                        help="options of the engine instead of the usual ones; empty for none")
    parser.add_argument("--games", type=int, help="games of each pairing (60, against random moves 20)")
    parser.add_argument("--ours", type=float, default=0.1, help="Alfil's seconds for a move (%(default)s)")
    parser.add_argument("--theirs", type=float, default=0.1, help="the engine's seconds for a move (%(default)s)")
    parser.add_argument("--nodes", type=int, default=2000, help="positions for a move against random moves (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the openings (%(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="pairs that are played at once (%(default)s)")
    parser.add_argument("--results", default="opponents.tsv", help="the file for the rows (%(default)s)")
    arguments = parser.parse_args()
    arguments.games = arguments.games or (20 if arguments.opponent == "random" else 60)
    games = arguments.names or GAMES.get(arguments.opponent) or shipped(arguments)
    rows = []
    for game in games:
        row = finished(arguments.results).get(key(arguments, game))
        if row is None or int(row["games"]) + 2 * int(row["faults"]) < arguments.games:
            try:
                row = pairing(arguments, game)
            except Failure as failure:
                print(f"{game}: {failure}", file=sys.stderr)
                continue
            append(arguments.results, row)
        rows.append(row)
        print(f"{game}: {row['won']} won, {row['drawn']} drawn, {row['lost']} lost", file=sys.stderr)
    table(rows)


if __name__ == "__main__":
    main()
