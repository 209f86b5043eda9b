use crate::panics::guarded;
use crate::{sys, table, text, Answer, Call, Context, Error, Log, Result};
use std::cell::Cell;
use std::ffi::CString;
use std::ops::{Deref, DerefMut};
use std::os::raw::{c_char, c_void};
use std::ptr::{null, null_mut};

/// Returns a table of the host by its name, or an error if the library does not have it.
pub(crate) fn extension<T>(host: *const sys::moya_host, name: &'static [u8]) -> Result<*const T> {
    let found = unsafe { ((*host).get_extension)(name.as_ptr() as *const c_char) } as *const T;
    if found.is_null() {
        return Err(Error::with(sys::MOYA_ERROR_STATE, "the library has no such extension"));
    }
    Ok(found)
}

/// The name of an instance, for tasks and for the log. Any thread may use it until the plugin is
/// dropped.
#[derive(Clone, Copy, Debug)]
pub struct Instance {
    pub(crate) host: *const sys::moya_host,
    pub(crate) context: *mut sys::moya_context,
}

// The host allows any thread, and does not follow these pointers.
unsafe impl Send for Instance {}
unsafe impl Sync for Instance {}

/// A call that waits. [`Deferred::resume`] lets it go on. If it is dropped before, the call fails.
///
/// It has the functions of [`Context`], on any thread: it reads options, the request and the result, and
/// changes what its hook may change. The call may end at any time, for example when it is out of time.
/// Afterwards functions that change something return an error. Texts stay valid. The value of
/// [`Call::slot`] may be dropped, so read it before [`Call::defer`].
#[derive(Debug)]
pub struct Deferred(Context<'static>);

unsafe impl Send for Deferred {}

impl Deref for Deferred {
    type Target = Context<'static>;
    fn deref(&self) -> &Context<'static> {
        &self.0
    }
}

impl DerefMut for Deferred {
    fn deref_mut(&mut self) -> &mut Context<'static> {
        &mut self.0
    }
}

/// A task that was started.
#[derive(Debug)]
pub struct Task {
    owner: Instance,
    number: u64,
    run: *mut c_void,
}

unsafe impl Send for Task {}
unsafe impl Sync for Task {}

/// A request of the plugin itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request<'a> {
    /// An absolute URL.
    pub url: &'a str,
    /// `""`: GET.
    pub method: &'a str,
    /// Names and values.
    pub headers: &'a [(&'a str, &'a str)],
    /// The body.
    pub body: &'a [u8],
    /// The total timeout; 0: 30 000.
    pub timeout_ms: u32,
    /// The name of the request, which logs and other plugins see after the plugin's name.
    pub name: &'a str,
    /// True if the request passes no other plugin.
    pub bare: bool,
    /// True if a status of 3xx is a result like any other.
    pub no_redirects: bool,
}

type Run = Box<dyn FnOnce(&mut Call, Result<()>) + Send>;
type Start<'a> = &'a dyn Fn(*const sys::moya_tasks, *mut c_void, *mut u64) -> i32;

unsafe extern "C" fn run(instance: *mut c_void, context: *mut sys::moya_context, user: *mut c_void, status: i32) {
    let user = Box::from_raw(user as *mut (*const sys::moya_host, Run));
    let (host, run) = *user;
    // The function may resume the owner, and the log does not know a context that has ended.
    let log = (instance as *const Instance).as_ref().copied().unwrap_or(Instance { host, context });
    guarded(log, (), move || run(&mut Call::new(host, context), Error::check(status)));
}

