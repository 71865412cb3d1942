//! Sentences of a game in English: its goals and effects, and what a side sees.

use crate::conditions;
use crate::lexicon::{Lexicon, Voice, and, sentence};
use crate::pieces::Speech;
use alfil_rules::condition::Condition;
use alfil_rules::goal::{Asked, Verdict};
use alfil_rules::notation::NamedQuestion;
use alfil_rules::question::{Lookahead, MoveFact, Question};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::sight::Sight;

// Goals, duties, restrictions and effects in English, one sentence each. A player who has never
// seen a definition can understand them.

/// The sentences about the end of the game: goals, then claims.
pub fn goals(rules: &Ruleset) -> Vec<String> {
    let words = Lexicon::of(rules);
    let speech = Speech { words: &words, voice: Voice::GOAL };
    let said = |claim: &str, asked: &Asked| {
        let clause = speech.clause(&asked.question);
        match asked.verdict {
            Verdict::Draw if !is_of_a_side(&clause) => {
                sentence(&format!("the game is drawn{claim} when {clause}"))
            }
            Verdict::Win(_) | Verdict::Loss(_) | Verdict::Draw => {
                sentence(&format!("a side {}{claim} when {clause}", asked.verdict.told()))
            }
        }
    };
    let goals = rules.ends.goals.iter().map(|asked| said("", asked));
    goals
        .chain(rules.ends.claims.iter().map(|asked| said(", once this is claimed,", asked)))
        .collect()
}

/// Returns true if a clause mentions one of the sides.
fn is_of_a_side(clause: &str) -> bool {
    let mut words = clause.split(|c: char| !c.is_alphabetic());
    clause.contains("that side's")
        || words.any(|word| ["it", "its", "opponent", "enemy"].contains(&word))
}

/// The sentences about questions that must be true for every move.
pub fn asked(rules: &Ruleset) -> Vec<String> {
    let words = Lexicon::of(rules);
    of_moves(rules).map(|question| restriction(question, &words)).collect()
}

/// The questions about every move. Questions of single terms are not included, because they are
/// described with their terms.
fn of_moves(rules: &Ruleset) -> impl Iterator<Item = &Question> {
    let asked = rules.asked.iter().map(|asked| &asked.value);
    asked.filter(|question| question.of_terms().is_none())
}

/// The sentence for a restriction: `A move is legal only if it does not give check.`
fn restriction(question: &Question, words: &Lexicon<'_>) -> String {
    let of_move = Speech { words, voice: Voice::OF_MOVE };
    let speech = Speech { words, voice: Voice::MOVE };
    if let Some((which, only)) = speech.bond(question) {
        let which = match which.as_str() {
            "is castling" => "castling".to_owned(),
            which => format!("a move that {which}"),
        };
        return sentence(&format!("{which} is legal only if {only}"));
    }
    match of_move.predicate(question) {
        Some(verb) => format!("A move is legal only if it {verb}."),
        None => {
            let clause = speech.clause(question);
            let clause = match clause.strip_prefix("the move ") {
                Some(rest) => format!("it {rest}"),
                None => clause,
            };
            sentence(&format!("a move is legal only if {clause}"))
        }
    }
}

/// The sentence about restrictions on attacks. `None` if there are none, or if no rule depends on
/// attacks.
pub fn attacks(rules: &Ruleset) -> Option<String> {
    if !rules.asks_attacks() {
        return None;
    }
    // Without a royal piece nothing gives check.
    let checks = rules.kinds.iter().any(|kind| kind.royal.is_royal());
    // Rules for castling and drops do not restrict attacks. Parts that depend on attacks do not
    // either.
    let spares = |question: &Question| match question {
        Question::Any(parts) => matches!(
            parts.first(),
            Some(Question::Not(fact))
                if matches!(**fact, Question::Move(MoveFact::Castling | MoveFact::Dropping(_)))
        ),
        _ => false,
    };
    let of_moves = of_moves(rules).filter(|question| !spares(question));
    let of_moves: Vec<Question> =
        of_moves.filter_map(|asked| asked.relaxed(Lookahead::Attack)).collect();
    let asked = rules.attack_asked.iter().map(|asked| asked.value.clone());
    let asked: Vec<Question> = asked.filter(|asked| asked.of_terms().is_none()).collect();
    if rules.every_attack == rules.every_move && asked == of_moves {
        let bound = rules.every_move != Condition::Always || !of_moves.is_empty();
        let does = if checks { "gives no check" } else { "attacks nothing" };
        return bound.then(|| {
            format!("Restrictions on moves also restrict attacks: a piece {does} where it may not capture.")
        });
    }
    let words = Lexicon::of(rules);
    let speech = Speech { words: &words, voice: Voice::TERM };
    let cells = (rules.every_attack != Condition::Always)
        .then(|| format!("it {}", conditions::condition(&rules.every_attack, &rules.zones)));
    let asked = asked.iter().map(|question| speech.clause(question));
    let all: Vec<String> = cells.into_iter().chain(asked).collect();
    let attacks = if checks { "attacks, and gives check," } else { "attacks" };
    Some(if all.is_empty() {
        format!(
            "Restrictions on moves do not restrict attacks: a piece {attacks} even where it may not capture."
        )
    } else {
        let all = all.join(", and only if ");
        sentence(&format!("a piece {attacks} only if {all}"))
    })
}

