//! Games described in words, as pages and as JSON. Commands and Studio print these descriptions.

pub mod description;
pub mod draft;
pub mod families;
pub mod replay;
pub mod rules_json;
pub mod rules_page;
