//! Effects in English, one sentence for each line.
//!
//! The player is the subject of every choice; other actions happen by themselves. If a player sees
//! two actions as one, they become one sentence: to remove all ducks and place one is to move the
//! duck.

use crate::lexicon::{Lexicon, Topic, Verb, Voice, and, number, or, removes_all, sentence};
use crate::pieces::Speech;
use alfil_rules::condition::Area;
use alfil_rules::effect::{
    Along, Becoming, Course, Deed, Effect, Extent, Load, Pairs, Picked, Source, Spot, Supplied,
    Under, Will,
};
use alfil_rules::ids::KindId;
use alfil_rules::question::{Anchor, CounterId, MoveFact, Question, Whose};

/// The sentences of all lines.
pub(crate) fn told(effects: &[Effect], words: &Lexicon<'_>) -> Vec<String> {
    let mut said: Vec<String> =
        effects.iter().enumerate().map(|(number, effect)| line(effect, number, words)).collect();
    said.extend(belongings(effects, words));
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
            "Several pieces may be on one cell, one on top of the other. Only the highest piece is in play; when it has \
             left, the next one is in play."
                .to_owned(),
        );
    }
    said
}

/// What belongs to each kind, for the groups of pairs that the effects name: `The figure of a pawn is
/// a rook, that of a man a king.` Each group is described once.
fn belongings(effects: &[Effect], words: &Lexicon<'_>) -> Vec<String> {
    let mut told: Vec<&Pairs> = Vec::new();
    let deeds = effects.iter().flat_map(|effect| &effect.deeds);
    for pairs in deeds.filter_map(|deed| deed.shape().pairs()) {
        if !pairs.name.is_empty() && !told.iter().any(|known| known.name == pairs.name) {
            told.push(pairs);
        }
    }
    let speech = Speech { words, voice: Voice::EFFECT };
    let sentence = |Pairs { name, pairs }: &Pairs| {
        let pair = |(number, &[of, to]): (usize, &[KindId; 2])| {
            let (of, to) = (speech.a_kind(&[of]), speech.a_kind(&[to]));
            match number {
                0 => format!("the {name} of {of} is {to}"),
                _ => format!("that of {of} {to}"),
            }
        };
        sentence(&and(&pairs.iter().enumerate().map(pair).collect::<Vec<_>>()))
    };
    told.into_iter().map(sentence).collect()
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

/// The words after a piece that an act puts on the board, if it is not set up there.
const FIRST: &str = " (the first time, it is put there)";

/// The form of a verb.
#[derive(Clone, Copy)]
enum Person {
    /// The form `move`.
    Second,
    /// The form `moves`.
    Third,
}

/// The words for an act: as it happens by itself, and as the player does it.
struct Phrases {
    /// The clause for an act that happens by itself: `it is removed`.
    by_itself: String,
    /// The verb of an act of the player: `remove`.
    verb: Verb,
    /// The words after that verb.
    rest: String,
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
                Spot::Named(_) | Spot::Origin => false,
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
        self.phrases(act, Person::Third).by_itself
    }

    /// The clause for an act of the player.
    fn by_player(&self, act: &Act<'_>, person: Person) -> String {
        let Phrases { verb, rest, .. } = self.phrases(act, person);
        match person {
            Person::Second => format!("{} {rest}", verb.base),
            Person::Third => format!("{} {rest}", verb.third),
        }
    }

    fn phrases(&self, act: &Act<'_>, person: Person) -> Phrases {
        match act {
            Act::Deed(deed) => self.deed(deed),
            Act::Moves(kind, spot) => {
                let to = self.spot(spot);
                let another = match spot {
                    Spot::Empty(_) => to.replacen("an empty", "another empty", 1),
                    Spot::Anchors(_) | Spot::Named(_) | Spot::Origin => to.clone(),
                };
                let (is_put, puts) = match (self.words.is_set_up(*kind), person) {
                    (true, _) => ("", ""),
                    (false, Person::Third) => (FIRST, " (the first time, places it on the board)"),
                    (false, Person::Second) => (FIRST, " (the first time, place it on the board)"),
                };
                let kind = self.words.kind(*kind);
                Phrases {
                    by_itself: format!("the {kind} goes to {to}{is_put}"),
                    verb: Verb { base: "move", third: "moves" },
                    rest: format!("the {kind} to {another}{puts}"),
                }
            }
            Act::CrossesOver(picked) => {
                let what = self.picked(picked);
                let over = "over to the same cell of the other layer, if that is empty";
                Phrases {
                    by_itself: format!("{what} goes {over}"),
                    verb: Verb { base: "move", third: "moves" },
                    rest: format!("{what} {over}"),
                }
            }
        }
    }

    fn deed(&self, deed: &Deed) -> Phrases {
        let of = |by_itself: String, base: &'static str, third: &'static str, rest: String| {
            Phrases { by_itself, verb: Verb { base, third }, rest }
        };
        let number = |whose: Whose, counter: CounterId| {
            let what = format!("number of {}", self.words.counter(counter));
            match self.voice.genitive(whose, self.words.foes) {
                Some(whose) => format!("{whose} {what}"),
                None => format!("the {what} of each side"),
            }
        };
        match deed {
            Deed::KingSafe => of(
                "no royal piece of the player may be attacked".to_owned(),
                "keep",
                "keeps",
                "all royal pieces safe".to_owned(),
            ),
            Deed::Count(by, counter) => {
                let number = format!("the player's number of {}", self.words.counter(*counter));
                let rises = format!("{number} goes up by {by}");
                of(rises, "add", "adds", format!("{by} to {number}"))
            }
            Deed::Reset(whose, counter) => {
                let number = number(*whose, *counter);
                let starts = format!("{number} starts again from 0");
                of(starts, "set", "sets", format!("{number} to 0"))
            }
            Deed::Set(whose, counter, amount) => {
                let (number, amount) = (number(*whose, *counter), self.measured(amount));
                let becomes = format!("{number} becomes {amount}");
                of(becomes, "set", "sets", format!("{number} to {amount}"))
            }
            Deed::Remove(picked) => {
                let what = self.picked(picked);
                of(format!("{what} is removed"), "remove", "removes", what)
            }
            Deed::Capture(picked) => {
                let what = self.picked(picked);
                let captured = match self.voice.about {
                    Topic::Piece => format!("it captures {what}"),
                    Topic::Move | Topic::Side => format!("{what} is captured"),
                };
                of(captured, "capture", "captures", what)
            }
            Deed::Discard(men) => {
                let what = self.every(&men.in_hand());
                of(format!("{what} is removed"), "remove", "removes", what)
            }
            Deed::Place(what, spot) => {
                let piece = format!("{}{}", self.a_kind(&what.kinds), self.source(what));
                let free = if spot.named().is_some() { if_empty(spot) } else { "" };
                let spot = format!("{}{free}", self.spot(spot));
                let put = format!("{piece} is put on {spot}");
                of(put, "place", "places", format!("{piece} on {spot}"))
            }
            Deed::Becomes(picked, to) => {
                let (what, to) = (self.picked(picked), self.becoming(to));
                of(format!("{what} becomes {to}"), "turn", "turns", format!("{what} into {to}"))
            }
            Deed::ChangesSide(picked) => {
                let what = self.picked(picked);
                let changes = format!("{what} changes sides");
                of(changes, "make", "makes", format!("{what} change sides"))
            }
            Deed::GoesTo(picked, spot) => {
                let (goes, base, third) = match spot {
                    Spot::Origin => ("returns", "return", "returns"),
                    Spot::Anchors(_) | Spot::Empty(_) | Spot::Named(_) => ("goes", "move", "moves"),
                };
                let what = self.picked(picked);
                let to = format!("to {}{}", self.spot(spot), if_empty(spot));
                of(format!("{what} {goes} {to}"), base, third, format!("{what} {to}"))
            }
            Deed::GoesToHand(picked, whose) => {
                let (what, hand) = (self.picked(picked), self.hand(*whose));
                of(format!("{what} goes into {hand}"), "put", "puts", format!("{what} into {hand}"))
            }
            Deed::GoesAlong(picked, along) => {
                let (goes, base, third) = match along.course {
                    Course::With => ("goes", "move", "moves"),
                    Course::Toward | Course::AwayFrom => ("slides", "slide", "slides"),
                };
                let (what, way) = (self.picked(picked), self.along(*along));
                of(format!("{what} {goes} {way}"), base, third, format!("{what} {way}"))
            }
            Deed::GoesUnder(picked, under) => {
                let beneath = format!("beneath {}", self.under(under));
                let what = self.picked(picked);
                of(format!("{what} goes {beneath}"), "put", "puts", format!("{what} {beneath}"))
            }
            Deed::Carry(load) => {
                let pieces = format!("{} that were beneath it", self.load(*load));
                let go = format!("{pieces} go with it");
                of(go, "take", "takes", format!("{pieces} along"))
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
            Spot::Named(area) => match area {
                Area::Cells(cells) if let [cell] = cells.as_slice() => cell.value.clone(),
                area => format!("the cell {}", self.place(area, None)),
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
        let becomes = if under.becomes.pairs.is_empty() {
            String::new()
        } else {
            format!(" and becomes {}", self.paired(&under.becomes))
        };
        format!("{}{becomes}", self.anchor(under.anchor))
    }

    /// What each kind becomes.
    fn paired(&self, pairs: &Pairs) -> String {
        // The page says once what belongs to each kind.
        if !pairs.name.is_empty() {
            return format!("its {}", pairs.name);
        }
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
        format!("{way} {}{most}, until a cell on its way is not empty", self.anchor(anchor))
    }
}

/// The words after a target cell that may be occupied. Nothing is put on an occupied cell.
fn if_empty(spot: &Spot) -> &'static str {
    match spot {
        Spot::Empty(_) => "",
        Spot::Anchors(_) | Spot::Named(_) | Spot::Origin => ", if that is empty",
    }
}
