#![no_main]
//! libFuzzer target: see `alfil_fuzz::reasons`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil_fuzz::reasons(bytes));
