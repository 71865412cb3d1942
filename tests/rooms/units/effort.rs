//! Tests that a search gets only threads and memory that the machine can provide.

use alfil::Effort;
use alfil::play::resources::available;

#[test]
fn unavailable_resources_are_not_granted() {
    let small = available(Effort { threads: 2, cache: 1 << 20 });
    assert_eq!((small.threads, small.cache), (2, 1 << 20));
    let vast = available(Effort { threads: 1, cache: usize::MAX / 2 });
    assert!(vast.threads == 1 && vast.cache < usize::MAX / 2);
}
