//! Rewrites sentences of natural English in the words of the language, for helps.
//!
//! People write `enemy has no queen` and mean `no enemy queen`. The tables in `natural/patterns.rs`
//! list such forms. This module matches them, fills in what they mean, and proposes the result only
//! if a [`Judge`] reads it without findings. The reader of definitions never accepts these forms.
//!
//! A result that still has natural words goes through the patterns again. Questions are also taken
//! apart at `and`, `or`, `not` and parentheses, and deeds at `;`, so that a proposal replaces as few
//! words as possible.

mod pattern;
mod patterns;

pub use pattern::Role;

use crate::suggest;
use pattern::Meaning::{Joined, Say, Write};
use pattern::{Bound, Pattern};
use patterns::{CLASSES, DEEDS, ELSEWHERE, LINES, PHRASES, QUESTIONS, WORDS};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ops::Range;

/// The greatest number of words that are examined.
const MOST_WORDS: usize = 60;
/// The greatest number of texts that a judge reads for one sentence.
const MOST_TRIALS: usize = 400;
/// How often a result may go through the patterns again.
const MOST_ROUNDS: usize = 6;

/// Other names of the last rank.
const FAR: [&str; 21] = [
    "back rank",
    "far rank",
    "farthest rank",
    "furthest rank",
    "final rank",
    "promotion rank",
    "end of board",
    "other side",
    "far side",
    "opposite side",
    "opposite edge",
    "last row",
    "far row",
    "enemy back rank",
    "other end of board",
    "other end",
    "far end",
    "far end of board",
    "enemy side",
    "back row",
    "last line",
];

/// A form of text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// The whole sentence.
    Whole,
    /// A question.
    Question,
    /// Deeds.
    Deeds,
}

/// Knows the names of a game, and reads texts.
pub trait Judge {
    /// True if a kind or a group has this name, in the singular or plural.
    fn is_kind(&self, name: &str) -> bool;
    /// The counter that `name` names, perhaps in the singular.
    fn counter(&self, name: &str) -> Option<String>;
    /// True if the text has no finding.
    fn reads(&self, form: Form, text: &str) -> bool;
}

/// What words mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meant {
    /// These words of the language.
    Write(String),
    /// Something that other words cannot replace, or that cannot be said. The text explains it.
    Say(String),
}

/// A help for a part of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proposal {
    /// The bytes of the text.
    pub range: Range<usize>,
    /// The form of these bytes.
    pub form: Form,
    /// What they mean.
    pub meant: Meant,
    /// True if the range is a single word that another one replaces.
    pub is_word: bool,
}

impl Proposal {
    fn new(range: Range<usize>, form: Form, meant: Meant) -> Proposal {
        Proposal { range, form, meant, is_word: false }
    }

    /// If the meaning differs in one word only, proposes that word.
    fn narrow(&mut self, text: &str) {
        let (Meant::Write(new), Some(old)) = (&self.meant, text.get(self.range.clone())) else {
            return;
        };
        let (new, old): (Vec<&str>, Vec<&str>) =
            (new.split(' ').collect(), old.split_whitespace().collect());
        if new.len() != old.len() {
            return;
        }
        let mut other = (0..new.len()).filter(|&at| new[at] != old[at]);
        let (Some(at), None) = (other.next(), other.next()) else { return };
        if at == 0 || at + 1 == old.len() {
            return;
        }
        let words = text.get(self.range.clone()).unwrap_or_default();
        let mut start = 0;
        for word in &old[..at] {
            start += words[start..].find(word).unwrap_or_default() + word.len();
        }
        start += self.range.start + words[start..].find(old[at]).unwrap_or_default();
        let word = new[at].to_owned();
        self.range = start..start + old[at].len();
        self.meant = Meant::Write(word);
        self.is_word = true;
    }
}

/// What the words of a sentence mean, for each part that the judge does not read. Empty if no
/// pattern helps.
pub fn proposals(text: &str, role: Role, judge: &dyn Judge) -> Vec<Proposal> {
    let rewriter = Rewriter {
        judge,
        role,
        trials: Cell::new(0),
        read: RefCell::default(),
        asked: RefCell::default(),
        done: RefCell::default(),
    };
    let tokens = tokens(text);
    if tokens.is_empty() || tokens.len() > MOST_WORDS {
        return Vec::new();
    }
    let mut found = match role {
        Role::Movement => rewriter.clauses(text, &tokens),
        _ => rewriter.sentence(text, &tokens),
    };
    found.iter_mut().for_each(|proposal| proposal.narrow(text));
    found.retain(|proposal| match &proposal.meant {
        Meant::Write(new) => text.get(proposal.range.clone()) != Some(new),
        Meant::Say(_) => true,
    });
    found
}

