use crate::{sys, tasks, text, Deferred, Error, Instance, Result};
use std::any::Any;
use std::marker::PhantomData;
use std::os::raw::{c_char, c_void};
use std::ptr::null_mut;

/// How serious a line of the log is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Log {
    Debug = sys::MOYA_LOG_DEBUG as isize,
    Info = sys::MOYA_LOG_INFO as isize,
    Warning = sys::MOYA_LOG_WARNING as isize,
    Error = sys::MOYA_LOG_ERROR as isize,
}

/// One run of a hook, with the functions of the host. A function that does not apply to the hook
/// returns `None`, 0, −1 or an error, and changes nothing.
///
/// Texts are borrowed from this object. A function that changes something needs `&mut`, so a text
/// cannot be used after its request or response has changed.
pub struct Call<'a> {
    pub(crate) host: *const sys::moya_host,
    pub(crate) context: *mut sys::moya_context,
    hook: PhantomData<&'a ()>,
}

/// What `create` gets: the options, and the instance that they belong to.
pub struct Setup<'a>(pub(crate) Call<'a>);

impl<'a> std::ops::Deref for Setup<'a> {
    type Target = Call<'a>;
    fn deref(&self) -> &Call<'a> {
        &self.0
    }
}

impl Setup<'_> {
    /// Returns a name of the instance, for tasks and for the log. The plugin may store it.
    pub fn instance(&self) -> Instance {
        Instance { host: self.0.host, context: self.0.context }
    }
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

type FieldAt = unsafe extern "C" fn(*mut sys::moya_context, usize, *mut sys::moya_str, *mut sys::moya_str) -> i32;

type SetField = unsafe extern "C" fn(*mut sys::moya_context, *const c_char, *const c_char) -> i32;

impl<'a> Call<'a> {
    /// # Safety
    /// The context is valid for the lifetime that the caller chooses.
    pub(crate) unsafe fn new(host: *const sys::moya_host, context: *mut sys::moya_context) -> Self {
        Self { host, context, hook: PhantomData }
    }

    /// The tables of C, for functions that have no name here.
    pub fn raw(&self) -> (*const sys::moya_host, *mut sys::moya_context) {
        (self.host, self.context)
    }

    // ── Messages and waiting ──

    /// Whether `log` would write a line of this level.
    pub fn log_enabled(&self, level: Log) -> bool {
        unsafe { ((*self.host).log_enabled)(self.context, level as i32) != 0 }
    }
    /// Writes a line to the log.
    pub fn log(&self, level: Log, line: &str) {
        unsafe { ((*self.host).log)(self.context, level as i32, text::message(line).as_ptr()) }
    }
    /// Lets the call wait. The hook must then return [`Answer::Pending`](crate::Answer::Pending).
    /// Afterwards this `Call` is empty, so read what you need before. If the hook fails or drops
    /// the [`Deferred`], the call does not wait. Returns an error if this hook cannot wait, or if
    /// [`Plugin::WAITS`] is false.
    ///
    /// [`Plugin::WAITS`]: crate::Plugin::WAITS
    pub fn defer(&mut self) -> Result<Deferred> {
        Error::check(unsafe { ((*self.host).defer)(self.context) })?;
        let context = std::mem::replace(&mut self.context, null_mut());
        Ok(Deferred { host: self.host, context })
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
        /// Milliseconds until the total timeout; −1: there is none.
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

    /// The value that [`Call::set_slot`] has stored for this call, if it has this type.
    pub fn slot<T: Any + Send + Sync>(&self) -> Option<&T> {
        let slot = unsafe { ((*self.host).slot)(self.context) as *const Slot };
        unsafe { slot.as_ref() }.and_then(|it| it.downcast_ref())
    }
    /// Stores a value for this call. The value is dropped after `process`. A call has only one
    /// value, which cannot be replaced. If its contents must change, they need a lock. Calls that
    /// share a request share the value.
    pub fn set_slot<T: Any + Send + Sync>(&mut self, value: T) -> Result<()> {
        if unsafe { !((*self.host).slot)(self.context).is_null() } {
            return Err(Error::with(sys::MOYA_ERROR_STATE, "the call has a value already"));
        }
        let slot: *mut Slot = Box::into_raw(Box::new(Box::new(value) as Slot));
        let set = Error::check(unsafe { ((*self.host).set_slot)(self.context, slot as *mut c_void) });
        if set.is_err() {
            drop(unsafe { Box::from_raw(slot) });
        }
        set
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

    /// Passes bytes on to the next plugin, or to the caller. Only the hooks `chunk` and `end` of
    /// [`Body`](crate::Body) may call this.
    pub fn pass(&mut self, data: &[u8]) -> Result<()> {
        let body = tasks::extension::<sys::moya_body>(self.host, sys::MOYA_BODY)?;
        Error::check(unsafe { ((*body).pass)(self.context, data.as_ptr() as *const c_void, data.len()) })
    }
}

/// What a slot points to. The outer box makes the pointer thin.
pub(crate) type Slot = Box<dyn Any + Send + Sync>;
