//! Finds the rules of a definition that its tests exercise.
//!
//! Only rules of the definition itself and of its modifiers count. Inherited rules are tested with
//! the game that states them. A rule is exercised if a test fails, or if a recorded position has
//! other moves, in the game without the rule. An end of the game is exercised if a test or a
//! recorded position names it. This costs a compilation for each rule, except for terms that alone
//! make an expected move (`sole.rs`).
//!
//! Small tests are repeated without each rule. Large perft counts are repeated only for rules that
//! these do not exercise, within a limit of work. If the limit is reached first, the report says so.

use crate::ablation::{Feature, HandRule, without};
use crate::run;
use crate::run::Budget;
use crate::snapshot::{Record, Snapshot};
use crate::sole;
use alfil_clock::Instant;
use alfil_clock::meter::Limit;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, did_you_mean};
use alfil_diagnostics::source::{Sources, Span, Spanned};
use alfil_play::game::Game;
use alfil_play::position::Position;
use alfil_resolve::resolution::Resolved;
use alfil_resolve::setup::Case;
use alfil_rules::condition::Condition;
use alfil_rules::goal::Event;
use alfil_rules::hand::{Immobile, OwnCaptured};
use alfil_rules::look::Form;
use alfil_rules::movement::Term;
use alfil_rules::question::Question;
use alfil_rules::ruleset::{Royalty, Ruleset};
use alfil_rules::turn::Pass;
use alfil_syntax::cases::Claim;
use alfil_syntax::value::Ending;

/// Larger perft counts are large: they are repeated last.
const SMALL: u64 = 10_000;

/// Maximum number of bytes for games without a rule, which are kept while positions are recorded.
/// If it is reached, no more games are compiled.
const ROOM: usize = 200_000_000;

/// Limit on the steps of compiling games without a rule. No more games are compiled after it, unless
/// more time is allowed. This many steps take about four seconds.
const STEPS: usize = 10_000_000;

/// Limit on the work of repeating tests without a rule, in units of the meter. It takes a few seconds.
const REPEATED: u64 = 100_000_000;

/// Limit on the work of repeating large counts, in units of the meter. It takes a few seconds.
const RECOUNTED: u64 = 100_000_000;

/// Approximate number of units of the meter in a second.
const UNITS_A_SECOND: u64 = 20_000_000;

/// Approximate number of steps in a second.
const STEPS_A_SECOND: usize = 2_500_000;

/// The limit on the work of examining rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Spending {
    /// Numbers of steps and units. So the same rules are examined on every machine, in a few seconds.
    #[default]
    Usual,
    /// No rule is examined after this instant.
    Until(Instant),
}

/// The use of the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// A report about tests. Each game without a rule is dropped after its comparison.
    Report,
    /// A record. Games without a rule are kept and compared with more positions. Large counts are
    /// not repeated, because a recorded position shows more.
    Record,
}

/// A rule, and whether a test exercises it.
#[derive(Clone, Debug)]
pub struct Rule {
    pub feature: Feature,
    /// The name of the rule in files, such as `knight N`, `pawn to queen` or `threefold`.
    pub name: String,
    /// The span of the rule.
    pub span: Span,
    /// True if a test exercises the rule.
    pub exercised: bool,
    without: Without,
    repeated: Repeated,
}

/// Which tests were repeated without a rule. If some were left out, one of them may exercise it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Repeated {
    /// All of them.
    All,
    /// Not all large counts.
    NotLarge,
    /// Not all of the others either.
    NotAll,
}

/// The state of the game without a rule.
#[derive(Clone, Debug)]
enum Without {
    /// The game is not compiled yet.
    Unasked,
    /// The game is compiled and can be compared.
    Game(Box<Game>),
    /// The game is not needed anymore: it differs, does not exist, or was dropped.
    Settled,
    /// Games without other rules used up the time or the space.
    NoTime,
}

/// Numbers of steps of compiling games.
#[derive(Clone, Copy, Debug)]
struct Steps {
    /// Steps that all games without a rule may still take.
    left: usize,
    /// Steps that one game takes.
    each: usize,
}

/// The rules of a definition.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// The rules, in the order of the definition.
    pub rules: Vec<Rule>,
    /// The rules of the whole game.
    whole: Ruleset,
    /// The size of these rules in bytes.
    rule_bytes: usize,
    /// Remaining bytes for games without a rule.
    room: usize,
    /// The cost of compiling these games.
    steps: Steps,
    spending: Spending,
    purpose: Purpose,
}

