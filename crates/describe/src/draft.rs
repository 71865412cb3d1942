//! The first text of a new definition. It has no findings and its tests pass, so that later findings
//! come from changes of the author.

use alfil_play::game::Game;
use alfil_play::resources::Count;
use alfil_suite::run::{Budget, Counting};
use alfil_syntax::write::{self, quoted};

/// Where the author reads a text. Its comments name the means that are at hand there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A terminal, with the commands of the program.
    Terminal,
    /// The page of Studio, which checks the text at each key.
    Page,
}

/// The text of a new definition `file`, which extends `parent` by the name `extends`.
pub fn draft(file: &str, title: &str, extends: &str, parent: &Game, place: Place) -> String {
    let rules = parent.rules();
    let start = parent.start();
    let mut counts: Vec<u128> = Vec::new();
    // Counting stays within the budget for the tests of a file.
    let mut counting = Counting::new(&start, Budget::of_tests());
    while counts.len() < 2 {
        match counting.longer(None) {
            Count::Sequences(count) => counts.push(count),
            Count::Endless | Count::TooMuch => break,
        }
    }
    let tests = match counts.len() {
        0 => "Distances are tested with `moves:`; see docs/topics/planes.md.\n".to_owned(),
        depth => {
            let told = match place {
                Place::Terminal => format!("`alfil perft {file} {depth}` prints them"),
                Place::Page => "a failing test shows them".to_owned(),
            };
            format!(
                "If the game changes, so do these counts: {told}.\n\
                 tests:\n  - perft: {counts:?}\n    source: the counts of its parent\n",
            )
        }
    };
    let setup = start.text();
    let taken = |letter: char| rules.kinds.iter().any(|k| k.letter.capital() == letter);
    let letter = "MXYZVIJTWOUDFHAGCELSBKNPQR".chars().find(|&c| !taken(c));
    let (head, explains) = match place {
        Place::Terminal => (
            format!(
                "# Write only what differs from the parent, which `alfil show {extends}` describes.\n\
                 # While you write, `alfil watch {file}` reports mistakes and runs the tests at the end.\n",
            ),
            "which `alfil explain` explains",
        ),
        Place::Page => (
            "# Write only what differs from the parent. Rules shows the whole game in words.\n\
             # While you write, the list below the text shows mistakes. Tests shows the results of the tests.\n"
                .to_owned(),
            "which the page explains under the pointer",
        ),
    };
    let value = |text: &str| quoted(text, write::Place::Line);
    let mut text = format!("{head}alfil: 1\nname: {}\nextends: {}\n", value(title), value(extends));
    let known = rules.kinds.iter().find(|k| !k.royal.is_royal()).map(|k| k.name.value.as_str());
    if letter.is_some() || known.is_some() {
        text += &format!(
            "\n# Pieces. A new piece has a letter and a movement, {explains}. An old\n\
             # piece may get a new movement, or more moves with `+`. Remove the first `#`:\n\
             # pieces:\n",
        );
    }
    if let Some(letter) = letter {
        text += &format!("#   camel: {{letter: {letter}, moves: C}}\n");
    }
    if let Some(known) = known {
        text += &format!("#   {known}: {{moves: + N}}\n");
    }
    text += &format!(
        "\n# The start: Black's side first, White in capitals, numbers for empty cells.\n\
         # setup: {}\n\
         \n# Tests. {tests}",
        value(&setup),
    );
    text
}