/// A word of the text as the patterns see it.
#[derive(Clone, Debug)]
struct Token {
    word: String,
    at: Range<usize>,
}

/// The question that is true exactly if `question` is not.
fn contrary(question: &str) -> String {
    let is_joined = split(&words(question)).len() > 1;
    match question.strip_prefix("not ").or_else(|| question.strip_prefix("no ")) {
        Some(rest) if !is_joined => rest.to_owned(),
        _ if is_joined => format!("not ({question})"),
        _ => format!("not {question}"),
    }
}

/// The words of a text, and their places. Articles are left out, and words of other people are
/// replaced by those of the language.
fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    // The start of an article belongs to the next word.
    let mut article: Option<usize> = None;
    let mut push = |word: &str, at: Range<usize>| {
        if word.is_empty() {
            return;
        }
        // Other capitals are movements, such as `NN` and `fmW`.
        let is_capitalized =
            word.chars().count() > 2 && word.chars().skip(1).all(|c| !c.is_uppercase());
        let plain = if is_capitalized { word.to_lowercase() } else { word.to_owned() };
        let plain = plain.replace('\u{2019}', "'");
        let before = tokens.last().map(|last| last.word.as_str()).unwrap_or_default();
        let meant = match WORDS.iter().find(|(said, _)| *said == plain) {
            // `file a` is no article.
            Some(_) if plain == "a" && matches!(before, "file" | "files") => plain.as_str(),
            Some((_, meant)) => meant,
            None => plain.as_str(),
        };
        if meant.is_empty() {
            article = article.or(Some(at.start));
            return;
        }
        let at = article.take().unwrap_or(at.start)..at.end;
        for word in meant.split_whitespace() {
            tokens.push(Token { word: word.to_owned(), at: at.clone() });
        }
    };
    let mut start = 0;
    let text_end = text.trim_end_matches(['.', '!', ' ']).len();
    let signs = ['(', ')', ';', ',', '<', '>', '=', '\u{2265}', '\u{2264}', ':'];
    let mut chars = text[..text_end].char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if !c.is_whitespace() && !signs.contains(&c) {
            continue;
        }
        push(&text[start..at], start..at);
        start = at + c.len_utf8();
        if c.is_whitespace() {
            continue;
        }
        if matches!(c, '<' | '>' | '=') && chars.peek().is_some_and(|&(_, next)| next == '=') {
            chars.next();
            start += 1;
        }
        let sign = match &text[at..start] {
            "==" => "=",
            "\u{2265}" => ">=",
            "\u{2264}" => "<=",
            sign => sign,
        };
        push(sign, at..start);
    }
    push(&text[start..text_end], start..text_end);
    // A full stop goes with the last word.
    if let Some(last) = tokens.last_mut() {
        last.at.end = text.trim_end().len();
    }
    tokens
}

/// The words of a text that is normal already.
fn words(text: &str) -> Vec<String> {
    tokens(text).into_iter().map(|token| token.word).collect()
}

/// Writes words with the spaces that the language has between them.
fn written(words: &[String]) -> String {
    let mut text = String::new();
    for word in words {
        if !text.is_empty() && !text.ends_with('(') && !matches!(word.as_str(), ")" | ";" | ",") {
            text.push(' ');
        }
        text += word;
    }
    text
}

