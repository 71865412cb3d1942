//! Tests of scenes.

use alfil::render::mark::{Allows, Approach, Mark};
use alfil::render::scene::*;

#[test]
fn holes_get_no_spot() {
    let scene = Scene::grid(3, 3, |f, r| (f != 1 || r != 1).then_some(1 + (f + r) % 2));
    assert_eq!(scene.cells().len(), 8);
    assert_eq!(scene.find("b2"), None);
    assert_eq!(scene.find("c2"), Some(alfil::index::Id::from_index(4)));
    assert_eq!(scene.shades(), 2);
}

#[test]
fn quiet_and_capture_join() {
    let mut scene = Scene::grid(1, 1, |_, _| Some(1));
    let a1 = scene.find("a1").unwrap();
    scene.mark(a1, Mark::To(Approach::Leap, Allows::Quiet));
    scene.mark(a1, Mark::To(Approach::Leap, Allows::Capture));
    scene.mark(a1, Mark::Via);
    assert_eq!(scene.marks_on(a1), [Mark::To(Approach::Leap, Allows::Both)]);
}

#[test]
fn files_after_z() {
    assert_eq!([25, 26, 52, 255].map(file_name), ["z", "aa", "ba", "iv"]);
}
