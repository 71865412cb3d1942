//! Tests of all shipped definitions: each stage, the record, and the form as one file.

#![cfg(feature = "cli")]

use alfil_board::model::board_model::BoardModel;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, has_errors};
use alfil_diagnostics::source::{SourceId, Sources};
use alfil_play::game::Game;
use alfil_render::report;
use alfil_resolve::resolution::{Resolved, resolve};
use alfil_resolve::write::to_yaml;
use alfil_rules::condition::Area;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Kind;
use alfil_rules::side::Side;
use alfil_suite::fired;
use alfil_suite::run::run;
use alfil_suite::snapshot::{self, Snapshot};
use alfil_syntax::definition::{self, Role};
use alfil_syntax::format::format;

fn drawn(found: &[Diagnostic], sources: &Sources) -> String {
    report::draw(found, sources, report::Style::new(report::Colour::Off))
}

fn resolved(request: &str) -> Resolved {
    resolved_with_texts(request).0
}

fn resolved_with_texts(request: &str) -> (Resolved, Sources) {
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    let findings = resolve(request, &mut library, &mut sources);
    assert!(findings.found.is_empty(), "{request}:\n{}", drawn(&findings.found, &sources));
    (findings.value.expect("no finding, so a value"), sources)
}

fn resolved_text(text: &str) -> Resolved {
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    library.add(&mut sources, "written", text);
    let findings = resolve("written", &mut library, &mut sources);
    assert!(!has_errors(&findings.found), "{text}\n{}", drawn(&findings.found, &sources));
    findings.value.expect("no error, so a value")
}

/// Each definition is read, resolved and compiled without findings. The moves at the positions of
/// its record must be those of the record. `cargo insta review` shows differences.
#[test]
fn every_shipped_definition_generates_its_record() {
    for shipped in alfil_definitions::shipped() {
        let mut sources = Sources::new();
        let source = sources.add(shipped.name, shipped.text);
        let tree = definition::tree(source, shipped.text).value.expect("shipped files are YAML");
        let read = definition::read(&tree, shipped.text);
        assert!(read.found.is_empty(), "{}", drawn(&read.found, &sources));
        let name = shipped.name;
        let (resolved, mut sources) = resolved_with_texts(name);
        let compiled = Game::compile(resolved.ruleset.clone());
        // A modifier may make sentences of its base game idle. Such findings are about the game and
        // not about the modifier.
        let own = |d: &&Diagnostic| d.span().is_none_or(|s| resolved.asked.contains(&s.source));
        let found: Vec<&Diagnostic> = compiled.found.iter().filter(own).collect();
        assert!(found.is_empty(), "{name}: {found:?}");
        let game = compiled.value.expect("no finding, so a program");
        let recorded = alfil_definitions::recorded(name).and_then(|record| {
            let source = sources.add("record", record.text);
            Snapshot::parse(record.text, source).ok()?.anew(&game, &sources).ok()
        });
        let now = recorded.unwrap_or_else(|| fired::record(&game, &resolved, &sources));
        insta::with_settings!({
            snapshot_path => format!("../../definitions/{}", shipped.family),
            prepend_module_to_snapshot => false,
            omit_expression => true,
            description => snapshot::DESCRIPTION,
        }, {
            insta::assert_snapshot!(name, now);
        });
    }
}

/// The cases in `tests` of each definition must pass.
#[test]
fn every_test_of_every_shipped_definition_passes() {
    let (mut held, mut failed) = (0, String::new());
    for shipped in alfil_definitions::shipped() {
        let (resolved, sources) = resolved_with_texts(shipped.name);
        let game = Game::compile(resolved.ruleset.clone()).value.expect("it is sound");
        for case in run(&game, &resolved.cases) {
            match case.failures.as_slice() {
                [] => held += 1,
                failures => failed += &drawn(failures, &sources),
            }
        }
    }
    assert!(failed.is_empty(), "{held} tests hold; these do not:\n{failed}");
    println!("{held} tests of definitions hold");
}

