//! Tests of movement strings: round trips, places of findings, clauses, meaning.

use alfil_diagnostics::diagnostic::{Diagnostic, Report};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::{SourceId, Span, Spanned};
use alfil_fuzz as fuzz;
use alfil_resolve::context::Context;
use alfil_resolve::movement::{area, lower};
use alfil_rules::condition::{Area, Condition, PlaceKind, Relation, Zone};
use alfil_rules::hand::Drop;
use alfil_rules::ids::ZoneId;
use alfil_rules::movement::{Action, Axes, Movement, Passage, Range, Stride};
use alfil_rules::side::BySide;
use alfil_syntax::value::Dialect;
use alfil_text::explain::explain;

fn place(range: std::ops::Range<usize>) -> Span {
    Span::new(SourceId::only(), range.start, range.end)
}

fn zones() -> IndexVec<ZoneId, Zone> {
    let zone = |name: &str| Zone {
        name: Spanned::new(name.to_string(), place(0..0)),
        area: BySide::from_fn(|_| Area::LastRank),
    };
    [zone("palace"), zone("river")].into_iter().collect()
}

fn over(before: &Movement, text: &str) -> Result<Movement, Report> {
    let zones = zones();
    let context = Context { place: &place, zones: &zones, dialect: Dialect::Classic };
    let mut found = Report::default();
    lower(text, before, context, &mut found).ok_or(found)
}

fn moves(text: &str) -> Movement {
    over(&Movement::default(), text).unwrap_or_else(|found| panic!("{text}: {found:?}"))
}

/// Returns each finding as `code@text`, where the text is the labelled part of the string.
fn found(text: &str) -> Vec<String> {
    let found = over(&Movement::default(), text).expect_err(text);
    let show = |d: &Diagnostic| {
        let span = d.span().expect("a place");
        assert!(d.help.is_some(), "{text}: no help in {d:?}");
        format!("{}@{}", d.code, &text[span.start as usize..span.end as usize])
    };
    found.iter().map(show).collect()
}

fn explained(text: &str) -> (String, Vec<String>) {
    let zones = zones();
    let context = Context { place: &place, zones: &zones, dialect: Dialect::Classic };
    let mut found = Report::default();
    let value = explain(None, &Movement::default(), text, context, &mut found)
        .unwrap_or_else(|| panic!("{text}: {found:?}"));
    (value.canonical, value.sentences)
}

#[test]
fn short_texts_do_not_panic() {
    // Random short strings of letters of the notation.
    arbtest::arbtest(|u| {
        let letters = b"WFNKRBQO^@;+ ()[]?-aimcfbrlsvhnjpg0125wX.\xff";
        let n = u.int_in_range(0..=14)?;
        let text: Vec<u8> = (0..n).map(|_| u.choose(letters).copied()).collect::<Result<_, _>>()?;
        fuzz::notation(&text);
        Ok(())
    })
    .budget_ms(3000);
}

#[test]
fn hostile_text_ends_soon() {
    let start = std::time::Instant::now();
    for unit in ["(", "[", ")", "[(", "not ", "a", "?", "W", "^", ";", "W when ", "(a)", "+ "] {
        for length in [500, 3_999, 100_000] {
            let text: String = unit.chars().cycle().take(length).collect();
            let _ = over(&Movement::default(), &text);
            let _ = over(&Movement::default(), &format!("W when {text}"));
        }
    }
    let nested = format!("{}W{}", "[".repeat(12), "]".repeat(12));
    assert_eq!(moves(&nested).terms[0].action, moves("W").terms[0].action);
    let nested = format!("{}W{}", "[".repeat(13), "]".repeat(13));
    assert_eq!(found(&nested), ["too-complex@["]);
    assert!(start.elapsed().as_secs() < 10);
}

