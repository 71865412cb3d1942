//! Which rules of a definition its tests exercise.
//!
//! Owns: [`Coverage`], [`Rule`], [`Feature`]. Takes a resolved definition and the positions at which its
//! tests look. Only what the definition itself says counts, and its modifiers: what a game says that
//! it extends is tested with that game. Invariant: a rule is exercised only where a test would notice
//! that it is gone.

use crate::board::judge::reference;
use crate::board::judge::turn::Allowance;
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::play::game::Game;
use crate::play::outcome::Reason;
use crate::play::position::Position;
use crate::play::program::Program;
use crate::resolve::case::Case;
use crate::resolve::resolution::Resolved;
use crate::rules::condition::{Area, Condition};
use crate::rules::letter::Form;
use crate::rules::ruleset::{KindId, ZoneId};
use crate::rules::side::Side;
use crate::source::{Sources, Span};
use crate::suite::clause::{Clause, Look};
use crate::suite::snapshot::Snapshot;
use crate::suite::{line, run};
use crate::syntax::cases::{Claim, Ending};

/// Positions of one counted tree that are looked at.
const TREE: usize = 200;

/// A rule that a test may exercise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Feature {
    /// A clause makes a legal move, or forbids one to the enemy's royal piece.
    Clause(Clause),
    /// The condition of a clause forbids a move.
    Condition(Clause),
    /// What the kind attacks is seen to differ from what it captures.
    Attacks(KindId),
    /// The restriction on every move forbids one.
    EveryMove,
    /// What restricts attacks is seen to differ from what restricts moves.
    EveryAttack,
    /// The first kind becomes the second.
    Promotion(KindId, KindId),
    /// A move starts or ends in the zone.
    Zone(ZoneId),
    /// The section of this name moves.
    Section(String),
    /// A step forbids a piece to move.
    Turn,
    /// A game ends so.
    Ending(Ending),
}

/// A rule, and whether something exercises it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// What it is.
    pub feature: Feature,
    /// What a file calls it: `knight N`, `pawn to queen`, `threefold`.
    pub name: String,
    /// Where it is written.
    pub span: Span,
    /// Whether a test exercises it.
    pub exercised: bool,
}

/// The rules of a definition.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// In order of the definition.
    pub rules: Vec<Rule>,
}

impl Coverage {
    /// The rules that the tests of `resolved` answer for, none of them exercised yet.
    pub fn of(resolved: &Resolved, sources: &Sources) -> Coverage {
        let (rules, own) = (&resolved.ruleset, &resolved.own);
        let mut all: Vec<Rule> = Vec::new();
        let mut add = |feature: Feature, name: String, span: Span| {
            if own.files.contains(&span.source) {
                all.push(Rule { feature, name, span, exercised: false });
            }
        };
        // Promoted pieces that revert are kinds of their own which move as the others do.
        let kinds = rules.kinds.enumerate().filter(|(_, k)| k.letter.form() != Form::Reverting);
        for (kind, rule) in kinds {
            let name = &rule.name.value;
            for (term, text) in rule.moves.terms.iter().enumerate() {
                let (clause, words) = (Clause { kind, term }, sources.slice(text.span));
                add(Feature::Clause(clause), format!("{name} {words}"), text.span);
                if text.when != Condition::Always {
                    add(Feature::Condition(clause), format!("{name} {words} when"), text.span);
                }
            }
            if let Some(term) = rule.attacks.as_ref().and_then(|a| a.terms.first()) {
                add(Feature::Attacks(kind), format!("{name} attacks"), term.span);
            }
            if let Some(promotion) = &rule.promotion {
                for &to in &promotion.to {
                    let words = format!("{name} to {}", rules.kinds[to].name.value);
                    add(Feature::Promotion(kind, to), words, promotion.span);
                }
            }
        }
        for (zone, rule) in rules.zones.enumerate() {
            add(Feature::Zone(zone), format!("zone {}", rule.name.value), rule.name.span);
        }
        for section in &rules.space.sections {
            let name = section.name.value.clone();
            add(Feature::Section(name.clone()), format!("section {name}"), section.span);
        }
        if let Some(span) = own.every_move {
            add(Feature::EveryMove, "every move".to_owned(), span);
        }
        if let (Some(span), true) = (own.attacks, rules.every_attack != rules.every_move) {
            add(Feature::EveryAttack, "attacks".to_owned(), span);
        }
        if let (Some(span), true) = (own.turn, rules.turn.restricts()) {
            add(Feature::Turn, "turn".to_owned(), span);
        }
        for ending in &own.ends {
            add(Feature::Ending(ending.value), ending.value.name().to_owned(), ending.span);
        }
        Coverage { rules: all }
    }

