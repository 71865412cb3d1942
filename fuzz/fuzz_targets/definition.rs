#![no_main]
//! libFuzzer target: see `alfil::fuzz::definition`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil::fuzz::definition(bytes));
