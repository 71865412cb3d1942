//! Positions on planes that once caused errors. In every position, both ends of each interval must
//! be playable and readable, and no reply may capture a king.

use super::{Dice, at, leg, program, read, variant};
use alfil_fuzz::{compare_with_judge, sound};
use alfil_plane::model::position::{PlaneMove, Promotes};
use alfil_plane::model::program::PlaneProgram;
use alfil_plane::moves::families::Family;
use alfil_play::plane::PlanePlay;
use alfil_play::plane::notation as plane;
use alfil_play::plane::text;
use alfil_rules::side::Side;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Plays the move `text`. Returns the reason if it is not legal.
fn after(play: &PlanePlay, text: &str) -> Result<PlanePlay, String> {
    let mv = plane::find(play, &play.legal(), text)?;
    let mut next = play.clone();
    next.play(&mv);
    Ok(next)
}

/// Former errors: intervals that end before they begin, contacts that only attack, attacks that are
/// listed twice. No position may cause a panic, reject a listed move or lose a king.
#[test]
fn every_end_is_playable_and_no_king_is_captured() {
    for (request, text) in [
        ("continuous", "R7.9,4 K4,1 k1,7 w 0 1"),
        ("continuous-menagerie", "K1,1 S4,4@180 S2.5,4.02@180 k7,7 w 0 1"),
        ("continuous-menagerie", "K1,1 S4,4@180 k7,7 w 0 1"),
        // A capture exactly at the greatest distance of a motion.
        ("continuous", "K4,4 k4,6.25 w 0 1"),
        // The king is safe only where another piece of the attacker's side prevents the attacker
        // from capturing it.
        ("continuous-menagerie", "K5.2406,3.9859 k0.5,7.5 p5.0794,4.2832 s5.1409,3.7129@270 w 0 1"),
        ("continuous-menagerie", "K1.583,0.049 k1.894,0.879 s2.149,0.637@0 w 0 1"),
    ] {
        let play = at(&program(request), text);
        sound(&play);
        // The judge turns swords in tiny steps.
        if crate::is_deep() {
            compare_with_judge(play.program(), play.now());
        }
    }
}

#[test]
fn moves_that_were_wrongly_legal_are_illegal() {
    for (request, text, mv) in [
        // A piece of the same side with the same outline would be covered.
        ("continuous-menagerie", "K1,1 S4,4@180 S2.5,4.02@180 k7,7 w 0 1", "S4,4:180:1.02"),
        // The king would move to a point where it can be captured.
        (
            "continuous-menagerie",
            "K5.2406,3.9859 k0.5,7.5 p5.0794,4.2832 s5.1409,3.7129@270 w 0 1",
            "K5.2406,3.9859:45:0.334",
        ),
        (
            "continuous-menagerie",
            "K1.583,0.049 k1.894,0.879 s2.149,0.637@0 w 0 1",
            "K1.583,0.049:90:0.34",
        ),
        // Rotations that change nothing.
        ("continuous-menagerie", "K1,1 S4,4@180 k7,7 w 0 1", "S4,4@0"),
        ("continuous-menagerie", "K1,1 S4,4@180 k7,7 w 0 1", "S4,4@+360"),
        ("continuous-menagerie", "K1,1 S4,4@180 k7,7 w 0 1", "S4,4@-360"),
    ] {
        let play = at(&program(request), text);
        assert!(after(&play, mv).is_err(), "{text}: {mv}");
    }
}

/// Coordinates are written so that they can be read: without negative zero, and never off the plane
/// because of rounding.
#[test]
fn written_coordinates_can_be_read() {
    for (text, moves) in [
        ("R1.1,4 K4,1 k6.5,7 w 0 1", ["R1.1,4:180:1.1", "K6.5,7:0:1"]),
        ("K4,4 B0.3,0.3 k6.5,7 w 0 1", ["B0.3,0.3:225:0.4242640687119285", "K6.5,7:0:1"]),
        ("N2.1,1.05 K4,1 k6.5,7 w 0 1", ["N2.1,1.05:206.565:2.236", "K6.5,7:0:1"]),
        ("R7.9,4 K4,1 k6.5,7 w 0 1", ["R7.9,4:0:0.1", "K6.5,7:0:1"]),
    ] {
        let mut play = at(&program("continuous"), text);
        for mv in moves {
            play = after(&play, mv).unwrap_or_else(|why| panic!("{text}: {mv}: {why}"));
            let written = text::write(play.program(), play.now());
            let back = read(play.program(), &written);
            assert_eq!(back.found, [], "{written}");
            assert!(back.value.is_some_and(|back| back.now() == play.now()), "{written}");
        }
    }
}

