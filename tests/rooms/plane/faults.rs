//! Positions in which planes once answered wrongly, and what must hold in any position: every end of every
//! interval plays, its text comes back, and no reply takes a king.

use super::{at, leg, program};
use alfil::fuzz::{compare_with_judge, sound};
use alfil::play::plane::PlanePlay;
use alfil::source::SourceId;
use alfil::text::plane;

/// The position after a move, if it is legal.
fn after(play: &PlanePlay, text: &str) -> Result<PlanePlay, String> {
    let mv = plane::find(play, &play.families(), text)?;
    let mut next = play.clone();
    next.play(&mv);
    Ok(next)
}

/// Ends below their beginnings, contacts that only attack, threats with two descriptions: nothing of a
/// position may crash, be refused or let a king be taken.
#[test]
fn every_end_plays_and_no_king_is_taken() {
    for (request, text) in [
        ("continuous", "R7.9,4 K4,1 k1,7 w 0 1"),
        ("continuous-menagerie", "K1,1 S4,4@180 S2.5,4.02@180 k7,7 w 0 1"),
        ("continuous-menagerie", "K1,1 S4,4@180 k7,7 w 0 1"),
    ] {
        let play = at(&program(request), text);
        sound(&play);
        compare_with_judge(play.program(), play.now());
    }
}

#[test]
fn moves_that_were_legal_and_should_not_be() {
    for (request, text, mv) in [
        // A friend of the same outline covers its centre.
        ("continuous-menagerie", "K1,1 S4,4@180 S2.5,4.02@180 k7,7 w 0 1", "S4,4:180:1.02"),
        // Turns that change nothing.
        ("continuous-menagerie", "K1,1 S4,4@180 k7,7 w 0 1", "S4,4@0"),
        ("continuous-menagerie", "K1,1 S4,4@180 k7,7 w 0 1", "S4,4@+360"),
        ("continuous-menagerie", "K1,1 S4,4@180 k7,7 w 0 1", "S4,4@-360"),
    ] {
        let play = at(&program(request), text);
        assert!(after(&play, mv).is_err(), "{text}: {mv}");
    }
}

/// Coordinates are written so that they are read: no negative zero, nothing a rounding off the plane.
#[test]
fn coordinates_come_back() {
    for (text, moves) in [
        ("R1.1,4 K4,1 k6.5,7 w 0 1", ["R1.1,4:180:1.1", "K6.5,7:0:1"]),
        ("K4,4 B0.3,0.3 k6.5,7 w 0 1", ["B0.3,0.3:225:0.4242640687119285", "K6.5,7:0:1"]),
        ("N2.1,1.05 K4,1 k6.5,7 w 0 1", ["N2.1,1.05:206.565:2.236", "K6.5,7:0:1"]),
        ("R7.9,4 K4,1 k6.5,7 w 0 1", ["R7.9,4:0:0.1", "K6.5,7:0:1"]),
    ] {
        let mut play = at(&program("continuous"), text);
        for mv in moves {
            play = after(&play, mv).unwrap_or_else(|why| panic!("{text}: {mv}: {why}"));
            let written = plane::write(play.program(), play.now());
            let back = plane::read(play.program(), SourceId::only(), &written);
            assert_eq!(back.found, [], "{written}");
            assert!(back.value.is_some_and(|back| back.now() == play.now()), "{written}");
        }
    }
}

#[test]
fn a_turn_is_written_one_way() {
    let play = at(&program("continuous-menagerie"), "K1,1 S4,4@180 k7,7 w 0 1");
    assert_eq!(leg(&play, "S4,4", "turn"), "(-180, 0) (0, 180]");
    let families = play.families();
    for (text, written) in [
        ("S4,4@+35", "S4,4@+35"),
        ("S4,4@-325", "S4,4@+35"),
        ("S4,4@+190", "S4,4@-170"),
        ("S4,4@-180", "S4,4@+180"),
    ] {
        let mv = plane::find(&play, &families, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(plane::write_move(&play, &families, &mv), written);
    }
    // Where the short way is barred the long one is the only one.
    let barred = at(&program("continuous-menagerie"), "K1,1 S4,4@180 P4,3.495 k7,7 w 0 1");
    let turns = leg(&barred, "S4,4", "turn");
    assert!(turns.starts_with("[-78.6") && turns.contains("(0, 25"), "{turns}");
    compare_with_judge(barred.program(), barred.now());
}
