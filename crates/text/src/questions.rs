//! Questions in English, with facts about sides and comparisons.
//!
//! [`Speech::clause`] writes a clause, [`Speech::predicate`] a verb phrase. Negation moves inward
//! to single facts, so `not not` never appears: `not (a and b)` becomes `not a or not b`.

use crate::conditions::{self, Unit, Viewpoint};
use crate::lexicon::{Joint, Topic, Verb, Voice, number, ordinal};
use crate::pieces::{Amount, Noun, Speech};
use alfil_rules::question::{
    self, Anchor, Men, MoveFact, Order, Part, Pieces, Quantity, Question, Repeats, SideFact, Sign,
    Subject, Tally, Test, Whose,
};
use alfil_rules::side::Color;

/// A clause: its subject and the rest.
#[derive(Clone)]
pub(super) struct Clause {
    /// The subject: `the move`. Empty if the clause cannot be split.
    subject: String,
    /// The verb phrase: `captures a queen`.
    verb: String,
}

impl Clause {
    fn whole(text: impl Into<String>) -> Clause {
        Clause { subject: String::new(), verb: text.into() }
    }

    fn of(subject: impl Into<String>, verb: impl Into<String>) -> Clause {
        Clause { subject: subject.into(), verb: verb.into() }
    }

    fn text(self) -> String {
        match self.subject.as_str() {
            "" => self.verb,
            subject => format!("{subject} {}", self.verb),
        }
    }
}

/// The place of a clause: alone, or in a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Alone,
    Listed,
}

