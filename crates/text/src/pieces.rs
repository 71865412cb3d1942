//! Pieces and cells in questions and effects, as nouns with relative clauses.
//!
//! The nouns of [`Speech`] fit into any sentence. They use no words that only definitions use.

use crate::conditions::{self, Counted};
use crate::lexicon::{Joint, Lexicon, Voice, and, article, number, or, plural};
use crate::patterns;
use alfil_rules::condition::Area;
use alfil_rules::ids::KindId;
use alfil_rules::question::{Anchor, Filter, Men, Number, Pieces, Row, Subject, Test, Whose};

/// A game and the voice in which its rules are described.
#[derive(Clone, Copy)]
pub struct Speech<'a> {
    pub words: &'a Lexicon<'a>,
    /// The voice of the current sentence.
    pub voice: Voice,
}

/// A number of pieces, after negation is applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Amount {
    Some,
    No,
    Exactly(u32),
    /// Any number except this.
    Otherwise(u32),
    AtLeast(u32),
    AtMost(u32),
    All,
    NotAll,
    /// Any number, including none.
    Always,
    /// No number at all.
    Never,
}

impl Amount {
    /// The amount for `number`, or for its negation if `holds` is false.
    pub(crate) fn of(number: Number, holds: bool) -> Amount {
        match (number, holds) {
            (Number::Some | Number::AtLeast(1), true)
            | (Number::No | Number::Exactly(0) | Number::AtMost(0), false) => Amount::Some,
            (Number::No | Number::Exactly(0) | Number::AtMost(0), true)
            | (Number::Some | Number::AtLeast(1), false) => Amount::No,
            (Number::Exactly(n), true) => Amount::Exactly(n),
            (Number::Exactly(n), false) => Amount::Otherwise(n),
            (Number::AtLeast(0), true) => Amount::Always,
            (Number::AtLeast(0), false) => Amount::Never,
            (Number::AtLeast(n), true) => Amount::AtLeast(n),
            (Number::AtLeast(n), false) => Amount::AtMost(n - 1),
            (Number::AtMost(n), true) => Amount::AtMost(n),
            (Number::AtMost(n), false) => Amount::AtLeast(n.saturating_add(1)),
            (Number::All, true) => Amount::All,
            (Number::All, false) => Amount::NotAll,
        }
    }

    /// The same amount, for something that exists at most once.
    pub(crate) fn of_one(self) -> Amount {
        match self {
            Amount::Some | Amount::All | Amount::Exactly(1) | Amount::AtLeast(1) => Amount::Some,
            Amount::No | Amount::NotAll | Amount::Otherwise(1) => Amount::No,
            Amount::Exactly(_) | Amount::AtLeast(_) | Amount::Never => Amount::Never,
            Amount::Otherwise(_) | Amount::AtMost(_) | Amount::Always => Amount::Always,
        }
    }

    /// Returns true if the amount includes zero.
    pub(crate) fn holds_of_none(self) -> bool {
        match self {
            Amount::No | Amount::AtMost(_) | Amount::All | Amount::Always => true,
            Amount::Exactly(n) => n == 0,
            Amount::Otherwise(n) => n != 0,
            Amount::Some | Amount::AtLeast(_) | Amount::NotAll | Amount::Never => false,
        }
    }

    /// Returns true if the noun is plural.
    fn is_plural(self) -> bool {
        match self {
            Amount::Some | Amount::No => false,
            Amount::Exactly(n) | Amount::AtLeast(n) | Amount::AtMost(n) => n != 1,
            Amount::Otherwise(_)
            | Amount::All
            | Amount::NotAll
            | Amount::Always
            | Amount::Never => true,
        }
    }
}

pub(super) struct Noun {
    /// The words: `one of its rooks`.
    pub(crate) text: String,
    pub(crate) plural: bool,
}

impl Noun {
    pub(crate) fn be(&self) -> &'static str {
        if self.plural { "are" } else { "is" }
    }

    fn have(&self) -> &'static str {
        if self.plural { "have" } else { "has" }
    }
}

