//! Plays games to find the rules of a definition that never have an effect.
//!
//! ```text
//! Resolved + Game --Hunt::new--> Hunt --step, step, ...--> rules with counts and the shortest game of each
//! ```
//!
//! For each position, the game is compared with the game without a rule (`ablation.rs`).
//! Coverage does the same with tests. `look` examines one position, `steer` chooses the next move
//! and finds a shorter game, and `test` turns a game into a test of the file. Work is
//! counted, not timed, so a seed gives the same result on every machine.

mod hunt;
mod look;
mod steer;
mod test;

pub(crate) use look::compare;

pub use hunt::{Effort, Hunt, Line, LineStart, Reach, RuleEvidence, Shown, Sign};

use crate::ablation::{Feature, without};
use crate::alive::hunt::{Course, Current, Looking, Plan, STARTS, Stage, Width};
use crate::alive::look::Spent;
use crate::coverage::Coverage;
use crate::snapshot::Snapshot;
use alfil_diagnostics::diagnostic::{Code, Diagnostic};
use alfil_diagnostics::source::{Sources, Span, Spanned};
use alfil_play::dice::Dice;
use alfil_play::game::Game;
use alfil_play::position::Position;
use alfil_resolve::resolution::Resolved;
use alfil_syntax::cases::Claim;
use alfil_syntax::scalar::Scalar;
use std::ops::ControlFlow;

/// The default number of games.
pub const GAMES: u32 = 48;

/// Minimum number of games, even if every rule has had an effect.
const LEAST: u32 = 8;

/// Maximum number of moves in a game.
const LENGTH: usize = 240;

/// Maximum work for each rule in one game, in units of [`Hunt::listed`].
const WORK: u64 = 6_000;

/// Minimum work of a step and of a move.
const LEAST_WORK: u64 = 10;

/// Maximum number of bytes for games without a rule, which are kept at once.
const ROOM: usize = 200_000_000;

/// Limit on the steps of compiling games without a rule. They take about twenty seconds.
const STEPS: usize = 50_000_000;

impl Hunt {
    /// Prepares a search. `record` has the recorded moves of the definition. At most `games` games
    /// are played for each round of rules that are examined together.
    pub fn new(
        resolved: &Resolved,
        sources: &Sources,
        game: &Game,
        record: Option<&Snapshot>,
        seed: u64,
        games: u32,
    ) -> Hunt {
        let waived = |name: &str| {
            let own = || resolved.own.untested.iter().any(|waived| waived.value == name);
            let mut reasons = resolved.cases.iter().filter_map(|case| match &case.claim {
                Claim::Untested { rule, because } if rule.value == name => Some(because.clone()),
                Claim::Untested { .. }
                | Claim::Perft(_)
                | Claim::Moves(_)
                | Claim::Tries(_)
                | Claim::Attacks(_)
                | Claim::Sees(_)
                | Claim::Game { .. }
                | Claim::Starts(_) => None,
            });
            reasons.next().or_else(|| own().then(String::new))
        };
        let rules = Coverage::of(resolved, sources).rules.into_iter().map(|rule| RuleEvidence {
            waived: waived(&rule.name),
            held: rule.feature.row().may_hold.then_some(0),
            feature: rule.feature,
            name: rule.name,
            span: rule.span,
            looked: 0,
            tried: 0,
            differed: 0,
            shown: None,
            firm: None,
            reach: Reach::Waiting,
        });
        Hunt {
            game: game.clone(),
            seed,
            games,
            rules: rules.collect(),
            without: Vec::new(),
            first: 0,
            next: 0,
            starts: game.counted_starts(STARTS),
            known: known(game, resolved, record),
            stage: Stage::Compile,
            plan: Plan::default(),
            current: None,
            shortening: None,
            room: ROOM,
            steps: STEPS,
            each: game.steps(),
            rule_bytes: game.rules().bytes(),
            listed: 0,
            effort: Effort::default(),
        }
    }

