//! Tests of `board/topology/site_set.rs`.

use alfil::index::Id;
use alfil::topology::site_set::*;

#[test]
fn sets_of_every_width_agree() {
    fn check<const W: usize>(indices: &[usize]) {
        let set: SiteSet<W> = indices.iter().map(|&i| Site::from_index(i)).collect();
        assert_eq!(set.into_iter().map(|s| s.index()).collect::<Vec<_>>(), indices);
        assert_eq!(set.count() as usize, indices.len());
        assert_eq!(set.more_than_one(), indices.len() > 1);
        assert_eq!(set.is_single(), indices.len() == 1);
        for (rank, &index) in indices.iter().enumerate() {
            assert_eq!(set.rank(Site::from_index(index)), rank);
        }
        assert_eq!(set.first().map(|s| s.index()), indices.first().copied());
        assert_eq!(set.resize::<4>().resize::<W>(), set);
        assert!(set.minus(set).is_empty() && set.within(set));
    }
    for indices in [&[][..], &[0], &[63], &[0, 5, 63]] {
        check::<1>(indices);
        check::<2>(indices);
        check::<4>(indices);
    }
    check::<2>(&[3, 64, 127]);
    check::<4>(&[3, 64, 127, 128, 255]);
}
