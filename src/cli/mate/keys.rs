//! Proofs of mate in two moves on a plane.

use crate::cli::load::Session;
use crate::cli::mate::plane::Task;
use crate::cli::mate::words;
use crate::cli::shell::Shell;
use crate::cli::wrap::wrap;
use alfil::play::plane::{PlaneMove, PlanePlay};
use alfil_mates::{Key, Outlook, Sequel, key};
use serde_json::{Value, json};
use std::time::Instant;

/// Proves of some first moves whether they mate in two moves at most, and prints the answers. An error
/// is the reason that this game has no such proofs.
pub(crate) fn run(
    play: &PlanePlay,
    first: Option<&PlaneMove>,
    task: &Task<'_>,
    session: &mut Session,
) -> Result<(), &'static str> {
    let start = Instant::now();
    let busy = session.busy("searching");
    let moves = first.map_or_else(|| first_moves(play), |first| vec![first.clone()]);
    let mut keys = Vec::new();
    for mv in &moves {
        if task.time.is_some_and(|limit| start.elapsed() >= limit) {
            break;
        }
        let key = key(play.program(), play.now(), mv, task.width);
        keys.push(key.map_err(words::refusal_text)?);
    }
    drop(busy);
    session.end_progress();
    let examined = keys.iter().map(|key| key.tried).sum::<usize>();
    if task.json {
        let best = keys.iter().filter_map(|key| match key.outlook {
            Outlook::Mate => Some(1),
            Outlook::Wins(_) => Some(3),
            Outlook::Evaded(_) | Outlook::Undecided(_) => None,
        });
        session.shell.json(&json!({
            "definition": task.name,
            "position": play.text(),
            "plies": best.min(),
            "searched plies": 3,
            // Other distances than those that were tried may win, too.
            "complete": false,
            "nodes": examined,
            "seconds": start.elapsed().as_secs_f64(),
            "width": task.width,
            "keys": keys.iter().map(|key| object(play, key)).collect::<Vec<Value>>(),
        }));
        return Ok(());
    }
    say(&mut session.shell, play, &keys);
    if keys.len() < moves.len() {
        let (done, all) = (keys.len(), moves.len());
        session.shell.line(format!("not decided in this time: {done} of {all} first moves tried"));
    }
    let text = format!("{examined} ranges in {:.2} s", start.elapsed().as_secs_f64());
    session.shell.note(text);
    Ok(())
}

/// The legal moves that are tried as first moves of a mate in two: both ends and the middle of
/// each interval, one point of each face, and each capture without moving.
fn first_moves(play: &PlanePlay) -> Vec<PlaneMove> {
    let (program, now) = (play.program(), play.now());
    let mut all = Vec::new();
    for family in play.legal() {
        for leg in &family.legs {
            let ends = [leg.at.from, leg.at.at(0.5), leg.at.to];
            let mut tried: Vec<f64> = ends.into_iter().filter(|at| leg.at.contains(*at)).collect();
            tried.dedup();
            for promotion in family.promotions(program, now, leg.promotes) {
                all.extend(tried.iter().map(|at| family.play(program, now, leg, *at, promotion)));
            }
        }
        for face in &family.faces {
            for promotion in family.promotions(program, now, face.verdict.promotes) {
                let to = face.points.first().copied();
                all.extend(to.map(|to| family.land(program, now, face.verdict, to, promotion)));
            }
        }
        for &shot in &family.shots {
            for promotion in family.promotions(program, now, shot.promotes) {
                all.push(family.shoot(now, shot, promotion));
            }
        }
    }
    all
}

/// Writes one first move and what follows.
fn object(play: &PlanePlay, key: &Key) -> Value {
    let after = play.continued(&key.first);
    let mut one = json!({ "move": play.move_text(&key.first) });
    let (outlook, reply) = match &key.outlook {
        Outlook::Mate => ("mate", None),
        Outlook::Wins(sequels) => {
            one["replies"] = sequels.iter().map(|sequel| replies(&after, sequel)).collect();
            ("wins", None)
        }
        Outlook::Evaded(None) => ("stalemate", None),
        Outlook::Evaded(Some(reply)) => ("evaded", Some(reply)),
        Outlook::Undecided(reply) => ("undecided", Some(reply)),
    };
    one["outlook"] = outlook.into();
    if let Some(reply) = reply {
        one["reply"] = after.move_text(reply).into();
    }
    one
}

/// Writes a range of replies in the position `after` the first move, and the second move.
fn replies(after: &PlanePlay, sequel: &Sequel) -> Value {
    json!({
        "moves": words::replies_text(after, sequel),
        "second": after.continued(&sequel.reply).move_text(&sequel.second),
    })
}

/// Prints the answers for people: first the wins.
fn say(shell: &mut Shell, play: &PlanePlay, keys: &[Key]) {
    let width = shell.width();
    let wins = keys.iter().filter_map(|key| match &key.outlook {
        Outlook::Mate => Some((key, &[][..])),
        Outlook::Wins(sequels) => Some((key, sequels.as_slice())),
        Outlook::Evaded(_) | Outlook::Undecided(_) => None,
    });
    let wins: Vec<(&Key, &[Sequel])> = wins.collect();
    if !wins.is_empty() {
        shell.line("wins in 2 moves:");
    }
    for (key, sequels) in &wins {
        let name = play.move_text(&key.first);
        if sequels.is_empty() {
            shell.say(&wrap("  ", &format!("{name} mates at once"), width));
            continue;
        }
        shell.say(&wrap("  ", &name, width));
        if wins.len() > 1 {
            continue;
        }
        let after = play.continued(&key.first);
        for sequel in *sequels {
            let second = after.continued(&sequel.reply).move_text(&sequel.second);
            let line = format!("{} then {second}", words::replies_text(&after, sequel));
            shell.say(&wrap("    ", &line, width));
        }
    }
    if let [(key, _), _, ..] = &wins[..] {
        let name = play.move_text(&key.first);
        shell.line(format!("`--first {name}` lists the second moves"));
    }
    let mut list = |title: &str, text: &dyn Fn(&Key) -> Option<String>| {
        let lines: Vec<String> = keys.iter().filter_map(text).collect();
        if !lines.is_empty() {
            shell.line(format!("{title}:"));
        }
        lines.iter().for_each(|line| shell.say(&wrap("  ", line, width)));
    };
    let answer = |key: &Key, reply: &PlaneMove| {
        let after = play.continued(&key.first);
        format!("{}: {}", play.move_text(&key.first), after.move_text(reply))
    };
    list("no win found", &|key| match &key.outlook {
        Outlook::Undecided(reply) => Some(answer(key, reply)),
        Outlook::Mate | Outlook::Wins(_) | Outlook::Evaded(_) => None,
    });
    list("no win", &|key| match &key.outlook {
        Outlook::Evaded(Some(reply)) => Some(answer(key, reply)),
        Outlook::Evaded(None) => Some(format!("{}: stalemate", play.move_text(&key.first))),
        Outlook::Mate | Outlook::Wins(_) | Outlook::Undecided(_) => None,
    });
}
