//! Writes questions and effects in the notation of definitions, with the names that a definition
//! gives to sets of kinds and to questions. The text reads back as the same question or effect.

use crate::chance::{Die, DieId, Faces, ROLLED, Roll};
use crate::condition::{Area, Condition, Place, PlaceKind, Zone};
use crate::effect::{Along, Becoming, Deed, Effect, Extent, Picked, Source, Spot, Will};
use crate::ids::{KindId, ZoneId};
use crate::question::{
    Amount, CounterId, Filter, Men, MoveFact, Number, Part, Pieces, Quantity, Question, Repeats,
    Subject, Tally, Test, Whose,
};
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_diagnostics::source::Spanned;

/// The names that are needed to write questions and effects.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    /// Returns the name of a kind of piece.
    pub kind: &'a dyn Fn(KindId) -> &'a str,
    /// The zones.
    pub zones: &'a IndexVec<ZoneId, Zone>,
    /// Names of counters, indexed by [`CounterId`].
    pub counters: &'a [String],
    /// The dice.
    pub dice: &'a IndexVec<DieId, Die>,
    /// Named questions. A question that equals one of them is written as its name.
    pub named: &'a [NamedQuestion],
}

impl Question {
    /// The question in the notation of definitions: `own king in finish and not in check`.
    pub fn notation(&self, names: Names<'_>) -> String {
        let is_self = |named: &&NamedQuestion| named.question == *self;
        if let Some(named) = names.named.iter().find(is_self) {
            return named.name.value.clone();
        }
        let has_name = |part: &Question| names.named.iter().any(|named| named.question == *part);
        let part = |part: &Question| match part {
            _ if has_name(part) => part.notation(names),
            Question::All(_) | Question::Any(_) => format!("({})", part.notation(names)),
            Question::Cells(condition) if is_joined(condition) => {
                format!("({})", part.notation(names))
            }
            _ => part.notation(names),
        };
        let joined =
            |parts: &[Question], word: &str| parts.iter().map(part).collect::<Vec<_>>().join(word);
        // After `or`, the name of a die would be read as one more kind: `capturing rook or die = 3`.
        let alternative = |(at, one): (usize, &Question)| {
            if at > 0 && matches!(one, Question::Rolled(..)) && !has_name(one) {
                format!("({})", part(one))
            } else {
                part(one)
            }
        };
        match self {
            Question::All(parts) => joined(parts, " and "),
            Question::Any(parts) => {
                parts.iter().enumerate().map(alternative).collect::<Vec<_>>().join(" or ")
            }
            Question::Not(asked) => format!("not {}", part(asked)),
            Question::Leaving(asked) => format!("leaving {}", part(asked)),
            Question::Cells(condition) => names.condition(condition),
            Question::Move(fact) => names.fact(fact),
            Question::Plays(color) => color.word().to_owned(),
            Question::Side(Whose::Own, fact) => fact.words().to_owned(),
            Question::Side(whose, fact) => format!("{} {}", whose.word(), fact.words()),
            Question::Count(number, pieces) => number.before(&names.pieces(pieces)),
            Question::Rolled(die, roll) => names.rolled(*die, *roll),
            Question::Compare(amounts, order) => {
                let [left, right] = &**amounts;
                format!("{} {} {}", names.amount(left), order.sign(), names.amount(right))
            }
            Question::After(asked) => format!("after {}", part(asked)),
            Question::Without(turns, _, one) => format!("{turns} turns without {}", part(one)),
            Question::Repeated(times, Repeats::Anyhow) => format!("repeated {times} times"),
            Question::Repeated(times, Repeats::ByChecks) => {
                format!("repeated {times} times by checks")
            }
            Question::Reply(number, pieces, None) => {
                format!("{} can move", number.before(&names.pieces(pieces)))
            }
            Question::Reply(number, pieces, Some(area)) => {
                let pieces = number.before(&names.pieces(pieces));
                format!("{pieces} can reach {}", names.area(area))
            }
            Question::KindGone(whose) => format!("some {} kind gone", whose.word()),
            Question::By(terms) => format!("by {}", terms.text),
        }
    }
}

impl Number {
    fn before(self, what: &str) -> String {
        match self {
            Number::Some => what.to_owned(),
            Number::No => format!("no {what}"),
            Number::Exactly(n) => format!("exactly {n} {what}"),
            Number::AtLeast(n) => format!("at least {n} {what}"),
            Number::AtMost(n) => format!("at most {n} {what}"),
            Number::All => format!("all {what}"),
        }
    }
}