    /// Takes in which rules the files of `resolved` call untested. Gives what is wrong with that in those
    /// that were asked for: what a modifier says need not be true of every game.
    pub fn excuse(&mut self, resolved: &Resolved) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for name in &resolved.own.untested {
            let asked = resolved.asked.contains(&name.span.source);
            let mut named = self.rules.iter_mut().filter(|rule| rule.name == name.value).peekable();
            if named.peek().is_none() {
                let title = format!("no rule of this definition is called `{}`", name.value);
                let names = self.rules.iter().map(|rule| rule.name.as_str());
                let help = did_you_mean(&name.value, names)
                    .map(|near| format!("did you mean `{near}`?"))
                    .unwrap_or("`alfil test FILE --coverage` names those that need it".to_owned());
                let finding = Diagnostic::at(Code::BadTest, name.span, title, "unknown").help(help);
                found.extend(asked.then_some(finding));
                continue;
            }
            let mut needless = true;
            for rule in named {
                needless &= rule.exercised;
                rule.exercised = true;
            }
            if needless && asked {
                let title = format!("`{}` is exercised after all", name.value);
                found.push(
                    Diagnostic::at(Code::BadTest, name.span, title, "needs no excuse")
                        .help("take this entry out"),
                );
            }
        }
        found
    }

    /// Whether nothing is left.
    pub fn is_complete(&self) -> bool {
        self.rules.iter().all(|rule| rule.exercised)
    }

    /// What no test exercises.
    pub fn missing(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(|rule| !rule.exercised)
    }

    /// A finding for each rule that no test exercises.
    pub fn findings(&self) -> Vec<Diagnostic> {
        let finding = |rule: &Rule| {
            let title = format!("no test exercises `{}`", rule.name);
            Diagnostic::at(Code::Untested, rule.span, title, rule.feature.label())
                .because(rule.feature.reason())
                .help(format!(
                    "record positions that do with `alfil snapshot FILE --accept`, add a test, or say why \
                     not: `- {{untested: {}, because: ...}}`",
                    rule.name
                ))
        };
        self.missing().map(finding).collect()
    }

    /// Takes in all that the tests of a definition see, and its record if there is one.
    pub fn tests(
        &mut self,
        game: &Game,
        cases: &[Case],
        record: Option<&Snapshot>,
        sources: &Sources,
    ) {
        match game {
            Game::Board(program) => {
                self.cases(program, cases);
                if let Some(record) = record {
                    self.record(program, record);
                }
            }
            Game::Plane(program) => self.on_plane(program, cases, record, sources),
        }
    }

    /// Takes in what the claims of `cases` see.
    pub fn cases(&mut self, program: &Program, cases: &[Case]) {
        for case in cases {
            let Ok(mut position) = run::position(program, case) else { continue };
            match &case.claim {
                Claim::Perft(counts) => self.tree(position, counts.len()),
                Claim::Moves(listing) => {
                    let look = Look::listed(&position, listing);
                    self.mark(|feature| feature.is_seen(&look));
                }
                Claim::Attacks { .. } => {
                    self.attacks(&position, true);
                }
                Claim::Game { moves, ends } => {
                    for (mv, number) in moves.iter().zip(1..) {
                        let before = position.clone();
                        let Ok(mv) = line::play(&mut position, &mv.text, number) else { break };
                        let look = Look::played(&before, mv);
                        self.mark(|feature| feature.is_played(&look));
                        self.attacks(&position, false);
                    }
                    if let Some(ends) = ends {
                        self.end(ends.value);
                    }
                }
                Claim::Untested { .. } => {}
            }
        }
    }

    /// The first positions of a counted tree, in order of depth; its leaves are counted, not looked at.
    fn tree(&mut self, root: Position, depth: usize) {
        let mut level = vec![root];
        let mut budget = TREE;
        for _ in 0..depth {
            let mut next = Vec::new();
            for position in level {
                if budget == 0 || self.is_complete() {
                    return;
                }
                budget -= 1;
                self.look(&position);
                if next.len() < TREE {
                    next.extend(position.moves().iter().map(|mv| {
                        let mut after = position.clone();
                        after.play(mv);
                        after
                    }));
                }
            }
            level = next;
        }
    }

    /// Takes in all legal moves of a position. Gives whether that was news.
    pub fn look(&mut self, position: &Position) -> bool {
        if self.is_complete() {
            return false;
        }
        let look = Look::new(position);
        let moves = self.mark(|feature| feature.is_seen(&look));
        self.attacks(position, false) || moves
    }

    /// Takes in who attacks what: every cell, or only those of royal pieces.
    fn attacks(&mut self, position: &Position, every_cell: bool) -> bool {
        self.mark(|feature| feature.is_attacking(position, every_cell))
    }

    /// Takes in how a game ends. Gives whether that was news.
    pub(in crate::suite) fn end(&mut self, ending: Ending) -> bool {
        self.mark(|feature| *feature == Feature::Ending(ending))
    }

    /// Takes in how the game ends at a position, as far as the position alone tells. Gives whether that
    /// was news.
    pub fn over(&mut self, position: &Position) -> bool {
        match position.outcome().map(|outcome| outcome.reason) {
            Some(Reason::Checkmate) => self.end(Ending::Checkmate),
            Some(Reason::Stalemate) => self.end(Ending::Stalemate),
            Some(Reason::MoveLimit) => self.end(Ending::MoveLimit),
            Some(Reason::Repetition) | None => false,
        }
    }

    /// Takes in what a record of moves holds; positions that cannot be read show nothing.
    fn record(&mut self, program: &Program, record: &Snapshot) {
        for record in &record.records {
            if let Ok(position) = record.on_board(program) {
                self.look(&position);
                self.over(&position);
            }
        }
    }

    fn mark(&mut self, fits: impl Fn(&Feature) -> bool) -> bool {
        let mut news = false;
        for rule in self.rules.iter_mut().filter(|rule| !rule.exercised) {
            rule.exercised = fits(&rule.feature);
            news |= rule.exercised;
        }
        news
    }
}

