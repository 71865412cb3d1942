//! Warns of directions before `K` and `Q`, which the dialects of the Betza notation read
//! differently. The help splits the atom in two, which all dialects read alike.

use super::Lowering;
use super::term::{Bends, directions};
use alfil_diagnostics::diagnostic::{Code, Diagnostic};
use alfil_rules::direction::{Part, Reading, Toward, parts};
use alfil_syntax::choices::Dialect;
use alfil_syntax::notation::ast::{Chain, Core, Marks};
use alfil_syntax::notation::letters::Atom;

impl Lowering<'_> {
    /// Warns of directions that the two dialects read differently. Only halves along one axis, such
    /// as `f`, are read alike.
    pub(super) fn warn_of_dialects(&mut self, chain: &Chain, marks: &Marks) {
        let (Dialect::Classic, Core::Lone(lone)) = (self.context.dialect, &chain.core) else {
            return;
        };
        let letters: Vec<Vec<Toward>> = directions(marks, Reading::Own, Bends::LeftOut).runs;
        let mut axes: Vec<Option<bool>> = letters
            .iter()
            .flat_map(|run| parts(run))
            .map(|(_, part)| match part {
                Part::Half(x) => x.is_vertical(),
                Part::Lone(_) | Part::Pair(..) | Part::Hand(_) | Part::Stray => None,
            })
            .collect();
        axes.dedup();
        if letters.is_empty() {
            return;
        }
        let Some(&(_, first)) = marks.runs.iter().flatten().next() else {
            return;
        };
        if matches!(axes[..], [Some(_)]) {
            return;
        }
        let at = marks.runs.iter().flatten().fold(first, |all, &(_, at)| all.to(at));
        let help = match (letters.as_slice(), chain.prefix.len()) {
            ([run], 1) => {
                let along = |forth, both, back| {
                    let has = |t| run.contains(&t) || run.contains(&both);
                    match (has(forth), has(back)) {
                        (true, false) => Some((forth, first)),
                        (false, true) => Some((back, first)),
                        (true, true) | (false, false) => None,
                    }
                };
                let vertical = along(Toward::Forward, Toward::Vertical, Toward::Backward);
                let sideways = along(Toward::Left, Toward::Sideways, Toward::Right);
                let diagonal: Vec<_> = vertical.into_iter().chain(sideways).collect();
                let runs = if diagonal.is_empty() { Vec::new() } else { vec![diagonal] };
                let slant = Marks { runs, ..marks.clone() };
                let (w, f) = if lone.atom == Atom::K { ('W', 'F') } else { ('R', 'B') };
                let range = chain.range;
                format!("write `{marks}{w}{range} {slant}{f}{range}`, which all read alike")
            }
            _ => "write the halves apart, as in `fWfF`, which all read alike".to_string(),
        };
        let letter = lone.atom.letter();
        let title = format!("directions before `{letter}` are read in two ways");
        let reason = "here they are read on each half by itself; in XBetza `fK` is one cell";
        let finding = Diagnostic::at(Code::DialectDiffers, self.span(at), title, "");
        self.found.push(finding.because(reason).help(help));
    }
}
