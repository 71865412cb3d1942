#![no_main]
//! libFuzzer target: see `alfil::fuzz::round_trip`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil::fuzz::round_trip(bytes));
