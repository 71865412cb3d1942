//! Tests of the computer player: forced wins, legal moves in every game, and the arithmetic of
//! matches.

use super::perft::{at, game};
use alfil_clock::meter;
use alfil_definitions::shipped;
use alfil_lab::contest::{ComputerPlayer, RandomPlayer, Strength, Tally, play};
use alfil_play::computer::{Computer, Level, Limits, Request, Score, Thought};
use alfil_play::dice::Dice;
use alfil_play::game::Game;
use alfil_play::position::{Move, Position};
use alfil_rules::side::ByColor;
use alfil_workspace::variant::{self, Source};

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn computer(game: &Game) -> Computer {
    Computer::new(game, 1)
}

/// A row of `data/mates.tsv`.
struct Problem<'t> {
    row: &'t str,
    game: Game,
    position: Position,
    /// Plies to the end.
    plies: i32,
    /// All moves that win in this time.
    best: Vec<&'t str>,
}

fn problems() -> impl Iterator<Item = Problem<'static>> {
    let rows = include_str!("../data/mates.tsv").lines().filter(|l| !l.starts_with('#'));
    rows.map(|row| {
        let [name, position, plies, best, _source] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}: five columns wanted");
        };
        let (game, _) = game(name);
        let position = at(&game, position);
        let best = best.split(' ').collect();
        let plies = plies.parse().expect("a number");
        Problem { row, game, position, plies, best }
    })
}

#[test]
fn values_of_positions_are_written_with_their_sign() {
    let written = |centipawns: i32| Score::estimate(centipawns).to_string();
    assert_eq!([125, 57, 5, 0].map(written), ["+1.25", "+0.57", "+0.05", "+0.00"]);
    assert_eq!([-125, -57, -5].map(written), ["-1.25", "-0.57", "-0.05"]);
}

#[test]
fn terms_of_the_estimate_have_the_signs_found_by_hand() {
    let rows = include_str!("../data/terms.tsv").lines().filter(|line| !line.starts_with('#'));
    for row in rows {
        let [name, position, wanted @ .., _why] = &row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}: nine columns wanted");
        };
        let (game, _) = game(name);
        let features = computer(&game).features(&at(&game, position)).expect("a board");
        let sign = |amount: i32| match amount.signum() {
            -1 => "-",
            0 => "0",
            _ => "+",
        };
        assert_eq!(features.terms.map(sign), *wanted, "{row}");
    }
}

#[test]
fn shipped_values_fit_their_games() {
    let mut count = 0;
    for shipped in shipped().filter(|shipped| alfil_definitions::values(shipped.name).is_some()) {
        let (game, _) = game(shipped.name);
        let made = variant::computer(&game, shipped.name, &Source::Usual, 1);
        let learned = made.unwrap_or_else(|why| panic!("{}: {why}", shipped.name)).weights();
        assert_ne!(learned, computer(&game).weights(), "{}", shipped.name);
        count += 1;
    }
    assert!(count > 0, "no values are shipped");
}

/// All moves that win in the shortest time are listed. The keys of problems are unique, so a wrong
/// rule would give others.
#[test]
fn forced_wins_are_proved() {
    let most = if crate::is_deep() { 7 } else { 5 };
    for Problem { row, game, position, plies, best } in problems() {
        if plies > most {
            continue;
        }
        let mut wins = Vec::new();
        let mut note = |win: &Thought<Move>| wins.push(position.legal().write(&win.line[0]));
        let request = Request { limits: &nodes(u64::MAX), lines: 100, threads: 1, only: &[] };
        let found = computer(&game).win(&position, plies.unsigned_abs(), &request, &mut note);
        let found = found.unwrap_or_else(|| panic!("{row}: no move"));
        wins.sort_unstable();
        assert_eq!(wins, best, "{row}");
        assert_eq!(found.score.plies_to_win(), Some(plies), "{row}");
    }
}

/// The search for good moves finds most wins too, although it leaves out moves.
#[test]
fn most_forced_wins_are_found() {
    let (mut found, mut all) = (0, 0);
    for Problem { game, position, plies, best, .. } in crate::some(problems(), 3) {
        let limits = Limits { depth: Some(plies.unsigned_abs() + 12), ..nodes(60_000) };
        let thought = computer(&game).think(&position, &limits, 1, &mut |_| ());
        let wins = |thought: &Thought<Move>| {
            let played = position.legal().write(&thought.line[0]);
            thought.score.plies_to_win() == Some(plies) && best.contains(&played.as_str())
        };
        found += usize::from(thought.is_some_and(|thought| wins(&thought)));
        all += 1;
    }
    assert!(4 * found >= 3 * all, "only {found} of {all}");
}

