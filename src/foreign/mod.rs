//! Files of other programs. Each format has a folder, which translates it from or to definitions.

pub mod fairy;