impl Feature {
    /// Whether some position can show it, without the moves before.
    pub fn is_shown_by_positions(&self) -> bool {
        match self {
            Feature::Ending(Ending::MoveLimit | Ending::Repetition | Ending::Unfinished) => false,
            Feature::Ending(Ending::Checkmate | Ending::Stalemate)
            | Feature::Clause(_)
            | Feature::Condition(_)
            | Feature::Attacks(_)
            | Feature::EveryMove
            | Feature::EveryAttack
            | Feature::Promotion(..)
            | Feature::Zone(_)
            | Feature::Section(_)
            | Feature::Turn => true,
        }
    }

    fn label(&self) -> &'static str {
        match self {
            Feature::Clause(_) | Feature::Section(_) => "does nothing in any test",
            Feature::Condition(_) | Feature::EveryMove | Feature::Turn => {
                "forbids no move in any test"
            }
            Feature::Attacks(_) | Feature::EveryAttack => "makes no difference in any test",
            Feature::Promotion(..) => "happens in no test",
            Feature::Zone(_) => "no move of a test starts or ends here",
            Feature::Ending(_) => "ends no game of a test",
        }
    }

    fn reason(&self) -> &'static str {
        match self {
            Feature::Clause(_) | Feature::Promotion(..) | Feature::Section(_) => {
                "if it were gone, every test would still pass"
            }
            Feature::Condition(_)
            | Feature::Attacks(_)
            | Feature::EveryMove
            | Feature::EveryAttack
            | Feature::Zone(_)
            | Feature::Turn => "if it said nothing, every test would still pass",
            Feature::Ending(_) => "if games did not end so, every test would still pass",
        }
    }

    /// Whether the one move that was played exercises it.
    fn is_played(&self, look: &Look<'_>) -> bool {
        match self {
            Feature::Clause(_)
            | Feature::Promotion(..)
            | Feature::Zone(_)
            | Feature::Section(_) => self.is_seen(look),
            // What is forbidden shows only where all moves are looked at.
            Feature::Condition(_)
            | Feature::EveryMove
            | Feature::Turn
            | Feature::Attacks(_)
            | Feature::EveryAttack
            | Feature::Ending(_) => false,
        }
    }

    /// Whether the legal moves exercise it.
    fn is_seen(&self, look: &Look<'_>) -> bool {
        let (board, arena) = (look.position.board(), look.position.arena());
        let side = board.side;
        match self {
            Feature::Clause(clause) => look.makes_some(*clause) || look.is_feared(*clause),
            Feature::Condition(clause) => look.stops_some(*clause),
            Feature::EveryMove => arena.rules.kinds.enumerate().any(|(kind, rule)| {
                (0..rule.moves.terms.len()).any(|term| look.is_restricted(Clause { kind, term }))
            }),
            Feature::Promotion(from, to) => look
                .seen
                .iter()
                .any(|mv| mv.promotion == Some(*to) && mv.kind(board) == Some(*from)),
            Feature::Zone(zone) => {
                let cells = arena.cells(&Area::Zone(*zone), side);
                look.seen
                    .iter()
                    .any(|mv| mv.kind(board).is_some() && (cells.has(mv.from) || cells.has(mv.to)))
            }
            Feature::Section(name) => look.seen.iter().any(|mv| {
                mv.section().is_some_and(|id| arena.sections.get(id).name.value == *name)
            }),
            Feature::Turn => {
                let whole = look.position.program().board().arena();
                let allowed = Allowance::of(whole, board);
                board.pieces(side).any(|(from, kind)| !allowed.piece(kind, from))
            }
            Feature::Attacks(_) | Feature::EveryAttack | Feature::Ending(_) => false,
        }
    }

    /// Whether attacks exercise it, on royal pieces or on every cell.
    fn is_attacking(&self, position: &Position, every_cell: bool) -> bool {
        let (arena, board) = (position.arena(), position.board());
        let kind = match self {
            Feature::Attacks(kind) => Some(*kind),
            Feature::EveryAttack => None,
            Feature::Clause(_)
            | Feature::Condition(_)
            | Feature::EveryMove
            | Feature::Promotion(..)
            | Feature::Zone(_)
            | Feature::Section(_)
            | Feature::Turn
            | Feature::Ending(_) => return false,
        };
        Side::BOTH.iter().any(|&by| {
            let royals: Vec<_> = board.royals(arena, by.other()).collect();
            let cells = arena.graph.sites().filter(|s| every_cell || royals.contains(s));
            cells.into_iter().any(|cell| {
                let attackers =
                    board.pieces(by).filter(|&(_, k)| kind.is_none_or(|kind| kind == k));
                attackers.into_iter().any(|(from, _)| {
                    reference::attacked_from(arena, board, cell, from)
                        != reference::captures_on(arena, board, cell, from)
                })
            })
        })
    }
}