#[test]
fn findings_point_at_their_letters() {
    for (text, expected) in [
        ("", vec!["empty-movement@"]),
        ("W;", vec!["empty-movement@"]),
        ("W;;F", vec!["empty-movement@"]),
        ("+", vec!["empty-movement@+"]),
        ("when strong", vec!["empty-movement@when strong"]),
        ("fwW E Nx", vec!["unknown-letter@w", "unknown-letter@E", "missing-atom@x"]),
        ("W4! N", vec!["unknown-letter@!"]),
        ("W + F", vec!["unknown-letter@+"]),
        ("W 4", vec!["unknown-letter@4"]),
        ("fm W", vec!["missing-atom@fm"]),
        ("W whn strong", vec!["missing-atom@whn"]),
        ("only strong", vec!["missing-atom@only"]),
        (
            "BB RR QQ KK",
            vec!["doubled-rider@BB", "doubled-rider@RR", "doubled-rider@QQ", "doubled-rider@KK"],
        ),
        ("[W-F", vec!["unclosed-bracket@["]),
        ("(4,1]; E", vec!["unclosed-bracket@(", "unknown-letter@E"]),
        ("W)", vec!["unclosed-bracket@)"]),
        ("[WF]", vec!["ambiguous-bracket@F"]),
        ("[W-]", vec!["ambiguous-bracket@-"]),
        ("R00", vec!["bad-number@00"]),
        ("R5-2", vec!["bad-number@5-2"]),
        ("R123456", vec!["bad-number@123456"]),
        ("(0,0)", vec!["bad-number@(0,0)"]),
        ("(4,100)", vec!["bad-number@100"]),
        ("hN", vec!["lone-half@h"]),
        ("nC", vec!["lame-without-path@n"]),
        ("jC", vec!["lame-without-path@j"]),
        ("pgR", vec!["conflicting-modifiers@g"]),
        ("pW", vec!["meaningless-modifier@p"]),
        ("jW", vec!["meaningless-modifier@j"]),
        ("nF", vec!["meaningless-modifier@n"]),
        ("fU", vec!["meaningless-modifier@f"]),
        ("O03", vec!["bad-castling@O03"]),
        ("fmO2", vec!["bad-castling@f", "bad-castling@m"]),
        ("fjjN", vec!["not-yet-executable@j"]),
        ("zW yR", vec!["meaningless-modifier@z", "meaningless-modifier@y"]),
        ("leaping isO2", vec!["meaningless-modifier@leaping"]),
        ("[W-R0.5]", vec!["not-yet-executable@0.5"]),
        ("l@8 m@8", vec!["bad-drop@l", "bad-drop@m"]),
        ("@ f@0 j@", vec!["bad-drop@@0", "bad-drop@@"]),
        ("jj@8 fff@8 @04", vec!["bad-drop@j", "bad-drop@f", "bad-drop@@04"]),
        ("(z)N", vec!["meaningless-modifier@(z)"]),
        ("axaN", vec!["not-yet-executable@x"]),
        ("W when", vec!["unknown-condition@"]),
        ("W when strng", vec!["unknown-condition@strng"]),
        ("W when strong weak", vec!["unknown-condition@weak"]),
        ("W when (strong or ) and dark", vec!["unknown-condition@)"]),
        ("W when from", vec!["unknown-condition@from"]),
        ("only when to palac", vec!["unknown-zone@palac"]),
        ("W when to (rank 1 or)", vec!["unknown-condition@)"]),
        ("W when from (rank 1 file e)", vec!["unknown-condition@file"]),
        ("W when from (rank 1 or e4!)", vec!["unknown-condition@!"]),
        ("W when from b1-", vec!["unknown-zone@b1-"]),
        ("W when files f-c", vec!["bad-number@files f-c"]),
        ("W when from file ef", vec!["unknown-file@ef"]),
        ("W when b4", vec!["unknown-condition@b4"]),
        ("W when enemy rank 1", vec!["misplaced-question@enemy rank 1"]),
        ("W when rank 0", vec!["bad-number@0"]),
        ("W when to g4", vec!["condition-on-end@to g4"]),
        ("W when same shade", vec!["condition-on-end@same shade"]),
        ("\u{e9}W", vec!["unknown-letter@\u{e9}"]),
    ] {
        assert_eq!(found(text), expected, "{text}");
    }
    assert_eq!(found("?!xyzW")[0], "unknown-letter@?!");
}

#[test]
fn canonical_form_rewrites_nothing_else() {
    for (text, canonical) in [
        ("LJ", "CZ"),
        ("K isO2", "K isO2"),
        ("fmWfceF  ifmnD", "fmWfceF ifmnD"),
        ("mfFcfeWimfnA", "fmFfceWifmnA"),
        ("fmsW", "fmsW"),
        ("R10", "R10"),
        ("WW5 NN N0 R2-5 R2-0 R03", "WW5 NN N0 R2-5 R2-0 R03"),
        ("(4,1)", "(1,4)"),
        (
            "+N when not (strong or dark) and not weak;only when to g4  g5",
            "+ N when not (strong or dark) and not weak; only when to g4 g5",
        ),
        ("mcaNcabN", "mcaNcabN"),
        (
            "+ W when to (a1-c2  g4 or (edge)) and from (corner)",
            "+ W when to (a1-c2 g4 or edge) and from corner",
        ),
        ("W when from (not not file c or file d-e)", "W when from (file c or files d-e)"),
        ("W when from enemy enemy (palace)", "W when from palace"),
        ("W when from enemy (not last rank)", "W when from enemy (not last rank)"),
    ] {
        assert_eq!(explained(text).0, canonical);
    }
}

