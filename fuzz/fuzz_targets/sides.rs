#![no_main]
//! libFuzzer target: see `alfil_fuzz::sides`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil_fuzz::sides(bytes));
