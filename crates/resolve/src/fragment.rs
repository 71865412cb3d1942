//! Reads a movement string, or a line of goals or effects, that is not part of a file.
//!
//! Names are the names of a given game. The reader accepts the same texts as in a definition and
//! reports the same findings.

use crate::context::Context;
use crate::draft::rules::Vocabulary;
use crate::draft::{Draft, Piece};
use crate::movement::{Lowered, lower_tree, parse_asking};
use crate::names;
use crate::question::{self, End};
use alfil_diagnostics::diagnostic::{Report, has_errors};
use alfil_diagnostics::source::Spanned;
use alfil_rules::movement::Movement;
use alfil_rules::question::Question;
use alfil_rules::ruleset::{Kind, Ruleset};
use alfil_syntax::notation::ast::At;
use alfil_syntax::notation::sentence::ast::Line;
use alfil_syntax::scalar::Scalar;

/// Reads `text` as a movement that follows `before` in `game`. Without a game, `text` may contain
/// no names. Returns the movement and the canonical text, or `None` if an error was found.
pub fn fragment(
    text: &str,
    before: &Movement,
    game: Option<&Ruleset>,
    context: Context,
    found: &mut Report,
) -> Option<(Movement, String)> {
    let named = game.map_or_else(Draft::default, named);
    let questions: Vec<&str> = named.vocabulary.question_names().collect();
    let string = parse_asking(text, &names::of(&named), &questions, context.place);
    let whole = At { start: 0, end: text.len() };
    let Lowered { mut movement, .. } =
        lower_tree(&string, whole, before, before.asked.len(), context, found)?;
    let tree = string.tree?;
    let mut own = Report::default();
    for (asked, at) in tree.asked() {
        let span = (context.place)(at.bytes());
        if let Some((question, _)) = question::given(text, asked, &named, context, &mut own) {
            movement.asked.push(Spanned::new(question, span));
        }
    }
    let failed = has_errors(&own);
    found.extend(own);
    (!failed).then(|| (movement, tree.to_string()))
}

/// Reads a line of `goals` or `effects`. Returns the rules of `game` with this line in place of all
/// its goals, claims and effects, or `None` if an error was found.
pub fn line(text: &str, game: &Ruleset, context: Context, found: &mut Report) -> Option<Ruleset> {
    let mut named = named(game);
    let line = Scalar::plain(text, (context.place)(0..text.len()));
    let mut rules = game.clone();
    (rules.ends.goals, rules.ends.claims) = (Vec::new(), Vec::new());
    rules.effects = Vec::new();
    if ends_games(text) {
        // Claims have the same form, and may ask more.
        rules.ends.goals.push(question::goal(&line, End::Claim, &named, found)?.value);
    } else {
        let parsed = question::effect_line(&line, &names::of(&named));
        let counted = parsed.tree.iter().flat_map(Line::counters).map(|name| name.text.clone());
        named.counters.extend(counted.filter(|name| !game.counters.contains(name)));
        rules.effects.push(question::effect(&line, parsed, &named, found)?.value);
        rules.counters = named.counters;
    }
    Some(rules)
}

/// Reads a question with the names of `game`. `None` if an error was found.
pub fn question(
    text: &str,
    game: &Ruleset,
    context: Context,
    found: &mut Report,
) -> Option<Question> {
    let line = Scalar::plain(text, (context.place)(0..text.len()));
    Some(question::duty(&line, &named(game), found)?.value)
}

/// Returns true if `text` begins like a line of `goals` or `effects`; no movement does.
pub fn is_line(text: &str) -> bool {
    ends_games(text) || begins(text, &["when", "always"])
}

fn ends_games(text: &str) -> bool {
    begins(text, &["win", "loss", "draw"])
}

fn begins(text: &str, words: &[&str]) -> bool {
    text.split_whitespace().next().is_some_and(|first| words.contains(&first))
}

/// A draft that contains only the names that sentences may use.
fn named(game: &Ruleset) -> Draft {
    let piece = |kind: &Kind| {
        let letter = Spanned::new(kind.letter, kind.name.span);
        Piece { letter, ..Piece::named(kind.name.clone()) }
    };
    Draft {
        pieces: game.kinds.iter().map(piece).collect(),
        zones: game.zones.clone(),
        counters: game.counters.clone(),
        dice: game.dice.clone(),
        vocabulary: Vocabulary::of(game),
        ..Draft::default()
    }
}