impl Speech<'_> {
    /// A question as a clause: `the move does not give check`.
    pub fn clause(&self, question: &Question) -> String {
        self.answered(question, true)
    }

    /// A question as a clause, negated if `holds` is false.
    pub(crate) fn answered(&self, question: &Question, holds: bool) -> String {
        self.say(Literal { question, holds }, Place::Alone).text()
    }

    /// The verb phrase of a question that is only about the subject: `does not give check`.
    pub(crate) fn predicate(&self, question: &Question) -> Option<String> {
        let Clause { subject, verb } = self.say(Literal::of(question), Place::Alone);
        (subject == self.voice.subject).then_some(verb)
    }

    /// Reads a question as a rule for some moves: `not castling or not in check` is a rule for
    /// castling. Returns the phrases for these moves and for the rule.
    pub(super) fn bond(&self, question: &Question) -> Option<(String, String)> {
        let (Question::Any(_) | Question::Not(_)) = question else { return None };
        let (Joint::Or, all) = parts(bare(Literal::of(question)))? else { return None };
        let of_move = Speech { voice: Voice::OF_MOVE, ..*self };
        // The negated facts at the beginning select the moves. At least one part must remain as the
        // rule.
        let denied = |part: &Literal<'_>| {
            let Literal { question, holds } = bare(*part);
            !holds && matches!(question, Question::Move(_))
        };
        let bound = all.iter().take_while(|part| denied(part)).count().min(all.len() - 1);
        let (which, rest) = all.split_at(bound);
        let which: Vec<Literal<'_>> = which.iter().map(|part| part.negated()).collect();
        if which.is_empty() {
            return None;
        }
        let which = of_move.list(Joint::And, &which, Place::Alone);
        let only = |speech: &Speech<'_>| match rest {
            &[one] => speech.say(one, Place::Alone),
            rest => speech.list(Joint::Or, rest, Place::Alone),
        };
        let Clause { subject, verb } = only(&of_move);
        let only =
            if subject == of_move.voice.subject { format!("it {verb}") } else { only(self).text() };
        Some((which.verb, only))
    }

    /// Joins all questions by `and`.
    pub(super) fn clauses(&self, questions: &[&Question]) -> String {
        let parts: Vec<Literal<'_>> = questions.iter().map(|part| Literal::of(part)).collect();
        self.list(Joint::And, &parts, Place::Alone).text()
    }

    fn say(&self, literal: Literal<'_>, place: Place) -> Clause {
        let literal = bare(literal);
        if let Some(clause) = self.by_name(literal) {
            return clause;
        }
        if let Some((joint, parts)) = parts(literal) {
            if let Some(same) = self.either_layer(joint, &parts) {
                return same;
            }
            return self.list(joint, &parts, place);
        }
        self.leaf(literal, place)
    }

    /// The clause for a question that has a name.
    fn by_name(&self, Literal { question, holds }: Literal<'_>) -> Option<Clause> {
        let (name, same) = self.words.named().iter().find_map(|named| {
            let known = bare(Literal::of(&named.question));
            (known.question == question).then_some((&named.name.value, known.holds == holds))
        })?;
        let holds = if same { "holds" } else { "does not hold" };
        Some(Clause::of(
            format!("\u{201c}{name}\u{201d}"),
            format!("{holds} for {}", self.voice.side),
        ))
    }

    /// The clause for a list. Neighbouring parts with the same subject share it.
    fn list(&self, joint: Joint, parts: &[Literal<'_>], place: Place) -> Clause {
        if parts.is_empty() {
            return always(joint == Joint::And);
        }
        let place_of_parts = if parts.len() > 1 { Place::Listed } else { place };
        // A question about the position both before and after the move becomes one clause.
        let later: Vec<Option<String>> = parts
            .iter()
            .map(|part| Some(self.say(behind(*part)?, place_of_parts).text()))
            .collect();
        let said = parts.iter().map(|part| self.say(*part, place_of_parts));
        let said: Vec<Clause> = said.collect();
        let now: Vec<String> = said.iter().map(|clause| clause.clone().text()).collect();
        let is_told =
            |later: &Option<String>| later.as_ref().is_some_and(|text| now.contains(text));
        let said = said.into_iter().zip(&now).zip(&later);
        let said = said.filter(|(_, later)| !is_told(later)).map(|((clause, text), _)| {
            let twice = match joint {
                Joint::And => ", before the move and after it alike",
                Joint::Or => " before the move or, failing that, after it",
            };
            if later.iter().flatten().any(|later| later == text) {
                Clause { verb: format!("{}{twice}", clause.verb), ..clause }
            } else {
                clause
            }
        });
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for Clause { subject, verb } in said {
            match groups.last_mut() {
                Some((same, verbs)) if *same == subject && !subject.is_empty() => verbs.push(verb),
                _ => groups.push((subject, vec![verb])),
            }
        }
        let join = |parts: &[String]| match place {
            Place::Alone => joint.join(parts),
            Place::Listed => joint.nested(parts),
        };
        if let [(subject, verbs)] = groups.as_slice() {
            return Clause::of(subject.clone(), join(verbs));
        }
        let clause = |(subject, verbs): (String, Vec<String>)| {
            Clause::of(subject, joint.join(&verbs)).text()
        };
        Clause::whole(join(&groups.into_iter().map(clause).collect::<Vec<_>>()))
    }

    /// On a board of two layers, `empty above end or empty below end` means a single cell. It
    /// becomes one clause.
    fn either_layer(&self, joint: Joint, parts: &[Literal<'_>]) -> Option<Clause> {
        let empty = |&Literal { question, holds }: &Literal<'_>| match question {
            Question::Count(number, pieces) if Amount::of(*number, holds) == Amount::Some => {
                empty_at(pieces)
            }
            _ => None,
        };
        let all: Vec<Option<Anchor>> = parts.iter().map(empty).collect();
        let both = matches!(
            all.as_slice(),
            [Some(Anchor::Above), Some(Anchor::Below)] | [Some(Anchor::Below), Some(Anchor::Above)]
        );
        (self.words.layers == 2 && joint == Joint::Or && both)
            .then(|| Clause::of(self.voice.end, "is empty on the other layer"))
    }

    fn leaf(&self, literal: Literal<'_>, place: Place) -> Clause {
        let Literal { question, holds } = literal;
        let Voice { side, subject, .. } = self.voice;
        match question {
            Question::All(_) | Question::Any(_) | Question::Not(_) => self.say(literal, place),
            Question::Leaving(asked) => {
                let behind = self.say(Literal { question: asked, holds }, place).text();
                Clause::whole(format!("after the move, {behind}"))
            }
            Question::Cells(condition) => {
                let counted = self.counted(Some(Whose::Own));
                let (zones, unit) = (self.words.zones, Unit::Cell);
                let viewpoint = Viewpoint { zones, counted, unit };
                let told = match place {
                    Place::Alone => conditions::told(condition, holds, viewpoint),
                    Place::Listed => conditions::nested_condition(condition, holds, viewpoint),
                };
                match self.voice.about {
                    Topic::Side => Clause::of("its move", told),
                    Topic::Move | Topic::Piece => Clause::of(subject, told),
                }
            }
            Question::Move(fact) => Clause::of(subject, self.fact(fact, holds)),
            Question::Plays(color) => {
                let color = if holds { *color } else { color.other() };
                let [white, black] = self.words.sides;
                let name = match color {
                    Color::White => white,
                    Color::Black => black,
                };
                Clause::of(side, format!("is {name}"))
            }
            Question::Side(whose, fact) => match (whose, holds) {
                (Whose::Own, _) => Clause::of(side, side_fact(*fact, holds)),
                (Whose::Enemy, _) | (Whose::Any | Whose::Ally, true) => {
                    Clause::of(self.who(*whose), side_fact(*fact, holds))
                }
                (Whose::Ally, false) => Clause::of("no ally", side_fact(*fact, true)),
                (Whose::Any, false) => Clause::of("no side", side_fact(*fact, true)),
            },
            Question::Count(number, pieces) => self.count(Amount::of(*number, holds), pieces),
            Question::Rolled(die, roll) => {
                let name = conditions::name(self.words.dice, *die);
                if conditions::is_any(self.words.dice, *die, *roll) {
                    let verb = if holds { "shows a value" } else { "shows nothing" };
                    return Clause::of(name, verb);
                }
                let shows = if holds { "shows" } else { "does not show" };
                let what = conditions::shown(self.words.dice, *die, *roll);
                Clause::of(name, format!("{shows} {what}"))
            }
            Question::Compare(amounts, order) => {
                self.compare(amounts, if holds { *order } else { order.negated() })
            }
            Question::After(one) => self.after(one, holds),
            Question::Without(turns, _, one) => self.without(*turns, one, holds),
            Question::Repeated(times, how) => {
                let stands = if holds { "stands" } else { "does not stand" };
                let by = match how {
                    Repeats::Anyhow => String::new(),
                    Repeats::ByChecks => {
                        format!(", and {} moves in between all gave check", self.voice.sides)
                    }
                };
                let times = ordinal(*times as usize);
                Clause::whole(format!("the position {stands} for the {times} time{by}"))
            }
            Question::Reply(number, pieces, to) => {
                self.reply(Amount::of(*number, holds), pieces, to.as_ref())
            }
            Question::KindGone(whose) => {
                let who = self.who(*whose);
                if holds {
                    Clause::of(who, "has no piece left of some kind with which it began")
                } else {
                    Clause::of(who, "still has pieces of every kind with which it began")
                }
            }
            Question::By(terms) => {
                let verb = if holds { "is" } else { "is not" };
                Clause::of(subject, format!("{verb} {}", terms.text))
            }
        }
    }

    fn who(&self, whose: Whose) -> &'static str {
        match whose {
            Whose::Own => self.voice.side,
            Whose::Enemy => self.words.foes.who,
            Whose::Ally => Voice::ALLY,
            Whose::Any => "one of the sides",
        }
    }

    /// The verb phrase for a fact about a move, a side or a piece.
    fn fact(&self, fact: &MoveFact, holds: bool) -> String {
        let of_move = self.voice.about == Topic::Move;
        let of_piece = self.voice.about == Topic::Piece;
        let object =
            |men: &Men| self.some(&Pieces { what: Subject::Men(men.clone()), filters: Vec::new() });
        let with = |base, third, men: &Men| {
            // The words `does not capture a piece other than a leaper` would be a double negation.
            if !holds && !men.but.is_empty() {
                return format!("{third} {}", self.none_of(men));
            }
            let verb = Verb { base, third }.finite(holds);
            format!("{verb} {}", object(men))
        };
        let plain = |base, third| Verb { base, third }.finite(holds);
        match fact {
            MoveFact::Moving(men) if of_piece => {
                let men = Men { whose: men.whose.filter(|_| men.kinds.is_some()), ..men.clone() };
                if men == Men::all() {
                    plain("come from the board", "comes from the board")
                } else {
                    format!("{} {}", is(holds), object(&men))
                }
            }
            MoveFact::Moving(men) if of_move && *men != Men::all() => {
                format!("{} made by {}", is(holds), object(men))
            }
            MoveFact::Moving(men) if *men == Men::all() => {
                format!("{} on the board", plain("move a piece", "moves a piece"))
            }
            MoveFact::Moving(men) => with("move", "moves", men),
            MoveFact::Capturing(men) if *men == Men::all() => plain("capture", "captures"),
            MoveFact::Capturing(men) => with("capture", "captures", men),
            MoveFact::Dropping(men) if of_piece => {
                if *men == Men::all() {
                    format!("{} dropped from the hand", is(holds))
                } else {
                    format!("{} dropped from the hand as {}", is(holds), object(men))
                }
            }
            MoveFact::Dropping(men) => with("drop", "drops", men),
            MoveFact::Promoting(None) => plain("promote", "promotes"),
            MoveFact::Promoting(Some(kinds)) => {
                format!("{} to {}", plain("promote", "promotes"), self.a_kind(kinds))
            }
            MoveFact::Over(men) => with("pass over", "passes over", men),
            MoveFact::Castling if of_move => format!("{} castling", is(holds)),
            MoveFact::Castling => plain("castle", "castles"),
            MoveFact::Passing if of_move => format!("{} a pass", is(holds)),
            MoveFact::Passing => plain("pass", "passes"),
            MoveFact::GivingCheck => plain("give check", "gives check"),
            MoveFact::GivingMate => plain("give checkmate", "gives checkmate"),
        }
    }

    fn count(&self, amount: Amount, pieces: &Pieces) -> Clause {
        match &pieces.what {
            Subject::Men(_) if pieces.filters.is_empty() && amount == Amount::All => always(true),
            Subject::Men(_) if pieces.filters.is_empty() && amount == Amount::NotAll => {
                always(false)
            }
            Subject::Men(_) | Subject::Empty if amount == Amount::Always => always(true),
            Subject::Men(_) | Subject::Empty if amount == Amount::Never => always(false),
            Subject::Men(men) if pieces.filters.is_empty() => {
                let Noun { text, plural } = self.number_of(men, amount);
                let side = match men.whose {
                    Some(Whose::Own) => self.voice.side,
                    Some(Whose::Enemy) => self.words.foes.who,
                    Some(Whose::Ally) => Voice::ALLY,
                    Some(Whose::Any) | None => {
                        return Clause::whole(format!("there {} {text}", are(plural)));
                    }
                };
                Clause::of(side, format!("has {text}"))
            }
            Subject::Men(men) => {
                let (noun, so) = self.subject(men, amount);
                let verb = self.verb_of(&noun, pieces, so);
                Clause::of(noun.text, verb)
            }
            Subject::Empty => self.empty(amount, pieces),
            Subject::Cells => always(!amount.holds_of_none()),
            Subject::Anchor(anchor) => {
                let so = match amount.of_one() {
                    Amount::Some => true,
                    Amount::No => false,
                    Amount::Always => return always(true),
                    Amount::Never
                    | Amount::Exactly(_)
                    | Amount::Otherwise(_)
                    | Amount::AtLeast(_)
                    | Amount::AtMost(_)
                    | Amount::All
                    | Amount::NotAll => return always(false),
                };
                let noun = Noun { text: self.anchor(*anchor), plural: false };
                if !pieces.filters.is_empty() {
                    let verb = self.verb_of(&noun, pieces, so);
                    return Clause::of(noun.text, verb);
                }
                let something = if so { "a piece" } else { "no piece" };
                match anchor {
                    Anchor::Mover | Anchor::LastMover => {
                        let subject =
                            if so { "a piece on the board" } else { "no piece on the board" };
                        let moved =
                            if *anchor == Anchor::Mover { "moves" } else { "made the last move" };
                        Clause::whole(format!("{subject} {moved}"))
                    }
                    Anchor::Victim => Clause::whole(format!("{something} is captured")),
                    Anchor::Start
                    | Anchor::End
                    | Anchor::Partner
                    | Anchor::Behind
                    | Anchor::Beyond
                    | Anchor::Above
                    | Anchor::Below
                    | Anchor::LastStart => {
                        Clause::whole(format!("{something} stands on {}", noun.text))
                    }
                }
            }
        }
    }

    /// A clause about the number of empty cells.
    fn empty(&self, amount: Amount, pieces: &Pieces) -> Clause {
        let noun = |text: &str, plural| Noun { text: text.to_owned(), plural };
        let there = |noun: Noun| {
            let be = are(noun.plural);
            Clause::whole(format!("there {be} {}", self.filtered(noun, pieces)))
        };
        let many = |word: &str, n: u32| {
            let cells = if n == 1 { "cell" } else { "cells" };
            noun(&format!("{word} {} empty {cells}", number(n as usize)), n != 1)
        };
        match (amount, empty_at(pieces)) {
            (Amount::Some, Some(anchor)) => return Clause::of(self.anchor(anchor), "is empty"),
            (Amount::No, Some(anchor)) => {
                return Clause::of(self.anchor(anchor), "is occupied or off the board");
            }
            _ => {}
        }
        match amount {
            Amount::Some => there(noun("an empty cell", false)),
            Amount::No => there(noun("no empty cell", false)),
            Amount::Exactly(n) => there(many("exactly", n)),
            Amount::Otherwise(n) => there(many("any number but", n)),
            Amount::AtLeast(n) => there(many("at least", n)),
            Amount::AtMost(n) => there(many("at most", n)),
            Amount::All | Amount::NotAll if pieces.filters.is_empty() => {
                always(amount == Amount::All)
            }
            Amount::All | Amount::NotAll => {
                let text =
                    if amount == Amount::All { "every empty cell" } else { "not every empty cell" };
                let noun = noun(text, false);
                let verb = self.verb_of(&noun, pieces, true);
                Clause::of(noun.text, verb)
            }
            Amount::Always => always(true),
            Amount::Never => always(false),
        }
    }

    /// The noun for a number of a side: `its number of checks`.
    fn sum(&self, whose: Whose, tally: Tally) -> String {
        let what = match tally {
            Tally::Counted(counter) => format!("number of {}", self.words.counter(counter)),
            Tally::Turns => "number of finished turns".to_owned(),
            Tally::Worth => "total worth of pieces".to_owned(),
        };
        match self.voice.genitive(whose, self.words.foes) {
            Some(whose) => format!("{whose} {what}"),
            None => format!("the {what} of {} together", self.words.foes.and_own),
        }
    }

    /// A number in words: `the rank of its king`.
    pub(super) fn measured(&self, amount: &question::Amount) -> String {
        let part = |part: &Part| {
            let what = match &part.what {
                Quantity::Whole(n) => n.to_string(),
                Quantity::Tally(whose, tally) => self.sum(*whose, *tally),
                Quantity::Place(row, of) => format!("the {} of {}", row.word(), self.some(of)),
                Quantity::Count(pieces) => format!("the number of {}", self.all(pieces).text),
            };
            match part.modulo {
                Some(by) => format!("the remainder of {what} divided by {by}"),
                None => what,
            }
        };
        amount.rest.iter().fold(part(&amount.first), |sum, (sign, of)| {
            let sign = match sign {
                Sign::Plus => "plus",
                Sign::Minus => "minus",
            };
            format!("{sum} {sign} {}", part(of))
        })
    }

    /// The clause about the move before, of the same side.
    fn after(&self, one: &Question, holds: bool) -> Clause {
        let which = if holds { "a" } else { "no" };
        let speech = Speech { voice: Voice::OF_MOVE, ..*self };
        let such = match speech.predicate(one) {
            Some(verb) => verb,
            None => format!("was such that {}", speech.clause(one)),
        };
        Clause::of(Voice::MOVE.side, format!("made {which} move just before that {such}"))
    }

    /// The clause about turns of each side without a certain move.
    fn without(&self, turns: u32, one: &Question, holds: bool) -> Clause {
        let which = if holds { "no" } else { "some" };
        let last = match turns {
            1 => "the last turn".to_owned(),
            n => format!("the last {} turns", number(n as usize)),
        };
        let speech = Speech { voice: Voice::OF_MOVE, ..*self };
        let such = match speech.predicate(one) {
            Some(verb) => verb,
            None => format!("was such that {}", speech.clause(one)),
        };
        Clause::whole(format!("{which} move in {last} of each side {such}"))
    }

    fn reply(
        &self,
        amount: Amount,
        pieces: &Pieces,
        to: Option<&alfil_rules::condition::Area>,
    ) -> Clause {
        let whose = match &pieces.what {
            Subject::Men(men) => men.whose,
            Subject::Empty | Subject::Cells | Subject::Anchor(_) => None,
        };
        let to = to.map_or(String::new(), |area| {
            format!(" to {}", crate::conditions::noun(area, self.words.zones, self.counted(whose)))
        });
        let can = |so: bool| if so { format!("can move{to}") } else { format!("cannot move{to}") };
        match &pieces.what {
            _ if amount == Amount::Always => always(true),
            _ if amount == Amount::Never => always(false),
            Subject::Men(men) => {
                let (noun, so) = self.subject(men, amount);
                Clause::of(self.filtered(noun, pieces), can(so))
            }
            Subject::Empty | Subject::Cells => always(amount.holds_of_none()),
            Subject::Anchor(_) => match amount.of_one() {
                Amount::Always => always(true),
                Amount::Never => always(false),
                one => Clause::of(self.some(pieces), can(one == Amount::Some)),
            },
        }
    }

    fn compare(&self, amounts: &[question::Amount; 2], order: Order) -> Clause {
        let [left, right] = amounts;
        if let (Some(Quantity::Count(one)), Some(Quantity::Count(other))) =
            (left.only(), right.only())
            && let Some(clause) = self.has_more(one, order, other)
        {
            return clause;
        }
        let is_plain = matches!(right.only(), Some(Quantity::Whole(_)));
        let verb = match order {
            Order::Equal if is_plain => "is",
            Order::Equal => "equals",
            Order::Unequal if is_plain => "is not",
            Order::Unequal => "does not equal",
            Order::Less => "is less than",
            Order::AtMost => "is at most",
            Order::More => "is more than",
            Order::AtLeast => "is at least",
        };
        Clause::of(self.measured(left), format!("{verb} {}", self.measured(right)))
    }

    /// The clause `it has more pawns than its opponent`, if the two groups differ in their owner only.
    fn has_more(&self, left: &Pieces, order: Order, right: &Pieces) -> Option<Clause> {
        if let (Subject::Men(one), Subject::Men(other)) = (&left.what, &right.what) {
            let alike = one.kinds == other.kinds && one.but == other.but;
            let plain = left.filters.is_empty() && right.filters.is_empty();
            let sides = match (one.whose, other.whose) {
                (Some(Whose::Own), Some(Whose::Enemy)) => {
                    Some((self.voice.side, self.words.foes.who))
                }
                (Some(Whose::Enemy), Some(Whose::Own)) => {
                    Some((self.words.foes.who, self.voice.side))
                }
                _ => None,
            };
            if let (Some((who, than)), true) = (sides, alike && plain) {
                let (holds, word, than_word) = match order {
                    Order::Equal => (true, "as many", "as"),
                    Order::Unequal => (false, "as many", "as"),
                    Order::Less => (true, "fewer", "than"),
                    Order::AtMost => (true, "at most as many", "as"),
                    Order::More => (true, "more", "than"),
                    Order::AtLeast => (true, "at least as many", "as"),
                };
                let has = Verb { base: "have", third: "has" }.finite(holds);
                let all = Pieces {
                    what: Subject::Men(Men { whose: None, ..one.clone() }),
                    filters: Vec::new(),
                };
                let names = self.all(&all).text;
                let names = names.strip_prefix("the ").unwrap_or(&names).to_owned();
                let clause = format!("{has} {word} {names} {than_word} {than}");
                return Some(Clause::of(who, clause));
            }
        }
        None
    }
}