#[test]
fn ranges_and_riders() {
    let range = |text: &str| match &moves(text).terms[0].action {
        Action::Walk(walk) => walk.legs[0].range,
        Action::Castle(_) | Action::Drop(_) => panic!("{text}"),
    };
    assert_eq!(range("R10"), Range { min: 1, max: Some(10) });
    assert_eq!(range("CC"), Range::RIDER);
    assert_eq!(range("NN3"), Range { min: 1, max: Some(3) });
    assert_eq!(range("R03"), Range { min: 3, max: Some(3) });
    assert_eq!(range("R2-5"), Range { min: 2, max: Some(5) });
    assert_eq!(range("R2-0"), Range { min: 2, max: None });
    assert_eq!(range("N0"), Range::RIDER);
    assert_eq!(range("W1"), Range::ONE);
}

#[test]
fn passages_and_traces() {
    for (text, passage, trace) in [
        ("ifmnD", Passage::Lame, true),
        ("nN", Passage::Lame, false),
        ("nnN", Passage::Lame, true),
        ("nZ", Passage::Lame, false),
        ("nR", Passage::Free, true),
        ("mnW2", Passage::Free, true),
        ("jD", Passage::MustJump, false),
        ("jN", Passage::MustJump, false),
        ("jR", Passage::SkipFirst, false),
        ("pR", Passage::Hop, false),
        ("pNN", Passage::Hop, false),
        ("gQ", Passage::HopAndLand, false),
    ] {
        for term in moves(text).terms {
            let Action::Walk(walk) = term.action else { panic!("{text}") };
            assert_eq!(
                (walk.legs[0].passage, walk.legs[0].leaves_trace),
                (passage, trace),
                "{text}"
            );
        }
    }
}

#[test]
fn drops_have_areas_and_limits() {
    let drop = |text: &str| match moves(text).terms[0].action {
        Action::Drop(drop) => drop,
        Action::Walk(_) | Action::Castle(_) => panic!("{text}"),
    };
    let free = Drop { first: 1, last: 8, on_file: 0, on_shade: 0, on_board: 0 };
    assert_eq!(drop("@8"), free);
    assert_eq!(drop("@"), Drop { last: 1, ..free });
    assert_eq!(drop("j@7"), Drop { first: 2, last: 7, ..free });
    assert_eq!(drop("@7"), Drop { last: 7, ..free });
    assert_eq!(drop("f@8"), Drop { on_file: 1, ..free });
    assert_eq!(drop("ff@8"), Drop { on_file: 2, ..free });
    assert_eq!(drop("sb@8"), Drop { on_shade: 1, on_board: 1, ..free });
    assert_eq!(over(&moves("W @8"), "^@ F").map(|m| m.terms.len()), Ok(2));
}

#[test]
fn chains_keep_their_modes_and_directions() {
    let movement = moves("cabK masF mcaN");
    let walks: Vec<_> = movement
        .terms
        .iter()
        .map(|term| match &term.action {
            Action::Walk(walk) => walk.legs.clone(),
            Action::Castle(_) | Action::Drop(_) => panic!("no walk"),
        })
        .collect();
    assert_eq!(walks[0][0].stride, Stride::Radial { length: 1, axes: Axes::Both });
    let modes = |i: usize| -> Vec<(bool, bool)> {
        walks[i].iter().map(|leg| (leg.mode.quiet, leg.mode.capture)).collect()
    };
    assert_eq!(modes(0), [(false, true), (true, true)]);
    assert_eq!(modes(1), [(true, false), (true, true)]);
    assert_eq!(modes(2), [(true, true), (true, true)]);
    assert_eq!(
        walks[2][1].aim,
        alfil_rules::movement::Aim::Turn(alfil_rules::term::Directions::all())
    );
}

