//! Gives lines of `effects` and their actions their meaning. A captured piece is off the board, so the only
//! action for it is to place it.

use super::pieces::Asker;
use crate::context::{Moment, What};
use crate::names;
use alfil_diagnostics::diagnostic::{Code, Help};
use alfil_diagnostics::source::Span;
use alfil_rules::effect::{
    Along, Becoming, Course, Deed, Effect, Extent, Load, Pairs, Picked, Source, Spot, Supplied,
    Under, Will,
};
use alfil_rules::question::{Anchor, Filter, Question, Subject, Test, Whose};
use alfil_syntax::notation::ast::{At, Said, Word};
use alfil_syntax::notation::parse;
use alfil_syntax::notation::sentence::ast::{self, Cell, DeedKind, Fate, Its, Taking, Then};

const FORMS: &str = "write `remove PIECES`, `capture PIECES`, `place KIND on CELL`, `PIECES becomes KIND`, \
    `PIECES changes side`, `PIECES goes to CELL`, `PIECES goes toward CELL`, `PIECES goes along with mover`, `PIECES goes under CELL`, `carry all`, `count NAME`, `reset NAME` or `set NAME to NUMBER`";

const IN_HAND: &str = "leave out `in hand`; what is in hand only comes onto the board, by drops and by lines such as \
    `when capturing then place pawn from hand on start`, or leaves the game, by `remove PIECES in hand`";

/// True if a deed is about pieces in hands.
fn is_held(picked: &Picked) -> bool {
    let in_hand = |filter: &Filter| filter.holds && matches!(filter.test, Test::InHand);
    picked.pieces.filters.iter().any(in_hand)
}

