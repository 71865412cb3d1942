#![no_main]
//! libFuzzer target: see `alfil::fuzz::position`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil::fuzz::position(bytes));
