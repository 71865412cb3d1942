//! Reads lines of `effects` and their actions. A captured piece is off the board, so the only
//! action for it is to place it.

use super::asker::Asker;
use super::part::{Moment, What};
use super::pieces::anchor;
use crate::resolve::names;
use alfil_diagnostics::diagnostic::Help;
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::Span;
use alfil_rules::effect::{
    Along, Becoming, Course, Deed, Effect, Extent, Picked, Source, Spot, Supplied, Will,
};
use alfil_rules::question::{Anchor, CounterId, Filter, Subject, Test, Whose};
use alfil_rules::stack::{Load, Pairs, Under};
use alfil_syntax::grammar::{Rule, Tree};
use alfil_syntax::notation::parse;

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
    pub(super) fn effect(&mut self, sentence: Tree<'_>, span: Span) -> Option<Effect> {
        let (mut question, mut will, mut deeds) = (None, Will::Must, None);
        for part in sentence.into_inner() {
            match part.as_rule() {
                Rule::question => {
                    let asked = self.question(part)?;
                    self.tells(&asked)?;
                    self.asks_now(&asked)?;
                    question = Some(asked);
                }
                Rule::king_safe => deeds = Some(vec![Deed::KingSafe]),
                Rule::may_word => will = Will::May,
                Rule::deeds => {
                    // An error in one action does not keep the others from being read.
                    let mut deed = |deed: Tree<'_>| {
                        let span = self.span(&deed);
                        let done = self.deed(deed.into_inner().next()?)?;
                        self.note(span, What::Deed(done.clone()));
                        Some(done)
                    };
                    let all: Vec<_> = part.into_inner().map(&mut deed).collect();
                    deeds = Some(all.into_iter().collect::<Option<Vec<_>>>()?);
                }
                _ => {}
            }
        }
        Some(Effect { question, will, deeds: deeds?, span })
    }

    fn deed(&mut self, pair: Tree<'_>) -> Option<Deed> {
        match pair.as_rule() {
            Rule::no_deed => {
                let (span, words) = (self.span(&pair), pair.as_str().trim().to_owned());
                let title = format!("`{}` is no deed", parse::short(&words));
                let meant = Self::deed_meant(&words);
                self.find(span, title, meant.unwrap_or_else(|| Help::from(FORMS)));
                None
            }
            Rule::take_deed => {
                let captures = pair.as_str().starts_with("capture");
                let pair = pair.into_inner().find(|p| p.as_rule() == Rule::picked)?;
                let span = self.span(&pair);
                let picked = self.chosen(pair)?;
                if is_held(&picked) {
                    return self.discard(&picked, captures, span);
                }
                if captures && picked.is_victim() {
                    let title = "the victim is captured already";
                    self.find(span, title, "write `remove victim` to keep it out of every hand");
                    return None;
                }
                Some(if captures { Deed::Capture(picked) } else { Deed::Remove(picked) })
            }
            Rule::place_deed => self.place(pair),
            Rule::carry_deed => self.carry(pair),
            Rule::piece_deed => self.piece_deed(pair),
            _ => self.counting(pair),
        }
    }

    fn counting(&mut self, pair: Tree<'_>) -> Option<Deed> {
        let rule = pair.as_rule();
        let (mut whose, mut times, mut counter, mut amount) = (Whose::Own, 1, None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::whose => whose = Whose::from_word(part.as_str())?,
                Rule::value_ => amount = Some(self.amount(part)?),
                Rule::whole => times = self.up_to_255(&part, "one move counts 255 at most")?,
                Rule::q_name => {
                    let index = self.draft.counters.iter().position(|name| name == part.as_str());
                    let Some(index) = index else {
                        // An earlier pass already reported an unknown counter after `count`.
                        if rule != Rule::reset_deed {
                            return None;
                        }
                        let title = format!("nothing counts `{}`", part.as_str());
                        let span = self.span(&part);
                        self.find(span, title, "a counter is there once a line says `count NAME`");
                        return None;
                    };
                    counter = Some(CounterId::from_index(index));
                }
                _ => {}
            }
        }
        Some(match rule {
            Rule::count_deed => Deed::Count(times, counter?),
            Rule::set_deed => Deed::Set(whose, counter?, Box::new(amount?)),
            _ => Deed::Reset(whose, counter?),
        })
    }

    fn up_to_255(&mut self, part: &Tree<'_>, help: &str) -> Option<u8> {
        let number = part.as_str().parse::<u8>().ok().filter(|&n| n > 0);
        if number.is_none() {
            self.find(self.span(part), "no number from 1 to 255", help);
        }
        number
    }

    fn place(&mut self, pair: Tree<'_>) -> Option<Deed> {
        let whole = self.span(&pair);
        let (mut kinds, mut from, mut spot) = (None, Source::Nowhere, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::kinds => kinds = Some(self.kinds(part)?),
                Rule::from_hand => from = Source::Hand,
                Rule::cells_ => spot = Some(self.spot(part)?),
                _ => {}
            }
        }
        let (kinds, spot) = (kinds?, spot?);
        let everywhere =
            matches!(&spot, Spot::Empty(Picked { extent: Extent::Each, .. })) && kinds.len() > 1;
        if everywhere {
            let title = "one kind goes onto every empty cell";
            self.find(whole, title, "name one kind, or one cell: `one empty`");
            return None;
        }
        Some(Deed::Place(Supplied { kinds, from }, spot))
    }

    fn piece_deed(&mut self, pair: Tree<'_>) -> Option<Deed> {
        let mut parts = pair.into_inner();
        let first = parts.next()?;
        let span = self.span(&first);
        let picked = self.picked(first)?;
        let (mut whose, mut course, mut deed, mut under) = (None, None, None, false);
        for part in parts {
            match part.as_rule() {
                Rule::victim_word => deed = Some(Deed::Becomes(picked.clone(), Becoming::Victim)),
                Rule::kinds => {
                    let kinds = self.kinds(part)?;
                    deed = Some(Deed::Becomes(picked.clone(), Becoming::Kind(kinds)));
                }
                Rule::next_of => {
                    let kinds = self.kinds(part)?;
                    deed = Some(Deed::Becomes(picked.clone(), Becoming::Next(kinds)));
                }
                Rule::paired => match (self.pairs(part)?, &mut deed) {
                    (pairs, Some(Deed::GoesUnder(_, under))) => under.becomes = pairs,
                    (pairs, _) => {
                        deed = Some(Deed::Becomes(picked.clone(), Becoming::Paired(pairs)));
                    }
                },
                Rule::goes_under => under = true,
                Rule::anchor | Rule::line_cell if under => {
                    let anchor = self.cell(&part)?;
                    let under = Box::new(Under { anchor, becomes: Pairs::default() });
                    deed = Some(Deed::GoesUnder(picked.clone(), under));
                }
                Rule::changes_side => deed = Some(Deed::ChangesSide(picked.clone())),
                Rule::whose => whose = Whose::from_word(part.as_str()),
                Rule::hand_word => deed = Some(Deed::GoesToHand(picked.clone(), whose?)),
                Rule::cells_ => {
                    let (span, spot) = (self.span(&part), self.spot(part)?);
                    if matches!(&spot, Spot::Empty(Picked { extent: Extent::Each, .. })) {
                        self.find(span, "a piece goes to one cell", "write `one empty ...`");
                        return None;
                    }
                    deed = Some(Deed::GoesTo(picked.clone(), spot));
                }
                Rule::goes_along => {
                    course = Some(match part.as_str() {
                        words if words.ends_with("from") => Course::AwayFrom,
                        words if words.ends_with("with") => Course::With,
                        _ => Course::Toward,
                    })
                }
                Rule::anchor | Rule::line_cell => {
                    let (anchor, course) = (self.cell(&part)?, course?);
                    if (anchor, course) == (Anchor::Start, Course::With) {
                        let title = "the way from the start to the start leads nowhere";
                        self.find(self.span(&part), title, "write `goes along with mover`");
                        return None;
                    }
                    let along = Along { anchor, course, most: None };
                    deed = Some(Deed::GoesAlong(picked.clone(), along));
                }
                Rule::whole => {
                    let cells = self.up_to_255(&part, "no line is longer")?;
                    if course == Some(Course::With) {
                        let title = "pieces go along by the whole way";
                        self.find(self.span(&part), title, "leave the number out");
                        return None;
                    }
                    if let Some(Deed::GoesAlong(_, along)) = &mut deed {
                        along.most = Some(cells);
                    }
                }
                _ => {}
            }
        }
        let deed = deed?;
        let moves = matches!(
            deed,
            Deed::GoesTo(..) | Deed::GoesToHand(..) | Deed::GoesAlong(..) | Deed::GoesUnder(..)
        );
        if picked.is_victim() && !moves {
            let title = "what is captured waits beside the board";
            self.find(span, title, "write `victim goes to CELL`, `victim goes under mover` or `victim goes to own hand`");
            return None;
        }
        Some(deed)
    }

    fn carry(&mut self, pair: Tree<'_>) -> Option<Deed> {
        let mut load = Load::All;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::any_number => load = Load::UpTo(None),
                Rule::whole => {
                    load = Load::UpTo(Some(
                        self.up_to_255(&part, "to carry none, leave out `carry`")?,
                    ));
                }
                _ => {}
            }
        }
        Some(Deed::Carry(load))
    }

    /// Reads `its NAME`, where the name is that of a group of pairs.
    fn pairs(&mut self, pair: Tree<'_>) -> Option<Pairs> {
        let span = self.span(&pair);
        let name = pair.into_inner().find(|part| part.as_rule() == Rule::q_name)?;
        let Some(pairs) = names::pairs(name.as_str(), self.draft) else {
            let title = format!("`{}` is no group of pairs", names::unveil(name.as_str()));
            let help =
                "write pairs, such as `groups: {back: {pawn: rook, rook: pawn}}`, and `its back`";
            self.find(span, title, help);
            return None;
        };
        let pairs = pairs.to_vec();
        // The look-up by kinds marks the group as used.
        let _ = names::group(name.as_str(), self.draft);
        Some(Pairs { name: names::unveil(name.as_str()), pairs })
    }

    /// Reads pieces on the board.
    fn picked(&mut self, pair: Tree<'_>) -> Option<Picked> {
        let span = self.span(&pair);
        let picked = self.chosen(pair)?;
        if is_held(&picked) {
            self.find(span, "a deed is about pieces on the board, and these are in hand", IN_HAND);
            return None;
        }
        Some(picked)
    }

    /// `remove PIECES in hand`.
    fn discard(&mut self, picked: &Picked, captures: bool, span: Span) -> Option<Deed> {
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
        self.find(span, title, help);
        None
    }

    /// Reads pieces on the board or in hands.
    fn chosen(&mut self, pair: Tree<'_>) -> Option<Picked> {
        let span = self.span(&pair);
        let one = pair.clone().into_inner().any(|p| p.as_rule() == Rule::one_word);
        let pieces = self.at_moment(Moment::Picked, |asker| asker.pieces(pair))?;
        match pieces.what {
            Subject::Anchor(Anchor::Victim) if !pieces.filters.is_empty() => {
                let title = "nothing holds of what is captured any more";
                self.find(span, title, "ask of the move: `when capturing own queen then ...`");
                return None;
            }
            Subject::Anchor(_) if one => {
                self.find(span, "there is but one of it", "leave out `one`");
                return None;
            }
            Subject::Anchor(_) | Subject::Men(_) | Subject::Empty | Subject::Cells => {}
        }
        let extent = if one { Extent::One } else { Extent::Each };
        Some(Picked { extent, pieces })
    }

    /// Reads a cell that the move names, such as `end`.
    fn cell(&mut self, pair: &Tree<'_>) -> Option<Anchor> {
        let anchor = anchor(pair)?;
        if anchor == Anchor::Victim {
            let title = "what is captured waits beside the board";
            self.find(self.span(pair), title, "name a cell: `end`, `start`");
            return None;
        }
        Some(anchor)
    }

    /// Reads one cell, or several cells from which the player chooses.
    fn spot(&mut self, pair: Tree<'_>) -> Option<Spot> {
        let span = self.span(&pair);
        let mut anchors = Vec::new();
        let cells: Vec<_> = pair.into_inner().filter(|p| p.as_rule() == Rule::cell_).collect();
        let alone = cells.len() == 1;
        for cell in cells {
            let first = cell.clone().into_inner().next()?;
            match first.as_rule() {
                Rule::anchor | Rule::line_cell => {
                    anchors.push(self.cell(&first)?);
                }
                Rule::origin_word if alone => return Some(Spot::Origin),
                Rule::one_word if alone => {
                    let pieces = self.pieces(cell)?;
                    return Some(Spot::Empty(Picked { extent: Extent::One, pieces }));
                }
                Rule::every_ if alone => {
                    let pieces = self.pieces(cell)?;
                    return Some(Spot::Empty(Picked { extent: Extent::Each, pieces }));
                }
                Rule::empty_word => {
                    let (title, cells) = ("one of these cells, or all?", cell.as_str().trim());
                    let help = Help::write(format!("one {cells}")).remark(format!(
                        "the player chooses it. For all cells, write `every {cells}`"
                    ));
                    self.find(self.span(&cell), title, help);
                    return None;
                }
                _ => {
                    let title = "`or` joins cells that the move names";
                    self.find(span, title, "write `start or end`, or one of the others alone");
                    return None;
                }
            }
        }
        Some(Spot::Anchors(anchors))
    }
}
