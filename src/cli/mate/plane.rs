//! Proofs of mate in one move on a plane.

use crate::cli::load::Session;
use crate::cli::mate::words;
use crate::cli::shell::Shell;
use crate::cli::wrap::wrap;
use alfil::describe::families;
use alfil::play::plane::{End, Path, PlanePlay};
use alfil_mates::{Answer, Part, Proof, proofs};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// What to prove.
pub(crate) struct Task<'a> {
    /// The name of the definition, for JSON.
    pub(crate) name: &'a str,
    /// The width below which parts are left undecided.
    pub(crate) width: f64,
    /// The time after which no more families are examined.
    pub(crate) time: Option<Duration>,
    /// Whether to print one JSON object.
    pub(crate) json: bool,
}

/// Proves for all moves of a position whether they mate, and prints the answers. An error is the
/// reason that this game has no such proofs.
pub(crate) fn run(
    play: &PlanePlay,
    task: &Task<'_>,
    session: &mut Session,
) -> Result<(), &'static str> {
    let start = Instant::now();
    let busy = session.busy("searching");
    let in_time = |_: &Proof| task.time.is_none_or(|limit| start.elapsed() < limit);
    let proofs = proofs(play.program(), play.now(), task.width, in_time);
    let proofs = proofs.map_err(words::refusal_text)?;
    drop(busy);
    session.end_progress();
    let examined = proofs.iter().map(|proof| proof.tried).sum::<usize>();
    let complete = proofs.len() == play.legal().len();
    if task.json {
        let families: Vec<Value> = proofs.iter().map(|proof| object(play, proof)).collect();
        let mates = proofs.iter().any(|proof| answers(proof).any(|a| *a == Answer::Mate));
        let open = |proof: &Proof| {
            proof.faces > 0 || answers(proof).any(|answer| *answer == Answer::Undecided)
        };
        session.shell.json(&json!({
            "definition": task.name,
            "position": play.text(),
            "plies": mates.then_some(1),
            "searched plies": 1,
            "complete": complete && !proofs.iter().any(open),
            "nodes": examined,
            "seconds": start.elapsed().as_secs_f64(),
            "width": task.width,
            "families": families,
        }));
        return Ok(());
    }
    say(&mut session.shell, play, &proofs);
    if !complete {
        let (done, all) = (proofs.len(), play.legal().len());
        session.shell.line(format!("not decided in this time: {done} of {all} families examined"));
    }
    let text = format!("{examined} ranges in {:.2} s", start.elapsed().as_secs_f64());
    session.shell.note(text);
    Ok(())
}

fn answers(proof: &Proof) -> impl Iterator<Item = &Answer> {
    let parts = proof.parts.iter().map(|part| &part.answer);
    parts.chain(proof.shots.iter().map(|part| &part.answer))
}

/// Writes one family and its answers.
fn object(play: &PlanePlay, proof: &Proof) -> Value {
    let mut one = families::object(play, &proof.family);
    let kinds = &play.program().rules().kinds;
    let part = |part: &Part| {
        let mut one = json!({
            "captures": families::captures(play, part.taken),
            "promotion": part.promotion.map(|kind| kinds[kind].letter.to_string()),
        });
        if part.sample.path != Path::Shot {
            one["from"] = part.at.from.into();
            one["to"] = part.at.to.into();
            one["from_open"] = (part.at.from_end == End::Open).into();
            one["to_open"] = (part.at.to_end == End::Open).into();
        }
        one["answer"] = match &part.answer {
            Answer::Mate => "mate".into(),
            Answer::Undecided => "undecided".into(),
            Answer::Reply(Some(_)) => "reply".into(),
            Answer::Reply(None) => "stalemate".into(),
        };
        if let Answer::Reply(reply) = &part.answer {
            one["reply"] = words::reply_text(play, reply.as_ref(), &part.sample).into();
        }
        one
    };
    if !proof.parts.is_empty() {
        one["intervals"] = proof.parts.iter().map(part).collect();
    }
    if !proof.shots.is_empty() {
        one["shots"] = proof.shots.iter().map(part).collect();
    }
    one
}

/// Prints the answers for people: first the mates.
fn say(shell: &mut Shell, play: &PlanePlay, proofs: &[Proof]) {
    let width = shell.width();
    let mut lines = |title: &str, wanted: &dyn Fn(&Proof) -> bool| {
        let found: Vec<&Proof> = proofs.iter().filter(|proof| wanted(proof)).collect();
        if !found.is_empty() {
            shell.line(format!("{title}:"));
        }
        for proof in found {
            let text = |part: &Part| {
                let answer = words::answer_text(play, &part.answer, &part.sample);
                format!("{} {answer}", words::part_text(play, part)).trim_start().to_owned()
            };
            let mut all: Vec<String> = proof.parts.iter().chain(&proof.shots).map(text).collect();
            if proof.faces > 0 {
                all.push("a region, which is not examined".to_owned());
            }
            let line = format!("{}: {}", play.way_text(&proof.family), all.join("; "));
            shell.say(&wrap("  ", &line, width));
        }
    };
    let mates = |proof: &Proof| answers(proof).any(|answer| *answer == Answer::Mate);
    let open = |proof: &Proof| {
        proof.faces > 0 || answers(proof).any(|answer| *answer == Answer::Undecided)
    };
    lines("mates in 1 move", &mates);
    lines("not decided in full", &|proof| open(proof) && !mates(proof));
    lines("no mate", &|proof| !open(proof) && !mates(proof));
}