/// The predicate of a noun.
enum Said {
    /// A predicate after `is`: `attacked`.
    Is(String),
    /// A predicate after `is not`.
    IsNot(String),
    /// A predicate after `has`: `never moved`.
    Has(&'static str),
    /// The piece to which it belongs.
    BelongsTo(String),
    /// The piece to which it does not belong.
    BelongsNotTo(String),
}

impl<'a> Speech<'a> {
    /// The words for ranks and zones of pieces that `whose` owns.
    pub(super) fn counted(&self, whose: Option<Whose>) -> Counted<'static> {
        let own = match (whose, self.voice.sides) {
            // After a noun for other pieces, the word `its` would refer to the piece instead of the
            // side.
            (None | Some(Whose::Enemy | Whose::Any), "its") => "that side's",
            (_, sides) => sides,
        };
        Counted { own, foe: self.words.foes.whose }
    }

    /// The phrase for the place of something that `whose` owns.
    pub(super) fn place(&self, area: &Area, whose: Option<Whose>) -> String {
        conditions::place(area, self.words.zones, self.counted(whose))
    }

    /// The noun for one piece: `pawn`, `pawn or rook`; `piece` for all kinds.
    fn singular(&self, men: &Men) -> String {
        match &men.kinds {
            None => "piece".to_owned(),
            Some(kinds) => or(&self.names(kinds)),
        }
    }

    fn plural(&self, men: &Men) -> String {
        match &men.kinds {
            None => "pieces".to_owned(),
            Some(kinds) => {
                or(&self.names(kinds).iter().map(|name| plural(name)).collect::<Vec<_>>())
            }
        }
    }

    /// The names of kinds, each once.
    pub(super) fn names(&self, kinds: &[KindId]) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for &kind in kinds {
            let name = self.words.kind(kind).to_owned();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The names of kinds with articles: `a queen or a rook`.
    pub(super) fn a_kind(&self, kinds: &[KindId]) -> String {
        or(&self.names(kinds).iter().map(|name| article(name)).collect::<Vec<_>>())
    }

    fn except(&self, men: &Men, is_plural: bool) -> String {
        match men.but.as_slice() {
            [] => String::new(),
            but => {
                let several = |name: &String| plural(name);
                let single = |name: &String| article(name);
                let names = self.names(but);
                let names: Vec<String> = if is_plural {
                    names.iter().map(several).collect()
                } else {
                    names.iter().map(single).collect()
                };
                let joined = if is_plural { and(&names) } else { or(&names) };
                format!(" other than {joined}")
            }
        }
    }

    /// Returns true if a side (or the board, if no side is named) has at most one of these pieces.
    fn is_lone(&self, men: &Men) -> bool {
        let of_a_side = matches!(men.whose, Some(Whose::Own | Whose::Enemy));
        let lone = |kind: &KindId| {
            if of_a_side { self.words.is_lone(*kind) } else { self.words.is_single(*kind) }
        };
        men.but.is_empty() && matches!(men.kinds.as_deref(), Some([kind]) if lone(kind))
    }

    fn genitive(&self, men: &Men) -> Option<&'static str> {
        men.whose.and_then(|whose| self.voice.genitive(whose, self.words.foes))
    }

    /// The noun phrase for an amount of pieces as a subject.
    fn men(&self, men: &Men, amount: Amount) -> Noun {
        let plural = amount.is_plural();
        let (names, except) = (self.plural(men), self.except(men, true));
        let text = match self.genitive(men) {
            Some(whose) if self.is_lone(men) && matches!(amount, Amount::Some | Amount::No) => {
                format!("{whose} {}", self.singular(men))
            }
            Some(whose) => {
                let of = match amount {
                    Amount::Some => "one".to_owned(),
                    Amount::No => "none".to_owned(),
                    Amount::Exactly(n) => format!("exactly {}", number(n as usize)),
                    Amount::Otherwise(n) => format!("any number but {}", number(n as usize)),
                    Amount::AtLeast(n) => format!("at least {}", number(n as usize)),
                    Amount::AtMost(n) => format!("at most {}", number(n as usize)),
                    Amount::All => "all".to_owned(),
                    Amount::NotAll => "not all".to_owned(),
                    Amount::Always => "any number".to_owned(),
                    Amount::Never => "no number".to_owned(),
                };
                format!("{of} of {whose} {names}{except}")
            }
            None if self.is_lone(men) && matches!(amount, Amount::Some | Amount::No) => {
                format!("the {}", self.singular(men))
            }
            None => return self.of_any(men, amount, plural),
        };
        Noun { text, plural }
    }