/// The start page shows a sentence for players and a position in play for each game.
#[test]
fn every_game_has_a_pitch_and_a_scene() {
    let mut pitches = std::collections::BTreeSet::new();
    for shipped in alfil_definitions::shipped() {
        let resolved = resolved(shipped.name);
        let about =
            |key: &str| resolved.about.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str());
        let name = shipped.name;
        if resolved.role != Role::Game {
            continue;
        }
        let pitch = about("pitch").unwrap_or_else(|| panic!("{name} has no pitch"));
        assert!((40..=120).contains(&pitch.len()) && pitch.ends_with('.'), "{name}: {pitch}");
        assert!(pitches.insert(pitch.to_owned()), "{name}: another game has its pitch");
        let scene = about("scene").unwrap_or_else(|| panic!("{name} has no scene"));
        let game = Game::compile(resolved.ruleset.clone()).value.expect("a game");
        let moves = game.scene(scene).unwrap_or_else(|| panic!("{name}: {scene}"));
        assert!(moves.len() >= 4, "{name}: {scene}");
    }
    assert!(pitches.len() > 120);
}

/// Returns the debug output without spans.
fn without_spans(resolved: &Resolved) -> String {
    let text = format!("{:?}", resolved.ruleset);
    let mut parts = text.split("Span { ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out += part.split_once('}').map_or("", |(_, rest)| rest);
    }
    out
}

#[test]
fn a_game_in_one_file_keeps_its_meaning() {
    let sums = [
        "capablanca+contrast-modifier",
        "chess+monochromatic-modifier+berolina-modifier",
        "capablanca+contrast-modifier+monochromatic-modifier+monochromatic-bound-modifier",
    ];
    for request in alfil_definitions::shipped().map(|s| s.name).chain(sums) {
        let first = resolved(request);
        let text = to_yaml(&first).expect("one dialect");
        let again = resolved_text(&text);
        assert_eq!(without_spans(&first), without_spans(&again), "{request}\n{text}");
        assert_eq!(Ok(&text), to_yaml(&again).as_ref(), "{request}");
        let formatted = format(SourceId::only(), &text);
        assert_eq!(formatted.as_ref(), Ok(&text), "`alfil fmt` would change {request}");
    }
    for (name, request) in [("jamal", "monochromatic-jamal"), ("contrast-capablanca", sums[0])] {
        let text = to_yaml(&resolved(request)).expect("one dialect");
        insta::assert_snapshot!(format!("yaml@{name}"), text, request);
    }
}

#[test]
fn a_sum_is_the_game_that_extends_it() {
    for (sum, game) in [
        ("chess+contrast-modifier", "contrast"),
        ("capablanca+contrast-modifier", "contrast-capablanca"),
        ("chess+monochromatic-modifier+berolina-modifier", "monochromatic-berolina"),
        ("chess+berolina-modifier+monochromatic-modifier", "monochromatic-berolina"),
    ] {
        let strip = |r: &Resolved| {
            let text = without_spans(r);
            text.split_once("space:").map_or(String::new(), |(_, rest)| rest.to_owned())
        };
        assert_eq!(strip(&resolved(sum)), strip(&resolved(game)), "{sum}");
    }
}

#[test]
fn no_code_is_without_an_example() {
    // For each code from `UnknownKey` to `BadTest`, `tests/broken` must contain a file.
    let from = Code::ALL.iter().position(|&c| c == Code::UnknownKey).unwrap_or_default();
    let to = Code::ALL.iter().position(|&c| c == Code::BadTest).unwrap_or_default();
    let mut missing: Vec<Code> = Code::ALL[from..=to].to_vec();
    for entry in std::fs::read_dir("tests/broken").expect("the folder of broken files") {
        let path = entry.expect("an entry").path();
        let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
        let found = resolve(&path.display().to_string(), &mut library, &mut sources).found;
        missing.retain(|code| found.iter().all(|d| d.code != *code));
    }
    // The workspace reports what only a game shows.
    let by_games = [Code::TooManyPieces, Code::OverAtStart, Code::MixedDialects];
    assert_eq!(missing, by_games, "add a broken file for each");
}

#[test]
fn kinds_are_counted() {
    let mut text = String::from("extends: chess\npieces:\n");
    for letter in ('\u{410}'..='\u{42f}').chain('\u{391}'..='\u{3a1}').chain('\u{531}'..='\u{550}')
    {
        text += &format!("  piece-{letter}: {{letter: {letter}, moves: W}}\n");
    }
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    library.add(&mut sources, "many", &text);
    let found = resolve("many", &mut library, &mut sources).found;
    assert!(found.iter().any(|d| d.code == Code::TooManyPieces));
}

