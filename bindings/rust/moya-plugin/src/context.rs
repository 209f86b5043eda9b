use crate::{sys, text, Error, Result};
use std::marker::PhantomData;
use std::os::raw::{c_char, c_void};

/// How serious a line of the log is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Log {
    Debug = sys::MOYA_LOG_DEBUG as isize,
    Info = sys::MOYA_LOG_INFO as isize,
    Warning = sys::MOYA_LOG_WARNING as isize,
    Error = sys::MOYA_LOG_ERROR as isize,
}

/// What a [`Call`](crate::Call) and a [`Deferred`](crate::Deferred) have in common: the options, the
/// request and the result.
///
/// Texts are borrowed. A function that changes something needs `&mut`, so no text is used after its
/// request or response has changed.
#[derive(Debug)]
pub struct Context<'a> {
    pub(crate) host: *const sys::moya_host,
    pub(crate) context: *mut sys::moya_context,
    valid: PhantomData<&'a ()>,
}

/// Functions that return a text, a number or bytes.
macro_rules! get {
    ($($(#[$doc:meta])* $name:ident -> text;)*) => {$(
        $(#[$doc])* pub fn $name(&self) -> Option<&str> {
            unsafe { text::text(((*self.host).$name)(self.context)) }
        }
    )*};
    ($($(#[$doc:meta])* $name:ident -> bytes;)*) => {$(
        $(#[$doc])* pub fn $name(&self) -> Option<&[u8]> {
            unsafe { text::bytes(((*self.host).$name)(self.context)) }
        }
    )*};
    ($($(#[$doc:meta])* $name:ident -> $kind:ty;)*) => {$(
        $(#[$doc])* pub fn $name(&self) -> $kind {
            unsafe { ((*self.host).$name)(self.context) }
        }
    )*};
}

/// Functions that get a text and return a number.
macro_rules! get_by {
    ($($(#[$doc:meta])* $name:ident -> $kind:ty;)*) => {$(
        $(#[$doc])* pub fn $name(&self, name: &str) -> $kind {
            unsafe { ((*self.host).$name)(self.context, text::name(name).as_ptr()) }
        }
    )*};
}

/// Functions that set a text, a header field or a body.
macro_rules! set {
    ($($(#[$doc:meta])* $name:ident(text);)*) => {$(
        $(#[$doc])* pub fn $name(&mut self, to: &str) -> Result<()> {
            let to = text::lowered(to)?;
            Error::check(unsafe { ((*self.host).$name)(self.context, to.as_ptr()) })
        }
    )*};
    ($($(#[$doc:meta])* $name:ident(field);)*) => {$(
        $(#[$doc])* pub fn $name(&mut self, name: &str, value: &str) -> Result<()> {
            let (name, value) = (text::lowered(name)?, text::lowered(value)?);
            Error::check(unsafe { ((*self.host).$name)(self.context, name.as_ptr(), value.as_ptr()) })
        }
    )*};
    ($($(#[$doc:meta])* $name:ident(body);)*) => {$(
        $(#[$doc])* pub fn $name(&mut self, body: &[u8]) -> Result<()> {
            let data = body.as_ptr() as *const c_void;
            Error::check(unsafe { ((*self.host).$name)(self.context, data, body.len()) })
        }
    )*};
}

type FieldAt = unsafe extern "C" fn(*mut sys::moya_context, usize, *mut sys::moya_str, *mut sys::moya_str) -> i32;

type SetField = unsafe extern "C" fn(*mut sys::moya_context, *const c_char, *const c_char) -> i32;

impl<'a> Context<'a> {
    /// # Safety
    /// The context must be valid for the lifetime of the result, which the caller chooses.
    pub(crate) unsafe fn new(host: *const sys::moya_host, context: *mut sys::moya_context) -> Self {
        Self { host, context, valid: PhantomData }
    }

    /// The tables of C, for functions that have no name here.
    pub fn raw(&self) -> (*const sys::moya_host, *mut sys::moya_context) {
        (self.host, self.context)
    }

    // ── Messages ──

    /// Whether `log` would write a line of this level.
    pub fn log_enabled(&self, level: Log) -> bool {
        unsafe { ((*self.host).log_enabled)(self.context, level as i32) != 0 }
    }
    /// Writes a line to the log.
    pub fn log(&self, level: Log, line: &str) {
        unsafe { ((*self.host).log)(self.context, level as i32, text::message(line).as_ptr()) }
    }
    /// Returns the text as `log` would write it.
    pub fn redact(&self, line: &str) -> String {
        let line = text::message(line);
        let write = |out, room| unsafe { ((*self.host).redact)(self.context, line.as_ptr(), out, room) };
        let mut out = vec![0u8; write(std::ptr::null_mut(), 0) + 1];
        let len = write(out.as_mut_ptr().cast(), out.len());
        out.truncate(len);
        String::from_utf8_lossy(&out).into_owned()
    }

    // ── Options ──

    /// The value of a text, a secret or a JSON option.
    pub fn option_text(&self, name: &str) -> &str {
        let found = unsafe { ((*self.host).option_text)(self.context, text::name(name).as_ptr()) };
        unsafe { text::text(found) }.unwrap_or("")
    }
    get_by! {
        /// The value of an integer or a flag.
        option_int -> i64;
        /// The value of a number or an integer.
        option_number -> f64;
        /// How many texts a list has.
        option_count -> usize;
    }
    /// A text of a list.
    pub fn option_at(&self, name: &str, index: usize) -> Option<&str> {
        let name = text::name(name);
        unsafe { text::text(((*self.host).option_at)(self.context, name.as_ptr(), index)) }
    }

    // ── The call ──

    get! {
        /// The name of the target.
        target_name -> text;
        /// The method.
        request_method -> text;
        /// The URL.
        request_url -> text;
        /// Why the call failed.
        error_message -> text;
        /// The address of the server.
        remote_address -> text;
        /// The URL after redirects.
        response_url -> text;
    }
    get! {
        /// The body, or the path of its file.
        request_body -> bytes;
        /// The body, or the path of its file.
        response_body -> bytes;
    }
    get! {
        /// 1 for the first attempt.
        attempt -> u32;
        /// The milliseconds until the total timeout of the call. −1 if the call has no total timeout.
        time_left_ms -> i64;
        /// How many fields the request has.
        request_header_count -> usize;
        /// `sys::MOYA_BODY_…`
        request_body_kind -> i32;
        /// In bytes; −1: not known.
        request_body_size -> i64;
        /// `sys::MOYA_OK` if there is a response.
        result_status -> i32;
        /// 0: there is no response.
        http_status -> i32;
        /// How many fields the response has.
        response_header_count -> usize;
        /// `sys::MOYA_BODY_…`
        response_body_kind -> i32;
    }
    /// Whether the target has a tag.
    pub fn target_has_tag(&self, tag: &str) -> bool {
        unsafe { ((*self.host).target_has_tag)(self.context, text::name(tag).as_ptr()) != 0 }
    }
    /// A fact about the exchange: `sys::MOYA_INFO_…`; −1: not known.
    pub fn result_info(&self, what: i32) -> i64 {
        unsafe { ((*self.host).result_info)(self.context, what) }
    }

    // ── Header fields ──

    /// The value of a field of the request.
    pub fn request_header(&self, name: &str) -> Option<&str> {
        let name = text::name(name);
        unsafe { text::text(((*self.host).request_header)(self.context, name.as_ptr())) }
    }
    /// The value of a field of the response, as it arrived.
    pub fn response_header(&self, name: &str) -> Option<&[u8]> {
        let name = text::name(name);
        unsafe { text::bytes(((*self.host).response_header)(self.context, name.as_ptr())) }
    }
    /// The fields of the request.
    pub fn request_headers(&self) -> impl Iterator<Item = (&[u8], &[u8])> + '_ {
        (0..self.request_header_count()).filter_map(move |at| self.field(unsafe { (*self.host).request_header_at }, at))
    }
    /// The fields of the response.
    pub fn response_headers(&self) -> impl Iterator<Item = (&[u8], &[u8])> + '_ {
        (0..self.response_header_count())
            .filter_map(move |at| self.field(unsafe { (*self.host).response_header_at }, at))
    }
    fn field(&self, get: FieldAt, index: usize) -> Option<(&[u8], &[u8])> {
        let none = sys::moya_str { data: std::ptr::null(), len: 0 };
        let (mut name, mut value) = (none, none);
        if unsafe { get(self.context, index, &mut name, &mut value) } == 0 {
            return None;
        }
        Some((unsafe { text::bytes(name) }?, unsafe { text::bytes(value) }?))
    }
    /// Removes all fields of that name from the request.
    pub fn request_remove_header(&mut self, name: &str) -> Result<()> {
        self.remove(unsafe { (*self.host).request_set_header }, name)
    }
    /// Removes all fields of that name from the response.
    pub fn response_remove_header(&mut self, name: &str) -> Result<()> {
        self.remove(unsafe { (*self.host).response_set_header }, name)
    }
    fn remove(&mut self, set: SetField, name: &str) -> Result<()> {
        let name = text::lowered(name)?;
        Error::check(unsafe { set(self.context, name.as_ptr(), std::ptr::null()) })
    }
    set! {
        /// Replaces all fields of that name.
        request_set_header(field);
        /// Adds a field after those of the same name.
        request_add_header(field);
        /// Replaces all fields of that name.
        response_set_header(field);
        /// Adds a field after those of the same name.
        response_add_header(field);
    }
    set! {
        /// Changes the method.
        request_set_method(text);
        /// Changes the URL.
        request_set_url(text);
        /// Sets the URL of a response that the plugin has stored.
        response_set_url(text);
    }
    set! {
        /// Changes the body.
        request_set_body(body);
        /// Changes the body.
        response_set_body(body);
    }
    /// Changes the status, 100 … 599.
    pub fn response_set_status(&mut self, http_status: i32) -> Result<()> {
        Error::check(unsafe { ((*self.host).response_set_status)(self.context, http_status) })
    }
    /// Sets a fact about a response that the plugin has stored: `sys::MOYA_INFO_…`
    pub fn response_set_info(&mut self, what: i32, value: i64) -> Result<()> {
        Error::check(unsafe { ((*self.host).response_set_info)(self.context, what, value) })
    }
}