    fn of_any(&self, men: &Men, amount: Amount, is_plural: bool) -> Noun {
        let one = || format!("{}{}", self.singular(men), self.except(men, false));
        let many = |n: u32| match n {
            1 => format!("one {}", one()),
            n => {
                format!("{} {}{}", number(n as usize), self.plural(men), self.except(men, true))
            }
        };
        let (text, plural) = match amount {
            Amount::Some => (article(&one()), false),
            Amount::No => (format!("no {}", one()), false),
            Amount::Exactly(n) => (format!("exactly {}", many(n)), is_plural),
            Amount::Otherwise(n) => (format!("any number but {}", many(n)), true),
            Amount::AtLeast(n) => (format!("at least {}", many(n)), is_plural),
            Amount::AtMost(n) => (format!("at most {}", many(n)), is_plural),
            Amount::All => (format!("every {}", one()), false),
            Amount::NotAll => (format!("not every {}", one()), false),
            Amount::Always => (format!("any number of {}", many(0)), true),
            Amount::Never => (format!("no number of {}", many(0)), true),
        };
        Noun { text, plural }
    }

    /// The noun phrase for an amount of pieces as a subject, and whether its verb is positive. If
    /// there is at most one such piece, a negated verb expresses `none`.
    pub(super) fn subject(&self, men: &Men, amount: Amount) -> (Noun, bool) {
        let denied = amount == Amount::No && self.is_lone(men);
        (self.men(men, amount), !denied)
    }

    /// The noun phrase for the amount as an object of `has` or `there is`: `at least two kings`.
    pub(super) fn number_of(&self, men: &Men, amount: Amount) -> Noun {
        let men = Men { whose: None, ..men.clone() };
        self.of_any(&men, amount, amount.is_plural())
    }

    /// Any one of these pieces: `a withdrawer`.
    pub(super) fn one_of(&self, men: &Men) -> String {
        self.men(men, Amount::Some).text
    }

    /// The phrase for none of these pieces: `no piece other than a leaper`.
    pub(super) fn none_of(&self, men: &Men) -> String {
        self.men(men, Amount::No).text
    }

    /// Any one of the pieces or cells: `one of its rooks in hand`.
    pub(crate) fn some(&self, pieces: &Pieces) -> String {
        match &pieces.what {
            Subject::Men(men) => {
                let noun = self.men(men, Amount::Some);
                // The words `one of its rooks` continue with `that are`.
                let plural = self.genitive(men).is_some() && !self.is_lone(men);
                let noun = Noun { plural, ..noun };
                self.filtered(noun, pieces)
            }
            Subject::Empty => {
                self.filtered(Noun { text: "an empty cell".to_owned(), plural: false }, pieces)
            }
            Subject::Cells => self.cells(pieces),
            Subject::Anchor(anchor) => {
                self.filtered(Noun { text: self.anchor(*anchor), plural: false }, pieces)
            }
        }
    }

    /// Cells by name: `d4`, `the zone hill`.
    fn cells(&self, pieces: &Pieces) -> String {
        let area = pieces.filters.iter().find_map(|filter| filter.test.facts().area);
        let noun = |area| conditions::noun(area, self.words.zones, self.counted(None));
        area.map_or_else(|| "a cell".to_owned(), noun)
    }

