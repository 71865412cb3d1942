//! Describes the motions of a kind in plain English. Motions that differ only in their bearing
//! share a sentence. In a box, directions are named by three numbers, and all directions that differ only in
//! the order and the signs of their numbers by one of them.

use crate::geometry::scalar::{Extent, Step, angle};
use crate::model::motion::{Area, Bend, Gait, Ground, Motions, Past, Purpose, Ray};
use crate::space::track::Curvature;
use alfil_rules::condition::Condition;

/// Number of decimals of degrees and distances.
const DECIMALS: i32 = 3;

impl Motions {
    /// Returns the sentences, one for each group of motions. `told` returns a condition as a phrase
    /// that follows "it".
    pub fn sentences(&self, extent: Extent, told: impl Fn(&Condition) -> String) -> Vec<String> {
        let mut groups: Vec<Vec<&Ray>> = Vec::new();
        group(&self.rays, &mut groups);
        let mut shots: Vec<Vec<&Ray>> = Vec::new();
        group(&self.shots, &mut shots);
        let rays = groups.iter().map(|group| (sentence(group, extent), &group[0].when));
        let shots = shots
            .iter()
            .map(|group| (format!("{}, without moving", sentence(group, extent)), &group[0].when));
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
        let mut bends: Vec<Vec<&Bend>> = Vec::new();
        for bend in &self.bends {
            let same = |group: &&mut Vec<&Bend>| {
                alike(&group[0].first, &bend.first) && alike(&group[0].last, &bend.last)
            };
            match bends.iter_mut().find(same) {
                Some(group) => group.push(bend),
                None => bends.push(vec![bend]),
            }
        }
        let bends = bends.iter().map(|group| (path(group), &group[0].last.when));
        rays.chain(areas).chain(bends).chain(shots).map(with_condition).collect()
    }
}

impl Motions {
    /// Returns the conditions of all motions.
    pub fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let rays = self.rays.iter().chain(&self.shots).map(|ray| &ray.when);
        let areas = self.areas.iter().map(|area| &area.when);
        rays.chain(areas).chain(self.bends.iter().map(|bend| &bend.last.when))
    }

    /// Returns the motions of pieces about whose start something is known. `rest` returns what is
    /// left of a condition, or `None` if it cannot hold. For descriptions only: a motion without
    /// any condition left loses its ground, so that it joins the sentence of similar motions.
    #[must_use]
    pub fn within(&self, rest: impl Fn(&Condition) -> Option<Condition>) -> Motions {
        let ground = |ground: &Ground, when: &Condition| match ground.past() {
            _ if *when != Condition::Always => ground.clone(),
            Past::Any => Ground::always(),
            Past::Unmoved => Ground::Unmoved,
            Past::Moved => Ground::Not(Box::new(Ground::Unmoved)),
        };
        let ray = |ray: &Ray| {
            let when = rest(&ray.when)?;
            Some(Ray { ground: ground(&ray.ground, &when), when, ..ray.clone() })
        };
        let area = |area: &Area| {
            let when = rest(&area.when)?;
            Some(Area { ground: ground(&area.ground, &when), when, ..area.clone() })
        };
        let bend = |bend: &Bend| Some(Bend { last: ray(&bend.last)?, ..bend.clone() });
        Motions {
            rays: self.rays.iter().filter_map(ray).collect(),
            areas: self.areas.iter().filter_map(area).collect(),
            shots: self.shots.iter().filter_map(ray).collect(),
            bends: self.bends.iter().filter_map(bend).collect(),
        }
    }
}

/// Adds motions to groups that differ only in their bearing.
fn group<'r>(rays: &'r [Ray], groups: &mut Vec<Vec<&'r Ray>>) {
    for ray in rays {
        match groups.iter_mut().find(|group| alike(group[0], ray)) {
            Some(group) => group.push(ray),
            None => groups.push(vec![ray]),
        }
    }
}

/// Returns whether two motions differ only in their bearing.
fn alike(a: &Ray, b: &Ray) -> bool {
    let radius = |ray: &Ray| ray.curve.map(|curve| curve.radius);
    (a.gait, a.purpose, &a.ground, a.from, a.to, &a.quanta, radius(a))
        == (b.gait, b.purpose, &b.ground, b.from, b.to, &b.quanta, radius(b))
}

/// Returns the bearings of motions: `0, 90 or 180`.
fn bearings(rays: &[&Ray]) -> String {
    let mut bearings: Vec<f64> = rays.iter().map(|ray| bearing(ray)).collect();
    bearings.sort_by(f64::total_cmp);
    bearings.dedup();
    let named: Vec<String> = bearings.iter().map(|&degrees| short(degrees)).collect();
    match named.as_slice() {
        [init @ .., last] if !init.is_empty() => format!("{} or {last}", init.join(", ")),
        named => named.concat(),
    }
}

