//! The state of a game while files are laid over each other. `layer.rs` changes the draft, and
//! `build.rs` turns it into a ruleset.
//!
//! A kind keeps its id when its name or letter changes. Removed kinds stay in the list, so ids stay
//! valid.

pub(crate) mod rules;

use crate::context::{Read, SentencePart};
use crate::draft::rules::{
    Castling, HandDraft, Renumbering, Sentences, ShuffleDraft, SidesDraft, TurnDraft, Vocabulary,
};
use crate::setup::{Alphabet, LetterTable};
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::chance::{Die, DieId};
use alfil_rules::condition::{Area, Condition, Zone};
use alfil_rules::goal::{Event, Verdict};
use alfil_rules::ids::{KindId, ZoneId};
use alfil_rules::look::{Art, Figure, Form, Letter, Look, Men, Symbol};
use alfil_rules::movement::Movement;
use alfil_rules::plane::Body;
use alfil_rules::plane::PlaneRules;
use alfil_rules::question::Question;
use alfil_rules::ruleset::{Blocking, Duty, Occasions, Owner, Royalty, Supply};
use alfil_rules::setup::Setup;
use alfil_rules::side::ByColor;
use alfil_rules::sight::Sight;
use alfil_rules::space::Space;
use alfil_syntax::notation::ast;
use alfil_syntax::notation::sentence::ast::Asked;
use alfil_syntax::scalar::Scalar;
use alfil_syntax::sides::EndText;
use alfil_syntax::value::Dialect;
use std::sync::Arc;

/// The greatest number of kinds in a game, including kinds that later files remove.
pub(crate) const MAX_KINDS: usize = 64;

/// One game or modifier of a request such as `capablanca+contrast-modifier`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The title.
    pub title: String,
    /// Origin: keys and values of `about`.
    pub about: Vec<(String, String)>,
}

/// The areas of a zone as a file writes them.
#[derive(Clone, Debug)]
pub(crate) enum ZoneWords {
    /// One area for all sides.
    Same(String),
    /// An area for each side. The first of each pair is the word for the side.
    Each(Vec<(String, String)>),
}

/// The rules of a game, as defined by the files read so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    pub(crate) title: String,
    pub(crate) about: Vec<(String, String)>,
    /// The game and each modifier laid over it, with title and origin.
    pub(crate) parts: Vec<Part>,
    pub(crate) space: Option<Space>,
    /// The sides, if there are more than two.
    pub(crate) sides: SidesDraft,
    /// All kinds, including removed ones.
    pub(crate) pieces: IndexVec<KindId, Piece>,
    /// Zones in the order in which they were first defined.
    pub(crate) zones: IndexVec<ZoneId, Zone>,
    /// The areas of each zone as the file writes them, in the order of `zones`.
    pub(crate) zone_words: Vec<ZoneWords>,
    /// Named sets of kinds and named questions.
    pub(crate) vocabulary: Vocabulary,
    /// The conditions on every move.
    pub(crate) every_move: Restriction,
    /// The conditions on attacks.
    pub(crate) every_attack: Restriction,
    pub(crate) sentences: Sentences,
    /// Names of counters, in order of first use; at most
    /// [`COUNTERS`](alfil_rules::question::COUNTERS).
    pub(crate) counters: Vec<String>,
    pub(crate) dice: IndexVec<DieId, Die>,
    pub(crate) castling: Castling,
    /// Whether a file says `en passant: none`.
    pub(crate) passing: Passing,
    /// Rules for planes. `builds` stays empty here; `plane.rs` fills it from the pieces at the end.
    pub(crate) plane: PlaneRules,
    /// `None` if the game has no hands.
    pub(crate) hand: Option<HandDraft>,
    pub(crate) turn: TurnDraft,
    /// The start position.
    pub(crate) setup: Option<Setup>,
    /// The start position before the last file, if that file has another one.
    pub(crate) replaced_setup: Option<Setup>,
    pub(crate) shuffle: Option<ShuffleDraft>,
    pub(crate) ends: Vec<EndText>,
    pub(crate) sight: Option<Spanned<Sight>>,
    pub(crate) men: Men,
    pub(crate) look: Look,
    /// The area of the diagonal lines as the file writes it.
    pub(crate) diagonals_words: String,
    /// Parts with errors. They are not reported as missing.
    pub(crate) broken: Broken,
}