impl Instance {
    /// Calls `run` after `ms` milliseconds. If the instance ends earlier, calls `run` with an
    /// error.
    pub fn after<F>(self, ms: i64, run: F) -> Result<Task>
    where
        F: FnOnce(&mut Call, Result<()>) + Send + 'static,
    {
        self.start(Box::new(run), &|tasks, user, number| unsafe {
            ((*tasks).after)(self.context, ms, Some(self::run), user, number)
        })
    }
    /// Calls `run` on a thread where it may block.
    pub fn work<F>(self, run: F) -> Result<Task>
    where
        F: FnOnce(&mut Call, Result<()>) + Send + 'static,
    {
        self.start(Box::new(run), &|tasks, user, number| unsafe {
            ((*tasks).work)(self.context, Some(self::run), user, number)
        })
    }
    /// Sends a request. `run` receives the result.
    pub fn send<F>(self, request: &Request, run: F) -> Result<Task>
    where
        F: FnOnce(&mut Call, Result<()>) + Send + 'static,
    {
        let texts = request.texts()?;
        let (headers, request) = request.lowered(&texts);
        let task = self.start(Box::new(run), &|tasks, user, number| unsafe {
            ((*tasks).send)(self.context, &request, Some(self::run), user, number)
        });
        drop(headers); // the request points into them
        task
    }
    /// Writes a line to the log.
    pub fn log(self, level: Log, line: &str) {
        unsafe { ((*self.host).log)(self.context, level as i32, text::message(line).as_ptr()) }
    }

    fn deferred(self) -> Deferred {
        unsafe { Deferred::new(self.host, self.context) }
    }
    fn start(self, run: Run, start: Start) -> Result<Task> {
        let tasks = extension::<sys::moya_tasks>(self.host, sys::MOYA_TASKS)?;
        let run = Box::into_raw(Box::new((self.host, run)));
        let mut number = 0;
        if let Err(error) = Error::check(start(tasks, run as *mut c_void, &mut number)) {
            drop(unsafe { Box::from_raw(run) });
            return Err(error);
        }
        Ok(Task { owner: self, number, run: run as *mut c_void })
    }
}

impl Task {
    /// Stops the task. Returns true if its function will not be called.
    pub fn cancel(self) -> bool {
        let tasks = match extension::<sys::moya_tasks>(self.owner.host, sys::MOYA_TASKS) {
            Ok(tasks) => tasks,
            Err(_) => return false,
        };
        let stopped = unsafe { ((*tasks).cancel)(self.owner.context, self.number) } == 1;
        if stopped {
            drop(unsafe { Box::from_raw(self.run as *mut (*const sys::moya_host, Run)) });
        }
        stopped
    }
}

impl Request<'_> {
    fn texts(&self) -> Result<Vec<CString>> {
        let fields = self.headers.iter().flat_map(|(name, value)| [*name, *value]);
        [self.url, self.method, self.name].into_iter().chain(fields).map(text::lowered).collect()
    }

    fn lowered(&self, texts: &[CString]) -> (Vec<sys::moya_header>, sys::moya_sub_request) {
        let given = |at: usize| if texts[at].as_bytes().is_empty() { null() } else { texts[at].as_ptr() };
        let field = |pair: &[CString]| sys::moya_header { name: pair[0].as_ptr(), value: pair[1].as_ptr() };
        let headers: Vec<_> = texts[3..].chunks(2).map(field).collect();
        let request = sys::moya_sub_request {
            size: std::mem::size_of::<sys::moya_sub_request>() as u32,
            flags: if self.bare { sys::MOYA_SUB_BARE as u32 } else { 0 }
                | if self.no_redirects { sys::MOYA_SUB_NO_REDIRECTS as u32 } else { 0 },
            timeout_ms: self.timeout_ms,
            header_stride: 0,
            name: given(2),
            method: given(1),
            url: given(0),
            headers: headers.as_ptr(),
            header_count: headers.len(),
            body: self.body.as_ptr() as *const c_void,
            body_len: self.body.len(),
        };
        (headers, request)
    }
}

impl Deferred {
    /// # Safety
    /// The context must be deferred, and no other `Deferred` may own it.
    pub(crate) unsafe fn new(host: *const sys::moya_host, context: *mut sys::moya_context) -> Self {
        Self(Context::new(host, context))
    }

    /// Lets the call go on with the result of the hook. Returns an error if the call has ended.
    pub fn resume(mut self, result: Result<Answer>) -> Result<()> {
        let context = std::mem::replace(&mut self.context, null_mut());
        let status = table::lowered(self.host, context, result);
        Hook::of(context, |hook| hook.gave.set(true));
        Error::check(unsafe { ((*self.host).resume)(context, status) })
    }
    /// Lets a timer resume the call with [`Answer::Continue`]. If this function returns an error,
    /// the call fails too.
    pub fn resume_after(self, ms: i64) -> Result<()> {
        self.start(|it| {
            let tasks = extension::<sys::moya_tasks>(it.host, sys::MOYA_TASKS)?;
            Error::check(unsafe { ((*tasks).after)(it.context, ms, None, null_mut(), null_mut()) })
        })
    }

