//! Writes the compiled form of a game on a plane as text, for `show --stage program`.

use crate::text::conditions;
use alfil_plane::geometry::interval::Short;
use alfil_plane::model::motion::Ray;
use alfil_plane::model::program::PlaneProgram;
use alfil_rules::condition::Condition;
use alfil_rules::plane::{Body, BodyPart, Figure};
use std::fmt::Write;

/// Writes one line for each kind, with its motions and its body.
pub(crate) fn outline(plane: &PlaneProgram) -> String {
    let rules = plane.rules();
    let size = plane.size();
    let depth = if plane.surface().is_box() { format!("x{}", size.z) } else { String::new() };
    let mut out = format!("plane {}x{}{depth}\n", size.x, size.y);
    for (id, kind) in rules.kinds.enumerate() {
        let compiled = plane.kind(id);
        let body = match &compiled.body {
            body @ Body::Disc(_) => body.to_string(),
            Body::Parts(parts) => match parts.as_slice() {
                [BodyPart { figure: Figure::Polygon(corners), .. }] => {
                    format!("polygon of {} corners", corners.len())
                }
                _ => compiled.body.to_string(),
            },
        };
        let turns = if compiled.turns { ", turns" } else { "" };
        let _ = writeln!(out, "{}: {body}{turns}", kind.name.value);
        for ray in &compiled.moves.rays {
            let _ = writeln!(out, "  {}", motion(plane, ray));
        }
        for bend in &compiled.moves.bends {
            let (first, last) = (motion(plane, &bend.first), motion(plane, &bend.last));
            let _ = writeln!(out, "  {first}; then {last}");
        }
        for shot in &compiled.moves.shots {
            let _ = writeln!(out, "  Without moving: {}", motion(plane, shot));
        }
    }
    out
}

fn motion(plane: &PlaneProgram, ray: &Ray) -> String {
    let to = if ray.to.is_finite() { Short(ray.to).to_string() } else { "edge".to_owned() };
    let mut every: String = ray.quanta.iter().map(|q| format!(", every {}", Short(*q))).collect();
    if ray.when != Condition::Always {
        let when = conditions::on_plane(&ray.when, &plane.rules().zones);
        every.push_str(&format!(", if it {when}"));
    }
    let curve = ray.curve.map_or(String::new(), |curve| {
        format!(" {:?} on a circle of radius {}", curve.way, Short(curve.radius))
    });
    let along = if plane.surface().is_box() {
        ray.heading.to_string()
    } else {
        Short(ray.along.angle()).to_string()
    };
    format!(
        "{:?} {along}{curve} from {} to {to}, {:?}, {:?}{every}",
        ray.gait,
        Short(ray.from.max(plane.least())),
        ray.purpose,
        ray.ground.past()
    )
}
