//! Tests of the public interface of the library. They use no hidden module.

use alfil::computer::Computer;
use alfil::{
    Dice, Drawing, Effort, Mover, Owned, Position, Severity, Side, Variant, Workspace, game_called,
    games,
};

const GAMES: [&str; 9] = [
    "chess",
    "crazyhouse",
    "opposition",
    "marseillais",
    "xiangqi",
    "glinski",
    "circular",
    "continuous",
    "continuous-menagerie",
];

/// Plays random moves. Returns the text of the position before each move.
fn play(position: &mut Position, plies: usize, dice: &mut Dice) -> Vec<String> {
    let mut before = Vec::new();
    while before.len() < plies && position.outcome().is_none() {
        let legal = position.legal();
        let Some(mv) = legal.random(dice) else { break };
        let text = legal.write(&mv);
        let found = legal.find(&text).unwrap_or_else(|| panic!("{text} is not found again"));
        before.push(position.text());
        let mut other = position.clone();
        other.play(&found);
        position.play(&mv);
        assert_eq!(other.text(), position.text(), "{text}");
    }
    before
}

#[test]
fn moves_are_taken_back_on_any_arena() {
    for name in GAMES {
        let variant = alfil::load(name).expect("it is shipped");
        for seed in 0..3 {
            let mut position = variant.start();
            let before = play(&mut position, 40, &mut Dice::new(seed));
            assert!(before.len() > 5, "{name}: a game of {} plies", before.len());
            assert_eq!(position.plies(), before.len());
            let last = position.text();
            assert_eq!(variant.position(&last).expect("it reads back").text(), last, "{name}");
            for text in before.iter().rev() {
                assert!(position.take_back().is_some());
                assert_eq!(position.text(), *text, "{name}");
            }
            assert!(position.take_back().is_none());
            // The same seed gives the same game.
            assert_eq!(play(&mut position, 40, &mut Dice::new(seed)), before, "{name}");
        }
    }
}

#[test]
fn a_repetition_that_is_taken_back_does_not_count() {
    let line = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let mut position = alfil::load("chess").expect("it is shipped").start();
    for mv in line.iter().chain(&line) {
        assert!(position.outcome().is_none(), "{mv}");
        position.play_text(mv).expect("it is legal");
    }
    assert!(position.outcome().is_some(), "a third occurrence");
    position.take_back();
    assert!(position.outcome().is_none());
    position.play_text("f6g8").expect("it is legal");
    assert!(position.outcome().is_some(), "the third time, again");
}

#[test]
fn rejected_moves_have_reasons_and_change_nothing() {
    for (name, text) in [("chess", "e2e5"), ("continuous", "K4.5,0.5:90:5")] {
        let mut position = alfil::load(name).expect("it is shipped").start();
        let refusal = position.play_text(text).expect_err("it is not legal");
        assert!(refusal.why.is_some() && !refusal.to_string().is_empty(), "{text}");
        assert_eq!(position.plies(), 0);
    }
}

#[test]
fn findings_are_data_and_their_edits_apply() {
    let text = "extends: chess\ncastlng: none\n";
    let error = alfil::parse(text).expect_err("a key is misspelt");
    let [finding] = error.findings.as_slice() else { panic!("{error}") };
    assert_eq!((finding.code, finding.severity), ("unknown-key", Severity::Error));
    assert_eq!(finding.file.as_deref(), Some("definition"));
    assert_eq!(finding.start.map(|at| (at.line, at.column)), Some((2, 1)));
    assert_eq!(finding.length, "castlng".len());
    let edit = finding.edit.as_ref().expect("one edit");
    let mut edited = text.to_owned();
    edited.replace_range(edit.range.clone(), &edit.text);
    assert_eq!(edited, "extends: chess\ncastling: none\n");
    let variant = alfil::parse(&edited).expect("nothing is wrong");
    assert_eq!(variant.warnings(), []);
    assert_eq!(variant.start().perft(2, Effort::default()), Some(400));
    assert!(Workspace::new().findings("no-such-game")[0].file.is_some());
}