impl Effect {
    /// The effect in the notation of definitions: `when capturing then remove any but pawn at K of
    /// end`.
    pub fn notation(&self, names: Names<'_>) -> String {
        let deeds: Vec<String> = self.deeds.iter().map(|deed| names.deed(deed)).collect();
        let deeds = deeds.join("; ");
        match (&self.question, self.will) {
            (Some(question), Will::Must) => {
                format!("when {} then {deeds}", question.notation(names))
            }
            (Some(question), Will::May) => format!("when {} may {deeds}", question.notation(names)),
            (None, Will::Must | Will::May) if self.deeds == [Deed::KingSafe] => deeds,
            (None, Will::Must | Will::May) => format!("always {deeds}"),
        }
    }
}

impl Names<'_> {
    fn tally(self, whose: Whose, tally: Tally) -> String {
        let name = match tally {
            Tally::Counted(counter) => {
                self.counters.get(counter.index()).map_or("", String::as_str)
            }
            Tally::Turns => "turns",
            Tally::Worth => "worth",
        };
        format!("{} {name}", whose.word())
    }

    /// A comparison of the value of a die.
    fn rolled(self, id: DieId, roll: Roll) -> String {
        let die = &self.dice[id];
        let value = match roll {
            Roll::Among(faces) => faces_notation(die, faces),
            Roll::Like(other) => self.dice[other].name.value.clone(),
        };
        format!("{} = {value}", die.name.value)
    }

    /// A number in the notation of definitions: `rank of own king`, `any turns mod 4`,
    /// `enemy pieces + 5`.
    pub fn amount(self, amount: &Amount) -> String {
        let part = |Part { what, modulo }: &Part| {
            let what = match what {
                Quantity::Whole(n) => n.to_string(),
                Quantity::Tally(whose, tally) => self.tally(*whose, *tally),
                Quantity::Place(row, of) => format!("{} of {}", row.word(), self.source(of)),
                Quantity::Count(pieces) => self.pieces(pieces),
            };
            match modulo {
                Some(by) => format!("{what} mod {by}"),
                None => what,
            }
        };
        amount.rest.iter().fold(part(&amount.first), |sum, (sign, of)| {
            format!("{sum} {} {}", sign.sign(), part(of))
        })
    }

    fn deed(self, deed: &Deed) -> String {
        let counter = |id: &CounterId| self.counters.get(id.index()).map_or("", String::as_str);
        match deed {
            Deed::KingSafe => "king safe".to_owned(),
            Deed::Count(1, id) => format!("count {}", counter(id)),
            Deed::Count(n, id) => format!("count {n} {}", counter(id)),
            Deed::Reset(whose, id) => format!("reset {} {}", whose.word(), counter(id)),
            Deed::Set(whose, id, amount) => {
                format!("set {} {} to {}", whose.word(), counter(id), self.amount(amount))
            }
            Deed::Remove(picked) => format!("remove {}", self.picked(picked)),
            Deed::Discard(men) => format!("remove {}", self.pieces(&men.in_hand())),
            Deed::Capture(picked) => format!("capture {}", self.picked(picked)),
            Deed::Place(what, spot) => {
                let from = match what.from {
                    Source::Nowhere => "",
                    Source::Hand => " from hand",
                };
                format!("place {}{from} on {}", self.kinds(&what.kinds), self.spot(spot))
            }
            Deed::Becomes(picked, to) => {
                let to = match to {
                    Becoming::Kind(kinds) => self.kinds(kinds),
                    Becoming::Victim => "victim".to_owned(),
                    Becoming::Next(kinds) => {
                        let names: Vec<&str> =
                            kinds.iter().map(|&kind| (self.kind)(kind)).collect();
                        format!("next of {}", names.join(" > "))
                    }
                    Becoming::Paired(pairs) => format!("its {}", pairs.name),
                };
                format!("{} becomes {to}", self.picked(picked))
            }
            Deed::ChangesSide(picked) => format!("{} changes side", self.picked(picked)),
            Deed::GoesTo(picked, spot) => {
                format!("{} goes to {}", self.picked(picked), self.spot(spot))
            }
            Deed::GoesToHand(picked, whose) => {
                format!("{} goes to {} hand", self.picked(picked), whose.word())
            }
            Deed::GoesAlong(picked, Along { anchor, course, most }) => {
                let most = most.map_or(String::new(), |most| format!(" {most}"));
                let picked = self.picked(picked);
                format!("{picked} goes {} {}{most}", course.word(), anchor.word())
            }
            Deed::GoesUnder(picked, under) => {
                let as_what = match under.becomes.name.as_str() {
                    "" => String::new(),
                    name => format!(" as its {name}"),
                };
                format!("{} goes under {}{as_what}", self.picked(picked), under.anchor.word())
            }
            Deed::Carry(load) => format!("carry {}", load.words()),
        }
    }

    fn picked(self, picked: &Picked) -> String {
        match picked.extent {
            Extent::Each => self.pieces(&picked.pieces),
            Extent::One => format!("one {}", self.pieces(&picked.pieces)),
        }
    }

    fn spot(self, spot: &Spot) -> String {
        match spot {
            Spot::Anchors(anchors) => {
                anchors.iter().map(|anchor| anchor.word()).collect::<Vec<_>>().join(" or ")
            }
            Spot::Empty(Picked { extent: Extent::Each, pieces }) => {
                format!("every {}", self.pieces(pieces))
            }
            Spot::Empty(picked) => self.picked(picked),
            Spot::Named(area) => self.area(area),
            Spot::Origin => "origin".to_owned(),
        }
    }

    fn fact(self, fact: &MoveFact) -> String {
        let with = |word: &str, men: &Men| match self.men(men).as_str() {
            "" => word.to_owned(),
            men => format!("{word} {men}"),
        };
        match fact {
            MoveFact::Moving(men) => with("moving", men),
            MoveFact::Capturing(men) => with("capturing", men),
            MoveFact::Dropping(men) => with("dropping", men),
            MoveFact::Over(men) => with("over", men),
            MoveFact::Promoting(None) => "promoting".to_owned(),
            MoveFact::Promoting(Some(kinds)) => format!("promoting to {}", self.kinds(kinds)),
            MoveFact::Castling => "castling".to_owned(),
            MoveFact::Passing => "passing".to_owned(),
            MoveFact::GivingCheck => "giving check".to_owned(),
            MoveFact::GivingMate => "giving mate".to_owned(),
        }
    }

    fn pieces(self, pieces: &Pieces) -> String {
        let what = match &pieces.what {
            Subject::Men(men) => self.men(men),
            Subject::Empty => "empty".to_owned(),
            Subject::Cells => return self.cells(pieces),
            Subject::Anchor(anchor) => anchor.word().to_owned(),
        };
        let last = pieces.filters.len().saturating_sub(1);
        pieces.filters.iter().enumerate().fold(what, |text, (number, Filter { holds, test })| {
            let not = if *holds { "" } else { " not" };
            // Without parentheses, the next filter in the text would seem to belong to these
            // pieces.
            let source = |of: &Pieces| {
                if number < last && of.takes_filters() {
                    format!("({})", self.pieces(of))
                } else {
                    self.source(of)
                }
            };
            let test = match test {
                Test::In(area) => format!("in {}", self.area(area)),
                Test::InHand => "in hand".to_owned(),
                Test::Attacked(None) => "attacked".to_owned(),
                Test::Attacked(Some(by)) => format!("attacked by {}", source(by)),
                Test::Guarded => "guarded".to_owned(),
                Test::Between(men) => format!("between {}", self.men(men)),
                Test::At(string, of) => format!("at {} of {}", string.text, source(of)),
                Test::Along(string, from, to) => {
                    let (from, to) = (self.source(from), source(to));
                    format!("along {} from {from} to {to}", string.text)
                }
                Test::On(anchor) if anchor.is_beside() => anchor.word().to_owned(),
                Test::On(anchor) if *holds => format!("in {}", anchor.word()),
                Test::On(anchor) => return format!("{text} but {}", anchor.word()),
                Test::InRow(row, of) => format!("in {} of {}", row.word(), source(of)),
                Test::LikeMover => "like mover".to_owned(),
                Test::Paired(anchor, _) => format!("of {}", anchor.word()),
                Test::LikeDie(die) => format!("like {}", self.dice[*die].name.value),
                Test::NeverMoved => "never moved".to_owned(),
            };
            format!("{text}{not} {test}")
        })
    }

    /// Cells by name.
    fn cells(self, pieces: &Pieces) -> String {
        let area = |filter: &Filter| Some(self.area(filter.test.facts().area?));
        pieces.filters.iter().find_map(area).unwrap_or_default()
    }

    /// Pieces in a filter. Pieces with filters of their own get parentheses.
    fn source(self, pieces: &Pieces) -> String {
        match pieces.filters[..] {
            [..] if pieces.what == Subject::Cells => self.cells(pieces),
            [] if pieces.what != Subject::Empty => self.pieces(pieces),
            [..] => format!("({})", self.pieces(pieces)),
        }
    }

    fn men(self, men: &Men) -> String {
        let mut words = Vec::new();
        words.extend(men.whose.map(|whose| whose.word().to_owned()));
        match &men.kinds {
            Some(kinds) => words.push(self.kinds(kinds)),
            // An owner such as `own` needs a noun if no kind is named.
            None if men.whose.is_some() => words.push("pieces".to_owned()),
            None => {}
        }
        if !men.but.is_empty() {
            words.push(format!("but {}", self.kinds(&men.but)));
        }
        words.join(" ")
    }

    fn kinds(self, kinds: &[KindId]) -> String {
        let mut names: Vec<&str> = Vec::new();
        for &kind in kinds {
            let name = (self.kind)(kind);
            // Promoted pieces that revert have the name of their kind.
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.join(" or ")
    }

    fn area(self, area: &Area) -> String {
        match area.parts() {
            [_, _, ..] => format!("({})", area.notation(self.zones)),
            _ if matches!(area, Area::Not(_)) => format!("({})", area.notation(self.zones)),
            _ => area.notation(self.zones),
        }
    }

    fn condition(self, condition: &Condition) -> String {
        let joined = |parts: &[Condition], word: &str| {
            let part = |part: &Condition| {
                if is_joined(part) {
                    format!("({})", self.condition(part))
                } else {
                    self.condition(part)
                }
            };
            parts.iter().map(part).collect::<Vec<_>>().join(word)
        };
        match condition {
            // Questions contain no condition that is always true, so no text is needed.
            Condition::Always => String::new(),
            Condition::Start(place) => self.place("from", place),
            Condition::End(place) => self.place("to", place),
            Condition::Relative(relation) => relation.words().to_owned(),
            Condition::Every(length) => format!("every {}", f64::from(length.value) / 1000.0),
            Condition::All(parts) => joined(parts, " and "),
            Condition::Any(parts) => joined(parts, " or "),
            Condition::Not(part) if is_joined(part) => format!("not ({})", self.condition(part)),
            Condition::Not(part) => format!("not {}", self.condition(part)),
        }
    }

    fn place(self, word: &str, place: &Place) -> String {
        match &place.kind {
            PlaceKind::Strong => "strong".to_owned(),
            PlaceKind::Weak => "weak".to_owned(),
            PlaceKind::Neutral => "neutral".to_owned(),
            PlaceKind::Light => "light".to_owned(),
            PlaceKind::Dark => "dark".to_owned(),
            PlaceKind::Shade(n) => format!("shade {n}"),
            PlaceKind::Unmoved => "unmoved".to_owned(),
            PlaceKind::In(area) => format!("{word} {}", self.area(area)),
        }
    }
}

