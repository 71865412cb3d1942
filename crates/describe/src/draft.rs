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
                Place::Terminal => format!("`alfil perft {file} {depth}` tells them"),
                Place::Page => "a test that fails tells them".to_owned(),
            };
            format!(
                "Counts of a game that has changed are others: {told}.\n\
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
                "# Only what differs from its parent is said here: the rest is as `alfil show {extends}` tells it.\n\
                 # While you write, `alfil watch {file}` says what is wrong, and whether the tests at the end hold.\n",
            ),
            "which `alfil explain` reads to you",
        ),
        Place::Page => (
            "# Only what differs from its parent is said here. Rules shows the whole game in words.\n\
             # While you write, the list below the text says what is wrong. Tests says whether the tests hold.\n"
                .to_owned(),
            "which the page explains under the pointer",
        ),
    };
    let value = |text: &str| quoted(text, write::Place::Line);
    let mut text = format!("{head}alfil: 1\nname: {}\nextends: {}\n", value(title), value(extends));
    let known = rules.kinds.iter().find(|k| !k.royal.is_royal()).map(|k| k.name.value.as_str());
    if letter.is_some() || known.is_some() {
        text += &format!(
            "\n# Pieces. A new one has a letter and a movement, {explains}; one that is\n\
             # there may move otherwise, or with `+` have moves added. Take the first `#` away:\n\
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
        "\n# The start: Black's side first, White in capitals, empty cells counted.\n\
         # setup: {}\n\
         \n# What must hold. {tests}",
        value(&setup),
    );
    text
}
