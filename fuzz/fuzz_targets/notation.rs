#![no_main]
//! libFuzzer target: see `alfil_fuzz::notation`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil_fuzz::notation(bytes));
