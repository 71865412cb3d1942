//! Surveys: what games of the computer against itself tell about a variant.
//!
//! A [`GameRecord`](record::GameRecord) contains all that is kept of a game. An
//! `Observation` has the numbers of one game, and
//! [`Figures`](figures::Figures) summarize all games. So the same figures follow from games that
//! were played in several processes.

pub mod estimate;
pub mod figures;
pub(crate) mod observation;
pub mod record;

#[cfg(test)]
mod tests {
    use crate::contest::{End, Played, Points, Tally};
    use crate::survey::estimate::{Estimate, Moments, Pair, Quartiles};
    use crate::survey::figures::Stronger;
    use crate::survey::observation::{KindNames, Observation, lead_changes};
    use crate::survey::record::{GameRecord, Pairing, Settings, replayed};
    use crate::survey::record::{Planned, Players, Schedule, Subject};
    use alfil_rules::goal::Event;
    use alfil_rules::outcome::Outcome;
    use alfil_rules::side::Side;
    use alfil_workspace::load;
    use std::collections::{BTreeMap, BTreeSet};
    use std::time::Instant;

    fn ends(estimate: Estimate) -> String {
        let end = |end: Option<f64>| end.map_or("none".to_owned(), |end| format!("{end:.4}"));
        format!("{} {}", end(estimate.low), end(estimate.high))
    }

    /// Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17
    /// (1998), table I, method 3.
    #[test]
    fn intervals_of_shares_are_those_of_wilson() {
        for (successes, trials, interval) in [
            (81, 263, "0.2553 0.3662"),
            (15, 148, "0.0624 0.1605"),
            (0, 20, "0.0000 0.1611"),
            (1, 29, "0.0061 0.1718"),
        ] {
            let share = Estimate::share(successes, trials).expect("trials");
            assert_eq!(ends(share), interval, "{successes} of {trials}");
        }
        assert_eq!(Estimate::share(0, 0), None);
    }

    /// The first set of Anscombe, Graphs in Statistical Analysis (1973). `cor.test` of R gives the
    /// interval.
    #[test]
    fn intervals_of_correlations_are_those_of_fisher() {
        let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
        let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        let pairs: Vec<Pair> = x.iter().zip(y).map(|(&x, y)| Pair { x, y }).collect();
        let found = Estimate::correlation(&pairs).expect("it varies");
        assert_eq!(format!("{:.4}", found.value), "0.8164");
        assert_eq!(ends(found), "0.4244 0.9507");
        let flat: Vec<Pair> = x.iter().map(|&x| Pair { x, y: 1.0 }).collect();
        assert_eq!(Estimate::correlation(&flat), None);
    }

    /// `quantile(1:10)` of R.
    #[test]
    fn quartiles_are_interpolated() {
        let counts: BTreeMap<usize, u32> = (1..=10).map(|number| (number, 1)).collect();
        let Quartiles { least, lower, median, upper, most } = Quartiles::of(&counts).expect("some");
        assert_eq!([least, lower, median, upper, most], [1.0, 3.25, 5.5, 7.75, 10.0]);
        assert_eq!(Quartiles::of(&BTreeMap::new()), None);
        // The list is 1, 1, 1, 9.
        let counts = BTreeMap::from([(1, 3), (9, 1)]);
        let Quartiles { median, upper, .. } = Quartiles::of(&counts).expect("some");
        assert_eq!([median, upper], [1.0, 3.0]);
    }

    /// The mean of 1 to 5 is 3. Its standard error is the root of 2.5 / 5.
    #[test]
    fn intervals_of_means_are_normal() {
        let mean = Estimate::mean(&[1.0, 2.0, 3.0, 4.0, 5.0]).expect("some");
        assert_eq!((mean.value, ends(mean).as_str()), (3.0, "1.6141 4.3859"));
        assert_eq!(ends(Estimate::mean(&[1.0]).expect("one")), "none none");
        let all_won = Estimate::points(&[1.0; 20]).expect("some");
        assert_eq!(ends(all_won), "0.8389 1.0000");
        let mut tally = Tally::default();
        (0..20).for_each(|_| tally.add(1.0));
        let stronger = Stronger::of(&tally).expect("games");
        assert_eq!((ends(stronger.score).as_str(), stronger.elo), ("0.8389 1.0000", None));
    }

