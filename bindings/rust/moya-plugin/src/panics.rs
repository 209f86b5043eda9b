//! Catches panics in functions that the host calls.

use crate::text::{formatted, Room};
use crate::{sys, Error, Instance, Log};
use std::any::Any;
use std::cell::Cell;
#[allow(deprecated)] // Rust 1.81 has another name for it
use std::panic::PanicInfo;
use std::panic::{catch_unwind, set_hook, take_hook, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// Whether the panic hook writes nothing on this thread.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs a function. If it panics, returns the reason. The panic hook writes nothing to standard
/// error, because the message may contain a secret.
pub(crate) fn caught<R>(run: impl FnOnce() -> R) -> Result<R, Error> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        // With `panic = "abort"`, only the message of the panic hook shows why the process ends. So
        // this hook stays as it is.
        if cfg!(panic = "unwind") {
            hush();
        }
    });
    let before = QUIET.with(|it| it.replace(true));
    let result = catch_unwind(AssertUnwindSafe(run)).map_err(reason);
    QUIET.with(|it| it.set(before));
    result
}

/// Lets the panic hook write nothing on a thread that is `QUIET`. Does nothing if there is no memory.
#[allow(deprecated)]
fn hush() {
    let room = match Room::new() {
        Some(room) => room,
        None => return,
    };
    let before = take_hook();
    set_hook(room.fill(move |panic: &PanicInfo| {
        if !QUIET.with(|it| it.get()) {
            before(panic)
        }
    }));
}

/// Runs a function. If it panics, logs the reason and returns `otherwise`.
pub(crate) fn guarded<R>(log: Instance, otherwise: R, run: impl FnOnce() -> R) -> R {
    caught(run).unwrap_or_else(|reason| {
        log.log(Log::Error, reason.message());
        otherwise
    })
}

fn reason(panic: Box<dyn Any + Send>) -> Error {
    let text = match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => Error::new(formatted(format_args!("it panicked: {text}"))),
        (_, Some(text)) => Error::new(formatted(format_args!("it panicked: {text}"))),
        _ => Error::literal(sys::MOYA_ERROR_PLUGIN_HOOK, "it panicked"),
    };
    dropped(panic);
    text
}

/// Drops the value of a panic. Dropping it may panic again.
pub(crate) fn dropped(panic: Box<dyn Any + Send>) {
    if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(panic))) {
        std::mem::forget(again);
    }
}
