//! How much work counting may take.

/// How to count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Threads, from 1.
    pub threads: usize,
    /// Bytes for tables of known counts, all threads together; 0 for none.
    pub cache: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self { threads: 1, cache: 0 }
    }
}
