//! The content of a file, as the page sends it.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;
use std::borrow::Cow;

/// The greatest number of bytes of a file that is opened.
pub const MAX_FILE: usize = 4 << 20;

/// A file as the page sends it.
pub(super) struct File<'q> {
    pub(super) name: &'q str,
    pub(super) bytes: Cow<'q, [u8]>,
}

impl<'q> File<'q> {
    /// Reads `name` and one of `content`, a text, and `base64`, bytes that are no text in UTF-8.
    pub(super) fn read(question: &'q Value) -> Result<File<'q>, String> {
        let name = question["name"].as_str().unwrap_or_default();
        let bytes = match (question["content"].as_str(), question["base64"].as_str()) {
            (Some(content), _) => Cow::Borrowed(content.as_bytes()),
            (None, Some(letters)) => {
                let bytes = BASE64_STANDARD.decode(letters);
                Cow::Owned(bytes.map_err(|_| "`base64` is broken off or changed".to_owned())?)
            }
            (None, None) => return Err("`content` is wanted, a text".to_owned()),
        };
        if bytes.len() > MAX_FILE {
            return Err(format!(
                "it has {} bytes, and Studio opens files of at most {MAX_FILE}; \
                 `alfil convert` reads longer files of games",
                bytes.len()
            ));
        }
        Ok(File { name, bytes })
    }

    /// The content as text; bytes that are no UTF-8 are read as Latin-1.
    pub(super) fn text(&self) -> Cow<'_, str> {
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(self.bytes.iter().map(|&byte| char::from(byte)).collect()),
        }
    }

    /// The name without folders.
    pub(super) fn own_name(&self) -> &str {
        self.name.rsplit(['/', '\\']).next().unwrap_or(self.name)
    }

    /// The name without folders and without its ending.
    pub(super) fn stem(&self) -> &str {
        let name = self.own_name();
        name.rsplit_once('.').map_or(name, |(stem, _)| stem)
    }

    pub(super) fn is_named_as_definition(&self) -> bool {
        self.name.ends_with(".yaml") || self.name.ends_with(".yml")
    }
}
