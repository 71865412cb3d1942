//! Snapshots of findings about invalid YAML, one for each case.
#![cfg(feature = "cli")]

use alfil_diagnostics::diagnostic::order;
use alfil_diagnostics::source::Sources;
use alfil_render::report::{Colour, Style, draw};
use alfil_syntax::definition;

const CASES: &[(&str, &str)] = &[
    (
        "reserved_character",
        "name: X\npieces:\n  wall: {letter: W, moves: @8}\n  cat: {moves: %N}\n",
    ),
    ("list_and_more", "pieces:\n  guard:\n    moves: [F?R]W # as printed\n"),
    (
        "hole_in_placement",
        "space: grid 8x8\nsetup: *nbqkbn*/8/8 w - - 0 1\nends: {stalemated: draw}\n",
    ),
    (
        "alias_without_anchor",
        "ends: &ends {checkmated: loss}\nother: *end\nsetup: *8/8\nlast: *ends\n",
    ),
    ("anchor_without_alias", "name: &1/2 Chess\n"),
    ("colon_inside", "about:\n  rules: as in chess: but faster\nname: X\n"),
    ("tabs", "pieces:\n\tking: K\n\tqueen: Q\n"),
    ("open_bracket", "castling: {with: rook\nsetup: 8/8\n"),
    ("open_quote", "name: \"Chess\nsetup: 8/8\n"),
    ("wrong_bracket", "turn: [{from: light], {from: dark}]\n"),
    ("apostrophe", "about: 'it's chess'\n"),
    ("escape", "name: \"a\\qb\"\n"),
    ("dedent", "pieces:\n    king: {letter: K}\n  queen: {letter: Q}\n"),
    ("too_far_in", "name: Chess\n  setup: 8/8\n"),
    ("no_colon", "name: Chess\nspace grid 8x8\nsetup: 8/8\n"),
    ("no_blank_behind_colon", "name:Chess\nsetup: 8/8\n"),
    (
        "duplicate_key",
        "pieces:\n  king: {letter: K}\n  queen: {letter: Q, letter: D}\n  king: {letter: G}\n",
    ),
    ("list_as_key", "[king, queen]: x\n"),
    ("tag_in_flow", "king: {moves: !K isO2, attacks: !!seq [a]}\n"),
    ("tag", "pieces:\n  king:\n    moves: !K isO2\n"),
    ("documents", "name: One\n---\nname: Two\n"),
    ("smart_quotes", "name: “Chess”\n"),
    ("smart_quotes_break", "name: “Chess: the game”\n"),
    ("windows", "\u{feff}name: Chess\r\nspace: @8\r\nname: again\r\n"),
    ("control_character", "name: a\u{1b}[31mb\n"),
    (
        "too_deep",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
    ),
    ("comment_in_text", "about: first line # why\n  second line\n"),
    ("equals_behind_carriage_return", "\re=é"),
];

#[test]
fn reports() {
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_snapshot_path("snapshots/broken_yaml");
    settings.bind(|| {
        for (name, text) in CASES {
            let mut sources = Sources::new();
            let source = sources.add("game.yaml", *text);
            let mut found = definition::tree(source, text).found;
            assert!(!found.is_empty(), "{name}");
            order(&mut found);
            let report = draw(&found, &sources, Style::new(Colour::Off));
            let shown = text
                .replace('\t', "→")
                .replace('\r', "␍")
                .replace('\u{feff}', "<BOM>")
                .replace('\u{1b}', "␛");
            insta::assert_snapshot!(*name, format!("{shown}\n----\n{report}"));
        }
    });
}
