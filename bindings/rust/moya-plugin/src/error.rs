use crate::{sys, text};
use std::borrow::Cow;
use std::fmt;
use std::ptr::null;

/// The result of a hook or of a function of the host.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a hook or a function failed. The operator `?` converts every [`std::error::Error`] to this
/// type, with the status `MOYA_ERROR_PLUGIN_HOOK`. The library hides secrets in the message.
///
/// As a text, an error is its message. If a function of the host failed, the text has the name of the
/// function and the name of the status: `request_set_url failed: MOYA_ERROR_INVALID_URL`. If the hook
/// returns this error, the caller reads the library's reason instead. The type does not implement
/// [`std::error::Error`]. If it did, the operator `?` could not convert other errors.
///
/// ```
/// # use moya_plugin::{sys, Error, Result};
/// fn port(text: &str) -> Result<u16> {
///     match text.parse()? {
///         0 => Err(Error::with(sys::MOYA_ERROR_ARGUMENT, "the port is 0")),
///         port => Ok(port),
///     }
/// }
/// assert_eq!(port("0").unwrap_err().status(), sys::MOYA_ERROR_ARGUMENT);
/// assert_eq!(port("?").unwrap_err().status(), sys::MOYA_ERROR_PLUGIN_HOOK);
/// assert_eq!(port("0").unwrap_err().to_string(), "the port is 0");
/// assert_eq!(Error::with(sys::MOYA_ERROR_STATE, "").to_string(), "MOYA_ERROR_STATE");
/// assert_eq!(Error::with(-12345, "").to_string(), "status -12345");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    status: i32,
    message: Cow<'static, str>,
    function: &'static str, // the function of the host that failed, or ""
    flags: u32,
}

impl Error {
    /// Makes an error with the status `MOYA_ERROR_PLUGIN_HOOK`.
    pub fn new(message: impl Into<String>) -> Self {
        Self::with(sys::MOYA_ERROR_PLUGIN_HOOK, message)
    }

    /// Makes an error with a status of your choice, which must be a negative `sys::MOYA_ERROR_…`
    /// (moya/status.h). A status that is not negative becomes `MOYA_ERROR_PLUGIN_HOOK`.
    pub fn with(status: i32, message: impl Into<String>) -> Self {
        let status = if status < 0 { status } else { sys::MOYA_ERROR_PLUGIN_HOOK };
        Self { message: Cow::Owned(message.into()), ..Self::literal(status, "") }
    }

    /// Makes an error whose message needs no memory. The status must be negative.
    pub(crate) fn literal(status: i32, message: &'static str) -> Self {
        Self { status, message: Cow::Borrowed(message), function: "", flags: 0 }
    }

    pub(crate) fn memory() -> Self {
        Self::literal(sys::MOYA_ERROR_MEMORY, "there is no memory")
    }

    /// Lets the caller receive the response with this error: `fail_with` and `MOYA_FAIL_RESPONSE` in C. In
    /// `process`, this is the response of the result, with the changes of the hook. In `prepare`, it is
    /// the response that the hook has made. In other hooks it has no effect.
    ///
    /// ```
    /// # use moya_plugin::{Answer, Call, Error, Result};
    /// fn process(call: &mut Call) -> Result<Answer> {
    ///     match call.response_header("X-Signature") {
    ///         Some(_) => Ok(Answer::Continue),
    ///         None => Err(Error::new("the response is not signed").with_response()),
    ///     }
    /// }
    /// ```
    pub fn with_response(mut self) -> Self {
        self.flags |= sys::MOYA_FAIL_RESPONSE as u32;
        self
    }

    /// Leaves the name of the plugin and of the hook out of the caller's message: `fail_with` and
    /// `MOYA_FAIL_VERBATIM` in C. This is for a plugin that repeats the failure of an earlier call.
    pub fn verbatim(mut self) -> Self {
        self.flags |= sys::MOYA_FAIL_VERBATIM as u32;
        self
    }

    /// Returns the status, which is negative: `sys::MOYA_ERROR_…`.
    pub fn status(&self) -> i32 {
        self.status
    }

    /// Returns the message for the caller. `""` if a function of the host failed, because the host
    /// knows the reason.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns an error if a function of the host has returned one.
    pub(crate) fn check(function: &'static str, status: i32) -> Result<()> {
        if status == sys::MOYA_OK {
            Ok(())
        } else {
            Err(Self { function, ..Self::literal(status, "") })
        }
    }

    /// Passes the message and the flags to the host, and returns the status. If the message is
    /// empty, the host uses the reason of its last function that failed, or the name of the status.
    pub(crate) fn fail(self, host: *const sys::moya_host, context: *mut sys::moya_context) -> i32 {
        let message = text::message(&self.message);
        let pointer = if self.message.is_empty() { null() } else { message.as_ptr() };
        if !pointer.is_null() || self.flags != 0 {
            unsafe { ((*host).fail_with)(context, self.flags, pointer) };
        }
        self.status
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        if !self.message.is_empty() {
            return out.write_str(&self.message);
        }
        if !self.function.is_empty() {
            write!(out, "{} failed: ", self.function)?;
        }
        match sys::STATUS_NAMES.iter().find(|(status, _)| *status == self.status) {
            Some((_, name)) => out.write_str(name),
            None => write!(out, "status {}", self.status),
        }
    }
}

// Error itself does not implement std::error::Error. Otherwise this impl would overlap with
// `impl<T> From<T> for T` of the standard library.
impl<E: std::error::Error> From<E> for Error {
    fn from(it: E) -> Self {
        Self::new(text::formatted(format_args!("{it}")))
    }
}