/// Returns the directions of motions in a box: `one of the 6 directions like 1,0,0`.
fn directions(rays: &[&Ray]) -> String {
    let mut left: Vec<Step> = Vec::new();
    for ray in rays {
        if !left.contains(&ray.heading) {
            left.push(ray.heading);
        }
    }
    let mut told: Vec<String> = Vec::new();
    while let Some(&first) = left.first() {
        let sizes = |step: Step| {
            let mut sizes = [step.right, step.forward, step.up].map(i32::abs);
            sizes.sort_unstable();
            sizes
        };
        let like = sizes(first);
        let own = left.iter().filter(|step| sizes(**step) == like).count();
        if own == orders(like) {
            let [up, forward, right] = like;
            told.push(format!("one of the {own} directions like {}", Step { right, forward, up }));
            left.retain(|step| sizes(*step) != like);
        } else {
            told.push(first.to_string());
            left.remove(0);
        }
    }
    match told.as_slice() {
        [init @ .., last] if !init.is_empty() => format!("{} or {last}", init.join(", ")),
        told => told.concat(),
    }
}

/// Returns the number of directions whose numbers have these sizes, in all orders and with all signs.
fn orders(sizes: [i32; 3]) -> usize {
    let mut distinct = sizes.to_vec();
    distinct.dedup();
    let orders = [1, 3, 6][distinct.len() - 1];
    let signs = sizes.iter().filter(|size| **size != 0).count() as u32;
    orders * 2usize.pow(signs)
}

fn sentence(rays: &[&Ray], extent: Extent) -> String {
    let ray = rays[0];
    let how = match ray.gait {
        Gait::Sweep => "",
        Gait::Leap => ", by a leap over everything in between",
    };
    let quanta = ray.quanta.iter().map(|q| format!(", by a whole multiple of {}", short(*q)));
    let quanta: String = quanta.collect();
    let distance = distance(ray.from, ray.to);
    let way = match ray.curve {
        None if extent == Extent::Box => format!("along {}", directions(rays)),
        None => format!("along {} degrees", bearings(rays)),
        // A term gives both circles of a bearing.
        Some(Curvature { radius, .. }) => format!(
            "along circles of radius {} to either side, which begin at {} degrees",
            short(radius),
            bearings(rays)
        ),
    };
    format!("{} {distance} {way}{how}{quanta}", subject(&ray.ground, ray.purpose))
}

/// Returns a sentence about paths that differ only in their bearings.
fn path(bends: &[&Bend]) -> String {
    let Bend { first, last, .. } = bends[0];
    let firsts: Vec<&Ray> = bends.iter().map(|bend| &bend.first).collect();
    let turn = |bend: &&Bend| {
        let turn = (bearing(&bend.last) - bearing(&bend.first)).rem_euclid(360.0);
        if turn > 180.0 { turn - 360.0 } else { turn }
    };
    let mut turns: Vec<f64> = bends.iter().map(turn).collect();
    turns.sort_by(|a, b| a.abs().total_cmp(&b.abs()).then(b.total_cmp(a)));
    turns.dedup();
    let mut told: Vec<String> = Vec::new();
    let mut rest = turns.as_slice();
    while let [turn, after @ ..] = rest {
        let degrees = short(turn.abs());
        if after.first() == Some(&-turn) {
            told.push(format!("{degrees} degrees to either side"));
            rest = &after[1..];
        } else {
            let side = if *turn > 0.0 { "left" } else { "right" };
            told.push(format!("{degrees} degrees to the {side}"));
            rest = after;
        }
    }
    let who = match last.ground.past() {
        Past::Any => "It goes",
        Past::Unmoved => "On its first move, it goes",
        Past::Moved => "Once it has moved, it goes",
    };
    let verb = match last.purpose {
        Purpose::Any => "moves or captures",
        Purpose::Quiet => "moves without capturing",
        Purpose::Capture => "captures",
    };
    format!(
        "{who} {} along {} degrees, stops without capturing, turns {} and {verb} {}",
        distance(first.from, first.to),
        bearings(&firsts),
        told.join(" or "),
        distance(last.from, last.to),
    )
}

fn anywhere(area: &Area) -> String {
    let distance = match (area.from > 0.0, area.to.is_finite()) {
        (_, false) => "any distance".to_owned(),
        (false, true) => format!("at most {}", short(area.to)),
        (true, true) if area.from == area.to => format!("exactly {}", short(area.to)),
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
        (true, true) if from == to => format!("exactly {}", length(to)),
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
    let degrees = angle(ray.along.y, ray.along.x).to_degrees();
    let power = 10f64.powi(DECIMALS);
    ((degrees.rem_euclid(360.0) * power).round() / power).rem_euclid(360.0)
}

fn short(number: f64) -> String {
    let power = 10f64.powi(DECIMALS);
    ((number * power).round() / power).to_string()
}
