#![no_main]
//! libFuzzer target: see `alfil_fuzz::sentence_tree`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil_fuzz::sentence_tree(bytes));