/// The parts of a question between `and` and `or` outside of parentheses, as ranges of words.
fn split(words: &[String]) -> Vec<Range<usize>> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for (at, word) in words.iter().enumerate() {
        match word.as_str() {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            "and" | "or" if depth == 0 => {
                parts.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(start..words.len());
    parts
}

struct Rewriter<'a> {
    judge: &'a dyn Judge,
    role: Role,
    /// Number of texts that the judge has read.
    trials: Cell<usize>,
    /// What the judge said of each text.
    read: RefCell<HashMap<(Form, String), bool>>,
    /// What each question means.
    asked: RefCell<HashMap<String, Option<Meant>>>,
    /// What each list of deeds means.
    done: RefCell<HashMap<String, Option<Meant>>>,
}

impl Rewriter<'_> {
    fn reads(&self, form: Form, text: &str) -> bool {
        let key = (form, text.to_owned());
        if let Some(&known) = self.read.borrow().get(&key) {
            return known;
        }
        self.trials.set(self.trials.get() + 1);
        let reads =
            self.trials.get() <= MOST_TRIALS && !text.is_empty() && self.judge.reads(form, text);
        self.read.borrow_mut().insert(key, reads);
        reads
    }

    // -- sentences --

    fn sentence(&self, text: &str, tokens: &[Token]) -> Vec<Proposal> {
        let all: Vec<String> = tokens.iter().map(|token| token.word.clone()).collect();
        let whole = |meant| {
            let range = place(tokens, 0..all.len());
            vec![Proposal::new(range, Form::Whole, meant)]
        };
        let again = &mut |new: &str| self.line(&words(new), 1);
        if let Some(meant) = self.first(ELSEWHERE, &all, again) {
            return whole(meant);
        }
        if let Some(found) = self.in_frame(text, tokens, &all).filter(|found| !found.is_empty()) {
            return found;
        }
        if let Some((at, asked, done)) = self.without_then(&all) {
            let new = format!("then {done}");
            let mut found = Vec::new();
            if asked != written(&all[1..at]) {
                let (range, meant) = (place(tokens, 1..at), Meant::Write(asked));
                found.push(Proposal::new(range, Form::Question, meant));
            }
            let (range, meant) = (place(tokens, at..all.len()), Meant::Write(new));
            found.push(Proposal::new(range, Form::Deeds, meant));
            return found;
        }
        self.line(&all, 0).map(whole).unwrap_or_default()
    }

    /// What the parts of a sentence of the right form mean. `None` if it has another form, or if
    /// the sentence would still be wrong.
    fn in_frame(&self, text: &str, tokens: &[Token], all: &[String]) -> Option<Vec<Proposal>> {
        let (question, deeds) = self.frame(all)?;
        let original = |range| text.get(place(tokens, range)).unwrap_or_default();
        let (mut found, mut all_known) = (Vec::new(), true);
        // True if nobody knows what the question is about, and so what `it` stands for.
        let mut unclear = false;
        let mut add = |form, range, meant: Option<Meant>| match meant {
            Some(meant) => found.push(Proposal::new(place(tokens, range), form, meant)),
            None => all_known = false,
        };
        if let Some(question) = question {
            let asked = &all[question.clone()];
            if !self.reads(Form::Question, original(question.clone())) {
                let is_normal = self.reads(Form::Question, &written(asked));
                match self.patterns(asked, 0).filter(|_| !is_normal) {
                    Some(meant) => add(Form::Question, question, Some(meant)),
                    None => {
                        for part in split(asked) {
                            let part = question.start + part.start..question.start + part.end;
                            if !self.reads(Form::Question, original(part.clone())) {
                                let meant = self.question(&all[part.clone()], 0);
                                unclear |= meant.is_none();
                                add(Form::Question, part, meant);
                            }
                        }
                    }
                }
            }
        }
        let mut start = deeds.start;
        for end in deeds.clone().filter(|&at| all[at] == ";").chain([deeds.end]) {
            let part = start..end;
            start = end + 1;
            let said = &all[part.clone()];
            let names_it = said.iter().any(|word| matches!(word.as_str(), "it" | "they" | "them"));
            let is_clear = !(unclear && names_it);
            if !said.is_empty() && !self.reads(Form::Deeds, original(part.clone())) && is_clear {
                add(Form::Deeds, part, self.deeds(said, 0));
            }
        }
        let mut new = text.to_owned();
        for proposal in found.iter().rev() {
            let Meant::Write(part) = &proposal.meant else { return Some(found) };
            new.replace_range(proposal.range.clone(), part);
        }
        (!all_known || self.reads(Form::Whole, &new)).then_some(found)
    }

    /// The places of the question and of the deeds in a sentence of the right form.
    fn frame(&self, all: &[String]) -> Option<(Option<Range<usize>>, Range<usize>)> {
        let is = |at: usize, word: &str| all.get(at).is_some_and(|said| said == word);
        let end = all.len();
        match self.role {
            Role::Goal => {
                let when = all.iter().position(|word| word == "when").filter(|at| *at <= 4)?;
                let verdict = ["win", "loss", "draw"].into_iter().any(|word| is(0, word));
                verdict.then_some((Some(when + 1..end), end..end))
            }
            Role::Question | Role::Only => Some((Some(0..end), end..end)),
            Role::Effect if is(0, "always") => Some((None, 1..end)),
            Role::Effect if is(0, "when") => {
                let joint = all.iter().position(|word| word == "then" || word == "may")?;
                Some((Some(1..joint), joint + 1..end))
            }
            Role::Effect | Role::Movement => None,
        }
    }

    /// The meaning of a whole sentence whose form is wrong.
    fn line(&self, all: &[String], round: usize) -> Option<Meant> {
        if round > 0 && self.reads(Form::Whole, &written(all)) {
            return Some(Meant::Write(written(all)));
        }
        if round > MOST_ROUNDS {
            return None;
        }
        let meant = self.first(LINES, all, &mut |new| self.line(&words(new), round + 1));
        if meant.is_none() && round > 0 { self.framed(all) } else { meant }
    }

    /// A sentence of the right form, with its parts rewritten.
    fn framed(&self, all: &[String]) -> Option<Meant> {
        let (question, deeds) = self.frame(all)?;
        let mut out = all[..question.as_ref().map_or(deeds.start, |q| q.start)].to_vec();
        let end = question.as_ref().map_or(deeds.start, |question| question.end);
        if let Some(question) = question {
            match self.question(&all[question], 0)? {
                Meant::Write(text) => out.extend(words(&text)),
                say @ Meant::Say(_) => return Some(say),
            }
        }
        out.extend_from_slice(&all[end..deeds.start]);
        if !deeds.is_empty() {
            match self.deeds(&all[deeds], 0)? {
                Meant::Write(text) => out.extend(words(&text)),
                say @ Meant::Say(_) => return Some(say),
            }
        }
        let text = written(&out);
        self.reads(Form::Whole, &text).then_some(Meant::Write(text))
    }

    /// `when capturing remove mover`, without `then`.
    fn without_then(&self, all: &[String]) -> Option<(usize, String, String)> {
        let is_whole = self.role == Role::Effect
            && all[0] == "when"
            && !all.iter().any(|word| word == "then" || word == "may");
        if !is_whole {
            return None;
        }
        (2..all.len()).find_map(|at| {
            let Some(Meant::Write(asked)) = self.question(&all[1..at], 1) else { return None };
            let Some(Meant::Write(done)) = self.deeds(&all[at..], 1) else { return None };
            let text = format!("when {asked} then {done}");
            self.reads(Form::Whole, &text).then_some((at, asked, done))
        })
    }

    /// The conditions of a movement. Each clause is examined alone.
    fn clauses(&self, text: &str, tokens: &[Token]) -> Vec<Proposal> {
        // The second word of each pair says whether the condition must be negated.
        const HEADS: [(&[&str], bool); 17] = [
            (&["only", "when"], false),
            (&["only", "if"], false),
            (&["only", "where"], false),
            (&["not", "when"], true),
            (&["not", "if"], true),
            (&["never", "when"], true),
            (&["except", "when"], true),
            (&["except", "if"], true),
            (&["unless"], true),
            (&["as", "long", "as"], false),
            (&["so", "long", "as"], false),
            (&["provided", "that"], false),
            (&["provided"], false),
            (&["while"], false),
            (&["if"], false),
            (&["where"], false),
            (&["when"], false),
        ];
        let mut found = Vec::new();
        for clause in tokens.split(|token| token.word == ";") {
            let all: Vec<String> = clause.iter().map(|token| token.word.clone()).collect();
            let begins = |at: usize| {
                HEADS.iter().find(|(head, _)| {
                    head.iter()
                        .enumerate()
                        .all(|(n, word)| all.get(at + n).is_some_and(|w| w == word))
                })
            };
            let Some((at, (head, negated))) = (0..all.len()).find_map(|at| Some((at, begins(at)?)))
            else {
                continue;
            };
            let asked = &all[at + head.len()..];
            let is_right =
                matches!(*head, ["only", "when"]) && at == 0 || matches!(*head, ["when"]) && at > 0;
            if asked.is_empty() {
                continue;
            }
            if is_right {
                let first = at + head.len();
                let original = |range| text.get(place(clause, range)).unwrap_or_default();
                if self.reads(Form::Question, original(first..all.len())) {
                    continue;
                }
                let is_normal = self.reads(Form::Question, &written(asked));
                if let Some(meant) = self.patterns(asked, 0).filter(|_| !is_normal) {
                    let range = place(clause, first..all.len());
                    found.push(Proposal::new(range, Form::Question, meant));
                    continue;
                }
                for part in split(asked) {
                    let part = first + part.start..first + part.end;
                    if self.reads(Form::Question, original(part.clone())) {
                        continue;
                    }
                    if let Some(meant) = self.question(&all[part.clone()], 0) {
                        found.push(Proposal::new(place(clause, part), Form::Question, meant));
                    }
                }
                continue;
            }
            let adds = all[0].starts_with('+');
            // The words `if` and `where` have a help of their own.
            let only_head = !negated && (at == 0 || adds);
            let original = text.get(place(clause, at + head.len()..all.len())).unwrap_or_default();
            if only_head && self.reads(Form::Question, original) {
                continue;
            }
            let question = match self.question(asked, 0) {
                Some(Meant::Write(question)) if *negated => contrary(&question),
                Some(Meant::Write(question)) => question,
                Some(say @ Meant::Say(_)) => {
                    let range = place(clause, at..all.len());
                    found.push(Proposal::new(range, Form::Question, say));
                    continue;
                }
                None => continue,
            };
            let (range, new) = match at {
                0 => (0..all.len(), format!("only when {question}")),
                _ if adds => (at..all.len(), format!("when {question}")),
                // Without `+`, a condition behind terms leaves the other moves as they were.
                _ => {
                    let terms = place(clause, 0..at);
                    let terms = text.get(terms).unwrap_or_default().trim();
                    (0..all.len(), format!("{terms}; only when {question}"))
                }
            };
            let (range, meant) = (place(clause, range), Meant::Write(new));
            found.push(Proposal::new(range, Form::Whole, meant));
        }
        found
    }

    // -- questions --

    fn question(&self, said: &[String], round: usize) -> Option<Meant> {
        let text = written(said);
        if said.is_empty() || round > MOST_ROUNDS {
            return None;
        }
        if let Some(known) = self.asked.borrow().get(&text) {
            return known.clone();
        }
        // A part of a pattern may be the same text again.
        self.asked.borrow_mut().insert(text.clone(), None);
        let meant = if self.reads(Form::Question, &text) {
            Some(Meant::Write(text.clone()))
        } else {
            self.patterns(said, round).or_else(|| self.parts(said, round))
        };
        // In later rounds the limit may be the reason that nothing was found.
        if meant.is_some() {
            self.asked.borrow_mut().insert(text, meant.clone());
        } else if round > 2 {
            self.asked.borrow_mut().remove(&text);
        }
        meant
    }

    /// The first pattern for the whole question that leads to a text of the language.
    fn patterns(&self, said: &[String], round: usize) -> Option<Meant> {
        if let Some(new) = in_phrases(said) {
            return self.question(&new, round + 1);
        }
        if let Some(new) = self.distributed(said) {
            return self.question(&new, round + 1);
        }
        self.first(QUESTIONS, said, &mut |new| self.question(&words(new), round + 1))
    }

    /// Words behind the last of several pieces belong to each of them: `enemy queen or enemy rook is
    /// captured`.
    fn distributed(&self, said: &[String]) -> Option<Vec<String>> {
        let parts = split(said);
        let (last, before) = parts.split_last()?;
        let is_bare = |part: &Range<usize>| self.pieces(&said[part.clone()]).is_some();
        let last = &said[last.clone()];
        if before.is_empty()
            || !before.iter().all(is_bare)
            || self.reads(Form::Question, &written(last))
        {
            return None;
        }
        let length = (1..last.len()).rev().find(|&n| self.pieces(&last[..n]).is_some())?;
        let mut out = Vec::new();
        for part in before {
            out.extend_from_slice(&said[part.clone()]);
            out.extend_from_slice(&last[length..]);
            out.push(said[part.end].clone());
        }
        out.extend_from_slice(last);
        Some(out)
    }

    /// The meaning of each part of a question.
    fn parts(&self, said: &[String], round: usize) -> Option<Meant> {
        let inner = |words: &[String], before: &str, behind: &str| {
            Some(match self.question(words, round + 1)? {
                Meant::Write(text) => Meant::Write(format!("{before}{text}{behind}")),
                say @ Meant::Say(_) => say,
            })
        };
        let parts = split(said);
        if parts.len() == 1 {
            return match said {
                [not, rest @ ..] if not == "not" => inner(rest, "not ", ""),
                [leaving, rest @ ..] if leaving == "leaving" => inner(rest, "leaving ", ""),
                [open, middle @ .., close] if open == "(" && close == ")" => {
                    inner(middle, "(", ")")
                }
                _ => None,
            };
        }
        let mut out = Vec::new();
        for part in parts {
            match self.question(&said[part.clone()], round + 1)? {
                Meant::Write(text) => out.push(text),
                say @ Meant::Say(_) => return Some(say),
            }
            out.extend(said.get(part.end).cloned());
        }
        let text = out.join(" ");
        self.reads(Form::Question, &text).then_some(Meant::Write(text))
    }

    // -- deeds --

    fn deeds(&self, said: &[String], round: usize) -> Option<Meant> {
        let text = written(said);
        if said.is_empty() || round > MOST_ROUNDS {
            return None;
        }
        if self.reads(Form::Deeds, &text) {
            return Some(Meant::Write(text));
        }
        if let Some(known) = self.done.borrow().get(&text) {
            return known.clone();
        }
        self.done.borrow_mut().insert(text.clone(), None);
        let meant = self.unread_deeds(said, round);
        if meant.is_some() {
            self.done.borrow_mut().insert(text, meant.clone());
        } else if round > 2 {
            self.done.borrow_mut().remove(&text);
        }
        meant
    }

    fn unread_deeds(&self, said: &[String], round: usize) -> Option<Meant> {
        let meant = self.first(DEEDS, said, &mut |new| self.deeds(&words(new), round + 1));
        if meant.is_some() {
            return meant;
        }
        if let Some(new) = in_phrases(said) {
            return self.deeds(&new, round + 1);
        }
        // Several deeds that a word joins.
        let joint = |word: &String| matches!(word.as_str(), ";" | "," | "and" | "then");
        let at = said.iter().position(joint).filter(|&at| at > 0 && at + 1 < said.len())?;
        let (first, rest) = (&said[..at], &said[at + 1..]);
        match (self.deeds(first, round + 1)?, self.deeds(rest, round + 1)?) {
            (Meant::Write(first), Meant::Write(rest)) => {
                Some(Meant::Write(format!("{first}; {rest}")))
            }
            (say @ Meant::Say(_), _) | (_, say @ Meant::Say(_)) => Some(say),
        }
    }

    // -- patterns --

    /// The meaning of the first pattern in `table` that fits all words. `again` reads a text that
    /// was written.
    fn first(
        &self,
        table: &'static [Pattern],
        said: &[String],
        again: &mut dyn FnMut(&str) -> Option<Meant>,
    ) -> Option<Meant> {
        for (roles, pattern, meanings) in table {
            if !roles.contains(&self.role) || self.trials.get() > MOST_TRIALS {
                continue;
            }
            let pattern: Vec<&'static str> = pattern.split_whitespace().collect();
            // Most patterns have a word that the text lacks.
            let has = |part: &&'static str| {
                part.ends_with('?')
                    || part.starts_with('$')
                    || (0..said.len()).any(|at| !literal(part, &said[at..]).is_empty())
            };
            if !pattern.iter().all(has) {
                continue;
            }
            let mut meant = None;
            self.matches(&pattern, said, &mut Bound::default(), &mut |bound| {
                meant = meanings.iter().find_map(|meaning| match meaning {
                    Write(text) => again(&bound.fill(text, &contrary)?),
                    Joined(made) => again(&made(bound)?),
                    Say(text) => Some(Meant::Say(bound.fill(text, &contrary)?)),
                });
                meant.is_some()
            });
            if meant.is_some() {
                return meant;
            }
        }
        None
    }

    /// Calls `done` with each way in which the pattern fits the words, until it returns true.
    fn matches(
        &self,
        pattern: &[&'static str],
        said: &[String],
        bound: &mut Bound,
        done: &mut dyn FnMut(&Bound) -> bool,
    ) -> bool {
        let Some((&head, rest)) = pattern.split_first() else {
            return said.is_empty() && done(bound);
        };
        let (part, optional) = match head.strip_suffix('?') {
            Some(part) => (part, true),
            None => (head, false),
        };
        let lengths: Vec<(usize, Option<String>)> = match part.strip_prefix('$') {
            // Leaves enough words for the other parts of the pattern.
            Some(name) => {
                let needed = rest.iter().filter(|part| !part.ends_with('?')).count();
                self.part(name, &said[..said.len().saturating_sub(needed)])
            }
            None => literal(part, said).into_iter().map(|length| (length, None)).collect(),
        };
        for (length, text) in lengths {
            let name = part.strip_prefix('$');
            if let (Some(name), Some(text)) = (name, &text) {
                bound.0.push((name, text.clone()));
            }
            if self.matches(rest, &said[length..], bound, done) {
                return true;
            }
            if name.is_some() && text.is_some() {
                bound.0.pop();
            }
        }
        if !optional {
            return false;
        }
        if let Some(name) = part.strip_prefix('$') {
            bound.0.push((name, String::new()));
            if self.matches(rest, said, bound, done) {
                return true;
            }
            bound.0.pop();
            return false;
        }
        self.matches(rest, said, bound, done)
    }

    /// The lengths of the parts named `name` with which the words may begin, and their texts.
    fn part(&self, name: &str, said: &[String]) -> Vec<(usize, Option<String>)> {
        let first = said.first().map(String::as_str).unwrap_or_default();
        let one = |text: Option<String>| text.map(|text| (1, Some(text))).into_iter().collect();
        let most = said.len().min(10);
        match name.as_bytes().first() {
            Some(b'S') => {
                one(["own", "enemy", "ally", "any"].contains(&first).then(|| first.to_owned()))
            }
            Some(b'C') => one(["white", "black"].contains(&first).then(|| first.to_owned())),
            Some(b'N') => {
                const TENS: [(&str, usize); 5] = [
                    ("zero", 0),
                    ("twenty", 20),
                    ("fifty", 50),
                    ("seventy-five", 75),
                    ("hundred", 100),
                ];
                let number = first.parse::<u16>().ok().map(usize::from);
                let tens = || TENS.iter().find(|(word, _)| *word == first).map(|&(_, n)| n);
                let number = number.or_else(|| suggest::number(first)).or_else(tens);
                one(number.map(|number| number.to_string()))
            }
            Some(b'T') => one(self.judge.counter(first)),
            Some(b'K') => {
                let kinds = |n: usize| Some((n, Some(self.kinds(&said[..n])?)));
                (1..=most).rev().filter_map(kinds).collect()
            }
            Some(b'P') => {
                (1..=most).rev().filter_map(|n| Some((n, Some(self.pieces(&said[..n])?)))).collect()
            }
            Some(b'A') => {
                (1..=most).rev().filter_map(|n| Some((n, Some(self.area(&said[..n])?)))).collect()
            }
            Some(b'F') => (1..=said.len().min(12))
                .rev()
                .filter_map(|n| {
                    let text = written(&said[..n]);
                    let reads = self.reads(Form::Question, &format!("any piece {text}"));
                    reads.then_some((n, Some(text)))
                })
                .collect(),
            Some(b'Q') => (1..=said.len())
                .rev()
                .filter_map(|n| match self.question(&said[..n], 2)? {
                    Meant::Write(text) => Some((n, Some(text))),
                    Meant::Say(_) => None,
                })
                .collect(),
            Some(b'D') => (1..=said.len())
                .rev()
                .filter_map(|n| match self.deeds(&said[..n], 2)? {
                    Meant::Write(text) => Some((n, Some(text))),
                    Meant::Say(_) => None,
                })
                .collect(),
            // Any words that are not joined.
            _ => {
                let (mut all, mut depth) = (Vec::new(), 0_usize);
                for (at, word) in said.iter().enumerate() {
                    match word.as_str() {
                        "(" => depth += 1,
                        ")" => depth = depth.saturating_sub(1),
                        "and" | "or" | "then" | ";" | "," if depth == 0 => break,
                        _ => {}
                    }
                    all.push((at + 1, Some(written(&said[..=at]))));
                }
                all.reverse();
                all
            }
        }
    }

    /// Names of kinds, with `or` between them.
    fn kinds(&self, said: &[String]) -> Option<String> {
        let parts = said.split(|word| matches!(word.as_str(), "or" | "and" | "," | "/"));
        let names: Option<Vec<String>> = parts
            .map(|name| {
                let name = name.join(" ");
                (!name.is_empty() && self.judge.is_kind(&name)).then_some(name)
            })
            .collect();
        Some(names?.join(" or "))
    }

    /// Pieces of a side, or a piece or cell of the move.
    fn pieces(&self, said: &[String]) -> Option<String> {
        const ANCHORS: [&str; 5] = ["mover", "victim", "partner", "start", "end"];
        match said {
            [word] if ANCHORS.contains(&word.as_str()) => Some(word.clone()),
            [whose, kinds @ ..]
                if ["own", "enemy", "ally", "any"].contains(&whose.as_str())
                    && !kinds.is_empty() =>
            {
                let (kinds, but) =
                    match kinds.iter().position(|word| word == "but" || word == "except") {
                        Some(at) => (&kinds[..at], Some(&kinds[at + 1..])),
                        None => (kinds, None),
                    };
                let mut text = format!("{whose} {}", self.kinds(kinds)?);
                if let Some(but) = but {
                    text += &format!(" but {}", self.kinds(but)?);
                }
                // A list with `and` is no name for pieces.
                (!said.iter().any(|word| word == "and" || word == ",")).then_some(text)
            }
            _ => None,
        }
    }

    /// An area. Ranks and files may be named by their number.
    fn area(&self, said: &[String]) -> Option<String> {
        let said = match said {
            // `a corner square`
            [area @ .., cell] if !area.is_empty() && matches!(cell.as_str(), "cell" | "cells") => {
                area
            }
            _ => said,
        };
        let text = written(said);
        let reads = |text: &str| self.reads(Form::Question, &format!("any piece in {text}"));
        let far = || FAR.contains(&text.as_str()).then(|| "last rank".to_owned());
        if let Some(far) = far().filter(|far| reads(far)) {
            return Some(far);
        }
        if said.iter().any(|word| matches!(word.as_str(), "and" | "or" | "of"))
            && !text.starts_with('(')
        {
            return None;
        }
        if reads(&text) {
            return Some(text);
        }
        let meant = suggest::rank(&text)?;
        reads(&meant).then_some(meant)
    }
}

