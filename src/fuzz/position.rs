//! Positions and moves as text under the fuzzer.
//!
//! Owns: [`position`]. Takes bytes: a definition, edits of its start position, a line of moves. What
//! reads writes back and reads again as the same; what does not read gives an error finding inside
//! the text; executors agree on whatever was read.

use crate::diagnostic::has_errors;
use crate::fuzz::compare;
use crate::fuzz::game::again;
use crate::library::Library;
use crate::play::program::Program;
use crate::resolve::resolution::resolve;
use crate::source::{SourceId, Sources};
use crate::text::{moves, position as text};
use arbitrary::{Result, Unstructured};
use std::sync::OnceLock;

const NAMES: [&str; 8] = [
    "chess",
    "contrast",
    "capablanca",
    "monochromatic-double",
    "monochromatic-berolina",
    "crazyhouse",
    "shogi",
    "grand",
];

/// Characters that positions are made of, and a few that they are not.
const CHARACTERS: &str = "KQRBNPkqrbnpACac0123456789/* wb-()abcdefghstep=[]~+GSLgsl@\u{e9}\u{2019}";

fn programs() -> &'static [Program] {
    static PROGRAMS: OnceLock<Vec<Program>> = OnceLock::new();
    PROGRAMS.get_or_init(|| {
        let program = |name: &&str| {
            let resolved = resolve(name, &mut Library::new(), &mut Sources::new()).value?;
            Program::compile(resolved.ruleset).value
        };
        NAMES.iter().filter_map(program).collect()
    })
}

/// Reads a position and a line of moves made from `bytes`.
pub fn position(bytes: &[u8]) {
    // Too few bytes for a position are no finding.
    let _ = try_position(&mut Unstructured::new(bytes));
}

fn try_position(u: &mut Unstructured<'_>) -> Result<()> {
    let program = u.choose(programs())?;
    let arena = program.board().arena();
    let alphabet: Vec<char> = CHARACTERS.chars().collect();
    let mut letters: Vec<char> = text::write(arena, program.start().board()).chars().collect();
    for _ in 0..u.int_in_range(0..=12)? {
        let at = u.int_in_range(0..=letters.len())?;
        let letter = *u.choose(&alphabet)?;
        match u.int_in_range(0..=2)? {
            0 if at < letters.len() => letters[at] = letter,
            1 if at < letters.len() => drop(letters.remove(at)),
            _ => letters.insert(at, letter),
        }
    }
    let written: String = letters.into_iter().collect();
    let read = text::read(program, SourceId::only(), &written);
    for label in read.found.iter().flat_map(|d| &d.labels) {
        let inside = written.get(label.span.start as usize..label.span.end as usize);
        assert!(inside.is_some(), "a label outside {written}: {label:?}");
    }
    assert_eq!(read.value.is_none(), has_errors(&read.found), "{written}");
    let Some(mut now) = read.value else { return Ok(()) };
    again(&now);
    for _ in 0..u.int_in_range(0..=4)? {
        let legal = compare(program.board(), now.board());
        if legal.is_empty() {
            break;
        }
        let garbled: String = (0..4).map(|_| u.choose(&alphabet)).collect::<Result<_>>()?;
        let _ = moves::find(arena, &garbled, &legal);
        now.play(&legal[u.choose_index(legal.len())?]);
        again(&now);
        let _ = now.outcome();
    }
    Ok(())
}
