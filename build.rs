//! Tells the program whether `npm run module` has built the engine for browsers.

use std::path::Path;
use std::{fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=web/module");
    println!("cargo:rustc-check-cfg=cfg(has_engine)");
    // The first one is the smaller one.
    let modules = ["web/module/alfil.wasm.lzma", "web/module/alfil.wasm.gz"];
    if let Some(module) = modules.map(Path::new).into_iter().find(|module| module.is_file()) {
        println!("cargo:rustc-cfg=has_engine");
        println!("cargo:rustc-env=ALFIL_ENGINE={}", fs::canonicalize(module)?.display());
    }
    Ok(())
}
