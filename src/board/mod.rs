//! THE DISCRETE ARENA: graph, site sets, tables, generator.

pub mod compass;