/// The parts of a game that are written but have errors.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Broken {
    pub(crate) space: bool,
    pub(crate) setup: bool,
    /// True if some piece has an error. Then no rule about pieces is reported as missing.
    pub(crate) pieces: bool,
    pub(crate) letters: bool,
    pub(crate) castling: bool,
    pub(crate) hand: bool,
    pub(crate) sides: bool,
}

impl Broken {
    /// Suppresses all findings about missing parts.
    pub(crate) const ALL: Broken = Broken {
        space: true,
        setup: true,
        pieces: true,
        letters: true,
        castling: true,
        hand: true,
        sides: true,
    };
}

/// Conditions that must all hold, with their words.
#[derive(Clone, Debug, Default)]
pub(crate) struct Restriction {
    /// The conditions without repetitions, each with its words.
    pub(crate) parts: Vec<(Condition, String)>,
    /// The place of the last condition.
    pub(crate) place: Option<Span>,
}

impl Restriction {
    /// Adds a condition that the restriction does not contain yet.
    pub(crate) fn add(&mut self, condition: Condition, words: String) {
        if self.parts.iter().all(|(c, _)| *c != condition) {
            self.parts.push((condition, words));
        }
    }

    /// The conjunction of all parts.
    pub(crate) fn condition(&self) -> Condition {
        self.parts.iter().fold(Condition::Always, |all, (c, _)| all.and(c.clone()))
    }
}

/// A kind of piece in the draft.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) name: Spanned<String>,
    pub(crate) letter: Spanned<Letter>,
    /// The symbol in pictures.
    pub(crate) symbol: Option<Symbol>,
    /// The drawings of the author, if any.
    pub(crate) art: Option<ByColor<Art>>,
    /// The written figure, if any. It is drawn where the symbol cannot be drawn.
    pub(crate) figure: Option<Figure>,
    pub(crate) royal: Royalty,
    pub(crate) worth: u16,
    pub(crate) owner: Spanned<Owner>,
    pub(crate) blocks: Spanned<Blocking>,
    pub(crate) moves: Ways,
    /// The movement for attacks, if it differs from `moves`.
    pub(crate) attacks: Option<Ways>,
    /// The shape on a plane, and its words in the file. `None` stands for the default disc.
    pub(crate) body: Option<(Body, Spanned<String>)>,
    /// True if the piece can turn on a plane.
    pub(crate) turns: bool,
    pub(crate) promotes: Vec<Promotes>,
    pub(crate) presence: Presence,
    /// The place where the latest modifier changed the movement of the piece.
    pub(crate) modified: Option<Span>,
    /// True if some part of the piece has an error.
    pub(crate) suspect: bool,
}

