//! The macro that embeds `definitions/` does not notice new files. This script triggers a rebuild for
//! them, and chooses what is embedded. It also tells the program whether `npm run module` has built the
//! engine for browsers.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=definitions");
    println!("cargo:rerun-if-changed=web/module");
    println!("cargo:rustc-check-cfg=cfg(has_engine)");
    // The first one is the smaller one.
    let modules = ["web/module/alfil.wasm.lzma", "web/module/alfil.wasm.gz"];
    if let Some(module) = modules.map(Path::new).into_iter().find(|module| module.is_file()) {
        println!("cargo:rustc-cfg=has_engine");
        println!("cargo:rustc-env=ALFIL_ENGINE={}", fs::canonicalize(module)?.display());
    }
    println!("cargo:rustc-env=ALFIL_DEFINITIONS={}", definitions()?.display());
    Ok(())
}

/// The folder of definitions to embed. Only the command line compares recorded moves, which are four
/// fifths of the bytes, so other builds get a copy of the folder without them.
fn definitions() -> io::Result<PathBuf> {
    let variable = |name: &str| PathBuf::from(env::var_os(name).unwrap_or_default());
    let whole = variable("CARGO_MANIFEST_DIR").join("definitions");
    if env::var_os("CARGO_FEATURE_CLI").is_some() {
        return Ok(whole);
    }
    let copy = variable("OUT_DIR").join("definitions");
    if copy.exists() {
        fs::remove_dir_all(&copy)?;
    }
    for family in fs::read_dir(&whole)?.collect::<io::Result<Vec<_>>>()? {
        if !family.file_type()?.is_dir() {
            continue;
        }
        let to = copy.join(family.file_name());
        fs::create_dir_all(&to)?;
        for file in fs::read_dir(family.path())?.collect::<io::Result<Vec<_>>>()? {
            if file.path().extension().is_none_or(|extension| extension != "snap") {
                fs::copy(file.path(), to.join(file.file_name()))?;
            }
        }
    }
    Ok(copy)
}
