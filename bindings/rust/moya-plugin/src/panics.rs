//! Catches panics in functions that the host calls.

use crate::{Instance, Log};
use std::any::Any;
use std::cell::Cell;
use std::panic::{catch_unwind, set_hook, take_hook, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// Whether the panic hook writes nothing on this thread.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs a function. If it panics, returns the reason. The panic hook writes nothing to standard
/// error, because the message may contain a secret.
pub(crate) fn caught<R>(run: impl FnOnce() -> R) -> Result<R, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        // With `panic = "abort"`, only the message of the panic hook shows why the process ends. So
        // this hook stays as it is.
        if cfg!(panic = "unwind") {
            let before = take_hook();
            set_hook(Box::new(move |panic| {
                if !QUIET.with(|it| it.get()) {
                    before(panic)
                }
            }));
        }
    });
    let before = QUIET.with(|it| it.replace(true));
    let result = catch_unwind(AssertUnwindSafe(run)).map_err(reason);
    QUIET.with(|it| it.set(before));
    result
}

/// Runs a function. If it panics, logs the reason and returns `otherwise`.
pub(crate) fn guarded<R>(log: Instance, otherwise: R, run: impl FnOnce() -> R) -> R {
    caught(run).unwrap_or_else(|reason| {
        log.log(Log::Error, &reason);
        otherwise
    })
}

fn reason(panic: Box<dyn Any + Send>) -> String {
    let text = match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => format!("it panicked: {text}"),
        (_, Some(text)) => format!("it panicked: {text}"),
        _ => "it panicked".to_string(),
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