    #[test]
    fn a_lead_changes_only_beyond_a_pawn() {
        for (scores, changes) in [
            (&[0, 30, -40][..], 0),
            (&[120, 50, 130][..], 0),
            (&[120, -50, -120, 90, 100][..], 2),
            (&[-100, 100][..], 1),
        ] {
            assert_eq!(lead_changes(scores), changes, "{scores:?}");
        }
    }

    #[test]
    fn a_schedule_mixes_all_sorts_of_games() {
        let schedule = Schedule::new(16, true);
        let all: Vec<Planned> =
            (0..schedule.count()).filter_map(|item| schedule.game(item)).collect();
        assert_eq!((all.len(), schedule.game(40)), (40, None));
        assert_eq!(BTreeSet::from_iter(&all).len(), 40, "no game is planned twice");
        assert!(all[..16].iter().all(|planned| planned.players == Players::Equal));
        let count = |subject, players| {
            all.iter()
                .filter(|planned| (planned.subject, planned.players) == (subject, players))
                .count()
        };
        for subject in [Subject::Own, Subject::Reference] {
            assert_eq!(count(subject, Players::Equal), 16);
            assert_eq!(count(subject, Players::Unequal), 4);
        }
        let opening =
            |players, number| Planned { subject: Subject::Own, players, number }.opening();
        assert_eq!(opening(Players::Unequal, 2), opening(Players::Unequal, 3));
        assert_ne!(opening(Players::Equal, 2), opening(Players::Equal, 3));
        assert_ne!(opening(Players::Equal, 1), opening(Players::Unequal, 1));
    }

    /// A game of six moves with two captures, the second an answer to the first.
    #[test]
    fn the_numbers_of_a_game_are_counted() {
        let variant = load("chess").expect("a game");
        let game = variant.game();
        let moves = ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5d8"];
        let record = GameRecord {
            start: None,
            opening: 2,
            moves: moves.map(str::to_owned).to_vec(),
            scores: vec![20, 110, -130, -10],
            end: "too many moves".to_owned(),
            points: Points::First(0.5),
        };
        let finished = replayed(game, record).expect("a legal game");
        let kinds = KindNames::of(game.rules());
        let seen = Observation::of(&finished, &kinds);
        assert_eq!((seen.plies, seen.captures, seen.lead_changes), (6, 2, Some(1)));
        assert_eq!(seen.moves.as_deref().map(|moves| moves[0]), Some(20));
        assert_eq!(seen.exchanges.values().copied().collect::<Vec<_>>(), [1]);
        let row = |name: &str| {
            let row = kinds.names.iter().position(|kind| kind == name).expect("a kind");
            seen.kinds[row]
        };
        assert_eq!((row("pawn").moved, row("queen").moved, row("knight").moved), (3, 2, 1));
        assert_eq!((row("pawn").captured, row("pawn").white_one_more), (2, 1));
    }

    /// In Benedict Chess the queen on g4 turns the pawns that it attacks, and nothing is ever captured.
    #[test]
    fn a_piece_that_changes_its_side_is_not_captured() {
        let variant = load("benedict").expect("a game");
        let game = variant.game();
        let moves = ["e2e3", "a7a6", "d1g4", "a6a5"];
        let record = GameRecord {
            start: None,
            opening: 0,
            moves: moves.map(str::to_owned).to_vec(),
            scores: Vec::new(),
            end: "too many moves".to_owned(),
            points: Points::First(0.5),
        };
        let finished = replayed(game, record).expect("a legal game");
        let seen = Observation::of(&finished, &KindNames::of(game.rules()));
        assert_eq!(seen.captures, 0);
        assert!(
            seen.kinds
                .iter()
                .any(|kind| kind.white_one_more + kind.black_one_more > 0 || kind.ahead > 0.0)
        );
    }

