//! The sentences of a definition in other words: goals, claims, effects, questions, and movements with
//! conditions.

use crate::names::{FILE, Spot, walk};
use alfil_diagnostics::diagnostic::Report;
use alfil_diagnostics::source::Span;
use alfil_resolve::context::Context;
use alfil_resolve::fragment;
use alfil_rules::movement::Movement;
use alfil_rules::ruleset::Ruleset;
use alfil_syntax::scalar::Scalar;
use alfil_syntax::value::{Dialect, Language};
use alfil_syntax::yaml::Node;
use alfil_text::explain::explain;
use alfil_text::sentences;

/// A sentence of a file, in other words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The place of the sentence.
    pub span: Span,
    /// The sentence as the file writes it.
    pub text: String,
    /// What it means, in English.
    pub meaning: Vec<String>,
}

/// All sentences of the file `tree` in the order of the text, as the game `rules` reads them. Sentences
/// with errors are left out.
pub fn readings(tree: &Node, rules: &Ruleset, dialect: Dialect) -> Vec<Reading> {
    let mut all = Vec::new();
    walk(tree, &[FILE], &mut |spot| {
        if let Spot::Text(scalar, language) = spot {
            all.extend(reading(scalar, language, rules, dialect));
        }
    });
    all.sort_by_key(|reading| reading.span.start);
    all
}

/// What a text means. `None` if it is no sentence, or has an error.
pub(crate) fn reading(
    scalar: &Scalar,
    language: Language,
    rules: &Ruleset,
    dialect: Dialect,
) -> Option<Reading> {
    let text = scalar.text().trim();
    let place = |part| scalar.slice(part);
    let context = Context { place: &place, zones: &rules.zones, dialect };
    let found = &mut Report::default();
    let meaning = match language {
        _ if text == "^" => return None,
        Language::Goal | Language::Effect => {
            let said = fragment::line(text, rules, context, found)?;
            sentences::goals(&said).into_iter().chain(sentences::effects(&said)).collect()
        }
        Language::Question => {
            let asked = fragment::question(text, rules, context, found)?;
            vec![sentences::question(&asked, rules)]
        }
        Language::Movement if text.contains("when") => {
            let nothing = Movement::default();
            explain(Some(rules), &nothing, scalar.text(), context, found)?.sentences
        }
        _ => return None,
    };
    Some(Reading { span: scalar.span(), text: text.to_owned(), meaning })
}
