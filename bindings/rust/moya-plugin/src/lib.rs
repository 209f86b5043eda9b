//! Plugins for libmoya in Rust. A plugin is a type. It implements [`Plugin`] and a trait for each of
//! its hooks. [`module!`] makes the C table of the plugin (`moya_plugin`). If the type does not
//! implement the trait of a hook, the hook is NULL in the table and costs nothing.
//!
//! ```
//! use moya_plugin::{Answer, Call, Plugin, Prepare, Result, Setup};
//!
//! struct Client;
//!
//! impl Plugin for Client {
//!     const ID: &'static str = "org.example.client";
//!     const VERSION: &'static str = "1.0.0";
//!
//!     fn new(_: &Setup) -> Result<Self> {
//!         Ok(Client)
//!     }
//! }
//!
//! impl Prepare for Client {
//!     fn prepare(&self, call: &mut Call) -> Result<Answer> {
//!         call.request_set_header("X-Client", "Rust")?;
//!         Ok(Answer::Continue)
//!     }
//! }
//!
//! moya_plugin::module!(Client);
//! ```
//!
//! The C header `moya/plugin.h` is the specification. The hooks and the functions of [`Call`] have
//! the same names there. The comments of this crate name the function of C if its name differs. The
//! host is the library that loads the plugin, as in that header.
//!
//! # Build
//!
//! The crate type is `cdylib`. The README of this crate has the commands for cargo, and for rustc
//! without cargo. Do not compile a plugin with `panic = "abort"`.
//!
//! # Hooks
//!
//! A hook receives a [`Call`]. Its functions read and change the request and the response, most of
//! them through [`Context`]. A function that does not apply to the running hook returns `None`, `""`,
//! 0, −1 or an error with `MOYA_ERROR_STATE`, and changes nothing.
//!
//! | function | hooks |
//! |---|---|
//! | `request_…`, `target_…`, `attempt`, `option_…`, `log` | every hook of a call |
//! | `request_set_…`, `request_add_…`, `request_remove_…` | `prepare`; in `sign` only header fields and the query |
//! | `result_…`, `http_status`, `response_…`, `error_message` | `did_receive`, `should_retry`, `process`, [`Body`] |
//! | `response_set_…`, `response_add_…`, `response_remove_…` | `process`; `prepare` that answers; [`Body::head`] |
//! | [`Call::defer`] | `prepare`, `sign`, `process`, `close` |
//!
//! # Errors and panics
//!
//! * A hook that returns an [`Error`] fails the call with the status and the message of the error.
//!   The hooks `will_send`, `did_receive` and `should_retry` return no error.
//! * `to_string` makes a text of an [`Error`], for example for [`Context::log`]. With
//!   [`Error::with_response`], the caller receives the response, too.
//! * A panic does not leave a hook. In a hook that returns a [`Result`], a panic fails the call with
//!   `MOYA_ERROR_PLUGIN_HOOK`. In other hooks, in tasks and in `drop` of the plugin or of a slot, the
//!   panic goes to the log. If a hook has resumed its call, a panic or an error of this hook cannot
//!   fail the call, so it goes to the log, too.
//! * If there is no memory, the functions of this crate return an error with `MOYA_ERROR_MEMORY`, or shorten
//!   a text. In your own code, `format!`, `Box::new`, `to_string` and others then end the process. To prevent
//!   this, reserve memory with `try_reserve` of `String`, `Vec` or `HashMap`.
//! * In hooks, in tasks and in `drop` of the plugin or of a slot, the panic hook of Rust writes nothing, because
//!   a message may contain a secret. It still writes panics of threads that the plugin has started. To see
//!   the line of a panic, call `std::panic::set_hook` in `new`.
//!
//! # State that calls share
//!
//! Hooks of different calls run at the same time on different threads, and receive `&self`. So a
//! plugin is [`Sync`], and the compiler refuses a field that is not, for example a `Cell`.
//!
//! * For a number, use an atomic, for example `AtomicU64`. For anything else, use a `Mutex`.
//! * Hold a lock only for a moment: a hook that waits for a lock delays its call, and perhaps others.
//! * While you hold the lock, you may call [`Call::defer`], [`Deferred::resume`], [`Instance::send`] and
//!   [`Instance::after`]. They never run a hook or a task. But [`Call::set_slot`] drops its value if it
//!   fails. So if `drop` of the value takes the lock, do not hold the lock while you call `set_slot`.
//! * Store the data of one call in its [slot](Call::set_slot). The library drops the data when the
//!   call ends for any reason.
//! * A closure of a task must own what it uses. So put shared state into an `Arc`.
//! * After `fork`, a lock that another thread held is never free again in the child. Store
//!   `std::process::id()` in `new`, and compare it before you take a lock.
//! * A thread that the plugin has started must end before `drop` of the plugin returns.
//!
//! # Calls that wait in a queue
//!
//! A hook must not block. To let a call wait, it calls [`Call::defer`], stores the [`Deferred`], and
//! returns [`Answer::Pending`]. Later, any thread takes the [`Deferred`] out and [resumes](Deferred::resume) it.
//! After a hook has stored its [`Deferred`], it must not return an error. If it fails later, it takes
//! the [`Deferred`] back out of the store, drops it, and then returns the error.
//!
//! This plugin, `examples/queue.rs`, lets a limited number of calls run at once:
//!
//! ```
#![doc = include_str!("../examples/queue.rs")]
//! ```
//!
//! # Clocks
//!
//! The clocks are functions of [`Instance`], so store [`Setup::instance`] in the plugin.
//!
//! | to know | use | unit, and when it begins |
//! |---|---|---|
//! | how long something took, or when it is due | [`Instance::now_us`] | microseconds from an arbitrary moment |
//! | the date, for a signature or an expiry time | [`Instance::date_us`] | microseconds since 1970-01-01 00:00 UTC |
//! | how long the call may still take | [`Context::time_left_ms`] | milliseconds |
//! | to run something later | [`Instance::after`], [`Deferred::after`] | milliseconds from now |
//!
//! `now_us` never goes back. `date_us` jumps if somebody sets the clock of the machine, so do not
//! subtract two of its values to get a duration. `moya-plugin-check` moves these clocks ahead.

