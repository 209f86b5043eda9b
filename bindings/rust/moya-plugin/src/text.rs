use crate::{sys, Error, Result};
use std::ffi::CString;
use std::os::raw::c_char;

/// Makes a C text for the host. A NUL byte inside is an error, because the host would read only the part
/// before it.
pub(crate) fn lowered<T: Into<Vec<u8>>>(text: T) -> Result<CString> {
    CString::new(text).map_err(|_| Error::with(sys::MOYA_ERROR_ARGUMENT, "a text has a NUL byte"))
}

/// Makes a C text from a name to look up. A name with a NUL byte becomes "", because no such name
/// exists.
pub(crate) fn name(text: &str) -> CString {
    CString::new(text).unwrap_or_default()
}

/// Makes a C text from a message. NUL bytes become spaces.
pub(crate) fn message(text: &str) -> CString {
    CString::new(text.replace('\0', " ")).unwrap_or_default()
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
pub(crate) fn leaked(text: &str) -> *const c_char {
    if text.is_empty() {
        return std::ptr::null();
    }
    leaked_name(text)
}

/// Returns a copy of a name in a list. NULL would end the list, so an empty name is `""`, which the
/// library refuses.
pub(crate) fn leaked_name(name: &str) -> *const c_char {
    CString::new(name).expect("a text of a plugin has a NUL byte").into_raw()
}
