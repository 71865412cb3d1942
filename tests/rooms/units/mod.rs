//! Single modules of `src`, by what they give: numbers, shapes, directions, small readers.

mod compass;
mod contradiction;
mod curve;
mod format;
mod frame;
mod hexagonal;
mod interval;
mod library;
mod palette;
mod placement;
mod scene;
mod shape;
mod site_set;
mod space;
mod spin;
mod tables;
mod yaml;
