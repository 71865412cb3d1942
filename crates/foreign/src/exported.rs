//! A game in the format of another program, and what that format cannot express.

use crate::diagram::export as diagram;
use crate::fairy::export::{self as fairy, section_name};
use crate::remark::Gap;
use alfil_diagnostics::source::Sources;
use alfil_play::game::Game;
use alfil_resolve::resolution::Resolved;

/// A game in another format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exported {
    /// The text. `None` if the format cannot express the board.
    pub text: Option<String>,
    /// The rules that the text does not express.
    pub gaps: Vec<Gap>,
    /// Letters of pieces that the text replaces: in Alfil's positions, and in the text.
    pub letters: Vec<(String, char)>,
}

impl Exported {
    /// A text that says everything.
    pub fn whole(text: String) -> Exported {
        Exported { text: Some(text), gaps: Vec::new(), letters: Vec::new() }
    }

    /// True if the text expresses every rule.
    pub fn is_exact(&self) -> bool {
        self.gaps.is_empty() && self.text.is_some()
    }
}

/// The game as a section of `variants.ini`. Comments list the rules that it does not express.
/// `name` is the name or the path of the definition, and `sources` are the texts of its files.
pub fn variants_ini(resolved: &Resolved, game: &Game, sources: &Sources, name: &str) -> Exported {
    match fairy::export(resolved, game) {
        Err(gap) => Exported { text: None, gaps: vec![gap], letters: Vec::new() },
        Ok(export) => {
            let comment =
                |gap: &Gap| format!("not expressed: {} ({})", gap.rule, place(gap, sources));
            let title = [resolved.title.clone()];
            let comments = export.gaps.iter().map(comment);
            let comments: Vec<String> = title.into_iter().chain(comments).collect();
            let text = export.text(&section_name(name), &comments);
            Exported { text: Some(text), gaps: export.gaps, letters: export.letters }
        }
    }
}

/// The game as the text of an Interactive Diagram. `sources` are the texts of its files.
pub fn diagram(resolved: &Resolved, game: &Game, sources: &Sources) -> Exported {
    let diagram::Export { text, gaps } = diagram::export(resolved, game, sources);
    Exported { text, gaps, letters: Vec::new() }
}

/// The file, the line and the column of a rule.
pub fn place(gap: &Gap, sources: &Sources) -> String {
    let Some(span) = gap.span else { return "the game".to_owned() };
    let at = sources.locate(span.source, span.start);
    format!("{}:{}:{}", sources.get(span.source).name, at.line, at.column)
}
