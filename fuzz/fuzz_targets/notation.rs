#![no_main]
//! libFuzzer target: see `alfil::fuzz::notation`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil::fuzz::notation(bytes));