#[test]
fn clauses_change_the_moves_so_far() {
    let king = moves("K isO2");
    let weak = |c: &Condition| matches!(c, Condition::Start(p) if p.kind == PlaceKind::Weak);
    let not_weak = |c: &Condition| matches!(c, Condition::Not(c) if weak(c));
    let contrast = over(&king, "+ Q2 when strong; W ^O when weak").unwrap();
    // Not weak: `K` (two terms), castling and `Q2` (two terms). Weak: `W` and castling.
    assert_eq!(contrast.terms.len(), 7);
    assert!(contrast.terms[..3].iter().all(|t| not_weak(&t.when)));
    assert!(matches!(&contrast.terms[4].when, Condition::All(cs) if not_weak(&cs[1])));
    assert!(weak(&contrast.terms[5].when) && weak(&contrast.terms[6].when));
    assert!(matches!(contrast.terms[6].action, Action::Castle(_)));
    assert_eq!(contrast.terms[6].span, king.terms[2].span);

    let same = over(&king, "only when same shade").unwrap();
    assert!(same.terms.iter().all(|t| t.when == Condition::Relative(Relation::SameShade)));
    assert_eq!(over(&king, "^").unwrap(), king);
    assert_eq!(over(&king, "^O").unwrap().terms, king.terms[2..]);
    let actions = |m: &Movement| m.terms.iter().map(|t| t.action.clone()).collect::<Vec<_>>();
    let pawn = over(&Movement::default(), "fmW fceF ifmnD").unwrap();
    let recalled = over(&pawn, "m^ c^W").unwrap();
    let written = over(&Movement::default(), "fmF fcW").unwrap();
    assert_eq!(actions(&recalled), actions(&written));
    assert_eq!(over(&king, "^K").unwrap().terms, king.terms[..2]);
    assert_eq!(over(&king, "N").unwrap(), moves("N"));
    assert_eq!(over(&moves("N NN R4"), "^NN").unwrap().terms.len(), 1);
}

#[test]
fn areas_stand_alone() {
    let zones = zones();
    let context = Context { place: &place, zones: &zones, dialect: Dialect::Classic };
    let mut found = Report::default();
    assert_eq!(area("last rank", context, &mut found), Some(Area::LastRank));
    assert_eq!(area("rank 8", context, &mut found), Some(Area::Ranks { first: 8, last: 8 }));
    assert!(matches!(area("palace", context, &mut found), Some(Area::Zone(_))));
    assert!(matches!(area("a1 palace", context, &mut found), Some(Area::Any(_))));
    assert!(found.is_empty());
    assert_eq!(area("rnk 8", context, &mut found), None);
}

#[test]
fn movements_in_english() {
    let text: Vec<String> = [
        "K isO2",
        "fmW fceF ifmnD",
        "fhN hlN lfN NN3 flbrB2",
        "Q2 when strong; cabK masF when weak and not from rank 1",
        "mcaN mafN cpR gQ jR jD (1,4) U R2-5 R03",
        "N; only when (to g4 g5 or from palace) and not (same shade and unmoved)",
        "fK bsK sK ilO3 jO2",
        "zB qNN (az)N FyafsF [F?R] n[WF] (W-F)0",
        "dR kR ckR tR ucR oR caibR afudQ mcoabyafmK",
        "pafR gafQ mpafN afsafzK v[F?R] jAA",
    ]
    .into_iter()
    .map(|text| {
        let (canonical, sentences) = explained(text);
        format!("{canonical}\n  {}\n", sentences.join("\n  "))
    })
    .collect();
    insta::with_settings!({omit_expression => true}, {
        insta::assert_snapshot!(text.concat());
    });
}

#[test]
fn dialects_differ_on_compounds_alone() {
    let read = |text: &str, dialect| {
        let zones = zones();
        let context = Context { place: &place, zones: &zones, dialect };
        let mut found = Report::default();
        let value = explain(None, &Movement::default(), text, context, &mut found).expect(text);
        (value.steps.expect(text).join(" "), found)
    };
    let help = |text: &str| {
        let (_, found) = read(text, Dialect::Classic);
        found.first().map(|d| d.help.as_deref().expect(text).to_owned())
    };
    assert_eq!(read("fK", Dialect::Classic).0, "(0,1) (1,1) (-1,1)");
    assert_eq!(read("fK", Dialect::XBetza).0, "(0,1)");
    assert!(read("fK", Dialect::XBetza).1.is_empty());
    assert_eq!(read("fsN", Dialect::Classic).0, read("fsN", Dialect::XBetza).0);
    assert_eq!(help("fhK"), None);
    assert_eq!(help("K"), None);
    assert_eq!(help("mfK").unwrap(), "write `fmW fmF`, which means the same in both dialects");
    assert_eq!(help("frlQ3").unwrap(), "write `frlR3 fB3`, which means the same in both dialects");
    assert_eq!(help("sbK").unwrap(), "write `sbW bF`, which means the same in both dialects");
    // The proposed text means the same in both dialects.
    for (text, split) in [("mfK", "fmW fmF"), ("frlQ3", "frlR3 fB3"), ("sbK", "sbW bF")] {
        for dialect in [Dialect::Classic, Dialect::XBetza] {
            assert_eq!(read(split, dialect).0, read(text, Dialect::Classic).0);
        }
    }
}

#[test]
fn findings_of_one_string_are_few() {
    let found = found(&"E ".repeat(500));
    assert_eq!(found.len(), 20);
}
