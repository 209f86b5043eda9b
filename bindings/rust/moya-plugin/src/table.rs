//! The tables that [`module!`](crate::module) makes, and the functions in them.

use crate::call::Slot;
use crate::panics::{caught, dropped, guarded};
use crate::tasks::{Hook, DROPPED};
use crate::text::{boxed, formatted, leaked, leaked_list, leaked_name};
use crate::{sys, Answer, Call, Error, Instance, Log, Plugin, Result, Setup};
use crate::{Body, Close, DidReceive, Prepare, Process, ShouldRetry, Sign, WillSend};
use std::cell::UnsafeCell;
use std::ffi::CStr;
use std::marker::PhantomData;
use std::mem::size_of;
use std::os::raw::{c_char, c_void};
use std::panic::catch_unwind;
use std::ptr::null;
use std::sync::{Mutex, PoisonError};

/// What the host stores as the instance. The [`Instance`] comes first, so tasks can read it without
/// knowing the type of the plugin.
#[repr(C)]
struct Boxed<P> {
    instance: Instance,
    plugin: P,
}

// ── Results ──

/// Converts a result to the number that a hook of C returns. Passes the message of an error to the host.
pub(crate) fn lowered(host: *const sys::moya_host, context: *mut sys::moya_context, result: Result<Answer>) -> i32 {
    answer(result).unwrap_or_else(|error| error.fail(host, context))
}

/// Runs a hook that returns a status. If it panics, the hook fails.
unsafe fn status<P: Plugin>(
    instance: *mut c_void,
    context: *mut sys::moya_context,
    run: impl FnOnce(&P, &mut Call) -> Result<i32>,
) -> i32 {
    let it = &*(instance as *const Boxed<P>);
    let host = it.instance.host;
    Hook::run(context, |hook| {
        let result = caught(|| run(&it.plugin, &mut Call::new(host, context)));
        match result.unwrap_or_else(Err) {
            Ok(sys::MOYA_HOOK_PENDING) if hook.dropped.get() => {
                Error::literal(sys::MOYA_ERROR_PLUGIN_HOOK, DROPPED).fail(host, context)
            }
            Ok(status) => status,
            Err(error) if hook.gave.get() => {
                it.instance.log(Log::Error, &formatted(format_args!("failed after it had resumed the call: {error}")));
                error.status()
            }
            Err(error) => error.fail(host, context),
        }
    })
}

fn answer(result: Result<Answer>) -> Result<i32> {
    result.map(|it| match it {
        Answer::Continue => sys::MOYA_HOOK_OK,
        Answer::Answered => sys::MOYA_HOOK_ANSWERED,
        Answer::Pending => sys::MOYA_HOOK_PENDING,
    })
}

// ── Hooks ──

unsafe extern "C" fn create<P: Plugin>(
    host: *const sys::moya_host,
    context: *mut sys::moya_context,
    instance: *mut *mut c_void,
) -> i32 {
    let made = caught(|| P::new(&Setup(Call::new(host, context))));
    let made = made.unwrap_or_else(Err);
    match made.and_then(|plugin| boxed(Boxed { instance: Instance { host, context }, plugin })) {
        Ok(it) => {
            *instance = Box::into_raw(it) as *mut c_void;
            sys::MOYA_OK
        }
        Err(error) => error.fail(host, context),
    }
}

unsafe extern "C" fn destroy<P: Plugin>(instance: *mut c_void) {
    let it = Box::from_raw(instance as *mut Boxed<P>);
    guarded(it.instance, (), move || drop(it));
}

unsafe extern "C" fn release_slot<P: Plugin>(instance: *mut c_void, slot: *mut c_void) {
    guarded((*(instance as *const Boxed<P>)).instance, (), || drop(Box::from_raw(slot as *mut Slot)));
}

/// Defines the function that C calls for a hook that returns a status.
macro_rules! status_hook {
    ($name:ident, $trait:ident) => {
        unsafe extern "C" fn $name<P: $trait>(instance: *mut c_void, context: *mut sys::moya_context) -> i32 {
            status::<P>(instance, context, |it, call| answer(it.$name(call)))
        }
    };
}
status_hook!(close, Close);
status_hook!(prepare, Prepare);
status_hook!(sign, Sign);
status_hook!(process, Process);