    /// One of the pieces, as a player chooses it: `a pawn of the opponent`.
    pub(super) fn one(&self, pieces: &Pieces, word: &str) -> String {
        let Subject::Men(men) = &pieces.what else {
            return self.some(pieces);
        };
        let name = match self.genitive(men) {
            _ if self.is_lone(men) => return self.some(pieces),
            Some(whose) => {
                format!("{word} of {whose} {}{}", self.plural(men), self.except(men, true))
            }
            None => format!("{word} {}{}", self.singular(men), self.except(men, false)),
        };
        let plural = self.genitive(men).is_some();
        self.filtered(Noun { text: name, plural }, pieces)
    }

    /// Each of the pieces or cells: `every piece of the opponent next to it`.
    pub(super) fn every(&self, pieces: &Pieces) -> String {
        match &pieces.what {
            Subject::Men(men) if self.is_lone(men) => self.some(pieces),
            Subject::Men(men) => {
                let of = match men.whose {
                    Some(Whose::Own) => format!(" of {}", self.voice.side),
                    Some(Whose::Enemy) => format!(" of {}", self.words.foes.who),
                    Some(Whose::Ally) => format!(" of {}", Voice::ALLY),
                    Some(Whose::Any) | None => String::new(),
                };
                let text = format!("every {}{of}{}", self.singular(men), self.except(men, false));
                self.filtered(Noun { text, plural: false }, pieces)
            }
            Subject::Empty => {
                self.filtered(Noun { text: "every empty cell".to_owned(), plural: false }, pieces)
            }
            Subject::Cells | Subject::Anchor(_) => self.some(pieces),
        }
    }

    /// All of the pieces or cells together: `its pieces other than kings`.
    pub(super) fn all(&self, pieces: &Pieces) -> Noun {
        match &pieces.what {
            Subject::Men(men) => {
                let names = format!("{}{}", self.plural(men), self.except(men, true));
                let text = match self.genitive(men) {
                    Some(whose) => format!("{whose} {names}"),
                    None => format!("the {names}"),
                };
                let text = self.filtered(Noun { text, plural: true }, pieces);
                Noun { text, plural: true }
            }
            Subject::Empty => {
                let text = "the empty cells".to_owned();
                let text = self.filtered(Noun { text, plural: true }, pieces);
                Noun { text, plural: true }
            }
            Subject::Cells | Subject::Anchor(_) => Noun { text: self.some(pieces), plural: false },
        }
    }

    pub(super) fn anchor(&self, anchor: Anchor) -> String {
        let Voice { mover, start, end, .. } = self.voice;
        match anchor {
            Anchor::Mover => mover.to_owned(),
            Anchor::Victim => "the captured piece".to_owned(),
            Anchor::Start => start.to_owned(),
            Anchor::End => end.to_owned(),
            Anchor::Partner => "the cell where the castling partner stood".to_owned(),
            Anchor::Behind => format!("the next cell straight behind {start}"),
            Anchor::Beyond => format!("the next cell straight beyond {end}"),
            Anchor::Above => format!("the cell one layer above {end}"),
            Anchor::Below => format!("the cell one layer below {end}"),
            Anchor::LastMover => self.voice.last_mover.to_owned(),
            Anchor::LastStart => self.voice.last_start.to_owned(),
        }
    }

    /// A noun, followed by the words for the filters of `pieces`.
    pub(super) fn filtered(&self, noun: Noun, pieces: &Pieces) -> String {
        let whose = whose(pieces);
        match pieces.filters.as_slice() {
            [] => noun.text,
            [Filter { holds: false, test: Test::On(anchor) }] if !anchor.is_cell() => {
                format!("{} other than {}", noun.text, self.anchor(*anchor))
            }
            [one] => match self.said(one, whose, true) {
                // After a longer noun, the phrase would seem to belong to its last word.
                Said::Is(text)
                    if ![" of ", " other than "].iter().any(|of| noun.text.contains(of)) =>
                {
                    format!("{} {text}", noun.text)
                }
                said @ (Said::Is(_)
                | Said::IsNot(_)
                | Said::Has(_)
                | Said::BelongsTo(_)
                | Said::BelongsNotTo(_)) => {
                    format!("{} that {}", noun.text, verb(said, &noun))
                }
            },
            filters => {
                let said = |filter: &Filter| verb(self.said(filter, whose, true), &noun);
                let said: Vec<String> = filters.iter().map(said).collect();
                format!("{} that {}", noun.text, said.join(" and "))
            }
        }
    }