impl Piece {
    /// A kind with a name and defaults for everything else.
    pub(crate) fn named(name: Spanned<String>) -> Piece {
        let span = name.span;
        Piece {
            name,
            letter: Spanned::new(Letter::new('?', Form::Plain), span),
            symbol: None,
            art: None,
            figure: None,
            royal: Royalty::No,
            worth: 1,
            owner: Spanned::new(Owner::Side, span),
            blocks: Spanned::new(Blocking::Blocks, span),
            moves: Ways::default(),
            attacks: None,
            body: None,
            turns: false,
            promotes: Vec::new(),
            presence: Presence::Here,
            modified: None,
            suspect: false,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Presence {
    Here,
    /// A later file removed the kind. Its id stays valid.
    Gone,
}

/// A movement, and the strings from which it was built, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ways {
    pub(crate) movement: Movement,
    /// The movement strings that were laid over each other. Their clauses in order give `movement`.
    pub(crate) strings: Vec<MovementString>,
    /// The questions about the board in terms of the movement that have no meaning yet. They get it
    /// after all pieces, because they may name later pieces.
    pub(crate) unread: Vec<(Scalar, Asked)>,
}

/// A movement string without errors.
#[derive(Clone, Debug)]
pub(crate) struct MovementString {
    /// The author's text.
    pub(crate) text: String,
    pub(crate) tree: Arc<ast::Movement<Asked>>,
    /// The dialect in which the string must be read. `None` if all dialects agree.
    pub(crate) dialect: Option<Dialect>,
    /// The meaning of the parts of each question.
    pub(crate) parts: Vec<Arc<[SentencePart]>>,
    /// The place of the string.
    pub(crate) span: Span,
}

/// A promotion rule in the draft.
#[derive(Clone, Debug)]
pub(crate) struct Promotes {
    /// The area where the piece promotes, and its words. `None` allows every cell.
    pub(crate) at: Option<(Area, String)>,
    pub(crate) on: Occasions,
    pub(crate) duty: Duty,
    pub(crate) to: Targets,
    pub(crate) supply: Supply,
    /// The question about the move, with ids of kinds before renumbering.
    pub(crate) when: Option<Read<Question>>,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum Targets {
    /// All kinds that are not royal and have no promotion of their own. The list is made after all
    /// files are read.
    Others,
    Kinds(Vec<KindId>),
}

/// Whether pieces capture en passant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Passing {
    /// Movement strings decide which moves capture en passant.
    #[default]
    AsWritten,
    /// A file says `en passant: none`.
    None,
}

impl Draft {
    /// The result of the game if `event` happens. `None` if the game goes on.
    pub(crate) fn verdict(&self, event: Event) -> Option<Verdict> {
        let said = self.ends.iter().rev().find(|said| said.event == event);
        said.map_or(event.unsaid(), |said| said.verdict.value)
    }

    /// Kinds that are not removed, in order.
    pub(crate) fn live(&self) -> impl Iterator<Item = (KindId, &Piece)> {
        self.pieces.enumerate().filter(|(_, p)| p.presence == Presence::Here)
    }

    /// The kind that has this name now.
    pub(crate) fn find(&self, name: &str) -> Option<KindId> {
        self.live().find(|(_, p)| p.name.value == name).map(|(k, _)| k)
    }

    /// A letter that no piece uses yet, if possible one of `name`.
    pub(crate) fn free_letter(&self, name: &str) -> Option<char> {
        let wanted = name.chars().chain('a'..='z').filter(char::is_ascii_alphabetic);
        let taken = |c: &char| self.live().any(|(_, p)| p.letter.value.capital() == *c);
        wanted.map(|c| c.to_ascii_uppercase()).find(|c| !taken(c))
    }

    /// Returns `Alphabet::Whole` if every letter of the game is known and unique.
    pub(crate) fn alphabet(&self) -> Alphabet {
        let letters = self.letters();
        let twice = |(i, (_, l)): (usize, &(KindId, Letter))| {
            letters.iter().skip(i + 1).any(|(_, other)| other == l)
        };
        let broken = self.broken.letters || self.broken.sides;
        if broken || letters.iter().enumerate().any(twice) {
            Alphabet::Gappy
        } else {
            Alphabet::Whole
        }
    }

    /// The letters of sides and kinds, for positions.
    pub(crate) fn alphabet_table(&self) -> LetterTable {
        LetterTable {
            sides: self.sides.letters(),
            names: self.sides.words(),
            kinds: self.letters(),
        }
    }

    /// Letters of the kinds that are not removed.
    pub(crate) fn letters(&self) -> Vec<(KindId, Letter)> {
        self.live().map(|(k, p)| (k, p.letter.value)).collect()
    }

    /// Maps the id of each kind to its new id. New ids have no gaps, and removed kinds have none.
    pub(crate) fn renumbering(&self) -> Renumbering {
        let mut next = 0;
        let number = |piece: &Piece| match piece.presence {
            Presence::Here => {
                next += 1;
                Some(KindId::from_index(next - 1))
            }
            Presence::Gone => None,
        };
        self.pieces.iter().map(number).collect()
    }

    /// The kinds that a rule promotes to, with ids before renumbering.
    pub(crate) fn targets(&self, promotes: &Promotes) -> Vec<KindId> {
        match &promotes.to {
            Targets::Others => self
                .live()
                .filter(|(_, p)| !p.royal.is_royal() && p.promotes.is_empty())
                // By default, no piece promotes to an unowned one.
                .filter(|(_, p)| p.owner.value != Owner::Nobody)
                .map(|(kind, _)| kind)
                .collect(),
            Targets::Kinds(kinds) => {
                let here = |k: &&KindId| self.pieces[**k].presence == Presence::Here;
                kinds.iter().filter(here).copied().collect()
            }
        }
    }
}
