//! A game while its layers are laid one over another.
//!
//! Owns: [`Draft`] and its parts. `layer.rs` changes it, `build.rs` makes a Ruleset of it. Invariant:
//! a kind keeps its id whatever its name or letter becomes; removed kinds stay until the end, so that
//! what was said of them earlier still means them.

pub(crate) mod castling;
pub(crate) mod hand;
pub(crate) mod sentences;
pub(crate) mod shuffle;
pub(crate) mod turn;

use crate::resolve::draft::castling::Castling;
use crate::resolve::draft::hand::HandDraft;
use crate::resolve::draft::sentences::Sentences;
use crate::resolve::draft::shuffle::ShuffleSoFar;
use crate::resolve::draft::turn::TurnSoFar;
use crate::resolve::renumbering::Renumbering;
use crate::resolve::setup::Alphabet;
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::condition::{Area, Condition, Zone};
use alfil_rules::figure::Figure;
use alfil_rules::goal::{Event, Verdict};
use alfil_rules::ids::{KindId, ZoneId};
use alfil_rules::letter::{Form, Letter};
use alfil_rules::movement::Movement;
use alfil_rules::plane::Body;
use alfil_rules::plane::PlaneRules;
use alfil_rules::question::Question;
use alfil_rules::ruleset::{Blocking, Duty, Occasions, Owner, Royalty, Supply};
use alfil_rules::setup::Setup;
use alfil_rules::side::BySide;
use alfil_rules::space::Space;
use alfil_rules::symbol::{Men, Symbol};
use alfil_syntax::definition::{Dialect, EndText};
use alfil_syntax::notation::ast::At;
use alfil_syntax::scalar::Scalar;

/// Most kinds a game may have over its whole chain of files.
pub(crate) const MAX_KINDS: usize = 64;

/// A game or a modifier of a sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// What people call it.
    pub title: String,
    /// Where it comes from: key and words.
    pub about: Vec<(String, String)>,
}

/// All that has been said so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    /// What people call it.
    pub(crate) title: String,
    /// Where it comes from.
    pub(crate) about: Vec<(String, String)>,
    /// The game, and the modifiers that were laid over it, each with what is said about it.
    pub(crate) parts: Vec<Part>,
    /// Where it is played.
    pub(crate) space: Option<Space>,
    /// Kinds, removed ones included.
    pub(crate) pieces: IndexVec<KindId, Piece>,
    /// Zones, with their areas as written.
    pub(crate) zones: IndexVec<ZoneId, Zone>,
    /// The words of each zone.
    pub(crate) zone_words: Vec<BySide<String>>,
    /// What must hold of every move.
    pub(crate) every_move: Restriction,
    /// What of that holds for attack.
    pub(crate) every_attack: Restriction,
    /// Goals, duties, effects.
    pub(crate) sentences: Sentences,
    /// What effects count, in order of appearance; at most [`COUNTERS`](alfil_rules::question::COUNTERS).
    pub(crate) counters: Vec<String>,
    /// Castling.
    pub(crate) castling: Castling,
    /// Whether capturing in passing was taken away.
    pub(crate) passing: Passing,
    /// What only planes are told; the builds of pieces are theirs until the end.
    pub(crate) plane: PlaneRules,
    /// Pieces beside the board; `None` if the game has no hands.
    pub(crate) hand: Option<HandDraft>,
    /// How turns go.
    pub(crate) turn: TurnSoFar,
    /// The start position, by kind.
    pub(crate) setup: Option<Setup>,
    /// How it is shuffled, if it is.
    pub(crate) shuffle: Option<ShuffleSoFar>,
    /// How games end.
    pub(crate) ends: Vec<EndText>,
    /// What symbols stand on.
    pub(crate) men: Men,
    /// Parts that were said, but not understood: their absence is no second finding.
    pub(crate) broken: Broken,
}

/// Which parts were said but not understood.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Broken {
    /// The space.
    pub(crate) space: bool,
    /// The start position.
    pub(crate) setup: bool,
    /// Some piece, so that it may lack anything.
    pub(crate) pieces: bool,
    /// The letter of some piece.
    pub(crate) letters: bool,
    /// Who castles with whom.
    pub(crate) castling: bool,
    /// The hands.
    pub(crate) hand: bool,
}

impl Broken {
    /// Nothing can be called missing.
    pub(crate) const ALL: Broken = Broken {
        space: true,
        setup: true,
        pieces: true,
        letters: true,
        castling: true,
        hand: true,
    };
}

/// A conjunction of conditions with their words.
#[derive(Clone, Debug, Default)]
pub(crate) struct Restriction {
    /// Condition and words, each once.
    pub(crate) parts: Vec<(Condition, String)>,
    /// Where the last of them is written.
    pub(crate) place: Option<Span>,
}

impl Restriction {
    /// Restricts further. The same condition twice is once.
    pub(crate) fn add(&mut self, condition: Condition, words: String) {
        if self.parts.iter().all(|(c, _)| *c != condition) {
            self.parts.push((condition, words));
        }
    }

    /// All of it as one condition.
    pub(crate) fn condition(&self) -> Condition {
        self.parts.iter().fold(Condition::Always, |all, (c, _)| all.and(c.clone()))
    }
}

