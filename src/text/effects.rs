//! Effects in English, one sentence for each line.
//!
//! The player is the subject of every choice; other actions happen by themselves. If a player sees
//! two actions as one, they become one sentence: to remove all ducks and place one is to move the
//! duck.

use crate::text::lexicon::{Lexicon, Topic, Voice, removes_all};
use crate::text::phrase::{Verb, and, number, or, sentence};
use crate::text::pieces::Speech;
use alfil_rules::effect::{
    Along, Becoming, Course, Deed, Effect, Extent, Picked, Source, Spot, Supplied, Will,
};
use alfil_rules::ids::KindId;
use alfil_rules::question::{Anchor, MoveFact, Question, Whose};
use alfil_rules::stack::{Load, Pairs, Under};

/// The sentences of all lines.
pub(crate) fn told(effects: &[Effect], words: &Lexicon<'_>) -> Vec<String> {
    let mut said: Vec<String> =
        effects.iter().enumerate().map(|(number, effect)| line(effect, number, words)).collect();
    let to_origin =
        |deed: &Deed| matches!(deed, Deed::GoesTo(_, Spot::Origin) | Deed::Place(_, Spot::Origin));
    if effects.iter().flat_map(|effect| &effect.deeds).any(to_origin) {
        said.push(
            "Where several pieces of its kind and side began, it is the cell of the shade on which the piece stood or was \
             captured; if there are several of these, the one on its file."
                .to_owned(),
        );
    }
    if effects.iter().flat_map(|effect| &effect.deeds).any(Deed::stacks) {
        said.push(
            "Several pieces may stand on one cell, one on top of the other. Only the highest is in play; when it has left, \
             the next one is."
                .to_owned(),
        );
    }
    said
}

fn line(effect: &Effect, number: usize, words: &Lexicon<'_>) -> String {
    if effect.question.is_none() && effect.deeds == [Deed::KingSafe] {
        return sentence(match number {
            0 => {
                "as soon as a piece has moved, and before anything else happens, no royal piece of the player may be attacked"
            }
            _ => "at this point no royal piece of the player may be attacked",
        });
    }
    let (opening, voice) = match &effect.question {
        None => ("after each move".to_owned(), Voice::EFFECT),
        Some(question) => opening(question, words),
    };
    let speech = Speech { words, voice };
    let acts = acts(&effect.deeds, words);
    let deeds = match effect.will {
        Will::May => {
            let deeds: Vec<String> =
                acts.iter().map(|act| speech.by_player(act, Person::Second)).collect();
            format!("the player may {}", and(&deeds))
        }
        Will::Must => speech.clauses_of(&acts),
    };
    sentence(&format!("{opening}, {deeds}"))
}

/// The opening of a sentence, such as `when a piece captures`, and the words for pieces and cells
/// in the rest of the sentence.
fn opening(question: &Question, words: &Lexicon<'_>) -> (String, Voice) {
    let single = std::slice::from_ref(question);
    let parts = match question {
        Question::All(parts) => parts.as_slice(),
        _ => single,
    };
    let moving = |part: &Question| matches!(part, Question::Move(MoveFact::Moving(_)));
    if let Some(at) = parts.iter().position(moving)
        && let Question::Move(MoveFact::Moving(men)) = &parts[at]
    {
        let speech = Speech { words, voice: Voice::EFFECT_OF_PIECE };
        let rest: Vec<&Question> =
            parts.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, part)| part).collect();
        let who = speech.one_of(men);
        let rest = match rest.as_slice() {
            [] => String::new(),
            rest => format!(" and {}", speech.clauses(rest)),
        };
        return (format!("when {who} moves{rest}"), Voice::EFFECT_OF_PIECE);
    }
    let speech = Speech { words, voice: Voice { subject: "it", ..Voice::EFFECT } };
    if let Question::Move(fact) = question {
        let who = match fact {
            MoveFact::Castling | MoveFact::Passing | MoveFact::Dropping(_) => Some("the player"),
            MoveFact::Capturing(_) | MoveFact::Promoting(_) => Some("a piece"),
            MoveFact::Moving(_)
            | MoveFact::Over(_)
            | MoveFact::GivingCheck
            | MoveFact::GivingMate => None,
        };
        if let Some(who) = who {
            let speech = Speech { words, voice: Voice { sides: "the player's", ..Voice::GOAL } };
            return (format!("when {who} {}", speech.answered_verb(question)), Voice::EFFECT);
        }
    }
    match speech.predicate(question) {
        Some(verb) => (format!("when a move {verb}"), Voice::EFFECT),
        None => {
            let speech = Speech { words, voice: Voice::EFFECT };
            (format!("after a move, if {}", speech.clause(question)), Voice::EFFECT)
        }
    }
}