    /// The predicate that the filters of `pieces` give to `noun`, negated if `holds` is false.
    pub(super) fn verb_of(&self, noun: &Noun, pieces: &Pieces, holds: bool) -> String {
        let whose = whose(pieces);
        let said = |filter: &Filter| verb(self.said(filter, whose, holds), noun);
        let said: Vec<String> = pieces.filters.iter().map(said).collect();
        match (said.as_slice(), holds) {
            ([one], _) => one.clone(),
            (_, true) => said.join(" and "),
            (_, false) => Joint::Or.nested(&said),
        }
    }

    /// The predicate of a filter, negated if `so` is false.
    fn said(&self, Filter { holds, test }: &Filter, whose: Option<Whose>, so: bool) -> Said {
        let holds = *holds == so;
        let text = match test {
            Test::NeverMoved => {
                return Said::Has(if holds { "never moved before" } else { "moved before" });
            }
            Test::In(area) => self.place(area, whose),
            Test::InHand => "in hand".to_owned(),
            Test::Attacked(None) => "attacked".to_owned(),
            Test::Attacked(Some(by)) => format!("attacked by {}", self.some(by)),
            Test::Guarded => "protected".to_owned(),
            Test::Between(men) => {
                let names = format!("{}{}", self.plural(men), self.except(men, true));
                let two = match self.genitive(men) {
                    Some(whose) => format!("two of {whose} {names}"),
                    None => format!("two {names}"),
                };
                format!("between {two} on its rank")
            }
            Test::At(pattern, of) => patterns::at(pattern, &self.some(of), self.words),
            Test::Along(pattern, from, to) => {
                patterns::along(pattern, (&self.some(from), &self.some(to)), self.words)
            }
            Test::InRow(row, of) => {
                let row = match row {
                    Row::Rank => "rank",
                    Row::File => "file",
                    Row::Layer => "layer",
                };
                format!("on the {row} of {}", self.some(of))
            }
            Test::On(anchor) if anchor.is_cell() => format!("on {}", self.anchor(*anchor)),
            Test::On(anchor) => self.anchor(*anchor),
            Test::LikeMover => format!("of the same kind as {}", self.voice.mover),
            Test::Paired(anchor, _) => {
                let owner = match anchor {
                    Anchor::Mover => self.voice.mover.to_owned(),
                    anchor => self.anchor(*anchor),
                };
                return if holds { Said::BelongsTo(owner) } else { Said::BelongsNotTo(owner) };
            }
            Test::LikeDie(die) => {
                format!("of the kind that {} shows", conditions::name(self.words.dice, *die))
            }
        };
        if holds { Said::Is(text) } else { Said::IsNot(text) }
    }
}

/// The owner of the pieces, if there is one.
fn whose(pieces: &Pieces) -> Option<Whose> {
    match &pieces.what {
        Subject::Men(men) => men.whose,
        Subject::Empty | Subject::Cells | Subject::Anchor(_) => None,
    }
}

fn verb(said: Said, noun: &Noun) -> String {
    match said {
        Said::Is(text) => format!("{} {text}", noun.be()),
        Said::IsNot(text) => format!("{} not {text}", noun.be()),
        Said::Has(text) => format!("{} {text}", noun.have()),
        Said::BelongsTo(to) => {
            format!("{} to {to}", if noun.plural { "belong" } else { "belongs" })
        }
        Said::BelongsNotTo(to) => {
            format!("{} not belong to {to}", if noun.plural { "do" } else { "does" })
        }
    }
}