/// A question, or its negation.
#[derive(Clone, Copy)]
struct Literal<'q> {
    question: &'q Question,
    /// False for the negation.
    holds: bool,
}

impl<'q> Literal<'q> {
    fn of(question: &'q Question) -> Literal<'q> {
        Literal { question, holds: true }
    }

    fn negated(self) -> Literal<'q> {
        Literal { holds: !self.holds, ..self }
    }
}

/// Strips negations from the question and applies them to `holds`.
fn bare(literal: Literal<'_>) -> Literal<'_> {
    match literal.question {
        Question::Not(inner) => bare(Literal { question: inner, holds: !literal.holds }),
        _ => literal,
    }
}

/// The question inside `Question::Leaving`, if `literal` is such a question.
fn behind(literal: Literal<'_>) -> Option<Literal<'_>> {
    let Literal { question, holds } = bare(literal);
    match question {
        Question::Leaving(asked) => Some(Literal { question: asked, holds }),
        _ => None,
    }
}

/// The parts of a list. Negation turns `and` into `or`.
fn parts<'q>(Literal { question, holds }: Literal<'q>) -> Option<(Joint, Vec<Literal<'q>>)> {
    let of =
        |parts: &'q [Question]| parts.iter().map(|question| Literal { question, holds }).collect();
    if let Question::All(parts) = question {
        return Some((if holds { Joint::And } else { Joint::Or }, of(parts)));
    }
    if let Question::Any(parts) = question {
        return Some((if holds { Joint::Or } else { Joint::And }, of(parts)));
    }
    None
}

/// The cell next to the move, if a question only requires that this cell is empty.
fn empty_at(pieces: &Pieces) -> Option<Anchor> {
    match (&pieces.what, pieces.filters.as_slice()) {
        (Subject::Empty, [filter]) if filter.holds => match filter.test {
            Test::On(anchor) if anchor.is_beside() => Some(anchor),
            _ => None,
        },
        _ => None,
    }
}

/// A clause that is true in every position, or in none.
fn always(holds: bool) -> Clause {
    Clause::whole(if holds { "this always holds" } else { "this never holds" })
}

fn is(holds: bool) -> &'static str {
    if holds { "is" } else { "is not" }
}

fn are(plural: bool) -> &'static str {
    if plural { "are" } else { "is" }
}

// Facts about sides and comparisons in English. Each fact has a verb of its own for its negation.

/// The verb for a fact about a side, or for its negation.
fn side_fact(fact: SideFact, holds: bool) -> &'static str {
    match (fact, holds) {
        (SideFact::OnMove, true) => "is to move",
        (SideFact::OnMove, false) => "is not to move",
        (SideFact::InCheck, true) => "is in check",
        (SideFact::InCheck, false) => "is not in check",
        (SideFact::Stuck, true) => "has no legal move",
        (SideFact::Stuck, false) => "has a legal move",
    }
}
