//! Plugins for libmoya in Rust. A plugin is a type. It implements [`Plugin`] and a trait for each of
//! its hooks. [`module!`] makes the table: a hook whose trait the type does not implement is NULL
//! and costs nothing.
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
//! The crate type is `cdylib`. The C header `moya/plugin.h` says what each hook and each function
//! does, on which threads, and with which errors. The names are the same.
//!
//! * **Errors.** A hook that returns an [`Error`] fails the call with the status and the message of
//!   the error. The hooks `will_send`, `did_receive` and `should_retry` return no error.
//! * **Panics.** A panic does not leave a hook. In a hook that returns a [`Result`], a panic
//!   fails the call with `MOYA_ERROR_PLUGIN_HOOK`. In other hooks, in tasks and in `drop` of the plugin
//!   or of a slot, the panic goes to the log. If a hook has resumed its call, a panic or an error of
//!   this hook cannot fail the call, so it goes to the log, too. The panic hook of Rust writes
//!   nothing in these functions, because a message may contain a secret. It still writes panics of
//!   threads that the plugin has started. To see the line of a panic, call `std::panic::set_hook` in
//!   `new`. Do not compile a plugin with `panic = "abort"`.
//! * **Threads.** Hooks of different calls run at the same time, so a plugin is [`Sync`]. A hook that
//!   needs time [defers](Call::defer) its call. A thread that the plugin has started must end before
//!   `drop` of the plugin returns.

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

/// A type whose values are the instances of a plugin: one for each provider that uses it.
pub trait Plugin: Send + Sync + Sized + 'static {
    /// A reversed domain name: `"org.example.client"`.
    const ID: &'static str;
    /// For example `"1.2.0"`.
    const VERSION: &'static str;
    /// A sentence for people.
    const ABOUT: &'static str = "";
    /// An SPDX expression.
    const LICENSE: &'static str = "";
    /// The options that the user of the plugin may set.
    const OPTIONS: &'static [Opt] = &[];
    /// The names of header fields that the plugin fills with secrets.
    const SECRET_HEADERS: &'static [&'static str] = &[];
    /// Whether hooks may [defer](Call::defer) their call.
    const WAITS: bool = false;

    /// Makes an instance. May block. `drop` is the hook `destroy`.
    fn new(setup: &Setup) -> Result<Self>;
}

/// What `prepare`, `sign`, `process` and `close` return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The call continues.
    Continue,
    /// In `prepare` only: the plugin has made the response, and nothing is sent.
    Answered,
    /// The call waits until the [`Deferred`] that [`Call::defer`] has returned is resumed.
    Pending,
}

/// The hook `prepare`: may change the request, or answer the call. Runs once for each attempt.
pub trait Prepare: Plugin {
    /// See the trait.
    fn prepare(&self, call: &mut Call) -> Result<Answer>;
}

/// The hook `sign`: may add fields that depend on the whole request. Runs after every `prepare`.
pub trait Sign: Plugin {
    /// See the trait.
    fn sign(&self, call: &mut Call) -> Result<Answer>;
}

/// The hook `will_send`: the request is final.
pub trait WillSend: Plugin {
    /// See the trait.
    fn will_send(&self, call: &mut Call);
}

/// The hook `did_receive`: an attempt has a result.
pub trait DidReceive: Plugin {
    /// See the trait.
    fn did_receive(&self, call: &mut Call);
}

/// The hook `should_retry`: decides about another attempt.
pub trait ShouldRetry: Plugin {
    /// Returns how long to wait before the next attempt, or `None` for no further attempt.
    fn should_retry(&self, call: &mut Call) -> Option<std::time::Duration>;
}

/// The hook `process`: may replace the result. Runs once for each call, even if the call failed.
pub trait Process: Plugin {
    /// See the trait.
    fn process(&self, call: &mut Call) -> Result<Answer>;
}

/// The hook `close`: the last chance to send something. The context of `call` names the instance,
/// and no call.
pub trait Close: Plugin {
    /// See the trait.
    fn close(&self, call: &mut Call) -> Result<Answer>;
}

/// The hooks of `moya.body/1`: the body of a response as it arrives.
pub trait Body: Plugin {
    /// Runs when the status and the header fields have arrived. Returns false if the response does
    /// not concern the plugin. `chunk` and `end` then do not run for this response.
    fn head(&self, call: &mut Call) -> Result<bool>;
    /// Receives a piece of the body. Bytes that the hook does not [pass on](Call::pass) are
    /// dropped.
    fn chunk(&self, call: &mut Call, data: &[u8]) -> Result<()>;
    /// Runs when the body is complete.
    fn end(&self, call: &mut Call) -> Result<()>;
}