    /// Calls `run` after `ms` milliseconds. If the call ends earlier, calls `run` with an error. If
    /// this function returns an error, the call fails too.
    pub fn after<F>(self, ms: i64, run: F) -> Result<()>
    where
        F: FnOnce(Deferred, Result<()>) + Send + 'static,
    {
        self.start(|it| it.after(ms, move |_, end| run(it.deferred(), end)).map(|_| ()))
    }
    /// Calls `run` on a thread where it may block. Errors as with [`Deferred::after`].
    pub fn work<F>(self, run: F) -> Result<()>
    where
        F: FnOnce(Deferred, Result<()>) + Send + 'static,
    {
        self.start(|it| it.work(move |_, end| run(it.deferred(), end)).map(|_| ()))
    }
    /// Sends a request. `run` receives the result. Errors as with [`Deferred::after`].
    pub fn send<F>(self, request: &Request, run: F) -> Result<()>
    where
        F: FnOnce(Deferred, &mut Call, Result<()>) + Send + 'static,
    {
        self.start(|it| it.send(request, move |result, end| run(it.deferred(), result, end)).map(|_| ()))
    }
    /// Gives the context to a task. If the task does not start, returns the reason, and the call
    /// fails with it.
    fn start(mut self, start: impl FnOnce(Instance) -> Result<()>) -> Result<()> {
        let owner = self.owner();
        self.context = null_mut();
        let started = start(owner);
        match &started {
            Ok(()) => Hook::of(owner.context, |hook| hook.gave.set(true)).unwrap_or(()),
            Err(error) => match Hook::of(owner.context, |hook| hook.dropped.set(true)) {
                Some(()) => (),
                None => owner.deferred().resume(Err(error.clone())).unwrap_or(()),
            },
        }
        started
    }
    fn owner(&self) -> Instance {
        Instance { host: self.host, context: self.context }
    }
}

impl Drop for Deferred {
    fn drop(&mut self) {
        // Inside the hook that deferred the call, the result of the hook decides what happens to
        // the call.
        if self.context.is_null() || Hook::of(self.context, |hook| hook.dropped.set(true)).is_some() {
            return;
        }
        let why = text::message(DROPPED);
        unsafe {
            ((*self.host).fail)(self.context, why.as_ptr());
            ((*self.host).resume)(self.context, sys::MOYA_ERROR_PLUGIN_HOOK);
        }
    }
}

pub(crate) const DROPPED: &str = "the plugin dropped the call";

/// The hook that runs on this thread.
pub(crate) struct Hook {
    context: *mut sys::moya_context,
    before: *const Hook,
    /// A [`Deferred`] was dropped, and the context is still deferred.
    pub(crate) dropped: Cell<bool>,
    /// A [`Deferred`] was resumed or given to a task, so the context may have ended.
    pub(crate) gave: Cell<bool>,
}

thread_local! {
    static RUNNING: Cell<*const Hook> = const { Cell::new(null()) };
}

impl Hook {
    pub(crate) fn run<T>(context: *mut sys::moya_context, run: impl FnOnce(&Hook) -> T) -> T {
        let before = RUNNING.with(|it| it.get());
        let hook = Hook { context, before, dropped: Cell::new(false), gave: Cell::new(false) };
        RUNNING.with(|it| it.set(&hook));
        run(&hook)
    }
    fn of<T>(context: *mut sys::moya_context, run: impl FnOnce(&Hook) -> T) -> Option<T> {
        let hook = unsafe { RUNNING.with(|it| it.get()).as_ref() }?;
        (hook.context == context).then(|| run(hook))
    }
}

impl Drop for Hook {
    fn drop(&mut self) {
        RUNNING.with(|it| it.set(self.before));
    }
}
