//! Files of other programs. Each format has a folder, which translates it from or to definitions.

pub mod diagram;
pub mod exported;
pub mod fairy;
pub mod recognise;
pub mod remark;