/// The form of a verb.
#[derive(Clone, Copy)]
enum Person {
    /// The form `move`.
    Second,
    /// The form `moves`.
    Third,
}

/// One action, or two actions that a player sees as one.
enum Act<'a> {
    /// One action.
    Deed(&'a Deed),
    /// The only piece of a kind moves to another cell.
    Moves(KindId, &'a Spot),
    /// A piece moves to the other of two layers.
    CrossesOver(&'a Picked),
}

impl Act<'_> {
    /// Returns true if a player chooses a part of the act.
    fn is_chosen(&self) -> bool {
        match self {
            Act::Deed(deed) => deed.choices() > 0,
            Act::Moves(_, spot) => match spot {
                Spot::Anchors(anchors) => anchors.len() > 1,
                Spot::Empty(picked) => picked.extent == Extent::One,
                Spot::Origin => false,
            },
            Act::CrossesOver(picked) => picked.extent == Extent::One,
        }
    }
}

/// Groups actions into acts. Two neighbouring actions may be one act.
fn acts<'a>(deeds: &'a [Deed], words: &Lexicon<'_>) -> Vec<Act<'a>> {
    let mut acts = Vec::new();
    let mut rest = deeds;
    while let [first, others @ ..] = rest {
        let pair = others.first().and_then(|second| pair(first, second, words));
        let taken = if pair.is_some() { 2 } else { 1 };
        acts.push(pair.unwrap_or(Act::Deed(first)));
        rest = &rest[taken..];
    }
    acts
}

/// The act that two actions form together, if they do.
fn pair<'a>(first: &'a Deed, second: &'a Deed, words: &Lexicon<'_>) -> Option<Act<'a>> {
    if let (Some(kind), Deed::Place(Supplied { kinds, from: Source::Nowhere }, spot)) =
        (removes_all(first), second)
        && kinds.as_slice() == [kind]
        && words.is_single(kind)
    {
        return Some(Act::Moves(kind, spot));
    }
    let (Deed::GoesTo(one, Spot::Anchors(up)), Deed::GoesTo(other, Spot::Anchors(down))) =
        (first, second)
    else {
        return None;
    };
    let over = matches!(
        (up.as_slice(), down.as_slice()),
        ([Anchor::Above], [Anchor::Below]) | ([Anchor::Below], [Anchor::Above])
    );
    (over && one == other && words.layers == 2).then_some(Act::CrossesOver(one))
}

