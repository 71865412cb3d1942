//! Reads the tests of a definition. Their positions become setups. Their moves and cells stay text,
//! because only a compiled game can read them.

use crate::resolve::context::written;
use crate::resolve::draft::sides::stranger;
use crate::resolve::setup::{self, Alphabet, LetterTable};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report, did_you_mean};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::setup::Setup;
use alfil_rules::side::Color;
use alfil_syntax::cases::{CaseText, Claim};
use alfil_syntax::choices::Ending;

/// One test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The claim about a position.
    pub claim: Claim,
    /// The position before `after`; `None` is the start position.
    pub position: Option<Setup>,
    /// The number of the start position, in a game with several of them.
    pub number: Option<Spanned<u64>>,
    /// Moves that are played before the claim is checked.
    pub after: Vec<Spanned<String>>,
    /// The source that the claim is taken from.
    pub source: Option<String>,
    /// The key of the claim; findings point there.
    pub span: Span,
}

/// Reads the cases of one file. A case whose position is broken is left out, with its finding.
pub(crate) fn read(texts: &[CaseText], letters: &LetterTable, found: &mut Report) -> Vec<Case> {
    let case = |text: &CaseText| {
        let before = found.len();
        let position = text
            .position
            .as_ref()
            .map(|p| written(p, |w| setup::read(w, letters, Alphabet::Whole, found)));
        if let Claim::Game { ends: Some(ends), .. } = &text.claim
            && let Ending::Called(name) = &ends.value
            && !letters.names.contains(name)
        {
            let usual = [Ending::Won(Color::White), Ending::Won(Color::Black)];
            let usual = usual.iter().map(Ending::key).filter(|_| letters.names.is_empty());
            found.push(match did_you_mean(&format!("{name} wins"), usual) {
                Some(near) => {
                    let title = format!("`ends` cannot be `{name} wins`");
                    Diagnostic::at(Code::BadValue, ends.span, title, "no such end")
                        .help(Help::did_you_mean(near))
                }
                None => stranger(name, ends.span, &letters.names),
            });
        }
        let sound = found.len() == before;
        sound.then(|| Case {
            claim: text.claim.clone(),
            position: position.flatten(),
            number: text.number,
            after: text.after.clone(),
            source: text.source.as_ref().map(|s| s.text().to_owned()),
            span: text.span,
        })
    };
    texts.iter().filter_map(case).collect()
}
