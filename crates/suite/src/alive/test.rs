//! Turns a game of the search into a test of the file.
//!
//! The test holds in the game and fails in the game without the rule. If the rule is an end of the
//! game, the test names that end. A test that would cause a finding is not used.

use crate::ablation::{Feature, without};
use crate::alive::hunt::{Hunt, Line, LineStart, Shown, Sign};
use crate::run;
use crate::run::Budget;
use alfil_diagnostics::diagnostic::Report;
use alfil_diagnostics::source::SourceId;
use alfil_play::game::Game;
use alfil_resolve::setup::{self, Case, LetterTable};
use alfil_syntax::definition;
use alfil_syntax::write::{Map, Yaml};

/// Lines with more moves are cut, if possible: then the test begins with a position.
const LONG: usize = 16;
/// Numbers of moves that remain after a line is cut, tried in this order.
const TAILS: [usize; 4] = [0, 1, 2, 6];
/// For a game that shows only another position, at most this number of next moves is tried.
const TRIED: usize = 60;
/// At most this number of moves is tried in a row.
const DEEP: usize = 2;

impl Hunt {
    /// Makes a test from the games of the rule with this index. `None` if no game shows the rule,
    /// or if no test can distinguish such a game from the same game without the rule.
    pub fn test(&self, rule: usize) -> Option<Map> {
        let vital = self.rules.get(rule)?;
        let needs_none = matches!(vital.feature, Feature::Ending(_) | Feature::Shuffle);
        let without = if needs_none {
            None
        } else {
            Some(Game::compile_part(without(self.game.rules(), &vital.feature)?)?)
        };
        let known = [&vital.shown, &vital.firm];
        for shown in known.into_iter().flatten() {
            if let Some(test) = self.written(shown, without.as_ref()) {
                return Some(test);
            }
        }
        // A test cannot claim another position, but it can claim different moves or a different end
        // later. The games of other rules may show these.
        let (shown, without) = (vital.shown.as_ref()?, without?);
        let others = self.rules.iter().filter_map(|rule| rule.firm.as_ref());
        let mut others: Vec<&Line> = others.map(|shown| &shown.line).collect();
        others.sort_by_key(|line| line.length());
        for line in others {
            let Some(sign) = self.sign_without(line, &without) else { continue };
            let shown = Shown { line: line.clone(), sign };
            if let Some(test) = self.written(&shown, Some(&without)) {
                return Some(test);
            }
        }
        let mut lines = vec![shown.line.clone()];
        for _ in 0..DEEP {
            let longer: Vec<Line> =
                lines.iter().flat_map(|line| self.continued(line)).take(TRIED).collect();
            for line in &longer {
                let Some(sign) = self.sign_without(line, &without) else { continue };
                let shown = Shown { line: line.clone(), sign };
                if let Some(test) = self.written(&shown, Some(&without)) {
                    return Some(test);
                }
            }
            lines = longer;
        }
        None
    }

    /// Plays `line` in the game and `without` the rule, and compares the last positions.
    fn sign_without(&self, line: &Line, without: &Game) -> Option<Sign> {
        let with = self.played(&self.game, line)?;
        let other = self.played(without, line)?;
        let difference = with.legal().against(&other.legal());
        if difference.is_empty() {
            let ends = [&with, &other].map(|at| at.outcome().map(|o| o.to_string()));
            let [one, two] = ends;
            (one != two).then_some(Sign::End(one, two))
        } else {
            Some(Sign::Moves(difference))
        }
    }

    /// `line` with each possible next move.
    fn continued(&self, line: &Line) -> Vec<Line> {
        let Some(at) = self.played(&self.game, line) else { return Vec::new() };
        let moves = at.legal().texts().unwrap_or_default();
        let longer = |text| {
            let mut line = line.clone();
            line.moves.push(text);
            line
        };
        moves.into_iter().map(longer).collect()
    }