#[test]
fn dialects_mix_where_they_agree() {
    let guard = |moves: &str| {
        let head = "extends: chess\ndialect: xbetza\npieces:\n  guard: {letter: G, moves: ";
        resolved_text(&format!("{head}{moves}}}\n"))
    };
    assert!(!to_yaml(&guard("mW cF")).expect("no difference").contains("xbetza"));
    assert!(to_yaml(&guard("fK")).expect("only one differs").contains("dialect: xbetza"));
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    let parent = "extends: chess\npieces:\n  duke: {letter: D, moves: fK}\n";
    library.add(&mut sources, "parent", parent);
    let child = "extends: parent\ndialect: xbetza\npieces:\n  guard: {letter: G, moves: fK}\n";
    library.add(&mut sources, "child", child);
    let child = resolve("child", &mut library, &mut sources).value.expect("a game");
    assert_eq!(to_yaml(&child).expect_err("both differ").code, Code::MixedDialects);
}

/// Returns a definition as one file without parents.
fn whole(text: &str) -> String {
    to_yaml(&resolved_text(text)).expect("one dialect")
}

#[test]
fn a_setup_follows_its_pieces() {
    let written =
        "extends: chess\npieces:\n  knight: {name: camel, letter: C, moves: C}\n  queen: none\n";
    let text = whole(written);
    assert!(text.contains("setup: rcb1kbcr/"), "{text}");
    let rules = resolved_text(written).ruleset;
    let letter = |kind: KindId| rules.kinds[kind].letter.to_string();
    let promotes =
        |kind: &Kind| kind.promotions.iter().flat_map(|rule| rule.to.clone()).map(letter).collect();
    let targets: Vec<String> = rules.kinds.iter().map(promotes).collect();
    assert_eq!(targets, ["", "", "", "", "RBC"]);
    // Without castling, the castling rights of the parent disappear as well.
    let text = whole("extends: chess\ncastling: none\n");
    assert!(text.contains("castling: none") && text.contains("RNBQKBNR w - - 0 1"), "{text}");
}

#[test]
fn restrictions_join_in_any_order() {
    let bound = "capablanca+monochromatic-bound-modifier+monochromatic-modifier";
    let rules = resolved(bound).ruleset;
    assert_eq!(rules.every_attack, rules.every_move);
    let text = to_yaml(&resolved(bound)).expect("one dialect");
    assert!(text.contains("every move: same shade\n"), "{text}");
    let text = whole("extends: monochromatic\nevery move: not to e4\nattacks: not to e5\n");
    assert!(text.contains("every move: (same shade) and (not to e4)\n"), "{text}");
    assert!(text.contains("attacks: not to e5\n"), "{text}");
}

#[test]
fn attack_may_differ_from_movement() {
    let text = whole(
        "extends: chess\npieces:\n  knight: {moves: only when not to g4 g5, attacks: N}\n  \
         bishop: {moves: B2, attacks: ^}\n",
    );
    assert!(text.contains("moves: N; only when not to g4 g5\n    attacks: N\n"), "{text}");
    assert!(text.contains("moves: B2\n    attacks: B; ^\n"), "{text}");
}

#[test]
fn modifiers_of_a_file_lie_over_its_own_pieces() {
    let text =
        whole("extends: chess\nmodifiers: [contrast-modifier]\npieces:\n  knight: {moves: C}\n");
    assert!(text.contains("moves: C; + A when strong; W when weak\n"), "{text}");
    let text = whole("extends: chess+contrast-modifier\npieces:\n  knight: {moves: C}\n");
    assert!(text.contains("letter: N\n    moves: C\n"), "{text}");
}

#[test]
fn zones_are_redefined_under_their_rules() {
    let text = whole(
        "extends: chess\nzones: {home: rank 1, far: last rank}\npieces:\n  \
         bishop: {moves: B when from home}\n  rook: {moves: R; only when to far}\n",
    );
    assert!(text.contains("zones:\n  home: rank 1\n  far: last rank\n"), "{text}");
}

