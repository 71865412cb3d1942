//! The sides of a game, as its files describe them.

use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report, did_you_mean};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::look::Dye;
use alfil_rules::player::{Estate, TeamLoss, Winner};
use alfil_rules::side::{Side, SideSet};
use alfil_syntax::scalar::Scalar;

/// The sides of a game, as its files describe them.
#[derive(Clone, Debug, Default)]
pub(crate) struct SidesDraft {
    /// The sides in the order of turns; empty for White and Black.
    pub(crate) each: Vec<SideDraft>,
    /// The teams, by the numbers of their sides.
    pub(crate) teams: Vec<SideSet>,
    /// The fate of the pieces of a side that is out.
    pub(crate) estate: Option<Spanned<Estate>>,
    /// When a team has lost.
    pub(crate) loss: Option<Spanned<TeamLoss>>,
    /// The winner when the other sides are out.
    pub(crate) winner: Option<Spanned<Winner>>,
}

/// A side.
#[derive(Clone, Debug)]
pub(crate) struct SideDraft {
    pub(crate) name: Spanned<String>,
    pub(crate) letter: char,
    pub(crate) forward: Option<Spanned<String>>,
    pub(crate) dye: Option<Dye>,
}

/// The finding for a name that none of `sides` has.
pub(crate) fn stranger(name: &str, span: Span, sides: &[String]) -> Diagnostic {
    let known = || sides.iter().map(String::as_str);
    let help = match (did_you_mean(name, known()), sides.is_empty()) {
        (Some(near), _) => Help::did_you_mean(near),
        (None, true) => Help::from("name the sides first: `sides: [red, blue, green]`"),
        (None, false) => Help::from(format!("the sides are {}", sides.join(", "))),
    };
    let title = format!("no side is called `{name}`");
    Diagnostic::at(Code::BadSides, span, title, "unknown side").help(help)
}

impl SideDraft {
    /// The name with a capital.
    pub(crate) fn title(&self) -> String {
        let mut letters = self.name.value.chars();
        let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
        first + letters.as_str()
    }
}

impl SidesDraft {
    /// The letters of the sides, for positions.
    pub(crate) fn letters(&self) -> Vec<char> {
        self.each.iter().map(|side| side.letter).collect()
    }

    /// For each side, the number of its pair in `said`, whose first scalars are names of sides.
    /// Reports sides that are missing and names that no side has.
    pub(crate) fn each_in(
        &self,
        said: &[(Scalar, Scalar)],
        what: &Scalar,
        found: &mut Report,
    ) -> Vec<Option<usize>> {
        if self.each.is_empty() {
            let strange = |(name, _): &&(Scalar, Scalar)| !matches!(name.text(), "white" | "black");
            if let Some((name, _)) = said.iter().find(strange) {
                found.push(stranger(name.text(), name.span(), &[]));
            }
            return Vec::new();
        }
        let before = found.len();
        for (name, _) in said {
            if !self.names().any(|known| known == name.text()) {
                found.push(stranger(name.text(), name.span(), &self.words()));
            }
        }
        let all_known = found.len() == before;
        let of =
            |side: &SideDraft| said.iter().position(|(name, _)| name.text() == side.name.value);
        let all: Vec<Option<usize>> = self.each.iter().map(of).collect();
        if let Some(missing) = all.iter().position(Option::is_none).filter(|_| all_known) {
            let side = &self.each[missing].name.value;
            let title = format!("`{}` says nothing for `{side}`", what.text());
            found
                .at(Code::MissingKey, what.span(), title, "incomplete")
                .help(format!("add `{side}: a1-c2` with its cells"));
        }
        all
    }

    /// Help to write a value for each side: `{red: a1-c2, blue: ...}`. `None` with two sides.
    pub(crate) fn as_keys(&self, example: &str) -> Option<String> {
        let [first, rest @ ..] = self.each.as_slice() else { return None };
        let rest: String = rest.iter().map(|side| format!(", {}: ...", side.name.value)).collect();
        Some(format!("write an area for each side: `{{{}: {example}{rest}}}`", first.name.value))
    }

    /// The names of the sides.
    pub(crate) fn words(&self) -> Vec<String> {
        self.names().map(str::to_owned).collect()
    }

    /// The sides with their names in messages.
    pub(crate) fn called(&self) -> Vec<(Side, String)> {
        if self.each.is_empty() {
            Side::BOTH.map(|side| (side, side.name().to_owned())).to_vec()
        } else {
            Side::ALL.into_iter().zip(self.each.iter().map(SideDraft::title)).collect()
        }
    }

    /// The names of the sides.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.each.iter().map(|side| side.name.value.as_str())
    }
}
