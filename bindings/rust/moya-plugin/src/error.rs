use crate::sys;

/// The result of a hook or of a function of the host.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a hook or a function failed. The operator `?` converts every [`std::error::Error`] to this
/// type, with the status `MOYA_ERROR_PLUGIN_HOOK`. The library hides secrets in the message.
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
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    status: i32,
    message: String,
}

impl Error {
    /// An error with the status `MOYA_ERROR_PLUGIN_HOOK`.
    pub fn new(message: impl Into<String>) -> Self {
        Self::with(sys::MOYA_ERROR_PLUGIN_HOOK, message)
    }

    /// An error with another status, which is negative: `sys::MOYA_ERROR_…`, of `moya/status.h`. A status
    /// that is not negative becomes `MOYA_ERROR_PLUGIN_HOOK`.
    pub fn with(status: i32, message: impl Into<String>) -> Self {
        let status = if status < 0 { status } else { sys::MOYA_ERROR_PLUGIN_HOOK };
        Self { status, message: message.into() }
    }

    /// The status, which is negative: `sys::MOYA_ERROR_…`.
    pub fn status(&self) -> i32 {
        self.status
    }

    /// The message for the caller. `""` if a function of the host failed.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The message, or the status if there is no message.
    pub(crate) fn reason(&self) -> String {
        match self.message() {
            "" => format!("error {}", self.status),
            message => message.into(),
        }
    }

    pub(crate) fn check(status: i32) -> Result<()> {
        if status == sys::MOYA_OK {
            Ok(())
        } else {
            Err(Self::with(status, ""))
        }
    }
}

// Error itself does not implement std::error::Error. Otherwise this impl would overlap with the impl
// of From<T> for every T in the standard library.
impl<E: std::error::Error> From<E> for Error {
    fn from(it: E) -> Self {
        Self::new(it.to_string())
    }
}