    /// The rules in the order of the definition.
    pub fn rules(&self) -> &[RuleEvidence] {
        &self.rules
    }

    /// The work so far.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// Returns true if the search is finished.
    pub fn is_done(&self) -> bool {
        self.stage == Stage::Done
    }

    /// Does a small part of the work: compiles a game, plays a move, or tries a shorter game.
    pub fn step(&mut self) {
        let (listed, spent) = (self.listed, Spent::now());
        self.stage = self.stage_after();
        self.effort.work += (self.listed - listed + spent.since()).max(LEAST_WORK);
    }

    /// Does the next step, and returns the stage after it.
    fn stage_after(&mut self) -> Stage {
        match self.stage {
            Stage::Compile if self.next == self.rules.len() || self.room == 0 => {
                if self.first == self.rules.len() {
                    return Stage::Done;
                }
                self.plan = Plan::default();
                Stage::Follow(0)
            }
            Stage::Compile => {
                self.compile();
                Stage::Compile
            }
            Stage::Follow(n) => match (self.current.take(), self.known.get(n)) {
                (Some(line), _) => {
                    self.current = self.go_on(line);
                    if self.current.is_some() { self.stage } else { Stage::Follow(n + 1) }
                }
                (None, Some(line)) => {
                    let (from, moves) = (line.from.clone(), line.moves.clone());
                    self.current = self.begun(from, Course::Known(moves));
                    if self.current.is_some() { self.stage } else { Stage::Follow(n + 1) }
                }
                (None, None) => Stage::Play(0),
            },
            Stage::Play(n) => match self.current.take() {
                Some(game) => {
                    self.current = self.go_on(game);
                    if self.current.is_some() { self.stage } else { Stage::Play(n + 1) }
                }
                None if n >= self.games || n >= LEAST && !self.hunts(n) => Stage::Shorten(0),
                None => {
                    self.current = self.game(n);
                    if self.current.is_some() { self.stage } else { Stage::Play(n + 1) }
                }
            },
            Stage::Shorten(n) => {
                let rule = self.looked_at().nth(n);
                match rule {
                    Some(rule) if self.shorten(rule) => self.stage,
                    Some(_) => Stage::Shorten(n + 1),
                    None => {
                        self.without.clear();
                        (self.first, self.room) = (self.next, ROOM);
                        Stage::Compile
                    }
                }
            }
            Stage::Done => Stage::Done,
        }
    }

    /// Does all of the work.
    pub fn run(&mut self) {
        while !self.is_done() {
            self.step();
        }
    }

    /// The findings for rules that never had an effect, and for rules that could not be examined.
    pub fn findings(&self) -> Vec<Diagnostic> {
        self.rules.iter().filter(|rule| rule.is_silent()).map(|rule| self.finding(rule)).collect()
    }

    fn finding(&self, rule: &RuleEvidence) -> Diagnostic {
        let name = &rule.name;
        let waive =
            format!("say in `tests` why it has no test: `- {{untested: {name}, because: ...}}`");
        let at =
            |title: String, label: &str| Diagnostic::at(Code::NeverFired, rule.span, title, label);
        match rule.reach {
            Reach::Waiting => {
                at(format!("it is not known whether `{name}` ever fires"), "not examined")
                    .because("the search ended before it reached this rule")
                    .help("allow more time with `--seconds`")
            }
            Reach::TooDear => {
                at(format!("it is not known whether `{name}` ever fires"), "not examined")
                    .because("compiling the game without this rule takes too long")
                    .help(waive)
            }
            Reach::Needed => {
                at(format!("it is not known whether `{name}` ever fires"), "not examined")
                    .because("without this rule there is no game to compare with")
                    .help(waive)
            }
            Reach::Looked => {
                let label = match (rule.tried, rule.held) {
                    (0, _) => "never tried",
                    (_, Some(0)) => "never held",
                    (_, Some(_) | None) => "never made a difference",
                };
                let held = rule.held.map_or(String::new(), |held| format!(", held in {held}"));
                at(format!("`{name}` never fired"), label)
                    .because(format!(
                        "it was tried in {2} of {0} positions in {1} games{held}, and the game was always the same \
                         without it",
                        rule.looked, self.effort.games, rule.tried
                    ))
                    .help(format!("play more games with `--games`, change or remove the rule, or {waive}"))
            }
        }
    }