/// Plays some moves of both sides with `computer`, and checks that they are legal.
fn plays_legal_moves(name: &str, game: &Game) {
    let computer = computer(game);
    let mut position = game.start();
    let mut dice = Dice::new(3);
    for ply in 0..if crate::is_deep() { 6 } else { 2 } {
        if position.end().is_some() {
            return;
        }
        let thought = match ply % 2 {
            // Where dice are rolled, there is only a value.
            0 if !position.rolls() => computer.think(&position, &nodes(150), 1, &mut |_| ()),
            _ => computer.choose(&position, Level::new(1).unwrap(), &mut dice),
        };
        let thought = thought.unwrap_or_else(|| panic!("{name}: no move at ply {ply}"));
        let mut now: Position = position.clone();
        for mv in &thought.line {
            let legal = now.legal();
            // Only the text of a legal move is found. On planes, its last digits may differ.
            let text = legal.write(mv);
            let found = legal.find(&text).map(|found| legal.write(&found));
            assert!(found.is_some(), "{name}: `{text}` is not legal at ply {ply}");
            if let Position::Board(_) = now {
                assert_eq!(found, Some(text), "{name}: not legal at ply {ply}");
            }
            now.play(mv);
        }
        position.play(&thought.line[0]);
    }
}

#[test]
fn the_computer_plays_legal_moves_in_every_game() {
    let names: Vec<&str> = shipped().map(|shipped| shipped.name).collect();
    let half = names.len() / 2;
    std::thread::scope(|scope| {
        for part in [&names[..half], &names[half..]] {
            scope
                .spawn(move || part.iter().for_each(|name| plays_legal_moves(name, &game(name).0)));
        }
    });
}

/// Black rolls before its move. With the man on file a it loses in the sun and wins in the rain, with
/// the man on file c the other way round.
const BET: &str = "
name: Bet
space: grid 3x2
pieces: {man: {letter: M, moves: W}}
dice: {sky: {sun: 3, rain: 1}}
turn: {white: {steps: 1}, black: {steps: [{roll: sky}, {}]}}
setup: 1m1/1M1 w
ends:
  checkmated: none
  stalemated: draw
  goals:
    - loss when on move and (sky = sun and enemy man in file a or sky = rain and enemy man in file c)
    - win when on move and (sky = rain and enemy man in file a or sky = sun and enemy man in file c)
";

#[test]
fn a_roll_is_worth_the_mean_of_its_outcomes() {
    let variant = alfil::parse(BET).expect("a game");
    let game = variant.game();
    let computer = computer(game);
    let position = game.start();
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let found = computer.think(&position, &limits, 1, &mut |_| ()).expect("a move");
    assert_eq!(position.legal().write(&found.line[0]), "b1a1");
    // A win after two plies is worth 29998. Three of four outcomes win: 29998 * (3 - 1) / 4.
    assert_eq!(found.score.centipawns(), 14999);
    // No move wins whatever is rolled.
    let request = Request { limits: &nodes(1_000), lines: 1, threads: 1, only: &[] };
    let win = computer.win(&position, 2, &request, &mut |_| ()).expect("a search");
    assert!(win.line.is_empty());
}

#[test]
fn a_search_with_one_thread_is_repeatable() {
    for name in ["chess", "crazyhouse", "white-and-black", "duck"] {
        let (game, _) = game(name);
        let think = || {
            let thought = computer(&game).think(&game.start(), &nodes(2_000), 2, &mut |_| ());
            thought.map(|thought| (thought.score, thought.depth, thought.nodes, thought.line))
        };
        assert_eq!(think(), think(), "{name}");
    }
}

#[test]
fn the_computer_beats_random_moves() {
    for name in ["chess", "antichess", "breakthrough", "three-check"] {
        let (game, _) = game(name);
        let strength = Strength::Limits(nodes(400));
        let mut first = ComputerPlayer::new(computer(&game), strength);
        let mut second = RandomPlayer::default();
        let played = play(&game.start(), &mut Dice::new(2), ByColor([&mut first, &mut second]));
        assert_eq!(played.white_points(), 1.0, "{name}: {:?}", played.end);
    }
}

#[test]
fn matches_are_counted_in_pairs() {
    let mut tally = Tally::default();
    assert_eq!((tally.score(), tally.error()), (0.5, None));
    // Two pairs of 2 and 1 points: the mean share is 3/4, and the variance of a pair 1/8.
    for points in [1.0, 1.0, 1.0, 0.0] {
        tally.add(points);
    }
    assert_eq!((tally.won, tally.drawn, tally.lost), (3, 0, 1));
    assert_eq!(tally.score(), 0.75);
    assert_eq!(tally.error(), Some((0.125f64 / 2.0).sqrt()));
    let (elo, bounds) = tally.elo();
    assert!((elo - 190.848).abs() < 1e-3, "{elo}");
    let (low, high) = bounds.unwrap();
    assert!(low < elo && elo < high);
    assert!(tally.likelihood(0.0, 100.0).unwrap() > 0.0);
    assert!(tally.likelihood(200.0, 400.0).unwrap() < 0.0);
}

/// The work is counted in units that are the same on every machine. In Variable Chess, one move is
/// expensive, because a player chooses what it lifts and drops.
#[test]
fn the_preparation_of_the_computer_is_bounded() {
    for name in ["chess", "variable-chess"] {
        let (game, _) = game(name);
        let before = meter::spent();
        let _ = computer(&game);
        let spent = meter::spent().wrapping_sub(before);
        assert!(spent < 12_000_000, "{name}: {spent}");
    }
}