    #[test]
    fn replayed_games_have_the_same_numbers() {
        let settings = Settings { games: 2, nodes: 40, weak_nodes: 10, opening: 4, seed: 7 };
        for name in [
            "breakthrough",
            "crazyhouse",
            "chess960",
            "duck",
            "continuous",
            "chaturaji",
            "trichess",
        ] {
            let variant = load(name).expect("a game");
            let game = variant.game();
            let (pairing, kinds) = (Pairing::new(game, 1), KindNames::of(game.rules()));
            let players = Players::Unequal;
            let planned = Planned { subject: Subject::Own, players, number: 1 };
            let played = pairing.play(&settings, planned, None).expect("no deadline");
            let again = replayed(game, played.record.clone()).expect("legal moves");
            let (first, second) =
                (Observation::of(&played, &kinds), Observation::of(&again, &kinds));
            assert_eq!(first, second, "{name}");
            let repeated = pairing.play(&settings, planned, None).expect("no deadline");
            assert_eq!(repeated.record, played.record, "{name}");
        }
    }

    /// A game that is over at its start asks no player. It begins after the deadline no more than others do.
    #[test]
    fn no_game_begins_after_the_deadline() {
        let text = "extends: chess\nsetup: 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n";
        let stuck = alfil_workspace::parse(text).expect("a game");
        assert!(stuck.start().outcome().is_some());
        let settings = Settings { games: 1, nodes: 10, weak_nodes: 10, opening: 0, seed: 1 };
        let pairing = Pairing::new(stuck.game(), 1);
        let planned = Planned { subject: Subject::Own, players: Players::Equal, number: 0 };
        assert!(pairing.play(&settings, planned, None).is_some());
        assert!(pairing.play(&settings, planned, Some(Instant::now())).is_none());
    }

    /// The point of a game of four sides goes to one side, to a team, or to all.
    #[test]
    fn points_of_several_sides_add_up_to_one() {
        let variant = load("four-player-teams").expect("a game");
        let game = variant.game();
        let sides = game.rules().sides;
        let played = |end| Played { moves: Vec::new(), last: game.start(), end };
        let won = |winner| Outcome { winner, share: None, reason: Event::LastSide };
        let shares = |end| played(end).points(sides);
        let team = shares(End::Outcome(won(Some(Side::White))));
        assert_eq!(team, Points::Each(vec![0.5, 0.0, 0.5, 0.0]));
        assert!(!team.is_drawn());
        assert_eq!(shares(End::TooLong), Points::Each(vec![0.25; 4]));
        assert_eq!(shares(End::Outcome(won(None))), shares(End::Stuck));
        let failed = shares(End::Failed(Side::Black, "no answer".to_owned()));
        assert_eq!(failed, Points::Each(vec![0.5, 0.0, 0.5, 0.0]));
    }

    /// Sums do not depend on the order of the games, so parts may be joined in any order.
    #[test]
    fn sums_do_not_depend_on_the_order() {
        let numbers: Vec<f64> = (1..200).map(|number| 1.0 / f64::from(number)).collect();
        let turned: Vec<f64> = numbers.iter().rev().copied().collect();
        assert_eq!(Moments::of(&numbers), Moments::of(&turned));
        let far: Vec<f64> = numbers.iter().map(|number| number + 100_000.0).collect();
        let reach = |numbers: &[f64]| {
            let mean = Estimate::mean(numbers).expect("some");
            mean.high.expect("an interval") - mean.value
        };
        assert!((reach(&far) - reach(&numbers)).abs() < 1e-7, "a large mean hides no spread");
        assert_eq!(reach(&[1.0 / 3.0; 50]), 0.0);
    }
}