impl Coverage {
    /// The rules that the tests of `resolved` must cover, none of them exercised yet.
    pub fn of(resolved: &Resolved, sources: &Sources) -> Coverage {
        Coverage::for_purpose(Purpose::Report, resolved, sources)
    }

    /// The same rules, for choosing positions of a record.
    pub(crate) fn for_record(resolved: &Resolved, sources: &Sources) -> Coverage {
        Coverage::for_purpose(Purpose::Record, resolved, sources)
    }

    fn for_purpose(purpose: Purpose, resolved: &Resolved, sources: &Sources) -> Coverage {
        let (rules, own) = (&resolved.ruleset, &resolved.own);
        let mut all: Vec<Rule> = Vec::new();
        let mut add = |feature: Feature, name: String, span: Span| {
            if own.files.contains(&span.source) {
                let (without, repeated) = (Without::Unasked, Repeated::All);
                all.push(Rule { feature, name, span, exercised: false, without, repeated });
            }
        };
        // Promoted pieces that revert have kinds of their own. Their moves are those of the normal
        // kind.
        let kinds = rules.kinds.enumerate().filter(|(_, k)| k.letter.form() != Form::Reverting);
        for (kind, rule) in kinds {
            let name = &rule.name.value;
            let terms = &rule.moves.terms;
            for (term, text) in terms.iter().enumerate() {
                let words = sources.slice(text.span);
                let before = || terms[..term].iter().filter(|other| other.span == text.span);
                // One text is one rule, even if the text stands for several terms.
                if before().next().is_none() {
                    add(Feature::Clause(kind, term), format!("{name} {words}"), text.span);
                }
                let asks = |term: &Term| term.when != Condition::Always;
                if asks(text) && !before().any(asks) {
                    add(Feature::Condition(kind, term), format!("{name} {words} when"), text.span);
                }
            }
            if let Some(term) = rule.attacks.as_ref().and_then(|a| a.terms.first()) {
                add(Feature::Attacks(kind), format!("{name} attacks"), term.span);
            }
            for (number, promotion) in rule.promotions.iter().enumerate() {
                for &to in &promotion.to {
                    // If an earlier rule promotes to the same kind, the name contains the number of
                    // this rule.
                    let before = rule.promotions[..number].iter();
                    let by = if before.flat_map(|p| &p.to).any(|&known| known == to) {
                        format!(" by rule {}", number + 1)
                    } else {
                        String::new()
                    };
                    let words = format!("{name} to {}{by}", rules.kinds[to].name.value);
                    add(Feature::Promotion(kind, number, to), words, promotion.span);
                }
                if promotion.when.is_some() {
                    let words = match rule.promotions.len() {
                        1 => format!("{name} promotes when"),
                        _ => format!("{name} promotes when, rule {}", number + 1),
                    };
                    add(Feature::PromotionAsked(kind, number), words, promotion.span);
                }
            }
        }
        if let Some(hand) = &rules.hand {
            for &kind in &hand.supply {
                let name = format!("supply of {}", rules.kinds[kind].name.value);
                add(Feature::Hand(HandRule::Supply(kind)), name, hand.span);
            }
            if hand.own != OwnCaptured::unsaid(hand.captured) {
                add(Feature::Hand(HandRule::OwnCaptured), "own captured".to_owned(), hand.span);
            }
            if hand.immobile == Immobile::Allowed {
                add(Feature::Hand(HandRule::Immobile), "immobile".to_owned(), hand.span);
            }
        }
        for (zone, rule) in rules.zones.enumerate() {
            add(Feature::Zone(zone), format!("zone {}", rule.name.value), rule.name.span);
        }
        for section in &rules.space.sections {
            let name = section.name.value.clone();
            add(Feature::Section(name.clone()), format!("section {name}"), section.span);
        }
        let conditions = rules.every_move != Condition::Always;
        if let Some(span) = own.every_move.filter(|_| conditions) {
            add(Feature::EveryMove, "every move".to_owned(), span);
        }
        if let (Some(span), true) = (own.attacks, rules.every_attack != rules.every_move) {
            add(Feature::EveryAttack, "attacks".to_owned(), span);
        }
        if let (Some(span), true) = (own.turn, rules.turn.restricts()) {
            add(Feature::Turn, "turn".to_owned(), span);
        }
        let mut known: Vec<Span> = Vec::new();
        let series = rules.turn.series.0.iter().chain(&rules.turn.first);
        let steps = series.flat_map(|series| series.steps.iter().zip(1..));
        for (step, number) in steps {
            for (key, asked) in step.asked_by_key() {
                // The turns of both sides often share the same text.
                if !known.contains(&asked.span) {
                    known.push(asked.span);
                    add(Feature::StepAsked(asked.span), format!("step {number} {key}"), asked.span);
                }
            }
        }
        for (kind, rule) in rules.kinds.enumerate().filter(|(_, rule)| rule.worth != 1) {
            let name = &rule.name;
            add(Feature::Worth(kind), format!("worth of {}", name.value), name.span);
        }
        for kind in rules.open_kinds() {
            let rule = &rules.kinds[kind];
            let name = format!("{} does not block", rule.name.value);
            add(Feature::Open(kind), name, rule.blocks.span);
        }
        for (kind, rule) in rules.kinds.enumerate() {
            match rule.royal {
                Royalty::No | Royalty::Each => {}
                Royalty::All | Royalty::Last => {
                    let name = &rule.name;
                    add(Feature::Royal(kind), format!("{} royal", name.value), name.span);
                }
            }
        }
        let all_steps =
            || rules.turn.series.0.iter().chain(&rules.turn.first).flat_map(|s| &s.steps);
        let mut passes = all_steps().filter(|s| s.pass == Pass::May && s.pass_when.is_none());
        if let (Some(span), Some(_)) = (own.turn, passes.next()) {
            add(Feature::Pass, "may pass".to_owned(), span);
        }
        for home in &rules.homes {
            if let Some(cell) = home.cells.first() {
                let name = format!("{} castles from", rules.kinds[home.kind].name.value);
                add(Feature::Home(home.kind), name, cell.span);
            }
        }
        if let Some(shuffle) = &rules.shuffle {
            add(Feature::Shuffle, "shuffle".to_owned(), shuffle.span);
        }
        for (key, all, feature) in [
            ("restriction", &rules.asked, Feature::Asked as fn(usize) -> Feature),
            ("duty", &rules.duties, Feature::Must),
        ] {
            for (n, asked) in all.iter().enumerate() {
                let kind = asked.value.of_terms();
                // The questions of the terms of one kind may be two entries of this list. They
                // count as one rule, so the second entry is left out.
                let is_told = |before: &Spanned<Question>| before.value.of_terms() == kind;
                if kind.is_some() && all[..n].iter().any(is_told) {
                    continue;
                }
                let name = match kind {
                    Some(kind) => format!("{} when", rules.kinds[kind].name.value),
                    None => format!("{key} {}", n + 1),
                };
                add(feature(n), name, asked.span);
            }
        }
        for (n, effect) in rules.effects.iter().enumerate() {
            add(Feature::Effect(n), format!("effect {}", n + 1), effect.span);
        }
        for event in rules.ends.iter().map(|goal| goal.event) {
            if let Some(asked) = rules.ends.asked(event) {
                add(Feature::Ending(event), event.key().to_owned(), asked.span);
            }
        }
        for ending in &own.ends {
            add(Feature::Ending(ending.value), ending.value.key().to_owned(), ending.span);
        }
        Coverage {
            rules: all,
            whole: rules.clone(),
            rule_bytes: rules.bytes(),
            room: ROOM,
            steps: Steps { left: STEPS, each: 0 },
            spending: Spending::Usual,
            purpose,
        }
    }

