//! How pictures show a kind: its symbol, silhouette or letter, and its name for viewers that do not
//! know these.

use alfil_rules::figure::Figure;
use alfil_rules::letter::{Form, Letter};
use alfil_rules::look::Dress;
use alfil_rules::ruleset::{Blocking, Kind};
use alfil_rules::symbol::Symbol;

/// A kind in pictures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Man {
    /// The name of the kind, such as `king` or `camel`.
    pub kind: String,
    /// The letter, for terminals and for kinds with neither symbol nor silhouette.
    pub(crate) letter: Letter,
    /// The figure, which is drawn as a silhouette or as a letter.
    pub(crate) figure: Figure,
    /// The symbol, which replaces the figure.
    pub(crate) symbol: Option<Symbol>,
    /// Colours of the sides, and drawings of the author.
    pub(crate) dress: Dress,
    pub(crate) blocks: Blocking,
}

impl Man {
    /// A blocking kind without a symbol. Its figure follows from its name.
    pub fn new(kind: impl Into<String>, letter: impl Into<Letter>) -> Man {
        let kind = kind.into();
        Man {
            figure: Figure::of(&kind),
            kind,
            letter: letter.into(),
            symbol: None,
            dress: Dress::default(),
            blocks: Blocking::default(),
        }
    }
}

impl Man {
    /// The same kind without symbol and drawing, so that its figure is drawn.
    #[must_use]
    pub(crate) fn plain(self) -> Man {
        let dress = Dress { art: None, ..self.dress };
        Man { symbol: None, dress, ..self }
    }
}

/// The sign beside a piece with this letter, if there is one. A symbol shows promotion itself.
pub fn badge(letter: &Letter, symbol: Option<&Symbol>) -> Option<&'static str> {
    match letter.form() {
        Form::Plus => symbol.is_none().then_some("+"),
        Form::Plain => None,
        Form::Reverting => Some("~"),
    }
}

impl From<&Kind> for Man {
    fn from(kind: &Kind) -> Man {
        Man {
            kind: kind.name.value.clone(),
            letter: kind.letter,
            figure: kind.figure,
            symbol: kind.symbol.clone(),
            dress: kind.dress.clone(),
            blocks: kind.blocks.value,
        }
    }
}