/// Defines the function that C calls for a hook that does not return a status.
macro_rules! other_hook {
    ($name:ident, $trait:ident, $kind:ty, $otherwise:expr, $lowered:expr) => {
        unsafe extern "C" fn $name<P: $trait>(instance: *mut c_void, context: *mut sys::moya_context) -> $kind {
            let it = &*(instance as *const Boxed<P>);
            let host = it.instance.host;
            guarded(Instance { host, context }, $otherwise, || $lowered(it.plugin.$name(&mut Call::new(host, context))))
        }
    };
}
other_hook!(will_send, WillSend, (), (), |it: ()| it);
other_hook!(did_receive, DidReceive, (), (), |it: ()| it);
other_hook!(should_retry, ShouldRetry, i64, sys::MOYA_RETRY_NONE as i64, |wait: Option<std::time::Duration>| {
    wait.map_or(sys::MOYA_RETRY_NONE as i64, |it| i64::try_from(it.as_millis()).unwrap_or(i64::MAX))
});

unsafe extern "C" fn head<P: Body>(instance: *mut c_void, context: *mut sys::moya_context) -> i32 {
    status::<P>(instance, context, |it, call| {
        it.head(call).map(|concerns| if concerns { sys::MOYA_HOOK_OK } else { sys::MOYA_BODY_SKIP })
    })
}
unsafe extern "C" fn chunk<P: Body>(
    instance: *mut c_void,
    context: *mut sys::moya_context,
    data: *const c_void,
    len: usize,
) -> i32 {
    let data = if len == 0 { &[] } else { std::slice::from_raw_parts(data as *const u8, len) };
    status::<P>(instance, context, |it, call| it.chunk(call, data).map(|_| sys::MOYA_HOOK_OK))
}
unsafe extern "C" fn end<P: Body>(instance: *mut c_void, context: *mut sys::moya_context) -> i32 {
    status::<P>(instance, context, |it, call| it.end(call).map(|_| sys::MOYA_HOOK_OK))
}
unsafe extern "C" fn extension<P: Body>(name: *const c_char) -> *const c_void {
    if CStr::from_ptr(name).to_bytes_with_nul() != sys::MOYA_BODY {
        return null();
    }
    BodyHooks::<P>::TABLE as *const sys::moya_body_hooks as *const c_void
}
struct BodyHooks<P>(PhantomData<P>);
impl<P: Body> BodyHooks<P> {
    const TABLE: &'static sys::moya_body_hooks = &sys::moya_body_hooks {
        size: size_of::<sys::moya_body_hooks>() as u32,
        reserved: 0,
        head: Some(head::<P>),
        chunk: Some(chunk::<P>),
        end: Some(end::<P>),
    };
}

// ── Which hooks a type has ──

type StatusHook = Option<unsafe extern "C" fn(*mut c_void, *mut sys::moya_context) -> i32>;
type Notice = Option<unsafe extern "C" fn(*mut c_void, *mut sys::moya_context)>;
type Delay = Option<unsafe extern "C" fn(*mut c_void, *mut sys::moya_context) -> i64>;
type Extension = Option<unsafe extern "C" fn(*const c_char) -> *const c_void>;

/// The functions for the hooks of a plugin, as constants. If the type implements the trait of a
/// hook, `Probe` itself has the constant. Otherwise Rust finds the constant of the same name in
/// [`Without`], which is `None`.
pub struct Probe<P>(PhantomData<P>);

/// The constants for hooks whose traits the type does not implement.
pub trait Without {
    const CLOSE: StatusHook = None;
    const PREPARE: StatusHook = None;
    const SIGN: StatusHook = None;
    const WILL_SEND: Notice = None;
    const DID_RECEIVE: Notice = None;
    const SHOULD_RETRY: Delay = None;
    const PROCESS: StatusHook = None;
    const EXTENSION: Extension = None;
}
impl<P> Without for Probe<P> {}

macro_rules! with {
    ($trait:ident, $name:ident, $kind:ty, $hook:ident) => {
        impl<P: $trait> Probe<P> {
            pub const $name: $kind = Some($hook::<P>);
        }
    };
}
with!(Close, CLOSE, StatusHook, close);
with!(Prepare, PREPARE, StatusHook, prepare);
with!(Sign, SIGN, StatusHook, sign);
with!(WillSend, WILL_SEND, Notice, will_send);
with!(DidReceive, DID_RECEIVE, Notice, did_receive);
with!(ShouldRetry, SHOULD_RETRY, Delay, should_retry);
with!(Process, PROCESS, StatusHook, process);
with!(Body, EXTENSION, Extension, extension);