#![deny(missing_docs)]

mod call;
mod context;
mod digest;
mod error;
mod option;
mod panics;
#[rustfmt::skip]
pub mod sys;
#[doc(hidden)]
pub mod table;
mod tasks;
mod text;

pub use call::{Call, Setup};
pub use context::{Context, Log};
pub use digest::Hash;
pub use error::{Error, Result};
pub use option::Opt;
pub use tasks::{Deferred, Instance, Request, Task};

/// A type of plugins. Its values are the instances: each provider that uses the plugin has one. The
/// constants fill the table `moya_plugin` of C. If a text has a NUL byte, the library refuses the
/// module.
pub trait Plugin: Send + Sync + Sized + 'static {
    /// A reversed domain name in lower case, at most 127 bytes: `"org.example.client"`.
    const ID: &'static str;
    /// For example `"1.2.0"`, at most 63 bytes.
    const VERSION: &'static str;
    /// A sentence for people.
    const ABOUT: &'static str = "";
    /// An SPDX expression, for example `"MIT"`.
    const LICENSE: &'static str = "";
    /// The options that the user of the plugin may set.
    const OPTIONS: &'static [Opt] = &[];
    /// The names of header fields that the plugin fills with secrets. Logs hide their values, and
    /// redirects to another origin do not carry them.
    const SECRET_HEADERS: &'static [&'static str] = &[];
    /// Whether `prepare`, `sign` and `process` may [defer](Call::defer) their call: the flag
    /// `MOYA_PLUGIN_WAITS`. The hook `close` may do so in any case.
    const WAITS: bool = false;
    /// If true, the hooks after `prepare` run only for calls in which `prepare` has stored a value
    /// in the [slot](Call::set_slot). This is the flag `MOYA_PLUGIN_NEEDS_SLOT`.
    const NEEDS_SLOT: bool = false;
    /// If true, the hooks of [`Body`] run only for bodies that the caller streams. This is
    /// the flag `MOYA_PLUGIN_ONLY_STREAMS`.
    const ONLY_STREAMS: bool = false;

    /// Makes an instance: the hook `create`. Runs on the thread that adds the plugin, and may block. If
    /// it returns an error, the library refuses the plugin with that message. `drop` is the hook
    /// `destroy`. It runs after the last hook and the last task, and may block.
    fn new(setup: &Setup) -> Result<Self>;
}

