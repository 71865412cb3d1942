//! The command `alfil`: calls `cli`.
fn main() {}
