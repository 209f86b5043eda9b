use crate::sys;
use crate::text::{leaked, leaked_name};

/// An option that the user of a plugin may set: `moya_option` in C. The library checks the config before
/// [`Plugin::new`](crate::Plugin::new) runs. A name has lower-case letters, digits and `_`, and begins with
/// a letter.
///
/// ```
/// use moya_plugin::Opt;
/// const OPTIONS: &[Opt] = &[
///     Opt::secret("token").about("The token.").required(),
///     Opt::int("limit").preset("2").range(0, 10),
/// ];
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Opt {
    name: &'static str,
    about: &'static str,
    kind: i32,
    required: bool,
    preset: &'static str,
    choices: &'static str,
    least: i64,
    most: i64,
}

impl Opt {
    const fn new(name: &'static str, kind: i32) -> Self {
        Self { name, about: "", kind, required: false, preset: "", choices: "", least: 0, most: 0 }
    }
    /// `true` or `false`. [`Context::option_int`](crate::Context::option_int) returns 1 or 0.
    pub const fn flag(name: &'static str) -> Self {
        Self::new(name, sys::MOYA_OPTION_FLAG)
    }
    /// An integer: 2, not 2.0. [`Context::option_int`](crate::Context::option_int) returns it.
    pub const fn int(name: &'static str) -> Self {
        Self::new(name, sys::MOYA_OPTION_INT)
    }
    /// Any number. [`Context::option_number`](crate::Context::option_number) returns it.
    pub const fn number(name: &'static str) -> Self {
        Self::new(name, sys::MOYA_OPTION_NUMBER)
    }
    /// A text. [`Context::option_text`](crate::Context::option_text) returns it.
    pub const fn text(name: &'static str) -> Self {
        Self::new(name, sys::MOYA_OPTION_TEXT)
    }
    /// A text that is a secret. Messages do not show it if it has 6 bytes or more. The config may
    /// name a variable of the environment, `{"env": "NAME"}`, or a file, `{"file": "PATH"}`.
    /// [`Context::option_text`](crate::Context::option_text) returns the text.
    pub const fn secret(name: &'static str) -> Self {
        Self::new(name, sys::MOYA_OPTION_SECRET)
    }
    /// A list of texts. [`Context::option_count`](crate::Context::option_count) and
    /// [`Context::option_at`](crate::Context::option_at) return them.
    pub const fn texts(name: &'static str) -> Self {
        Self::new(name, sys::MOYA_OPTION_TEXTS)
    }
    /// Any JSON value. [`Context::option_text`](crate::Context::option_text) returns its text.
    pub const fn json(name: &'static str) -> Self {
        Self::new(name, sys::MOYA_OPTION_JSON)
    }
    /// A sentence for people.
    pub const fn about(mut self, about: &'static str) -> Self {
        self.about = about;
        self
    }
    /// Makes the option required: the library refuses a config without it.
    pub const fn required(mut self) -> Self {
        self.required = true;
        self
    }
    /// The value of an option that the config omits, as JSON: `"2"`, `"\"text\""`. Without a preset it
    /// is 0, false, `""`, an empty list or null.
    pub const fn preset(mut self, json: &'static str) -> Self {
        self.preset = json;
        self
    }
    /// The possible values of a text: `"text|json"`.
    pub const fn choices(mut self, choices: &'static str) -> Self {
        self.choices = choices;
        self
    }
    /// The smallest and the largest valid value of an integer.
    pub const fn range(mut self, least: i64, most: i64) -> Self {
        self.least = least;
        self.most = most;
        self
    }

    /// Returns `None` as [`leaked`] does.
    pub(crate) fn lowered(&self) -> Option<sys::moya_option> {
        Some(sys::moya_option {
            name: leaked_name(self.name)?,
            about: leaked(self.about)?,
            kind: self.kind as u32,
            required: self.required as u32,
            preset: leaked(self.preset)?,
            choices: leaked(self.choices)?,
            least: self.least,
            most: self.most,
        })
    }
}

/// Returns the end of a list of options.
pub(crate) fn end() -> Option<sys::moya_option> {
    Opt::new("", 0).lowered().map(|it| sys::moya_option { name: std::ptr::null(), ..it })
}