impl Asker<'_> {
    pub(super) fn effect(&mut self, effect: &ast::Effect, span: Span) -> Option<Effect> {
        let (question, will, deeds) = match effect {
            ast::Effect::KingSafe(_) => (None, Will::Must, vec![Deed::KingSafe]),
            ast::Effect::Always(_, deeds) => (None, Will::Must, self.deeds(deeds)?),
            ast::Effect::When { question, rest, then, .. } => {
                // An error in the question does not keep the deeds from being read.
                let asked = self.asked_now(question);
                if let (Some(rest), Some(_)) = (rest, &asked) {
                    self.not_continued(rest);
                }
                let (will, deeds) = match then {
                    Then::KingSafe(..) => (Will::Must, Some(vec![Deed::KingSafe])),
                    Then::Deeds(will, deeds) => (will.value, self.deeds(deeds)),
                };
                (Some(asked.filter(|_| rest.is_none())?), will, deeds?)
            }
        };
        Some(Effect { question, will, deeds, span })
    }

    /// The meaning of the question of an effect.
    fn asked_now(&mut self, said: &ast::Question) -> Option<Question> {
        let question = self.question(said)?;
        self.tells(&question, said)?;
        self.asks_now(&question, said)?;
        Some(question)
    }

    /// The meaning of each action. An error in one does not keep the others from being read.
    fn deeds(&mut self, deeds: &ast::Joined<ast::Deed>) -> Option<Vec<Deed>> {
        let mut deed = |said: &ast::Deed| {
            let deed = self.deed(said)?;
            if let Some(rest) = &said.rest {
                self.deed_not_continued(rest);
                return None;
            }
            self.note(said.at, What::Deed(deed.clone()));
            Some(deed)
        };
        let all: Vec<_> = deeds.parts().map(&mut deed).collect();
        all.into_iter().collect()
    }

    fn deed(&mut self, deed: &ast::Deed) -> Option<Deed> {
        Some(match &deed.kind {
            DeedKind::Unknown(words) => {
                let title = format!("`{}` is no deed", parse::short(&words.text));
                let meant = Self::deed_meant(&words.text);
                self.find(
                    Code::NoSuchDeed,
                    words.at,
                    title,
                    meant.unwrap_or_else(|| Help::from(FORMS)),
                );
                return None;
            }
            DeedKind::Count { times, name, .. } => {
                let times = match times {
                    Some(times) => self.up_to_255(times, "one move counts 255 at most")?,
                    None => 1,
                };
                // An earlier pass already reported an unknown counter after `count`.
                Deed::Count(times, self.counter(name)?)
            }
            DeedKind::Set { whose, name, amount, .. } => {
                let counter = self.counter(name)?;
                Deed::Set(owner(*whose), counter, Box::new(self.amount(amount)?))
            }
            DeedKind::Reset { whose, name, .. } => {
                let Some(counter) = self.counter(name) else {
                    let title = format!("nothing counts `{}`", name.text);
                    let help = "a counter is there once a line says `count NAME`";
                    self.find(Code::BadDeed, name.at, title, help);
                    return None;
                };
                Deed::Reset(owner(*whose), counter)
            }
            DeedKind::Take(word, said) => {
                let captures = word.value == Taking::Capture;
                let picked = self.chosen(said)?;
                if is_held(&picked) {
                    return self.discard(&picked, captures, said.at);
                }
                if captures && picked.is_victim() {
                    let title = "the victim is captured already";
                    let help = "write `remove victim` to keep it out of every hand";
                    self.find(Code::BadDeed, said.at, title, help);
                    return None;
                }
                if captures { Deed::Capture(picked) } else { Deed::Remove(picked) }
            }
            DeedKind::Place { kinds, from_hand, cells, .. } => {
                let kinds = self.kinds(kinds)?;
                let from = match from_hand {
                    Some(_) => Source::Hand,
                    None => Source::Nowhere,
                };
                let spot = self.spot(cells)?;
                let everywhere = matches!(&spot, Spot::Empty(Picked { extent: Extent::Each, .. }));
                if everywhere && kinds.len() > 1 {
                    let title = "one kind goes onto every empty cell";
                    self.find(
                        Code::BadDeed,
                        deed.at,
                        title,
                        "name one kind, or one cell: `one empty`",
                    );
                    return None;
                }
                Deed::Place(Supplied { kinds, from }, spot)
            }
            DeedKind::Carry(_, load) => Deed::Carry(match load {
                ast::Load::All(_) => Load::All,
                ast::Load::AnyNumber(_) => Load::UpTo(None),
                ast::Load::AtMost(_, most) => {
                    Load::UpTo(Some(self.up_to_255(most, "to carry none, leave out `carry`")?))
                }
            }),
            DeedKind::Happens(said, fate) => {
                let picked = self.picked(said)?;
                let is_victim = picked.is_victim();
                let deed = self.fate(picked, fate)?;
                let moves = matches!(
                    deed,
                    Deed::GoesTo(..)
                        | Deed::GoesToHand(..)
                        | Deed::GoesAlong(..)
                        | Deed::GoesUnder(..)
                );
                if is_victim && !moves {
                    let title = "the captured piece is no longer on the board";
                    let help = "write `victim goes to CELL`, `victim goes under mover` or `victim goes to own hand`";
                    self.find(Code::BadDeed, said.at, title, help);
                    return None;
                }
                deed
            }
        })
    }

    /// What happens to pieces.
    fn fate(&mut self, picked: Picked, fate: &Fate) -> Option<Deed> {
        Some(match fate {
            Fate::BecomesVictim(..) => Deed::Becomes(picked, Becoming::Victim),
            Fate::Becomes(_, kinds) => Deed::Becomes(picked, Becoming::Kind(self.kinds(kinds)?)),
            Fate::BecomesNext { kinds, .. } => {
                Deed::Becomes(picked, Becoming::Next(self.kinds(kinds)?))
            }
            Fate::BecomesPaired(_, its) => {
                Deed::Becomes(picked, Becoming::Paired(self.pairs(its)?))
            }
            Fate::ChangesSide(_) => Deed::ChangesSide(picked),
            Fate::GoesUnder { cell, r#as, .. } => {
                let anchor = self.cell(*cell)?;
                let becomes = match r#as {
                    Some((_, its)) => self.pairs(its)?,
                    None => Pairs::default(),
                };
                Deed::GoesUnder(picked, Box::new(Under { anchor, becomes }))
            }
            Fate::GoesAlong { goes, cell, most } => {
                let (anchor, course) = (self.cell(*cell)?, goes.value);
                if (anchor, course) == (Anchor::Start, Course::With) {
                    let title = "a way from the start to the start has no length";
                    self.find(Code::BadDeed, cell.at, title, "write `goes along with mover`");
                    return None;
                }
                let most = match most {
                    Some(number) => {
                        let most = self.up_to_255(number, "no line is longer")?;
                        if course == Course::With {
                            let title = "`goes along with` always takes the whole way";
                            self.find(Code::BadDeed, number.at, title, "leave the number out");
                            return None;
                        }
                        Some(most)
                    }
                    None => None,
                };
                Deed::GoesAlong(picked, Along { anchor, course, most })
            }
            Fate::GoesToHand { whose, .. } => Deed::GoesToHand(picked, whose.value),
            Fate::GoesTo(_, cells) => {
                let spot = self.spot(cells)?;
                if matches!(&spot, Spot::Empty(Picked { extent: Extent::Each, .. })) {
                    self.find(
                        Code::BadDeed,
                        cells.at,
                        "a piece goes to one cell",
                        "write `one empty ...`",
                    );
                    return None;
                }
                Deed::GoesTo(picked, spot)
            }
        })
    }

    fn up_to_255(&mut self, part: &Word, help: &str) -> Option<u8> {
        let number = part.text.parse::<u8>().ok().filter(|&n| n > 0);
        if number.is_none() {
            let title = format!("`{}` is not a number from 1 to 255", part.text);
            self.find(Code::BadNumber, part.at, title, help);
        }
        number
    }

    /// Reads `its NAME`, where the name is that of a group of pairs.
    fn pairs(&mut self, its: &Its) -> Option<Pairs> {
        let name = &its.name.text;
        let Some(pairs) = names::pairs(name, self.draft) else {
            let title = format!("`{name}` is no group of pairs");
            let help =
                "write pairs, such as `groups: {back: {pawn: rook, rook: pawn}}`, and `its back`";
            self.find(Code::BadPieces, its.at, title, help);
            return None;
        };
        let pairs = pairs.to_vec();
        // The look-up by kinds marks the group as used.
        let _ = names::group(name, self.draft);
        Some(Pairs { name: name.clone(), pairs })
    }

    /// Reads pieces on the board.
    fn picked(&mut self, said: &ast::Picked) -> Option<Picked> {
        let picked = self.chosen(said)?;
        if is_held(&picked) {
            let title = "a deed is about pieces on the board, and these are in hand";
            self.find(Code::BadPieces, said.at, title, IN_HAND);
            return None;
        }
        Some(picked)
    }

    /// `remove PIECES in hand`.
    fn discard(&mut self, picked: &Picked, captures: bool, at: At) -> Option<Deed> {
        let (title, help) = match (&picked.pieces.what, captures, picked.extent) {
            (_, true, _) => ("nothing in hand is captured", "write `remove` instead of `capture`"),
            (_, false, Extent::One) => ("all of them are removed from hands", "leave out `one`"),
            (Subject::Men(men), false, Extent::Each) if picked.pieces.filters.len() == 1 => {
                return Some(Deed::Discard(men.clone()));
            }
            (
                Subject::Men(_) | Subject::Anchor(_) | Subject::Empty | Subject::Cells,
                false,
                Extent::Each,
            ) => (
                "in hand, pieces differ only by side and kind",
                "write `remove enemy pawns in hand`",
            ),
        };
        self.find(Code::BadPieces, at, title, help);
        None
    }

    /// Reads pieces on the board or in hands.
    fn chosen(&mut self, said: &ast::Picked) -> Option<Picked> {
        let pieces = self.at_moment(Moment::Picked, |asker| asker.pieces(&said.pieces, said.at))?;
        match pieces.what {
            Subject::Anchor(Anchor::Victim) if !pieces.filters.is_empty() => {
                let title =
                    "a filter cannot ask about the captured piece, which has left the board";
                let help = "write it as a fact about the move: `when capturing own queen then ...`";
                self.find(Code::BadPieces, said.at, title, help);
                return None;
            }
            Subject::Anchor(_) if said.one.is_some() => {
                self.find(
                    Code::BadPieces,
                    said.at,
                    "there is only one such piece",
                    "leave out `one`",
                );
                return None;
            }
            Subject::Anchor(_) | Subject::Men(_) | Subject::Empty | Subject::Cells => {}
        }
        let extent = if said.one.is_some() { Extent::One } else { Extent::Each };
        Some(Picked { extent, pieces })
    }

    /// Reads a cell that the move names, such as `end`.
    fn cell(&mut self, said: Said<Anchor>) -> Option<Anchor> {
        if said.value == Anchor::Victim {
            let title = "the captured piece is no longer on the board";
            self.find(Code::BadPieces, said.at, title, "name a cell: `end`, `start`");
            return None;
        }
        Some(said.value)
    }

    /// Reads one cell, or several cells from which the player chooses.
    fn spot(&mut self, said: &ast::Cells) -> Option<Spot> {
        let mut anchors = Vec::new();
        let alone = said.cells.rest.is_empty();
        for cell in said.cells.parts() {
            match cell {
                Cell::Anchor(anchor) => anchors.push(self.cell(*anchor)?),
                Cell::Origin(_) if alone => return Some(Spot::Origin),
                Cell::Named(place) if alone => return Some(Spot::Named(self.area(place)?)),
                Cell::Empty { extent: Some(extent), cells, at } if alone => {
                    let pieces = self.pieces(cells, *at)?;
                    return Some(Spot::Empty(Picked { extent: extent.value, pieces }));
                }
                Cell::Empty { extent: None, at, .. } => {
                    let (title, cells) = ("one of these cells, or all?", self.text(*at));
                    let help = Help::write(format!("one {cells}")).remark(format!(
                        "the player chooses it. For all cells, write `every {cells}`"
                    ));
                    self.find(Code::BadPieces, *at, title, help);
                    return None;
                }
                Cell::Origin(_) | Cell::Named(_) | Cell::Empty { extent: Some(_), .. } => {
                    let title = "only cells such as `start` and `end` can be joined by `or`";
                    let named = said.cells.parts().all(|cell| matches!(cell, Cell::Named(_)));
                    let help = if named {
                        let area = self.text(said.at);
                        Help::write(format!("one empty in ({area})"))
                            .remark("the player chooses it")
                    } else {
                        "write `start or end`, or one of the others alone".into()
                    };
                    self.find(Code::BadPieces, said.at, title, help);
                    return None;
                }
            }
        }
        Some(Spot::Anchors(anchors))
    }
}

/// Whose counter an action changes. Without a word, it is that of the side that moved.
fn owner(whose: Option<Said<Whose>>) -> Whose {
    whose.map_or(Whose::Own, |whose| whose.value)
}