#[test]
fn a_turn_is_written_one_way() {
    let play = at(&program("continuous-menagerie"), "K1,1 S4,4@180 k7,7 w 0 1");
    assert_eq!(leg(&play, "S4,4", "turn"), "(-180, 0) (0, 180]");
    let families = play.legal();
    for (text, written) in [
        ("S4,4@+35", "S4,4@+35"),
        ("S4,4@-325", "S4,4@+35"),
        ("S4,4@+190", "S4,4@-170"),
        ("S4,4@-180", "S4,4@+180"),
    ] {
        let mv = plane::find(&play, &families, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(plane::write_move(&play, &families, &mv), written);
    }
    // If the short rotation is blocked, only the long one in the other direction remains.
    let barred = at(&program("continuous-menagerie"), "K1,1 S4,4@180 P4,3.495 k7,7 w 0 1");
    let turns = leg(&barred, "S4,4", "turn");
    assert!(turns.starts_with("[-78.6") && turns.contains("(0, 25"), "{turns}");
    compare_with_judge(barred.program(), barred.now());
}

/// A king that could be captured exactly at the greatest distance of a motion is in check.
#[test]
fn a_contact_at_the_end_of_a_reach_is_a_check() {
    let zeno = program("continuous-zeno");
    let read = read(&zeno, "K0.5,7 k5,5.5 R5,2.5 w 0 1");
    let codes: Vec<&str> = read.found.iter().map(|d| d.code.name()).collect();
    assert_eq!(codes, ["king-in-peril"]);
    let play = at(&program("continuous"), "K4,4 k4,6.25 w 0 1");
    assert_eq!(leg(&play, "K4,4", "90"), "[0.1, 1)");
}

/// True if there were enough runs since `begin`. The environment sets a number or a time, as for
/// the fuzz bodies.
fn enough(count: usize, least: usize, begin: Instant) -> bool {
    let asked = |name: &str| {
        let text = std::env::var(name).ok()?;
        Some(text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
    };
    match asked("ALFIL_FUZZ_RUNS") {
        Some(runs) => count as u64 >= runs,
        None => {
            let time = asked("ALFIL_FUZZ_SECONDS").map_or(BRIEFLY, Duration::from_secs);
            count >= least && begin.elapsed() >= time
        }
    }
}

/// The default time for random positions and for random games.
const BRIEFLY: Duration = Duration::from_millis(400);

const PLANES: [&str; 5] = [
    "continuous",
    "continuous-zeno",
    "continuous-discrete",
    "continuous-menagerie",
    "continuous-race",
];

/// A position with coordinates that are multiples of a quarter, so that contacts and tangents are
/// common.
fn lattice(dice: &mut Dice, program: &PlaneProgram) -> Option<PlanePlay> {
    let kinds: Vec<_> = program.rules().kinds.iter().collect();
    let quarter = |dice: &mut Dice| (dice.roll() * 33.0).floor() / 4.0;
    // A few pieces close together, or many everywhere.
    let (count, near) = (2 + (dice.roll() * 12.0) as usize, dice.roll() < 0.5);
    let mut text = String::new();
    for index in 0..count {
        let royal = kinds.iter().find(|k| k.royal.is_royal())?;
        let any = kinds.get((dice.roll() * kinds.len() as f64) as usize)?;
        let kind = if index < 2 || any.royal.is_royal() && dice.roll() < 0.9 { royal } else { any };
        let side = if index % 2 == 0 { Side::White } else { Side::Black };
        let (mut x, mut y) = (quarter(dice), quarter(dice));
        if near {
            (x, y) = (3.0 + x / 4.0, 3.0 + y / 4.0);
            (x, y) = ((x * 4.0).round() / 4.0, (y * 4.0).round() / 4.0);
        }
        let facing = (dice.roll() * 8.0).floor() * 45.0;
        let looks = program
            .kind(program.rules().kinds.enumerate().find(|(_, k)| k.letter == kind.letter)?.0)
            .has_facing;
        let facing = if looks { format!("@{facing}") } else { String::new() };
        text += &format!("{}{x},{y}{facing} ", kind.letter.of(side));
    }
    let begins = |side| read(program, &format!("{text}{side} 0 1")).value;
    begins("w").or_else(|| begins("b"))
}

#[test]
fn lattice_positions_are_sound() {
    let programs = PLANES.map(program);
    let (mut dice, begin, mut count) = (Dice(11), Instant::now(), 0);
    while !enough(count, 2 * PLANES.len(), begin) {
        if let Some(play) = lattice(&mut dice, &programs[count % PLANES.len()]) {
            sound(&play);
            count += 1;
        }
    }
    println!("{count} lattice positions on {} planes, every end played", PLANES.len());
}

/// The greatest number of plies of a game.
const LONG: usize = 600;

/// A random game can be replayed from the texts of its moves.
#[test]
fn long_games_replay_from_their_text() {
    let programs = PLANES.map(program);
    let (mut dice, begin, mut count, mut long) = (Dice(5), Instant::now(), 0, 0);
    while !enough(count, PLANES.len(), begin) {
        let start = PlanePlay::start(&programs[count % PLANES.len()]);
        let (mut play, mut line) = (start.clone(), Vec::new());
        while line.len() < LONG {
            let families = play.legal();
            let Some(mv) = dice.of(&play, &families) else { break };
            line.push(plane::write_move(&play, &families, &mv));
            play.play(&mv);
        }
        let again = line.iter().fold(start, |play, text| {
            after(&play, text).unwrap_or_else(|why| panic!("{line:?}: {text}: {why}"))
        });
        assert_eq!(again.now(), play.now(), "{line:?}");
        count += 1;
        long += usize::from(line.len() == LONG);
    }
    println!("{count} games replayed, {long} of them of {LONG} plies");
}

impl Dice {
    fn of(&mut self, play: &PlanePlay, families: &[Family]) -> Option<PlaneMove> {
        fn pick<'t, T>(dice: &mut Dice, all: &'t [T]) -> Option<&'t T> {
            all.get((dice.roll() * all.len() as f64) as usize)
        }
        let family = pick(self, families)?;
        let becomes = |dice: &mut Dice, promotes: Promotes| {
            pick(dice, &family.promotions(play.program(), play.now(), promotes)).copied()
        };
        if let Some(face) = pick(self, &family.faces) {
            let to = *pick(self, &face.points)?;
            let becomes = becomes(self, face.verdict.promotes)?;
            return Some(family.land(play.program(), play.now(), face.verdict, to, becomes));
        }
        if let Some(shot) = pick(self, &family.shots) {
            let becomes = becomes(self, shot.promotes)?;
            return Some(family.shoot(play.now(), *shot, becomes));
        }
        let leg = pick(self, &family.legs)?;
        let at = leg.at.at(((self.roll() * 12.0).floor() / 10.0).min(1.0));
        let becomes = becomes(self, leg.promotes)?;
        Some(family.play(play.program(), play.now(), leg, at, becomes))
    }
}

