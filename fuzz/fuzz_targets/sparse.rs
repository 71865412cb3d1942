#![no_main]
//! libFuzzer target: see `alfil_fuzz::sparse`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil_fuzz::sparse(bytes));