/// The place of some tokens.
fn place(tokens: &[Token], range: Range<usize>) -> Range<usize> {
    let Some(part) = tokens.get(range.clone()).filter(|part| !part.is_empty()) else {
        let end = tokens.last().map_or(0, |token| token.at.end);
        return end..end;
    };
    part[0].at.start..part[part.len() - 1].at.end
}

/// The lengths of the words with which the text may begin, if a part of a pattern is no name. `|`
/// separates alternatives, `_` their words, and `@` begins the name of a class.
fn literal(part: &'static str, said: &[String]) -> Vec<usize> {
    let of_class = |alternative: &'static str| match alternative.strip_prefix('@') {
        Some(name) => {
            CLASSES.iter().find(|(known, _)| *known == name).map_or("", |(_, words)| *words)
        }
        None => alternative,
    };
    let begins = |alternative: &str| {
        let mut length = 0;
        for word in alternative.split('_') {
            if said.get(length).is_none_or(|said| said != word) {
                return None;
            }
            length += 1;
        }
        Some(length)
    };
    let alternatives = part.split('|').flat_map(|part| of_class(part).split('|'));
    let mut lengths: Vec<usize> = alternatives.filter_map(begins).collect();
    lengths.sort_unstable_by_key(|&length| std::cmp::Reverse(length));
    lengths.dedup();
    lengths
}

/// Replaces the phrases that mean the same wherever they stand. `None` if there are none.
fn in_phrases(said: &[String]) -> Option<Vec<String>> {
    let (mut out, mut at, mut changed) = (Vec::new(), 0, false);
    while at < said.len() {
        let fits = PHRASES.iter().find_map(|(phrase, meant)| {
            let length = *literal(phrase, &said[at..]).first()?;
            // `on move` is a question.
            let kept = said[at] == "on" && said.get(at + 1).is_some_and(|next| next == "move");
            (!kept).then_some((length, meant))
        });
        match fits {
            Some((length, meant)) => {
                out.extend(meant.split_whitespace().map(str::to_owned));
                at += length;
                changed = true;
            }
            None => {
                out.push(said[at].clone());
                at += 1;
            }
        }
    }
    changed.then_some(out)
}