    /// Compiles the game without the next rule.
    fn compile(&mut self) {
        let each = self.each;
        let rule = &mut self.rules[self.next];
        let starts = (self.starts, self.game.rules().shuffle.is_some());
        rule.reach = match &rule.feature {
            // Games with the rule show its effect, so no game without it is compiled.
            Feature::Ending(_) | Feature::Shuffle => Reach::Looked,
            _ if self.steps < each => Reach::TooDear,
            feature => {
                self.steps -= each;
                self.effort.work += each as u64;
                let part = without(self.game.rules(), feature).and_then(Game::compile_part);
                match part {
                    Some(game) => {
                        self.room = self.room.saturating_sub(self.rule_bytes + game.table_bytes());
                        // A rule about the shuffle only changes the number of start positions.
                        if let (known, true) = starts
                            && game.counted_starts(STARTS) != known
                        {
                            rule.differed += 1;
                            rule.tried += 1;
                            rule.looked += 1;
                            let line = || Line { from: LineStart::Start, moves: Vec::new() };
                            rule.takes(line, 0, Sign::Starts(known));
                        }
                        self.without.push((self.next, game));
                        Reach::Looked
                    }
                    None => Reach::Needed,
                }
            }
        };
        self.next += 1;
    }

    /// Returns true if more games are needed: a rule of this round has had no effect yet, or its
    /// game cannot become a test and few games were played.
    fn hunts(&self, games: u32) -> bool {
        let wanted = |rule: &RuleEvidence| !rule.fired() || games < 4 * LEAST && !rule.is_firm();
        self.looked_at().any(|rule| wanted(&self.rules[rule]))
    }

    /// The indices of the rules of this round.
    fn looked_at(&self) -> impl Iterator<Item = usize> {
        let endings = (self.first..self.next).filter(|&rule| self.is_told(rule));
        self.without.iter().map(|(rule, _)| *rule).chain(endings)
    }

    /// Returns true if the rule is examined without a second game. The end of a game or the number
    /// of start positions shows it.
    fn is_told(&self, rule: usize) -> bool {
        matches!(self.rules[rule].feature, Feature::Ending(_) | Feature::Shuffle)
    }

    /// The first position of a line.
    pub fn begin(&self, from: &LineStart) -> Option<Position> {
        self.played(&self.game, &Line { from: from.clone(), moves: Vec::new() })
    }

    /// The position after `line`. `game` is the whole game or one without a rule.
    fn played(&self, game: &Game, line: &Line) -> Option<Position> {
        let mut at = match &line.from {
            LineStart::Start => game.start(),
            LineStart::Number(number) => match game.starts() {
                Some(starts) => starts.start(*number)?,
                None => (*number == 0).then(|| game.start())?,
            },
            LineStart::Position(text) => read(game, text)?,
        };
        for text in &line.moves {
            let mv = at.legal().find(text)?;
            at.play(&mv);
        }
        Some(at)
    }

    /// Begins a game or a line at `from`. `None` if there is no such position.
    fn begun(&mut self, from: LineStart, course: Course) -> Option<Current> {
        let at = self.begin(&from)?;
        self.effort.games += 1;
        let trail = Line { from, moves: Vec::new() };
        Some(Current { at, trail, course, looking: None })
    }