/// A piece must not promote to a royal piece where a rook would capture it. It becomes another
/// piece or cannot move there.
#[test]
fn no_piece_promotes_to_an_attacked_royal_piece() {
    let queens = |moves: &str, to: &str| {
        variant(&format!(
            "pieces:\n  queen: {{royal: true}}\n  pawn: {{moves: {moves}, promotes: {{at: last rank, to: {to}}}}}"
        ))
    };
    let text = "K0.5,0.5 P3.5,7 r6,7.6 k7,4 w 0 1";
    let find = |play: &PlanePlay, text: &str| plane::find(play, &play.legal(), text).is_ok();
    let either = queens("mfW", "[queen, rook]");
    let play = at(&either, text);
    assert_eq!(
        leg(&play, "P3.5,7", "90"),
        "[0.1, 0.25) [0.25, 0.35] = (0.35, 0.85) =R [0.85, 1] ="
    );
    for (at, queen) in [(0.3, true), (0.6, false), (0.9, true)] {
        assert_eq!(find(&play, &format!("P3.5,7:90:{at}=Q")), queen, "{at}");
        assert!(find(&play, &format!("P3.5,7:90:{at}=R")), "{at}");
    }
    compare_with_judge(&either, play.now());
    let only = queens("mfW", "[queen]");
    let play = at(&only, text);
    assert_eq!(leg(&play, "P3.5,7", "90"), "[0.1, 0.25) [0.25, 0.35] = [0.85, 1] =");
    compare_with_judge(&only, play.now());
    let leaping = queens("mU1", "[queen, rook]");
    let play = at(&leaping, text);
    let kinds: BTreeSet<Promotes> = play
        .legal()
        .iter()
        .flat_map(|family| &family.faces)
        .map(|face| face.verdict.promotes)
        .collect();
    assert_eq!(kinds.len(), 3, "{kinds:?}");
    assert!(!find(&play, "P3.5,7:90:0.6=Q") && find(&play, "P3.5,7:90:0.6=R"));
    compare_with_judge(&leaping, play.now());
}