    /// Makes a test from `shown` that holds in the game and fails `without` the rule.
    fn written(&self, shown: &Shown, without: Option<&Game>) -> Option<Map> {
        if let Sign::Starts(count) = shown.sign {
            return Some([("starts", Yaml::bare(count))].into_iter().collect());
        }
        self.places(&shown.line).iter().find_map(|line| {
            self.claims(line, &shown.sign).into_iter().find(|test| self.tells(test, without))
        })
    }

    /// Lines that lead to the same position as `line`, but begin at other positions of the game.
    fn places(&self, line: &Line) -> Vec<Line> {
        let whole = || std::iter::once(line.clone());
        let cut = |left: &usize| {
            let (head, tail) = line.moves.split_at(line.moves.len().checked_sub(*left)?);
            let head = Line { from: line.from.clone(), moves: head.to_vec() };
            let text = self.played(&self.game, &head)?.text();
            Some(Line { from: LineStart::Position(text), moves: tail.to_vec() })
        };
        let cut = TAILS.iter().filter_map(cut);
        if line.moves.len() > LONG {
            cut.chain(whole()).collect()
        } else {
            whole().chain(cut).collect()
        }
    }

    /// The claims about `sign` after `line`.
    fn claims(&self, line: &Line, sign: &Sign) -> Vec<Map> {
        let place = |test: &mut Map| match &line.from {
            LineStart::Start => {}
            LineStart::Number(number) => test.put("number", Yaml::bare(number)),
            LineStart::Position(text) => test.put("position", text),
        };
        let moves = line.moves.join(" ");
        let listing = |key: &'static str, text: &String| {
            let mut test = Map::default();
            test.put("moves", [(key, text)].into_iter().collect::<Map>().in_braces());
            place(&mut test);
            if !moves.is_empty() {
                test.put("after", &moves);
            }
            test
        };
        match sign {
            Sign::Moves(difference) => {
                let gained = difference.gained.iter().map(|text| listing("including", text));
                let lost = difference.lost.iter().map(|text| listing("excluding", text));
                gained.take(4).chain(lost.take(4)).collect()
            }
            Sign::End(with, _) => {
                let Some(at) = self.played(&self.game, line) else { return Vec::new() };
                let outcome = at.outcome();
                // The line may begin after some moves of the game. Then a repetition of positions
                // may be missing, and the line cannot be a test.
                if outcome.map(|outcome| outcome.to_string()) != *with {
                    return Vec::new();
                }
                let no_moves = || Yaml::list::<Yaml>([]);
                let mut test = Map::default();
                test.put("game", if moves.is_empty() { no_moves() } else { moves.into() });
                test.put("ends", outcome.map_or("unfinished", |outcome| outcome.reason.key()));
                place(&mut test);
                vec![test]
            }
            Sign::Board | Sign::Starts(_) => Vec::new(),
        }
    }

    /// Returns true if the test holds in the game and fails `without` the rule.
    fn tells(&self, test: &Map, without: Option<&Game>) -> bool {
        let Some(case) = self.read_case(test) else { return false };
        let fails = |game: &Game| !run::failures(game, &case, Budget::endless()).is_empty();
        !fails(&self.game)
            && self.game.unplayable_claims(std::slice::from_ref(&case)).is_empty()
            && self.game.strange_positions(std::slice::from_ref(&case)).is_empty()
            && without.is_none_or(fails)
    }

    /// Reads a test as if it were in a file.
    fn read_case(&self, test: &Map) -> Option<Case> {
        let text = format!("tests:\n{}", test.item());
        let tree = definition::tree(SourceId::only(), &text).value?;
        let definition = definition::read(&tree, &text);
        let mut found = Report::default();
        let cases = definition.value.filter(|_| definition.found.is_empty())?.cases;
        let letters = LetterTable::of(self.game.rules());
        let read = setup::read_tests(&cases, &letters, &mut found);
        read.into_iter().next().filter(|_| found.is_empty())
    }
}
