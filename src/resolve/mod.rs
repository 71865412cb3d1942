//! FROM WORDS TO MEANING: inheritance, modifiers, names, sugar and whole-set checks.

pub mod movement;