#[test]
fn an_impossible_position_is_rejected() {
    let chess = alfil::load("chess").expect("it is shipped");
    let error = chess.position("8/8/8/8/8/8/8/8 w - -").expect_err("it has no kings");
    assert!(error.findings.iter().all(|f| f.code == "royal-not-in-setup"), "{error}");
}

#[test]
fn pictures_need_no_hidden_module() {
    for name in ["chess", "continuous"] {
        let position = alfil::load(name).expect("it is shipped").start();
        assert!(Drawing::of(name, &position).svg().starts_with("<svg"), "{name}");
    }
}

/// Compiles only if threads may share values of the type.
fn shared<T: Send + Sync>() {}

#[test]
fn threads_share_variants_positions_and_computers() {
    shared::<Variant>();
    shared::<Position>();
    shared::<Computer>();
}

#[test]
fn moves_in_parts_say_what_their_texts_say() {
    for name in GAMES {
        let mut position = alfil::load(name).expect("it is shipped").start();
        play(&mut position, 20, &mut Dice::new(1));
        let legal = position.legal();
        let Some(all) = legal.all_parts() else {
            assert!(legal.number().is_none(), "{name}");
            let mv = legal.random(&mut Dice::new(1)).expect("the game goes on");
            let parts = legal.parts(&mv);
            assert_eq!(parts.text, legal.write(&mv));
            assert_eq!(parts.captures.is_empty(), !mv.is_capture());
            let Mover::Piece(from) = &parts.mover else { panic!("{name}: {parts:?}") };
            assert!(position.pieces().iter().any(|piece| piece.place == *from), "{from}");
            continue;
        };
        assert_eq!(legal.number(), Some(all.len()), "{name}");
        let moves = legal.list().expect("as many as parts");
        for (mv, parts) in moves.iter().zip(all) {
            assert_eq!(legal.parts(mv), parts, "{name}");
            assert_eq!(legal.find(&parts.text).as_ref(), Some(mv), "{name}: {}", parts.text);
            if let (Mover::Piece(from), Some(to)) = (&parts.mover, &parts.to) {
                assert!(parts.text.starts_with(from.as_str()), "{name}: {parts:?}");
                let own = Owned::By(position.side());
                let pieces = position.pieces();
                let mover = pieces.iter().find(|piece| piece.place == *from);
                assert!(mover.is_some_and(|piece| piece.owner == own), "{name}: {from} to {to}");
            }
        }
    }
}

#[test]
fn hands_and_rows_show_a_position() {
    let crazyhouse = alfil::load("crazyhouse").expect("it is shipped");
    let position = crazyhouse.position("k7/8/8/8/8/8/8/K7[QPPp] w - - 3 9").expect("it is one");
    let hand = |side| {
        let held = position.hand(side).into_iter();
        held.map(|held| (held.kind.letter, held.count)).collect::<Vec<_>>()
    };
    assert_eq!(hand(Side::White), [("Q".to_owned(), 1), ("P".to_owned(), 2)]);
    assert_eq!(hand(Side::Black), [("P".to_owned(), 1)]);
    assert_eq!(position.rows().expect("a board")[0], "k . . . . . . .");
    assert_eq!(position.halfmoves(), 3);
}

#[test]
fn games_have_names_and_titles() {
    let all: Vec<&str> = games().collect();
    assert!(all.contains(&"chess") && !all.contains(&"contrast-modifier"));
    for (wanted, name) in
        [("Chess", "chess"), ("kingofthehill", "king-of-the-hill"), ("3check", "three-check")]
    {
        assert_eq!(game_called(wanted), Some(name));
    }
    assert_eq!(game_called("King of the Hill"), Some("king-of-the-hill"));
    assert_eq!(game_called("no such game"), None);
}
