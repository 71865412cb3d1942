#![no_main]
//! libFuzzer target: see `alfil_fuzz::mutant`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil_fuzz::mutant(bytes));