/// Makes the table of a type. The table stays for the life of the process. Returns `None` if a text has a NUL
/// byte, or if there is no memory.
pub fn table<P: Plugin>(fill: impl FnOnce(&mut sys::moya_plugin)) -> Option<*const sys::moya_plugin> {
    let options = P::OPTIONS.iter().map(|it| it.lowered()).chain([crate::option::end()]);
    let secrets = P::SECRET_HEADERS.iter().map(|it| leaked_name(it)).chain([Some(null())]);
    let mut it = sys::moya_plugin {
        size: size_of::<sys::moya_plugin>() as u32,
        option_size: size_of::<sys::moya_option>() as u32,
        flags: (if P::WAITS { sys::MOYA_PLUGIN_WAITS as u32 } else { 0 })
            | (if P::NEEDS_SLOT { sys::MOYA_PLUGIN_NEEDS_SLOT as u32 } else { 0 })
            | (if P::ONLY_STREAMS { sys::MOYA_PLUGIN_ONLY_STREAMS as u32 } else { 0 }),
        reserved: 0,
        id: leaked(P::ID)?,
        version: leaked(P::VERSION)?,
        about: leaked(P::ABOUT)?,
        license: leaked(P::LICENSE)?,
        options: leaked_list(P::OPTIONS.len() + 1, options)?,
        secret_headers: leaked_list(P::SECRET_HEADERS.len() + 1, secrets)?,
        create: Some(create::<P>),
        close: None,
        destroy: Some(destroy::<P>),
        prepare: None,
        sign: None,
        will_send: None,
        did_receive: None,
        should_retry: None,
        process: None,
        release_slot: Some(release_slot::<P>),
        get_extension: None,
    };
    fill(&mut it);
    boxed(it).ok().map(|it| Box::leak(it) as *const sys::moya_plugin)
}

/// The table of a module, which the first call of `moya_plugin_entry` fills. The host wants it in the
/// static memory of the module.
pub struct Module {
    is_filled: Mutex<bool>,
    table: UnsafeCell<sys::moya_module>,
}

// The lock protects the table while it is made. After that, the table does not change.
unsafe impl Sync for Module {}

impl Module {
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        let size = size_of::<sys::moya_module>() as u32;
        let table = sys::moya_module { size, abi: sys::MOYA_PLUGIN_ABI, plugins: null() };
        Self { is_filled: Mutex::new(false), table: UnsafeCell::new(table) }
    }

    /// Returns the table. Returns NULL if the host is too old, if a text of a plugin has a NUL byte, or if
    /// there is no memory. In the last case, a later call may succeed.
    pub fn get<const COUNT: usize>(
        &self,
        host_abi: u32,
        plugins: fn() -> [Option<*const sys::moya_plugin>; COUNT],
    ) -> *const sys::moya_module {
        if host_abi < sys::MOYA_PLUGIN_ABI {
            return null();
        }
        let mut is_filled = self.is_filled.lock().unwrap_or_else(PoisonError::into_inner);
        if !*is_filled {
            let list = || leaked_list(COUNT + 1, plugins().into_iter().chain([Some(null())]));
            match catch_unwind(list) {
                Ok(Some(list)) => unsafe { (*self.table.get()).plugins = list },
                Ok(None) => return null(),
                Err(panic) => {
                    dropped(panic);
                    return null();
                }
            }
            *is_filled = true;
        }
        self.table.get()
    }
}

/// Defines `moya_plugin_entry` for the plugins of a module: `module!(First, Second)`.
#[macro_export]
macro_rules! module {
    ($($plugin:ty),+ $(,)?) => {
        /// The only export of the module.
        #[no_mangle]
        pub extern "C" fn moya_plugin_entry(host_abi: u32) -> *const $crate::sys::moya_module {
            #[allow(unused_imports)]
            use $crate::table::{Module, Probe, Without, table};
            static MODULE: Module = Module::new();
            MODULE.get(host_abi, || {
                [$(table::<$plugin>(|it| {
                    it.close = Probe::<$plugin>::CLOSE;
                    it.prepare = Probe::<$plugin>::PREPARE;
                    it.sign = Probe::<$plugin>::SIGN;
                    it.will_send = Probe::<$plugin>::WILL_SEND;
                    it.did_receive = Probe::<$plugin>::DID_RECEIVE;
                    it.should_retry = Probe::<$plugin>::SHOULD_RETRY;
                    it.process = Probe::<$plugin>::PROCESS;
                    it.get_extension = Probe::<$plugin>::EXTENSION;
                })),+]
            })
        }
    };
}
