use crate::{sys, Error, Result};
use std::fmt::{self, Write};
use std::os::raw::c_char;

/// How many bytes a text may have, with its NUL, so that it needs no memory of its own. Names of options are shorter.
const SHORT: usize = 64;

/// A text for the host, which ends with a NUL byte.
pub(crate) struct Text {
    short: [u8; SHORT],
    long: Vec<u8>, // if it is empty, the text is in `short`
}

impl Text {
    fn new() -> Self {
        Self { short: [0; SHORT], long: Vec::new() }
    }

    /// Copies a text. Returns `None` if there is no memory.
    fn copied(text: &[u8]) -> Option<Self> {
        let mut it = Self::new();
        if text.len() < SHORT {
            it.short[..text.len()].copy_from_slice(text);
        } else {
            it.long.try_reserve_exact(text.len() + 1).ok()?;
            it.long.extend_from_slice(text);
            it.long.push(0);
        }
        Some(it)
    }

    fn bytes(&mut self) -> &mut [u8] {
        if self.long.is_empty() {
            &mut self.short
        } else {
            &mut self.long
        }
    }

    pub(crate) fn as_ptr(&self) -> *const c_char {
        if self.long.is_empty() {
            self.short.as_ptr() as *const c_char
        } else {
            self.long.as_ptr() as *const c_char
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.long.is_empty() && self.short[0] == 0
    }
}

/// Makes a C text for the host. A NUL byte inside is an error, because the host would read only the part
/// before it.
pub(crate) fn lowered<T: AsRef<[u8]> + ?Sized>(text: &T) -> Result<Text> {
    if text.as_ref().contains(&0) {
        return Err(Error::literal(sys::MOYA_ERROR_ARGUMENT, "a text has a NUL byte"));
    }
    Text::copied(text.as_ref()).ok_or_else(Error::memory)
}

/// Makes a C text from a name to look up. A name with a NUL byte becomes "", because no such name
/// exists. So does a name of 64 bytes or more if there is no memory.
pub(crate) fn name(text: &str) -> Text {
    lowered(text).unwrap_or_else(|_| Text::new())
}

/// Makes a C text from a message. NUL bytes become spaces. If there is no memory, the message is cut.
pub(crate) fn message(text: &str) -> Text {
    let mut it = Text::copied(text.as_bytes()).unwrap_or_else(|| {
        let end = (0..SHORT).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        Text::copied(text[..end].as_bytes()).unwrap_or_else(Text::new)
    });
    let end = text.len().min(it.bytes().len() - 1);
    it.bytes()[..end].iter_mut().filter(|byte| **byte == 0).for_each(|byte| *byte = b' ');
    it
}

/// A text that stops to grow if there is no memory.
struct Growing(String);

impl Write for Growing {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        self.0.try_reserve(more.len()).map_err(|_| fmt::Error)?;
        self.0.push_str(more);
        Ok(())
    }
}

/// Does the same as `format!`. If there is no memory, the text is cut.
pub(crate) fn formatted(parts: fmt::Arguments) -> String {
    let mut it = Growing(String::new());
    it.write_fmt(parts).unwrap_or(());
    it.0
}

/// Memory for one value.
pub(crate) struct Room<T>(Vec<T>);

impl<T> Room<T> {
    /// Returns `None` if there is no memory.
    pub(crate) fn new() -> Option<Self> {
        let mut room = Vec::new();
        room.try_reserve_exact(1).ok()?;
        Some(Self(room))
    }

    pub(crate) fn fill(mut self, value: T) -> Box<T> {
        self.0.push(value);
        // A slice with one value has the layout of the value.
        unsafe { Box::from_raw(Box::into_raw(self.0.into_boxed_slice()) as *mut T) }
    }
}

/// Does the same as `Box::new`. If there is no memory, drops the value and returns an error.
pub(crate) fn boxed<T>(value: T) -> Result<Box<T>> {
    Room::new().map(|room| room.fill(value)).ok_or_else(Error::memory)
}

/// Returns the bytes of a text of the host, or `None` if there is no text.
///
/// # Safety
/// The text must be valid for the lifetime of the result, which the caller chooses.
pub(crate) unsafe fn bytes<'a>(it: sys::moya_str) -> Option<&'a [u8]> {
    if it.data.is_null() {
        return None;
    }
    Some(std::slice::from_raw_parts(it.data as *const u8, it.len))
}

/// Returns a text of the host, or `None` if there is no text or it is not UTF-8.
///
/// # Safety
/// See [`bytes`].
pub(crate) unsafe fn text<'a>(it: sys::moya_str) -> Option<&'a str> {
    bytes(it).and_then(|bytes| std::str::from_utf8(bytes).ok())
}

/// Returns a copy of a text, or NULL for an empty text. The copy stays for the life of the process.
/// Returns `None` if the text has a NUL byte, or if there is no memory.
pub(crate) fn leaked(text: &str) -> Option<*const c_char> {
    if text.is_empty() {
        return Some(std::ptr::null());
    }
    leaked_name(text)
}

/// Returns a copy of a name in a list. NULL would end the list, so an empty name is `""`, which the
/// library refuses. Returns `None` as [`leaked`] does.
pub(crate) fn leaked_name(name: &str) -> Option<*const c_char> {
    let mut copy = Vec::new();
    if name.bytes().any(|it| it == 0) || copy.try_reserve_exact(name.len() + 1).is_err() {
        return None;
    }
    copy.extend_from_slice(name.as_bytes());
    copy.push(0);
    Some(copy.leak().as_ptr() as *const c_char)
}

/// Returns a list that stays for the life of the process. Returns `None` if an item is `None`, or if
/// there is no memory.
pub(crate) fn leaked_list<T>(count: usize, items: impl Iterator<Item = Option<T>>) -> Option<*const T> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).ok()?;
    for item in items.take(count) {
        list.push(item?);
    }
    Some(list.leak().as_ptr())
}
