//! Tests of `board/topology/frame.rs`.

use alfil::topology::frame::*;

#[test]
fn carries_compose() {
    for n in [8, 12] {
        let all = || (0..n).flat_map(|t| [Carry::turned(t), Carry::mirrored(t)]);
        for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))) {
            assert_eq!(a.then(a.inverse(n), n), Carry::NONE);
            for h in 0..n {
                assert_eq!(a.then(b, n).heading(h, n), b.heading(a.heading(h, n), n));
                assert_eq!(a.half_heading(2 * h, n), 2 * a.heading(h, n));
                // After a change of direction, a sector is still between the same two directions.
                let edges = [a.heading(h, n), a.heading(h + 1, n)];
                let sector = a.sector(h, n);
                assert!(edges.contains(&sector) && edges.contains(&((sector + 1) % n)));
            }
        }
    }
}