/// A kind of piece so far.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// Its name now.
    pub(crate) name: Spanned<String>,
    /// Its letter now.
    pub(crate) letter: Spanned<Letter>,
    /// What stands for it in pictures.
    pub(crate) symbol: Option<Symbol>,
    /// What stands for it there where symbols do not, if it is said.
    pub(crate) figure: Option<Figure>,
    /// Whether it is royal.
    pub(crate) royal: Royalty,
    /// How much it is worth.
    pub(crate) worth: u16,
    /// Whose it is.
    pub(crate) owner: Spanned<Owner>,
    /// Whether it stands in the way.
    pub(crate) blocks: Spanned<Blocking>,
    /// How it moves.
    pub(crate) moves: Ways,
    /// What it attacks, where that differs.
    pub(crate) attacks: Option<Ways>,
    /// What it covers on a plane, with its words; the common disc if nothing was said.
    pub(crate) body: Option<(Body, Spanned<String>)>,
    /// Whether it turns on a plane.
    pub(crate) turns: bool,
    /// The rules of its promotion.
    pub(crate) promotes: Vec<Promotes>,
    /// Whether it is in the game.
    pub(crate) presence: Presence,
    /// The latest modifier that said how it moves: where that stands.
    pub(crate) modified: Option<Span>,
    /// Whether something said of it was not understood.
    pub(crate) suspect: bool,
}

impl Piece {
    /// A kind of which nothing is said but its name.
    pub(crate) fn named(name: Spanned<String>) -> Piece {
        let span = name.span;
        Piece {
            name,
            letter: Spanned::new(Letter::new('?', Form::Plain), span),
            symbol: None,
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

/// Whether a kind is in the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Presence {
    /// It is.
    Here,
    /// It was removed.
    Gone,
}

/// A movement and the clauses that made it, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ways {
    /// What they mean.
    pub(crate) movement: Movement,
    /// Movement strings which, read one after another, mean it.
    pub(crate) words: Vec<Words>,
    /// What its terms ask of the board and is still to be read.
    pub(crate) unread: Vec<(Scalar, At)>,
}

/// A movement string.
#[derive(Clone, Debug)]
pub(crate) struct Words {
    /// What it says.
    pub(crate) text: String,
    /// The dialect that it must be read in; `None` if it means the same in each.
    pub(crate) dialect: Option<Dialect>,
}

/// A rule of promotion so far.
#[derive(Clone, Debug)]
pub(crate) struct Promotes {
    /// Where, with the words of that; `None` is anywhere.
    pub(crate) at: Option<(Area, String)>,
    /// On which occasions.
    pub(crate) on: Occasions,
    /// Whether it must.
    pub(crate) duty: Duty,
    /// To what.
    pub(crate) to: Targets,
    /// Of how many pieces.
    pub(crate) supply: Supply,
    /// What is asked of the move, kinds in their old ids.
    pub(crate) when: Option<Question>,
    /// Where that was said.
    pub(crate) span: Span,
}

/// To what a piece promotes.
#[derive(Clone, Debug)]
pub(crate) enum Targets {
    /// Every kind, at the end, that is neither royal nor promotes.
    Others,
    /// These.
    Kinds(Vec<KindId>),
}

/// Whether pieces may capture in passing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Passing {
    /// As their movements say.
    #[default]
    AsWritten,
    /// `en passant: none`.
    None,
}

impl Draft {
    /// What `event` means, if it ends games.
    pub(crate) fn verdict(&self, event: Event) -> Option<Verdict> {
        let said = self.ends.iter().rev().find(|(said, _)| *said == event);
        said.map_or(event.unsaid(), |(_, verdict)| verdict.value)
    }

    /// Kinds in the game, in order.
    pub(crate) fn live(&self) -> impl Iterator<Item = (KindId, &Piece)> {
        self.pieces.enumerate().filter(|(_, p)| p.presence == Presence::Here)
    }

    /// The kind of this name now.
    pub(crate) fn find(&self, name: &str) -> Option<KindId> {
        self.live().find(|(_, p)| p.name.value == name).map(|(k, _)| k)
    }

    /// A letter that no piece has, if possible one of `name`.
    pub(crate) fn free_letter(&self, name: &str) -> Option<char> {
        let wanted = name.chars().chain('a'..='z').filter(char::is_ascii_alphabetic);
        let taken = |c: &char| self.live().any(|(_, p)| p.letter.value.capital() == *c);
        wanted.map(|c| c.to_ascii_uppercase()).find(|c| !taken(c))
    }

    /// Whether the letters of all kinds are known.
    pub(crate) fn alphabet(&self) -> Alphabet {
        let letters = self.letters();
        let twice = |(i, (_, l)): (usize, &(KindId, Letter))| {
            letters.iter().skip(i + 1).any(|(_, other)| other == l)
        };
        match self.broken.letters || letters.iter().enumerate().any(twice) {
            true => Alphabet::Gappy,
            false => Alphabet::Whole,
        }
    }

    /// Letters of the kinds in the game.
    pub(crate) fn letters(&self) -> Vec<(KindId, Letter)> {
        self.live().map(|(k, p)| (k, p.letter.value)).collect()
    }

    /// New ids of the kinds that are left.
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

    /// The kinds, in their old ids, that a piece promotes to.
    pub(crate) fn targets(&self, promotes: &Promotes) -> Vec<KindId> {
        match &promotes.to {
            Targets::Others => self
                .live()
                .filter(|(_, p)| !p.royal.is_royal() && p.promotes.is_empty())
                // A pawn does not become a piece that belongs to no side.
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
