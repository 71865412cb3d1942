//! THE DISCRETE ARENA: graph, site sets, tables, generator.
