//! Describes the motions of a kind in plain English. Motions that differ only in their bearing
//! share a sentence.

use crate::ground::{Ground, Past};
use crate::motion::{Area, Gait, Motions, Purpose, Ray};
use alfil_rules::condition::Condition;

/// Number of decimals of degrees and distances.
const DECIMALS: i32 = 3;

impl Motions {
    /// Returns the sentences, one for each group of motions. `told` returns a condition as a phrase
    /// that follows "it".
    pub fn sentences(&self, told: impl Fn(&Condition) -> String) -> Vec<String> {
        let mut groups: Vec<Vec<&Ray>> = Vec::new();
        for ray in &self.rays {
            match groups.iter_mut().find(|group| alike(group[0], ray)) {
                Some(group) => group.push(ray),
                None => groups.push(vec![ray]),
            }
        }
        let rays = groups.iter().map(|group| (sentence(group), &group[0].when));
        let areas = self.areas.iter().map(|area| (anywhere(area), &area.when));
        let with_condition = |(words, when): (String, &Condition)| match when {
            Condition::Always => format!("{words}."),
            Condition::Start(_)
            | Condition::End(_)
            | Condition::Relative(_)
            | Condition::Every(_)
            | Condition::All(_)
            | Condition::Any(_)
            | Condition::Not(_) => format!("{words}, if it {}.", told(when)),
        };
        rays.chain(areas).map(with_condition).collect()
    }
}

/// Returns whether two motions differ only in their bearing.
fn alike(a: &Ray, b: &Ray) -> bool {
    (a.gait, a.purpose, &a.ground, a.from, a.to, &a.quanta)
        == (b.gait, b.purpose, &b.ground, b.from, b.to, &b.quanta)
}

fn sentence(rays: &[&Ray]) -> String {
    let ray = rays[0];
    let mut bearings: Vec<f64> = rays.iter().map(|ray| bearing(ray)).collect();
    bearings.sort_by(f64::total_cmp);
    bearings.dedup();
    let named: Vec<String> = bearings.iter().map(|&degrees| short(degrees)).collect();
    let along = match named.as_slice() {
        [init @ .., last] if !init.is_empty() => format!("{} or {last}", init.join(", ")),
        named => named.concat(),
    };
    let how = match ray.gait {
        Gait::Sweep => "",
        Gait::Leap => ", by a leap over all that stands between",
    };
    let quanta = ray.quanta.iter().map(|q| format!(", by a whole multiple of {}", short(*q)));
    let quanta: String = quanta.collect();
    let distance = distance(ray.from, ray.to);
    format!("{} {distance} along {along} degrees{how}{quanta}", subject(&ray.ground, ray.purpose))
}

fn anywhere(area: &Area) -> String {
    let distance = match (area.from > 0.0, area.to.is_finite()) {
        (_, false) => "any distance".to_owned(),
        (false, true) => format!("at most {}", short(area.to)),
        (true, true) => format!("{} to {}", short(area.from), short(area.to)),
    };
    let who = subject(&area.ground, area.purpose);
    format!("{who} by a leap to any point {distance} away")
}

/// Returns the start of a sentence, such as `It moves or captures`.
fn subject(ground: &Ground, purpose: Purpose) -> String {
    let who = match ground.past() {
        Past::Any => "It",
        Past::Unmoved => "On its first move, it",
        Past::Moved => "Once it has moved, it",
    };
    let what = match purpose {
        Purpose::Any => "moves or captures",
        Purpose::Quiet => "moves without capturing",
        Purpose::Capture => "captures",
    };
    format!("{who} {what}")
}

fn distance(from: f64, to: f64) -> String {
    match (from > 0.0, to.is_finite()) {
        (false, false) => "any distance".to_owned(),
        (true, false) => format!("{} and more", length(from)),
        (false, true) => format!("up to {}", length(to)),
        (true, true) => format!("{} to {}", length(from), length(to)),
    }
}

/// Returns a length in words. The root of a whole number, such as the length of a diagonal, is
/// named as a root.
fn length(number: f64) -> String {
    let (decimal, square) = (short(number), (number * number).round());
    let is_root = (number * number - square).abs() < 1e-9 && number.fract() != 0.0;
    if is_root { format!("the root of {square} ({decimal})") } else { decimal }
}

/// Returns the bearing in degrees counter-clockwise from the mover's right.
fn bearing(ray: &Ray) -> f64 {
    let degrees = ray.along.y.atan2(ray.along.x).to_degrees();
    let power = 10f64.powi(DECIMALS);
    ((degrees.rem_euclid(360.0) * power).round() / power).rem_euclid(360.0)
}

fn short(number: f64) -> String {
    let power = 10f64.powi(DECIMALS);
    ((number * power).round() / power).to_string()
}