/// Returns the cells of the last of `zones`, for White and for Black. Also checks that the zones
/// are written back unchanged.
fn cells(space: &str, zones: &str) -> [String; 2] {
    let text = format!(
        "space: {space}\nzones: {{{zones}}}\npieces:\n  king: {{letter: K, royal: true, moves: W}}\n\
         setup: k/K w\nends: {{checkmated: loss, stalemated: draw}}\n"
    );
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    library.add(&mut sources, "areas", &text);
    let resolved = resolve("areas", &mut library, &mut sources).value.expect("a game");
    let written = to_yaml(&resolved).expect("one dialect");
    library.add(&mut sources, "again", &written);
    let again = resolve("again", &mut library, &mut sources).value.expect("a game");
    assert_eq!(without_spans(&resolved), without_spans(&again), "{written}");
    let zone = resolved.ruleset.zones.ids().last().expect("a zone");
    let arena = BoardModel::new(resolved.ruleset).value.expect("a board");
    Side::BOTH.map(|side| {
        let cells = arena.cells(&Area::Zone(zone), side);
        arena
            .graph
            .sites()
            .filter(|&s| cells.has(s))
            .map(|s| arena.graph.name(s))
            .collect::<Vec<_>>()
            .join(" ")
    })
}

#[test]
fn areas_are_cells() {
    for (space, area, white, black) in [
        ("grid 3x3", "last rank", "a3 b3 c3", "a1 b1 c1"),
        ("grid 3x4", "ranks 2-3 and file a", "a2 a3", "a2 a3"),
        ("grid 3x4", "ranks 1-2 and files b-c", "b1 c1 b2 c2", "b3 c3 b4 c4"),
        ("grid 4x4", "edge and not corner", "b1 c1 a2 d2 a3 d3 b4 c4", "b1 c1 a2 d2 a3 d3 b4 c4"),
        ("grid 3x3", "corner", "a1 c1 a3 c3", "a1 c1 a3 c3"),
        ("cylinder 3x3", "edge", "a1 b1 c1 a3 b3 c3", "a1 b1 c1 a3 b3 c3"),
        ("cylinder 3x3", "corner", "", ""),
        ("torus 3x3", "edge", "", ""),
        ("grid 1x3", "corner", "a1 a3", "a1 a3"),
        // A hole is an edge of the board.
        ("\"grid 5x5, without c3\"", "edge and b2-d4", "c2 b3 d3 c4", "c2 b3 d3 c4"),
        ("\"grid 3x3, without a1\"", "corner", "b1 c1 a2 a3 c3", "b1 c1 a2 a3 c3"),
        ("hex 3", "corner", "a1 c1 e1 a3 e3 c5", "a1 c1 e1 a3 e3 c5"),
        ("hex 2", "edge", "a1 b1 c1 a2 c2 b3", "a1 b1 c1 a2 c2 b3"),
        ("grid 4x4", "c3-b2", "b2 c2 b3 c3", "b2 c2 b3 c3"),
        ("grid 4x4", "a1-b2 d4", "a1 b1 a2 b2 d4", "a1 b1 a2 b2 d4"),
        ("grid 3x3", "enemy rank 1 or b2", "b2 a3 b3 c3", "a1 b1 c1 b2"),
        ("grid 3x3", "not (ranks 1-2 or enemy (rank 1 and file a))", "b3 c3", "b1 c1"),
        ("grid 3x3", "{white: a1-b1, black: rank 1}", "a1 b1", "a3 b3 c3"),
    ] {
        assert_eq!(cells(space, &format!("area: {area}")), [white, black], "{area} of {space}");
    }
    let camps = "camp: {white: a1, black: c3}, area: enemy camp or b2";
    assert_eq!(cells("grid 3x3", camps), ["b2 c3", "a1 b2"]);
    // Each zone uses the one before twice. If zones were computed again for each use, the last one
    // would take forever.
    let mut zones = "zone0: rank 1".to_owned();
    for n in 1..80 {
        zones += &format!(", zone{n}: zone{0} and enemy zone{0} or rank 2 and not zone{0}", n - 1);
    }
    assert_eq!(cells("grid 3x3", &zones), ["a2 b2 c2", "a2 b2 c2"]);
}

#[test]
fn every_shipped_game_has_tests() {
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    let mut games = 0;
    for definition in alfil_definitions::shipped() {
        let resolved = resolve(definition.name, &mut library, &mut sources).value;
        let resolved = resolved.unwrap_or_else(|| panic!("{} resolves", definition.name));
        match resolved.role {
            Role::Game => {
                games += 1;
                assert!(!resolved.cases.is_empty(), "{} has no tests", definition.name);
            }
            Role::Abstract | Role::Modifier => {}
        }
    }
    assert!(games > 0);
}
