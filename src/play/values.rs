//! Files with learned values: what pieces and other features of a position are worth to the
//! computer.
//!
//! A line is a word or the name of a kind, a colon, and a number in hundredths of a pawn, with an
//! error that may follow after `±`. Lines that begin with `#` are comments.

use alfil_board::engine::search::Weights;
use alfil_diagnostics::index::IndexVec;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Kind;
use std::fmt::Write as _;

/// The greatest value in a file, in hundredths of a pawn.
const GREATEST: i32 = 10_000;

const TEMPO: &str = "right to move";
const MOBILITY: &str = "ten more moves";
const ATTACKER: &str = "piece near a royal piece";

/// Why a file with values cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadValues {
    /// The number of the line, from 1.
    pub line: usize,
    /// The reason why the line cannot be used.
    pub why: String,
}

/// Writes `weights` as a file. `errors` are the standard errors of the kinds, in the same order; it
/// may be empty.
pub fn write(
    title: &str,
    kinds: &IndexVec<KindId, Kind>,
    weights: &Weights,
    errors: &[f64],
) -> String {
    let mut text = format!("# Values for {title}, in hundredths of a pawn\n");
    let width = weights.kinds.iter().map(|&(kind, _)| kinds[kind].name.value.chars().count());
    let width = width.chain([ATTACKER.len()]).max().unwrap_or(0) + 1;
    let mut line = |name: &str, value: i32, error: Option<&f64>| {
        let error = error.map_or(String::new(), |error| format!(" ± {error:.0}"));
        let _ = writeln!(text, "{:<width$} {value:>5}{error}", format!("{name}:"));
    };
    for (index, &(kind, value)) in weights.kinds.iter().enumerate() {
        line(&kinds[kind].name.value, value, errors.get(index));
    }
    line(TEMPO, weights.tempo, None);
    line(MOBILITY, weights.mobility, None);
    line(ATTACKER, weights.attacker, None);
    text
}

/// Reads a file. Values that the file does not name stay as in `usual`.
///
/// # Errors
/// The first line that cannot be read.
pub fn read(
    text: &str,
    kinds: &IndexVec<KindId, Kind>,
    usual: &Weights,
) -> Result<Weights, BadValues> {
    let mut weights = usual.clone();
    for (number, line) in text.lines().enumerate() {
        let wrong = |why: String| BadValues { line: number + 1, why };
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (name, value) =
            line.split_once(':').ok_or_else(|| wrong("a name, a colon and a number".into()))?;
        let name = name.trim();
        let value = value.split('±').next().unwrap_or_default().trim();
        let value: i32 =
            value.parse().ok().filter(|value: &i32| value.abs() <= GREATEST).ok_or_else(|| {
                wrong(format!("`{value}` is no number from -{GREATEST} to {GREATEST}"))
            })?;
        match name {
            TEMPO => weights.tempo = value,
            MOBILITY => weights.mobility = value,
            ATTACKER => weights.attacker = value,
            name => {
                let named = |(kind, _): &&mut (KindId, i32)| kinds[*kind].name.value == name;
                let place = weights.kinds.iter_mut().find(named);
                let names: Vec<&str> =
                    usual.kinds.iter().map(|&(kind, _)| kinds[kind].name.value.as_str()).collect();
                place
                    .ok_or_else(|| {
                        wrong(format!(
                            "`{name}` has no value here; these have: {}",
                            names.join(", ")
                        ))
                    })?
                    .1 = value;
            }
        }
    }
    Ok(weights)
}
