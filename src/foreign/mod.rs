//! Files of other programs. Each format has a folder, which translates it from or to definitions.

pub mod diagram;
pub mod exported;
pub mod fairy;
pub mod gap;
pub mod imported;
pub mod programs;
pub mod recognise;
pub mod records;
pub mod remark;
