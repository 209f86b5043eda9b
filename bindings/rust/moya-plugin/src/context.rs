use crate::{sys, text, Error, Result};
use std::marker::PhantomData;
use std::os::raw::{c_char, c_void};

/// How serious a line of the log is: `MOYA_LOG_…` in C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Log {
    Debug = sys::MOYA_LOG_DEBUG as isize,
    Info = sys::MOYA_LOG_INFO as isize,
    Warning = sys::MOYA_LOG_WARNING as isize,
    Error = sys::MOYA_LOG_ERROR as isize,
}

/// What a [`Call`](crate::Call) and a [`Deferred`](crate::Deferred) have in common: the options, the
/// request and the result. Each function stands for the function of `moya_host` with the same name, in
/// `moya/plugin.h`. The page of the crate says in which hooks a function applies.
///
/// * **Texts** are borrowed. A function that changes something needs `&mut`, so texts that were read
///   before it can no longer be used. A function that returns `Option<&str>` returns `None` for a text
///   that is missing, and for bytes that are not UTF-8.
/// * **Errors.** Functions that change something return an [`Error`] with an empty message and one of
///   these statuses: `MOYA_ERROR_STATE`: the function does not apply to the hook, or the call has
///   ended; `MOYA_ERROR_ARGUMENT`: a text has a NUL byte or more than 131 072 bytes;
///   `MOYA_ERROR_INVALID_REQUEST`: a method or a field is invalid; `MOYA_ERROR_MEMORY`. After an error
///   nothing has changed.
/// * **Threads.** A [`Call`](crate::Call) stays on the thread of its hook. A
///   [`Deferred`](crate::Deferred) may move to any thread.
#[derive(Debug)]
pub struct Context<'a> {
    pub(crate) host: *const sys::moya_host,
    pub(crate) context: *mut sys::moya_context,
    valid: PhantomData<&'a ()>,
}

/// Defines functions that return a text, a number or bytes.
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

