#![no_main]
//! libFuzzer target: see `alfil_fuzz::round_trip`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil_fuzz::round_trip(bytes));
