//! Tells the program whether the engine for browsers is there. A package from a registry has none.

use std::path::Path;
use std::{fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=web/module");
    println!("cargo:rustc-check-cfg=cfg(has_engine)");
    let [module, about] = ["web/module/alfil.wasm.lzma", "web/module/alfil.json"].map(Path::new);
    if module.is_file() && about.is_file() {
        println!("cargo:rustc-cfg=has_engine");
        println!("cargo:rustc-env=ALFIL_ENGINE={}", fs::canonicalize(module)?.display());
        println!("cargo:rustc-env=ALFIL_ENGINE_ABOUT={}", fs::canonicalize(about)?.display());
    }
    Ok(())
}
