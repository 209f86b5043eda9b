//! Texts that need no more memory than there is. If the system has no memory, functions like `format!` end the process.

use std::fmt::{self, Arguments, Write};

struct Growing(String);

impl Write for Growing {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        self.0.try_reserve(more.len()).map_err(|_| fmt::Error)?;
        self.0.push_str(more);
        Ok(())
    }
}

/// Does the same as `format!`. If there is no memory, the text is cut.
pub fn formatted(parts: Arguments) -> String {
    let mut it = Growing(String::new());
    it.write_fmt(parts).unwrap_or(());
    it.0
}

/// Copies a text. Returns `None` if there is no memory.
pub fn copied(text: &str) -> Option<String> {
    let mut copy = String::new();
    copy.try_reserve_exact(text.len()).ok()?;
    copy.push_str(text);
    Some(copy)
}
