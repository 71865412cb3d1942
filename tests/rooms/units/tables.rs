//! Tests of shifted site sets, and of gathering bits with and without the PEXT instruction.

use alfil::board::tables::cpu::{Bmi2, Cpu, Portable};
use alfil::index::Id;
use alfil::topology::site_set::{Site, SiteSet};

#[test]
fn a_shift_moves_every_index() {
    fn check<const W: usize>(sites: &[usize]) {
        let set: SiteSet<W> = sites.iter().map(|&i| Site::from_index(i)).collect();
        let last = 64 * W as i32 - 1;
        for delta in -last..=last {
            let moved: Vec<i32> = sites.iter().map(|&i| i as i32 + delta).collect();
            if moved.iter().all(|i| (0..=last).contains(i)) {
                let wanted = moved.iter().map(|&i| Site::from_index(i as usize)).collect();
                assert_eq!(set.shifted(delta as i16), wanted, "{W} {delta}");
            }
        }
    }
    for sites in [&[0usize][..], &[63], &[5, 7, 40], &[0, 63]] {
        check::<1>(sites);
        check::<2>(sites);
        check::<4>(sites);
    }
    for sites in [&[64usize, 127][..], &[63, 64], &[0, 127]] {
        check::<2>(sites);
        check::<4>(sites);
    }
    check::<4>(&[0, 5, 63, 64, 100, 127, 128, 200, 255]);
    check::<4>(&[100, 127, 128, 200]);
}

#[test]
fn both_ways_gather_the_same_bits() {
    let mut x = 0x9e37_79b9_7f4a_7c15u64;
    for i in 0..1000u64 {
        x = x.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(i);
        let mask = x.rotate_left(17) & x.rotate_left(31);
        if let Some(bmi2) = Bmi2::detect() {
            assert_eq!(bmi2.gather(x, mask), Portable.gather(x, mask));
        }
    }
    assert_eq!(Portable.gather(0b1010_1100, 0b1111_0000), 0b1010);
}
