//! Chooses what is embedded, and triggers a rebuild for new files, which the macro that embeds them does not
//! notice.

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rustc-env=ALFIL_DEFINITIONS={}", definitions()?.display());
    Ok(())
}

/// Copies the folders of families, and returns the folder with the copies. Only the command line compares
/// recorded moves, which are four fifths of the bytes, so other builds get none.
fn definitions() -> io::Result<PathBuf> {
    let variable = |name: &str| PathBuf::from(env::var_os(name).unwrap_or_default());
    let whole = variable("CARGO_MANIFEST_DIR");
    let has_records = env::var_os("CARGO_FEATURE_RECORDS").is_some();
    let copy = variable("OUT_DIR").join("definitions");
    if copy.exists() {
        fs::remove_dir_all(&copy)?;
    }
    println!("cargo:rerun-if-changed=build.rs");
    for family in fs::read_dir(&whole)?.collect::<io::Result<Vec<_>>>()? {
        if !family.file_type()?.is_dir()
            || ["src", "target"].iter().any(|name| family.file_name() == *name)
        {
            continue;
        }
        println!("cargo:rerun-if-changed={}", family.path().display());
        let to = copy.join(family.file_name());
        fs::create_dir_all(&to)?;
        for file in fs::read_dir(family.path())?.collect::<io::Result<Vec<_>>>()? {
            if has_records || file.path().extension().is_none_or(|extension| extension != "snap") {
                fs::copy(file.path(), to.join(file.file_name()))?;
            }
        }
    }
    Ok(copy)
}