    /// Reads the rules that the files of `resolved` declare untested. Returns findings for wrong
    /// declarations in the requested files. A declaration in a modifier need not be true for every
    /// game.
    pub fn waive(&mut self, resolved: &Resolved) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for name in &resolved.own.untested {
            let asked = resolved.asked.contains(&name.span.source);
            let mut named = self.rules.iter_mut().filter(|rule| rule.name == name.value).peekable();
            if named.peek().is_none() {
                let title = format!("this definition has no rule `{}`", name.value);
                let names = self.rules.iter().map(|rule| rule.name.as_str());
                let help = did_you_mean(&name.value, names).map(Help::did_you_mean).unwrap_or(
                    Help::from("`alfil test FILE --coverage` lists the rules without a test"),
                );
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
                let title = format!("a test does exercise `{}`", name.value);
                found.push(
                    Diagnostic::at(Code::BadTest, name.span, title, "not untested")
                        .help("remove this entry"),
                );
            }
        }
        found
    }

    /// The rules that no test exercises.
    pub fn missing(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(|rule| !rule.exercised)
    }

    /// A finding for each rule that no test exercises.
    pub fn findings(&self) -> Vec<Diagnostic> {
        let finding = |rule: &Rule| {
            if matches!(rule.without, Without::NoTime) {
                return self.unseen(rule);
            }
            match rule.repeated {
                Repeated::All => {}
                Repeated::NotLarge | Repeated::NotAll => return self.not_repeated(rule),
            }
            let title = format!("no test exercises `{}`", rule.name);
            Diagnostic::at(Code::Untested, rule.span, title, rule.feature.row().label)
                .because(rule.feature.row().reason)
                .help(format!(
                    "record positions in which it matters with `alfil snapshot FILE --accept`, add a test, or \
                     say why it has none: `- {{untested: {}, because: ...}}`",
                    rule.name
                ))
        };
        self.missing().map(finding).collect()
    }

    /// The finding for a rule if it is unknown whether a test exercises it.
    fn unseen(&self, rule: &Rule) -> Diagnostic {
        let title = format!("it is not known whether a test exercises `{}`", rule.name);
        let unseen = self.missing().filter(|rule| matches!(rule.without, Without::NoTime)).count();
        let rules = self.rules.len();
        let because = match self.spending {
            Spending::Usual => format!(
                "the game is compiled again without each rule, in at most {} million steps in all; \
                 {unseen} of {rules} rules were not examined",
                STEPS / 1_000_000
            ),
            Spending::Until(_) => format!(
                "the game is compiled again without each rule, and the time was too short; \
                 {unseen} of {rules} rules were not examined"
            ),
        };
        // The suggested time includes the work so far and the remaining work.
        let more = (unseen * self.steps.each + STEPS).div_ceil(STEPS_A_SECOND).max(10);
        let help = format!(
            "allow more time: `alfil test FILE --coverage --seconds {more}`; or say that the rule has no test: \
             `- {{untested: {}, because: ...}}`",
            rule.name
        );
        let finding = Diagnostic::at(Code::Untested, rule.span, title, "not examined");
        finding.because(because).help(help)
    }

    /// The finding for a rule if some tests were not repeated without it.
    fn not_repeated(&self, rule: &Rule) -> Diagnostic {
        let title = format!("it is not known whether a test exercises `{}`", rule.name);
        let (label, what) = match rule.repeated {
            Repeated::All | Repeated::NotLarge => (
                "no small test exercises it",
                format!("counts above {SMALL} were not all repeated"),
            ),
            Repeated::NotAll => (
                "not all tests were repeated without it",
                "the tests were not all repeated".to_owned(),
            ),
        };
        let because = match self.spending {
            Spending::Usual => format!(
                "{what} without it, because this work is limited to {} million units on every machine",
                RECOUNTED / 1_000_000
            ),
            Spending::Until(_) => format!("{what} without it, because the time was too short"),
        };
        let unseen = self.missing().filter(|rule| rule.repeated != Repeated::All).count() as u64;
        let more = (unseen + 1) * RECOUNTED / UNITS_A_SECOND;
        let help = format!(
            "allow more time: `alfil test FILE --coverage --seconds {more}`; or add a small test, such as \
             `moves` in a position where the rule makes a difference"
        );
        Diagnostic::at(Code::Untested, rule.span, title, label).because(because).help(help)
    }

    /// Finds the rules that `cases` and `record` exercise. `cases` are the tests of `game`.
    pub fn tests(&mut self, game: &Game, cases: &[Case], record: Option<&Snapshot>) {
        self.tests_within(Spending::Usual, game, cases, record, &mut |_| {});
    }

    /// Like [`tests`](Self::tests), with another limit. `watch` receives the name of each rule
    /// before it is examined.
    pub fn tests_within(
        &mut self,
        spending: Spending,
        game: &Game,
        cases: &[Case],
        record: Option<&Snapshot>,
        watch: &mut dyn FnMut(&str),
    ) {
        (self.steps.each, self.spending) = (game.steps(), spending);
        let records = || record.iter().flat_map(|record| &record.records);
        for over in records().filter_map(|record| record.over.as_ref()) {
            for ending in Event::each().filter(|e| over.ends_with(&format!(" {}", e.name()))) {
                self.end(ending);
            }
        }
        let fails =
            |game: &Game, case: &Case| !run::failures(game, case, Budget::endless()).is_empty();
        let mut large = Large::of(cases, self.purpose);
        let mut cases: Vec<Case> = cases.iter().filter_map(small).collect();
        cases.retain(|case| !fails(game, case));
        for case in &cases {
            for event in run::losses(game, case) {
                self.end(event);
            }
            if let Claim::Game { ends: Some(ends), .. } = &case.claim {
                match &ends.value {
                    Ending::By(event) => drop(self.end(*event)),
                    // The claim holds because an event ended the game. So the test exercises the
                    // rule about this event.
                    Ending::Won(_) | Ending::Called(_) | Ending::Drawn => {
                        run::ended(game, case).map(|event| self.end(event));
                    }
                    Ending::Unfinished => {}
                }
            }
        }
        let sole = sole::terms(game, &cases, records());
        let [mut repeat, mut recount] = match spending {
            Spending::Usual => [REPEATED, RECOUNTED],
            Spending::Until(_) => [u64::MAX; 2],
        }
        .map(Left);
        for number in 0..self.rules.len() {
            let rule = &mut self.rules[number];
            watch(&rule.name);
            rule.exercised |=
                sole.iter().any(|term| is_written_as(&self.whole, term, &rule.feature));
            let mut repeated = Repeated::All;
            self.look(number, &mut |without: &Game| {
                for test in records().map(Test::Record).chain(cases.iter().map(Test::Case)) {
                    if repeat.is_over() || is_late(spending) {
                        repeated = Repeated::NotAll;
                        return false;
                    }
                    let differs = repeat.doing(|_| match test {
                        Test::Record(record) => record.differs(without),
                        Test::Case(case) => fails(without, case),
                    });
                    if differs {
                        return true;
                    }
                }
                let differs = large.differ(game, without, &mut recount, spending);
                if differs.is_none() {
                    repeated = Repeated::NotLarge;
                }
                differs == Some(true)
            });
            self.rules[number].repeated = repeated;
        }
    }

    /// Returns true if `notices` returns true for the game without a rule. Then the rule is
    /// exercised.
    fn look(&mut self, number: usize, notices: &mut dyn FnMut(&Game) -> bool) -> bool {
        if self.rules[number].exercised {
            return false;
        }
        self.compile(number);
        let rule = &mut self.rules[number];
        let Without::Game(game) = &rule.without else { return false };
        rule.exercised = notices(game);
        if rule.exercised || self.purpose == Purpose::Report {
            self.room += self.rule_bytes + game.table_bytes();
            rule.without = Without::Settled;
        }
        rule.exercised
    }

    /// Compiles the game without a rule, unless this was done before or takes too long.
    fn compile(&mut self, number: usize) {
        let rule = &mut self.rules[number];
        if !matches!(rule.without, Without::Unasked) {
            return;
        }
        let Steps { left, each } = &mut self.steps;
        let is_over = match self.spending {
            Spending::Usual => *left < *each,
            Spending::Until(_) => is_late(self.spending),
        };
        if is_over || self.room == 0 {
            rule.without = Without::NoTime;
            return;
        }
        let Some(rules) = without(&self.whole, &rule.feature) else {
            rule.without = Without::Settled;
            return;
        };
        *left = left.saturating_sub(*each);
        match Game::compile_part(rules) {
            Some(game) => {
                self.room = self.room.saturating_sub(self.rule_bytes + game.table_bytes());
                rule.without = Without::Game(Box::new(game));
            }
            // The game cannot exist without the rule, so every test exercises it.
            None => (rule.exercised, rule.without) = (true, Without::Settled),
        }
    }

    /// Compares all moves of a recorded position. Returns true if this exercises another rule.
    pub(crate) fn record(&mut self, record: &Record) -> bool {
        self.mark(|game| record.differs(game))
    }

    /// Examines the end of the game in a position, if the position alone shows it. Returns true if
    /// this exercises another rule.
    pub(crate) fn over(&mut self, position: &Position) -> bool {
        match position.outcome().map(|outcome| outcome.reason) {
            Some(Event::Repetition(_)) | None => false,
            Some(event) => self.end(event),
        }
    }

    /// Marks the rule that games end by `ending`. Returns true if this is news.
    pub(crate) fn end(&mut self, ending: Event) -> bool {
        let mut news = false;
        let ends = |rule: &&mut Rule| rule.feature == Feature::Ending(ending);
        for rule in self.rules.iter_mut().filter(ends) {
            news |= !rule.exercised;
            rule.exercised = true;
        }
        news
    }

    /// Marks each rule if `notices` returns true for the game without it. Returns true if any rule
    /// is marked.
    fn mark(&mut self, notices: impl Fn(&Game) -> bool) -> bool {
        let mut news = false;
        for number in 0..self.rules.len() {
            news |= self.look(number, &mut |game| notices(game));
        }
        news
    }
}

