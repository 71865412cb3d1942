//! What the machine gives of what is asked.

use alfil::Effort;
use alfil::play::resources::available;

#[test]
fn what_cannot_be_had_is_not_given() {
    let small = available(Effort { threads: 2, cache: 1 << 20 });
    assert_eq!((small.threads, small.cache), (2, 1 << 20));
    let vast = available(Effort { threads: 1, cache: usize::MAX / 2 });
    assert!(vast.threads == 1 && vast.cache < usize::MAX / 2);
}
