//! The threads and the memory for counting moves.

/// Threads and memory that a count may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Bytes for caches of counts, all threads together; 0 for no cache.
    pub cache: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self { threads: 1, cache: 0 }
    }
}