/// Defines functions that receive a name and return a number.
macro_rules! get_by {
    ($($(#[$doc:meta])* $name:ident -> $kind:ty;)*) => {$(
        $(#[$doc])* pub fn $name(&self, name: &str) -> $kind {
            unsafe { ((*self.host).$name)(self.context, text::name(name).as_ptr()) }
        }
    )*};
}

/// Defines functions that set a text, a header field or a body.
macro_rules! set {
    ($($(#[$doc:meta])* $name:ident(text);)*) => {$(
        $(#[$doc])* pub fn $name(&mut self, to: &str) -> Result<()> {
            let to = text::lowered(to)?;
            Error::check(stringify!($name), unsafe { ((*self.host).$name)(self.context, to.as_ptr()) })
        }
    )*};
    ($($(#[$doc:meta])* $name:ident(field);)*) => {$(
        $(#[$doc])* pub fn $name(&mut self, name: &str, value: &str) -> Result<()> {
            let (name, value) = (text::lowered(name)?, text::lowered(value)?);
            Error::check(stringify!($name), unsafe { ((*self.host).$name)(self.context, name.as_ptr(), value.as_ptr()) })
        }
    )*};
    ($($(#[$doc:meta])* $name:ident(bytes_field);)*) => {$(
        $(#[$doc])* pub fn $name(&mut self, name: &str, value: impl AsRef<[u8]>) -> Result<()> {
            let (name, value) = (text::lowered(name)?, text::lowered(value.as_ref())?);
            Error::check(stringify!($name), unsafe { ((*self.host).$name)(self.context, name.as_ptr(), value.as_ptr()) })
        }
    )*};
    ($($(#[$doc:meta])* $name:ident(body);)*) => {$(
        $(#[$doc])* pub fn $name(&mut self, body: &[u8]) -> Result<()> {
            let data = body.as_ptr() as *const c_void;
            Error::check(stringify!($name), unsafe { ((*self.host).$name)(self.context, data, body.len()) })
        }
    )*};
}

type ListFields = unsafe extern "C" fn(*mut sys::moya_context, *mut usize) -> *const sys::moya_field;

type SetField = unsafe extern "C" fn(*mut sys::moya_context, *const c_char, *const c_char) -> i32;

impl<'a> Context<'a> {
    /// # Safety
    /// The context must be valid for the lifetime of the result, which the caller chooses.
    pub(crate) unsafe fn new(host: *const sys::moya_host, context: *mut sys::moya_context) -> Self {
        Self { host, context, valid: PhantomData }
    }

    /// Returns the table of the host's functions and the context, as C has them. Use these for a C
    /// function that this type does not have, for example `target_user`. The context is valid as
    /// long as this object, and NULL after [`defer`](crate::Call::defer).
    pub fn raw(&self) -> (*const sys::moya_host, *mut sys::moya_context) {
        (self.host, self.context)
    }

    // ── Messages ──

    /// Returns whether [`log`](Context::log) would write a line of this level. Any thread may ask.
    pub fn log_enabled(&self, level: Log) -> bool {
        unsafe { ((*self.host).log_enabled)(self.context, level as i32) != 0 }
    }
    /// Writes a line to the log of the provider, with the name of the plugin. Secrets become
    /// `<redacted>`, and control characters become spaces. If the provider has no log, the line goes to
    /// standard error, but only if the environment variable `MOYA_LOG` asks for its level.
    pub fn log(&self, level: Log, line: &str) {
        unsafe { ((*self.host).log)(self.context, level as i32, text::message(line).as_ptr()) }
    }
    /// Returns the text as [`log`](Context::log) would write it. Use this before you write a text
    /// to another place. If there is no memory, the text is cut.
    pub fn redact(&self, line: &str) -> String {
        let line = text::message(line);
        let write = |out, room| unsafe { ((*self.host).redact)(self.context, line.as_ptr(), out, room) };
        let mut out = Vec::new();
        let room = write(std::ptr::null_mut(), 0) + 1;
        if out.try_reserve_exact(room).is_err() {
            return String::new();
        }
        out.resize(room, 0u8);
        let len = write(out.as_mut_ptr().cast(), out.len());
        out.truncate(len);
        String::from_utf8(out).unwrap_or_default()
    }

    // ── Options ──

    /// Returns the value of an option that is a text, a secret or JSON (the JSON text). `""`: the
    /// config omits the option, and it has no preset. The text is valid as long as the context. If
    /// the plugin needs it later, copy it in `new`.
    pub fn option_text(&self, name: &str) -> &str {
        let found = unsafe { ((*self.host).option_text)(self.context, text::name(name).as_ptr()) };
        unsafe { text::text(found) }.unwrap_or("")
    }
    get_by! {
        /// The value of an integer or a flag (1 or 0).
        option_int -> i64;
        /// The value of a number or an integer.
        option_number -> f64;
        /// How many texts a list has.
        option_count -> usize;
    }
    /// Returns a text of a list, by its index from 0. `None` after the last one.
    pub fn option_at(&self, name: &str, index: usize) -> Option<&str> {
        let name = text::name(name);
        unsafe { text::text(((*self.host).option_at)(self.context, name.as_ptr(), index)) }
    }

    // ── The call ──

    get! {
        /// The name of the target, for example `"user"`.
        target_name -> text;
        /// The method of the request, for example `"GET"`.
        request_method -> text;
        /// The absolute URL of the request with its query. In `sign` and `will_send` it has no user,
        /// password and fragment. In all other hooks it may have them, so do not store it there or send
        /// it elsewhere.
        request_url -> text;
        /// The message of a failed result.
        error_message -> text;
        /// The address of the server, for example `"192.0.2.1"`.
        remote_address -> text;
        /// The URL after redirects. It may have a user, a password and a fragment.
        response_url -> text;
    }
    get! {
        /// The body of the request, or the path of its file: see
        /// [`request_body_kind`](Context::request_body_kind). `None` for a body that is a stream.
        request_body -> bytes;
        /// The body of the response, or the path of its file: see
        /// [`response_body_kind`](Context::response_body_kind). `None` for a body that the caller
        /// streams.
        response_body -> bytes;
    }
    get! {
        /// 1 for the first attempt, 2 for the first retry.
        attempt -> u32;
        /// The milliseconds until the total timeout of the call. −1 if the call has no total timeout.
        time_left_ms -> i64;
        /// How many header fields the request has.
        request_header_count -> usize;
        /// Where the body of the request is: `sys::MOYA_BODY_NONE`, `…_BYTES` (in memory), `…_FILE` or
        /// `…_STREAM`.
        request_body_kind -> i32;
        /// The size of the body of the request in bytes; −1: not known.
        request_body_size -> i64;
        /// `sys::MOYA_OK` if there is a response, of any HTTP status. Otherwise why the call failed:
        /// `sys::MOYA_ERROR_…`.
        result_status -> i32;
        /// The status of the response, 100 … 599. 0: there is no response.
        http_status -> i32;
        /// How many header fields the response has.
        response_header_count -> usize;
        /// In `prepare`, the form in which the caller will receive the body. In later hooks, where the
        /// body of the response is: `sys::MOYA_BODY_…`, as for the request.
        response_body_kind -> i32;
    }
    /// Returns whether plugins see the body of the response as the server has sent it. Otherwise
    /// the library decodes the body.
    pub fn target_is_as_sent(&self) -> bool {
        unsafe { ((*self.host).target_is_as_sent)(self.context) != 0 }
    }
    /// Returns whether the target has its own settings for connections, for example for whom it
    /// trusts. A plugin must not give the response to such a target to calls with other settings.
    pub fn target_has_overrides(&self) -> bool {
        unsafe { ((*self.host).target_has_overrides)(self.context) != 0 }
    }
    /// Returns whether the target has a tag.
    pub fn target_has_tag(&self, tag: &str) -> bool {
        unsafe { ((*self.host).target_has_tag)(self.context, text::name(tag).as_ptr()) != 0 }
    }
    /// Returns a fact about the last attempt, for example `sys::MOYA_INFO_TOTAL_US` in
    /// microseconds. `moya/info.h` lists the facts and their units. −1: not known, or there is no
    /// result yet.
    pub fn result_info(&self, what: i32) -> i64 {
        unsafe { ((*self.host).result_info)(self.context, what) }
    }

    // ── Header fields ──

    /// Returns the value of a header field of the request. The case of `name` does not matter.
    /// Fields of the same name are joined with commas, and Cookie fields with semicolons.
    pub fn request_header(&self, name: &str) -> Option<&str> {
        let name = text::name(name);
        unsafe { text::text(((*self.host).request_header)(self.context, name.as_ptr())) }
    }
    /// Returns the value of a header field of the response, as it arrived: its bytes need not be
    /// UTF-8. Fields of the same name are joined with commas. For Set-Cookie, this is the value of
    /// the first field.
    pub fn response_header(&self, name: &str) -> Option<&[u8]> {
        let name = text::name(name);
        unsafe { text::bytes(((*self.host).response_header)(self.context, name.as_ptr())) }
    }
    /// Returns the header fields of the request, as names and values.
    pub fn request_headers(&self) -> impl Iterator<Item = (&[u8], &[u8])> + '_ {
        self.fields(unsafe { (*self.host).request_headers })
    }
    /// Returns the header fields of the response, as names and values.
    pub fn response_headers(&self) -> impl Iterator<Item = (&[u8], &[u8])> + '_ {
        self.fields(unsafe { (*self.host).response_headers })
    }
    fn fields(&self, list: ListFields) -> impl Iterator<Item = (&[u8], &[u8])> + '_ {
        let mut count = 0;
        let first = unsafe { list(self.context, &mut count) };
        let all = if first.is_null() { &[][..] } else { unsafe { std::slice::from_raw_parts(first, count) } };
        all.iter().filter_map(|field| Some((unsafe { text::bytes(field.name) }?, unsafe { text::bytes(field.value) }?)))
    }
    /// Replaces all header fields of the response. Each field has a name and a value. This costs
    /// less than [`response_add_header`](Context::response_add_header) for each field.
    pub fn response_set_headers<'f>(&mut self, fields: impl IntoIterator<Item = (&'f [u8], &'f [u8])>) -> Result<()> {
        let text = |bytes: &[u8]| sys::moya_str { data: bytes.as_ptr() as *const c_char, len: bytes.len() };
        let mut list = Vec::new();
        for (name, value) in fields {
            list.try_reserve(1).map_err(|_| Error::memory())?;
            list.push(sys::moya_field { name: text(name), value: text(value) });
        }
        Error::check("response_set_headers", unsafe {
            ((*self.host).response_set_headers)(self.context, list.as_ptr(), list.len())
        })
    }
    /// Removes all fields of that name from the request (`request_set_header` with NULL in C).
    pub fn request_remove_header(&mut self, name: &str) -> Result<()> {
        self.remove("request_remove_header", unsafe { (*self.host).request_set_header }, name)
    }
    /// Removes all fields of that name from the response (`response_set_header` with NULL in C).
    pub fn response_remove_header(&mut self, name: &str) -> Result<()> {
        self.remove("response_remove_header", unsafe { (*self.host).response_set_header }, name)
    }
    fn remove(&mut self, function: &'static str, set: SetField, name: &str) -> Result<()> {
        let name = text::lowered(name)?;
        Error::check(function, unsafe { set(self.context, name.as_ptr(), std::ptr::null()) })
    }
    set! {
        /// Replaces all fields of that name in the request. The library itself writes the fields that
        /// frame a message or belong to a connection, for example Content-Length. Setting such a
        /// field fails with `MOYA_ERROR_INVALID_REQUEST`.
        request_set_header(field);
        /// Adds a field to the request, after the fields of the same name.
        request_add_header(field);
    }
    set! {
        /// Replaces all fields of that name in the response. The value may be a text or any bytes.
        response_set_header(bytes_field);
        /// Adds a field to the response, after the fields of the same name. The value may be a text or
        /// any bytes, for example a value that [`response_headers`](Context::response_headers) returned.
        response_add_header(bytes_field);
    }
    set! {
        /// Changes the method of the request.
        request_set_method(text);
        /// Changes the URL of the request. In `sign`, only its query may differ. Further errors:
        /// `MOYA_ERROR_INVALID_URL`.
        request_set_url(text);
        /// Sets the URL of the response. This is for a plugin that answers with a response that it has
        /// stored. Further errors: `MOYA_ERROR_INVALID_URL`.
        response_set_url(text);
    }
    set! {
        /// Changes the body of the request. The library copies the bytes.
        request_set_body(body);
        /// Changes the body of the response and no header field. Content-Length still has the length of
        /// the body that arrived, so remove it. The library copies the bytes.
        response_set_body(body);
    }
    /// Changes the status of the response. `MOYA_ERROR_ARGUMENT`: it is not 100 … 599.
    pub fn response_set_status(&mut self, http_status: i32) -> Result<()> {
        Error::check("response_set_status", unsafe { ((*self.host).response_set_status)(self.context, http_status) })
    }
    /// Sets a fact about the response: `sys::MOYA_INFO_…`. This is for a plugin that answers with a
    /// response that it has stored. `MOYA_ERROR_ARGUMENT`: there is no such fact, or the value is not
    /// valid for it.
    pub fn response_set_info(&mut self, what: i32, value: i64) -> Result<()> {
        Error::check("response_set_info", unsafe { ((*self.host).response_set_info)(self.context, what, value) })
    }
}
