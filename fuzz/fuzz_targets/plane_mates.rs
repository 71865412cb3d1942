#![no_main]
//! libFuzzer target: see `alfil_fuzz::plane_mates`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil_fuzz::plane_mates(bytes));