/// The sentences about duties, the key `must`.
pub fn duties(rules: &Ruleset) -> Vec<String> {
    let words = Lexicon::of(rules);
    let of_move = Speech { words: &words, voice: Voice::OF_MOVE };
    let speech = Speech { words: &words, voice: Voice::MOVE };
    let said = |(number, question): (usize, &Question)| {
        let which = match of_move.predicate(question) {
            Some(verb) => format!("that {verb}"),
            None => format!("such that {}", speech.clause(question)),
        };
        match number {
            0 => format!("A player who has a legal move {which} must choose such a move."),
            _ => format!("If there is none, the same holds for a move {which}."),
        }
    };
    rules.duties.iter().map(|duty| &duty.value).enumerate().map(said).collect()
}

/// The sentence about the key `umpire tells`. `None` if an umpire tells only checks and captures.
pub(super) fn told(rules: &Ruleset) -> Option<String> {
    let words = Lexicon::of(rules);
    let speech = Speech { words: &words, voice: Voice::MOVE };
    let all: Vec<String> = rules.told.iter().map(|told| speech.clause(&told.asked.value)).collect();
    match all.as_slice() {
        [] => None,
        [one] => {
            Some(format!("It also tells both sides if this is true of the player to move: {one}."))
        }
        more => Some(format!(
            "It also tells both sides which of these are true of the player to move: {}.",
            more.join("; ")
        )),
    }
}

/// A question as a clause: `The side to move is in check.`
pub fn question(asked: &Question, rules: &Ruleset) -> String {
    let words = Lexicon::of(rules);
    let speech = Speech { words: &words, voice: Voice::MOVE };
    sentence(&speech.clause(asked))
}

/// The meanings of named questions, the key `questions`.
pub fn named(rules: &Ruleset) -> Vec<String> {
    let meaning = |(number, named): (usize, &NamedQuestion)| {
        let words = Lexicon::of(rules).with_named(number);
        let speech = Speech { words: &words, voice: Voice::MOVE };
        let clause = speech.clause(&named.question);
        format!("\u{201c}{}\u{201d} holds for a player if {clause}.", named.name.value)
    };
    rules.named.iter().enumerate().map(meaning).collect()
}

/// The sentences about effects, the key `effects`.
pub fn effects(rules: &Ruleset) -> Vec<String> {
    super::effects::told(&rules.effects, &Lexicon::of(rules))
}

// What a side sees, in English.

/// The sentences of an umpire after a move, about the cells of captures and about the side to move.
/// Empty if there is nothing to say.
pub fn announcement(captured: &[String], told: &[String]) -> Vec<String> {
    let captures = match captured {
        [] => None,
        [cell] => Some(format!("A piece was captured on {cell}")),
        cells => Some(format!("Pieces were captured on {}", and(cells))),
    };
    let told = (!told.is_empty()).then(|| format!("The umpire says: {}", told.join(", ")));
    captures.into_iter().chain(told).collect()
}

/// The sentences about what each side sees. Empty if both see everything.
pub fn sentences(rules: &Ruleset) -> Vec<String> {
    match rules.sight {
        Sight::Everything => Vec::new(),
        Sight::Own => vec![
            "Each side sees only its own pieces.".to_owned(),
            "It knows its legal moves, so it knows whether a cell within reach of its pieces is occupied, but not by which piece.".to_owned(),
        ],
        Sight::Umpire => [
            "Each side sees only its own pieces, and does not know its legal moves.".to_owned(),
            "The player to move tries a move; an umpire says whether it is legal, and if not, the player tries another one.".to_owned(),
            "The other side does not learn about refused moves.".to_owned(),
            "The umpire tells both sides on which cell a piece was captured, and whether the player to move is in check.".to_owned(),
        ]
        .into_iter()
        .chain(self::told(rules))
        .collect(),
        Sight::Placing => vec![
            "As long as the player to move has pieces to place, each side sees only its own pieces, and not the other's hand.".to_owned(),
            "Then both sides see everything.".to_owned(),
        ],
        Sight::Reach => vec![
            "Each side sees its own pieces, and the cells to which they can move or on which they can capture.".to_owned(),
            "It knows its legal moves, so it knows whether a piece is in their way, but not which one.".to_owned(),
        ],
    }
}