/// The values `faces` of a die in the notation of definitions.
fn faces_notation(die: &Die, faces: Faces) -> String {
    let numbers: Vec<u32> = die.faces.iter().filter_map(|face| face.word.parse().ok()).collect();
    let at_least = numbers.iter().find(|&&least| die.numbers(|n| n >= least) == faces);
    let at_most = numbers.iter().find(|&&most| die.numbers(|n| n <= most) == faces);
    let mut some = die.ids().filter(|&face| faces.has(face)).map(|face| die.word(face));
    if die.ids().all(|face| faces.has(face)) {
        return ROLLED.to_owned();
    }
    match (some.next(), some.next(), at_least, at_most) {
        (Some(one), None, _, _) => one.to_owned(),
        (_, _, Some(least), _) => format!("at least {least}"),
        (_, _, None, Some(most)) => format!("at most {most}"),
        // Definitions can name no other sets.
        (_, _, None, None) => String::new(),
    }
}

fn is_joined(condition: &Condition) -> bool {
    matches!(condition, Condition::All(_) | Condition::Any(_))
}

// Names that a definition gives to sets of kinds and to questions.

/// A named set of kinds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The name.
    pub name: Spanned<String>,
    /// The kinds, in the order of the definition. Without pairs each stands once.
    pub kinds: Vec<KindId>,
    /// For a group of pairs, the kind to which each of `kinds` belongs; empty for others.
    pub of: Vec<KindId>,
}

/// A question with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedQuestion {
    /// The name.
    pub name: Spanned<String>,
    /// The question.
    pub question: Question,
}