impl Speech<'_> {
    /// A question as a verb phrase, or as a clause if it is not only about the subject.
    fn answered_verb(&self, question: &Question) -> String {
        self.predicate(question).unwrap_or_else(|| self.clause(question))
    }

    /// All acts of a line as one clause.
    fn clauses_of(&self, acts: &[Act<'_>]) -> String {
        let mut said: Vec<String> = Vec::new();
        let mut by_player: Vec<String> = Vec::new();
        let finish = |by_player: &mut Vec<String>, said: &mut Vec<String>| {
            if !by_player.is_empty() {
                said.push(format!("the player {}", and(by_player)));
                by_player.clear();
            }
        };
        for act in acts {
            if act.is_chosen() {
                by_player.push(self.by_player(act, Person::Third));
                continue;
            }
            finish(&mut by_player, &mut said);
            said.push(self.happens(act));
        }
        finish(&mut by_player, &mut said);
        and(&said)
    }

    /// The clause for an act that happens by itself.
    fn happens(&self, act: &Act<'_>) -> String {
        let deed = match act {
            Act::Deed(deed) => *deed,
            Act::Moves(kind, spot) => {
                let first = if self.words.is_set_up(*kind) {
                    ""
                } else {
                    " (the first time, it is put there)"
                };
                let kind = self.words.kind(*kind);
                return format!("the {kind} goes to {}{first}", self.spot(spot));
            }
            Act::CrossesOver(picked) => {
                let what = self.picked(picked);
                return format!(
                    "{what} goes over to the same cell of the other layer, if that is empty"
                );
            }
        };
        match deed {
            Deed::KingSafe => "no royal piece of the player may be attacked".to_owned(),
            Deed::Count(by, counter) => {
                format!("the player's number of {} goes up by {by}", self.words.counter(*counter))
            }
            Deed::Reset(whose, counter) => {
                let what = format!("number of {}", self.words.counter(*counter));
                match self.voice.genitive(*whose, self.words.foes) {
                    Some(whose) => format!("{whose} {what} starts again from 0"),
                    None => format!("the {what} of each side starts again from 0"),
                }
            }
            Deed::Set(whose, counter, amount) => {
                let what = format!("number of {}", self.words.counter(*counter));
                let amount = self.measured(amount);
                match self.voice.genitive(*whose, self.words.foes) {
                    Some(whose) => format!("{whose} {what} becomes {amount}"),
                    None => format!("the {what} of each side becomes {amount}"),
                }
            }
            Deed::Remove(picked) => format!("{} is removed", self.picked(picked)),
            Deed::Capture(picked) => match self.voice.about {
                Topic::Piece => {
                    format!("it captures {}", self.picked(picked))
                }
                Topic::Move | Topic::Side => {
                    format!("{} is captured", self.picked(picked))
                }
            },
            Deed::Discard(men) => format!("{} is removed", self.every(&men.in_hand())),
            Deed::Place(what, spot) => {
                format!(
                    "{}{} is put on {}",
                    self.a_kind(&what.kinds),
                    self.source(what),
                    self.spot(spot)
                )
            }
            Deed::Becomes(picked, to) => {
                format!("{} becomes {}", self.picked(picked), self.becoming(to))
            }
            Deed::ChangesSide(picked) => format!("{} changes sides", self.picked(picked)),
            Deed::GoesTo(picked, spot) => {
                let verb = match spot {
                    Spot::Origin => "returns",
                    Spot::Anchors(_) | Spot::Empty(_) => "goes",
                };
                format!("{} {verb} to {}{}", self.picked(picked), self.spot(spot), if_empty(spot))
            }
            Deed::GoesToHand(picked, whose) => {
                format!("{} goes into {}", self.picked(picked), self.hand(*whose))
            }
            Deed::GoesAlong(picked, along) => {
                let verb = if along.course == Course::With { "goes" } else { "slides" };
                format!("{} {verb} {}", self.picked(picked), self.along(*along))
            }
            Deed::GoesUnder(picked, under) => {
                format!("{} goes beneath {}", self.picked(picked), self.under(under))
            }
            Deed::Carry(load) => {
                format!("{} that were beneath it go with it", self.load(*load))
            }
        }
    }

    /// The clause for an act of the player.
    fn by_player(&self, act: &Act<'_>, person: Person) -> String {
        let verb = |base: &'static str, third: &'static str| {
            let verb = Verb { base, third };
            match person {
                Person::Second => verb.base,
                Person::Third => verb.third,
            }
        };
        let deed = match act {
            Act::Deed(deed) => *deed,
            Act::Moves(kind, spot) => {
                let to = match spot {
                    Spot::Empty(_) => self.spot(spot).replacen("an empty", "another empty", 1),
                    Spot::Anchors(_) | Spot::Origin => self.spot(spot),
                };
                let first = match (self.words.is_set_up(*kind), person) {
                    (true, _) => "",
                    (false, Person::Third) => " (the first time, places it on the board)",
                    (false, Person::Second) => " (the first time, place it on the board)",
                };
                let kind = self.words.kind(*kind);
                return format!("{} the {kind} to {to}{first}", verb("move", "moves"));
            }
            Act::CrossesOver(picked) => {
                let what = self.picked(picked);
                return format!(
                    "{} {what} over to the same cell of the other layer, if that is empty",
                    verb("move", "moves")
                );
            }
        };
        match deed {
            Deed::KingSafe => format!("{} all royal pieces safe", verb("keep", "keeps")),
            Deed::Count(by, counter) => format!(
                "{} {by} to the player's number of {}",
                verb("add", "adds"),
                self.words.counter(*counter)
            ),
            Deed::Reset(whose, counter) => {
                let what = format!("number of {}", self.words.counter(*counter));
                let set = verb("set", "sets");
                match self.voice.genitive(*whose, self.words.foes) {
                    Some(whose) => format!("{set} {whose} {what} to 0"),
                    None => format!("{set} the {what} of each side to 0"),
                }
            }
            Deed::Set(whose, counter, amount) => {
                let what = format!("number of {}", self.words.counter(*counter));
                let (set, amount) = (verb("set", "sets"), self.measured(amount));
                match self.voice.genitive(*whose, self.words.foes) {
                    Some(whose) => format!("{set} {whose} {what} to {amount}"),
                    None => format!("{set} the {what} of each side to {amount}"),
                }
            }
            Deed::Remove(picked) => {
                format!("{} {}", verb("remove", "removes"), self.picked(picked))
            }
            Deed::Capture(picked) => {
                format!("{} {}", verb("capture", "captures"), self.picked(picked))
            }
            Deed::Discard(men) => {
                format!("{} {}", verb("remove", "removes"), self.every(&men.in_hand()))
            }
            Deed::Place(what, spot) => format!(
                "{} {}{} on {}",
                verb("place", "places"),
                self.a_kind(&what.kinds),
                self.source(what),
                self.spot(spot)
            ),
            Deed::Becomes(picked, to) => format!(
                "{} {} into {}",
                verb("turn", "turns"),
                self.picked(picked),
                self.becoming(to)
            ),
            Deed::ChangesSide(picked) => {
                format!("{} {} change sides", verb("make", "makes"), self.picked(picked))
            }
            Deed::GoesTo(picked, spot) => {
                let verb = match spot {
                    Spot::Origin => verb("return", "returns"),
                    Spot::Anchors(_) | Spot::Empty(_) => verb("move", "moves"),
                };
                format!("{verb} {} to {}{}", self.picked(picked), self.spot(spot), if_empty(spot))
            }
            Deed::GoesToHand(picked, whose) => format!(
                "{} {} into {}",
                verb("put", "puts"),
                self.picked(picked),
                self.hand(*whose)
            ),
            Deed::GoesAlong(picked, along) => {
                let verb = match along.course {
                    Course::With => verb("move", "moves"),
                    Course::Toward | Course::AwayFrom => verb("slide", "slides"),
                };
                format!("{verb} {} {}", self.picked(picked), self.along(*along))
            }
            Deed::GoesUnder(picked, under) => {
                let put = verb("put", "puts");
                format!("{put} {} beneath {}", self.picked(picked), self.under(under))
            }
            Deed::Carry(load) => {
                let take = verb("take", "takes");
                format!("{take} {} that were beneath it along", self.load(*load))
            }
        }
    }

    fn picked(&self, picked: &Picked) -> String {
        match picked.extent {
            Extent::Each => self.every(&picked.pieces),
            Extent::One => self.one(&picked.pieces, "one"),
        }
    }

    fn spot(&self, spot: &Spot) -> String {
        match spot {
            Spot::Anchors(anchors) => {
                or(&anchors.iter().map(|&anchor| self.anchor(anchor)).collect::<Vec<_>>())
            }
            Spot::Empty(picked) => match picked.extent {
                Extent::Each => self.every(&picked.pieces),
                Extent::One => self.some(&picked.pieces),
            },
            Spot::Origin => "the cell where it began".to_owned(),
        }
    }

    fn source(&self, what: &Supplied) -> &'static str {
        match what.from {
            Source::Nowhere => "",
            Source::Hand => " from the player's hand",
        }
    }

    fn hand(&self, whose: Whose) -> String {
        match self.voice.genitive(whose, self.words.foes) {
            Some(whose) => format!("{whose} hand"),
            None => "a hand".to_owned(),
        }
    }

    fn becoming(&self, to: &Becoming) -> String {
        match to {
            Becoming::Kind(kinds) => self.a_kind(kinds),
            Becoming::Victim => "a piece of the captured kind".to_owned(),
            Becoming::Next(kinds) => {
                let names: Vec<&str> = kinds.iter().map(|&kind| self.words.kind(kind)).collect();
                format!("the piece that follows it in the order {}", names.join(", "))
            }
            Becoming::Paired(pairs) => self.paired(pairs),
        }
    }

    /// The words for pieces beneath the mover.
    fn load(&self, load: Load) -> String {
        match load {
            Load::All => "all pieces".to_owned(),
            Load::UpTo(None) => "any number of the highest pieces".to_owned(),
            Load::UpTo(Some(most)) => {
                format!("at most {} of the highest pieces", number(most.into()))
            }
        }
    }

    fn under(&self, under: &Under) -> String {
        let becomes = match under.becomes.pairs.is_empty() {
            true => String::new(),
            false => format!(" and becomes {}", self.paired(&under.becomes)),
        };
        format!("{}{becomes}", self.anchor(under.anchor))
    }

    /// What each kind becomes.
    fn paired(&self, pairs: &Pairs) -> String {
        let pair = |&[of, to]: &[KindId; 2]| {
            let to = self.a_kind(&[to]);
            format!("{to} if it is {}", self.a_kind(&[of]))
        };
        or(&pairs.pairs.iter().map(pair).collect::<Vec<_>>())
    }

    fn along(&self, Along { anchor, course, most }: Along) -> String {
        let way = match course {
            Course::Toward => "straight toward",
            Course::AwayFrom => "straight away from",
            Course::With => {
                let cell = self.anchor(anchor);
                return format!(
                    "the same way as from the start of the move to {cell}, if the cell there is empty"
                );
            }
        };
        let most = most.map_or(String::new(), |most| {
            let cells = if most == 1 { "cell" } else { "cells" };
            format!(", by at most {} {cells}", number(most.into()))
        });
        format!("{way} {}{most}, as far as the cells on its way are empty", self.anchor(anchor))
    }
}

/// The words after a target cell that may be occupied. Nothing is put on an occupied cell.
fn if_empty(spot: &Spot) -> &'static str {
    match spot {
        Spot::Empty(_) => "",
        Spot::Anchors(_) | Spot::Origin => ", if that is empty",
    }
}