/// Something that is repeated in the game without a rule.
enum Test<'a> {
    Record(&'a Record),
    Case(&'a Case),
}

fn is_late(spending: Spending) -> bool {
    match spending {
        Spending::Usual => false,
        Spending::Until(end) => Instant::now() > end,
    }
}

/// The units of the meter that are left; `u64::MAX` is no limit.
struct Left(u64);

impl Left {
    fn is_over(&self) -> bool {
        self.0 == 0
    }

    /// Does a part of the work. `work` gets the budget that is left.
    fn doing<T>(&mut self, work: impl FnOnce(Budget) -> T) -> T {
        let (limit, budget) = (Limit::of(self.0), Budget::of(self.0));
        let done = work(budget);
        self.0 = limit.left();
        done
    }
}

/// The tests with perft counts that are too large to be among the small tests.
struct Large {
    cases: Vec<Case>,
    /// For each, whether it holds in the whole game. Only then a difference means anything. Known from
    /// the first use on.
    holds: Option<Vec<bool>>,
}

impl Large {
    fn of(cases: &[Case], purpose: Purpose) -> Large {
        let is_large = |case: &&Case| match &case.claim {
            Claim::Perft(counts) => counts.iter().any(|count| count.value > SMALL),
            Claim::Moves(_)
            | Claim::Tries(_)
            | Claim::Attacks(_)
            | Claim::Sees(_)
            | Claim::Game { .. }
            | Claim::Starts(_)
            | Claim::Untested { .. } => false,
        };
        let cases = match purpose {
            Purpose::Report => cases.iter().filter(is_large).cloned().collect(),
            Purpose::Record => Vec::new(),
        };
        Large { cases, holds: None }
    }

    /// Whether a count of `game` is another in the game `without` a rule. `None` if no other count was
    /// found and not all were repeated.
    fn differ(
        &mut self,
        game: &Game,
        without: &Game,
        left: &mut Left,
        spending: Spending,
    ) -> Option<bool> {
        let mut holds = |game: &Game, case: &Case| {
            let most = match spending {
                Spending::Usual => u64::MAX,
                Spending::Until(end) => {
                    let rest = end.saturating_duration_since(Instant::now());
                    (rest.as_secs_f64() * UNITS_A_SECOND as f64) as u64
                }
            };
            if left.is_over() || most == 0 {
                return None;
            }
            left.doing(|budget| run::holds(game, case, budget.at_most(most)))
        };
        if self.holds.is_none() {
            self.holds = self.cases.iter().map(|case| holds(game, case)).collect();
        }
        let known = self.holds.as_deref()?;
        let sound = self.cases.iter().zip(known).filter(|(_, holds)| **holds);
        let mut all = true;
        for (case, _) in sound {
            match holds(without, case) {
                Some(true) => {}
                Some(false) => return Some(true),
                None => all = false,
            }
        }
        all.then_some(false)
    }
}

/// Returns true if two features are terms of one kind with the same span.
fn is_written_as(rules: &Ruleset, one: &Feature, other: &Feature) -> bool {
    let (Feature::Clause(kind, a), Feature::Clause(of, b)) = (one, other) else { return false };
    let terms = &rules.kinds[*kind].moves.terms;
    kind == of && terms[*a].span == terms[*b].span
}

/// The part of a case that is repeated for each rule. Large counts are left out.
fn small(case: &Case) -> Option<Case> {
    let mut case = case.clone();
    match &mut case.claim {
        Claim::Perft(counts) => {
            counts.retain(|count| count.value <= SMALL);
            if counts.is_empty() {
                return None;
            }
        }
        Claim::Untested { .. } => return None,
        Claim::Moves(_)
        | Claim::Tries(_)
        | Claim::Attacks(_)
        | Claim::Sees(_)
        | Claim::Game { .. }
        | Claim::Starts(_) => {}
    }
    Some(case)
}

impl Rule {
    /// Returns true if a position may still show the rule, without earlier moves.
    pub(crate) fn is_shown_by_positions(&self) -> bool {
        !matches!(self.without, Without::NoTime) && self.feature.row().by_position
    }
}