    /// Examines a position for some rules. After the last rule, plays the next move. `None` at the
    /// end of the game or line.
    fn go_on(&mut self, mut game: Current) -> Option<Current> {
        let looking = match game.looking.take() {
            Some(looking) => looking,
            None => self.looking(&mut game)?,
        };
        let looking = match self.look(&game.at, &game.trail, looking) {
            ControlFlow::Continue(looking) => {
                game.looking = Some(looking);
                return Some(game);
            }
            ControlFlow::Break(looking) => looking,
        };
        let mv = looking.mv?;
        game.trail.moves.push(game.at.legal().write(&mv));
        game.at.play(&mv);
        match &mut game.course {
            Course::Known(_) => Some(game),
            Course::Chosen { left, .. } => {
                // A move has a cost even if nothing is compared.
                *left = left.saturating_sub((self.listed - looking.listed).max(LEAST_WORK));
                let goes_on = *left > 0 && game.trail.moves.len() < LENGTH;
                goes_on.then_some(game)
            }
        }
    }

    /// Chooses the next move. `None` if a line goes on with a move that is not legal.
    fn looking(&mut self, game: &mut Current) -> Option<Looking> {
        let Current { at, trail, course, .. } = game;
        let (listed, played) = (self.listed, trail.moves.len());
        let (mv, width) = match course {
            Course::Known(moves) => {
                let mv = moves.get(played).map(|text| at.legal().find(text).ok_or(()));
                (mv.transpose().ok()?, Width::All)
            }
            Course::Chosen { dice, .. } => {
                let width = match played % 8 {
                    0 => Width::All,
                    _ => Width::Silent,
                };
                let mv = match at.outcome() {
                    None => self.choose(at, dice),
                    Some(_) => None,
                };
                (mv, width)
            }
        };
        Some(Looking { mv, width, rules: 0, listed })
    }

    /// Begins the game with the number `n`.
    fn game(&mut self, n: u32) -> Option<Current> {
        let mut dice = Dice::new(self.seed.wrapping_mul(0x9e37_79b9).wrapping_add(u64::from(n)));
        let from = self.start_of(n, &mut dice);
        let left = WORK * (self.without.len() as u64 + 1);
        let game = self.begun(from, Course::Chosen { dice, left })?;
        self.plan.begin(n, self.focus(n), game.at.side());
        Some(game)
    }

    /// The first position of game `n`. Even games begin at a start position, odd ones at a known
    /// position.
    fn start_of(&self, n: u32, dice: &mut Dice) -> LineStart {
        if n % 2 == 1 && !self.known.is_empty() {
            let line = &self.known[dice.below(self.known.len())];
            return line.from.clone();
        }
        match self.starts {
            0 | 1 => LineStart::Start,
            _ if n == 0 => LineStart::Start,
            count => {
                LineStart::Number(dice.below(usize::try_from(count).unwrap_or(usize::MAX)) as u64)
            }
        }
    }
}

/// The position that `text` describes.
fn read(game: &Game, text: &str) -> Option<Position> {
    let nowhere = Span::new(alfil_diagnostics::source::SourceId::only(), 0, text.len());
    game.read(&Scalar::plain(text, nowhere)).value
}

/// The lines of tests and the positions of a record.
fn known(game: &Game, resolved: &Resolved, record: Option<&Snapshot>) -> Vec<Line> {
    let mut lines = Vec::new();
    let texts = |moves: &[Spanned<String>]| moves.iter().map(|text| text.value.clone()).collect();
    for case in &resolved.cases {
        let mut moves: Vec<String> = texts(&case.after);
        if let Claim::Game { moves: played, .. } = &case.claim {
            moves.extend(played.iter().map(|mv| mv.text.value.clone()));
        }
        let from = match (&case.position, case.number) {
            (None, None) => LineStart::Start,
            (None, Some(number)) => LineStart::Number(number.value),
            (Some(setup), _) => match game.at(setup).value {
                Some(at) => LineStart::Position(at.text()),
                None => continue,
            },
        };
        lines.push(Line { from, moves });
    }
    let records = record.iter().flat_map(|record| &record.records);
    lines.extend(records.map(|record| Line {
        from: LineStart::Position(record.position.value.clone()),
        moves: Vec::new(),
    }));
    let mut seen: Vec<Line> = Vec::new();
    for line in lines {
        if !seen.contains(&line) {
            seen.push(line);
        }
    }
    seen
}