/// What `prepare`, `sign`, `process` and `close` return: `MOYA_HOOK_…` in C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The call continues.
    Continue,
    /// In `prepare` only: the plugin has made the response, and nothing is sent.
    Answered,
    /// The call waits until the plugin resumes the [`Deferred`] of [`Call::defer`]. If the hook has
    /// not called [`Call::defer`], the call fails.
    Pending,
}

/// The hook `prepare`: may change the request, or answer the call.
pub trait Prepare: Plugin {
    /// Runs once for each attempt, before it is sent. Each attempt begins with the request of the
    /// target. An error fails the call.
    fn prepare(&self, call: &mut Call) -> Result<Answer>;
}

/// The hook `sign`: may add fields that depend on the whole request.
pub trait Sign: Plugin {
    /// Runs after the hooks `prepare` of all plugins, unless one of them has answered the call.
    /// Sees the request as the library will send it. An error fails the call.
    fn sign(&self, call: &mut Call) -> Result<Answer>;
}

/// The hook `will_send`: sees the final request.
pub trait WillSend: Plugin {
    /// Must not change the call. The library sends the request next.
    fn will_send(&self, call: &mut Call);
}

/// The hook `did_receive`: sees the result of an attempt.
pub trait DidReceive: Plugin {
    /// Must not change the result, which no plugin has changed yet. Runs for each attempt for which
    /// `will_send` ran.
    fn did_receive(&self, call: &mut Call);
}

/// The hook `should_retry`: decides about another attempt.
pub trait ShouldRetry: Plugin {
    /// Returns how long to wait before the next attempt, in whole milliseconds. `None` asks for no
    /// attempt. Runs after `did_receive`, for one plugin after another, until one of them asks for
    /// an attempt. The library makes at most 16 attempts. A panic counts as `None`.
    fn should_retry(&self, call: &mut Call) -> Option<std::time::Duration>;
}

/// The hook `process`: may replace the result.
pub trait Process: Plugin {
    /// Runs once for each call, even if the call failed. An error fails the call.
    fn process(&self, call: &mut Call) -> Result<Answer>;
}

/// The hook `close`: the last chance to send something.
pub trait Close: Plugin {
    /// Runs once, after the last call of the provider. `call` is the context of the instance and
    /// belongs to no call. If the hook [defers](Call::defer), the provider waits for at most 2
    /// seconds. An error goes to the log.
    fn close(&self, call: &mut Call) -> Result<Answer>;
}

/// The hooks of `moya.body/1` (`moya/plugin/body.h`): the body of a response as it arrives. They cannot
/// wait, and an error fails the call.
pub trait Body: Plugin {
    /// Runs when the status and the header fields have arrived, and may change them. Returns false if
    /// the response does not concern the plugin. `chunk` and `end` then do not run for this response.
    fn head(&self, call: &mut Call) -> Result<bool>;
    /// Receives a piece of the body after decoding (Content-Encoding). Bytes that the hook does not
    /// [pass on](Call::pass) are dropped. A body that the caller does not stream is one piece.
    fn chunk(&self, call: &mut Call, data: &[u8]) -> Result<()>;
    /// Runs when the body is complete. May [pass on](Call::pass) a last piece.
    fn end(&self, call: &mut Call) -> Result<()>;
}
