use crate::panics::guarded;
use crate::text::Text;
use crate::{sys, table, text, Answer, Call, Context, Error, Log, Result};
use std::cell::Cell;
use std::ops::{Deref, DerefMut};
use std::os::raw::{c_char, c_void};
use std::ptr::{null, null_mut};

/// Returns a table of the host by its name, or an error if the library does not have it.
pub(crate) fn extension<T>(host: *const sys::moya_host, name: &'static [u8]) -> Result<*const T> {
    let found = unsafe { ((*host).get_extension)(name.as_ptr() as *const c_char) } as *const T;
    if found.is_null() {
        return Err(Error::literal(sys::MOYA_ERROR_STATE, "the library has no such extension"));
    }
    Ok(found)
}

/// A handle of an instance, for clocks, tasks, hashes and the log.
/// [`Setup::instance`](crate::Setup::instance) returns it, and a plugin stores it. It is a small value
/// that can be copied. Any thread may use it until the plugin is dropped. In the comments of the C
/// headers it is `self`.
///
/// The functions that start a task are those of `moya/plugin/tasks.h`. The closure of a task is called
/// once, and never inside the function that starts it. If the instance ends first, the closure gets an
/// error with `MOYA_ERROR_CANCELLED`. If a function cannot start a task, it drops the closure and
/// returns an error: `MOYA_ERROR_STATE` if the instance ends, `MOYA_ERROR_FORKED` if the instance
/// belongs to the parent process, `MOYA_ERROR_MEMORY` or `MOYA_ERROR_SYSTEM`.
///
/// The closures of timers and requests of one instance run one after another, and must not block. Hooks
/// may run at the same time.
#[derive(Clone, Copy, Debug)]
pub struct Instance {
    pub(crate) host: *const sys::moya_host,
    pub(crate) context: *mut sys::moya_context,
}

// The host allows any thread, and does not follow these pointers.
unsafe impl Send for Instance {}
unsafe impl Sync for Instance {}

/// A call that waits. [`Deferred::resume`] lets the call continue. If the `Deferred` is dropped
/// earlier, the call fails. A `Deferred` can be stored, also in a queue that calls share, and moved
/// to another thread.
///
/// A `Deferred` has the functions of [`Context`], on any thread. It reads options, the request and the
/// result, and changes what its hook may change. The call may end at any time, for example when it is
/// out of time. After that, functions that change something return an error, but texts stay valid. The
/// value of [`Call::slot`] may be dropped when the call ends, so read it before [`Call::defer`].
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

/// A task of an [`Instance`] that was started: a timer, a closure that may block, or a request.
/// Dropping this value does not stop the task.
#[derive(Debug)]
pub struct Task {
    owner: Instance,
    number: u64,
    run: *mut c_void,
}

unsafe impl Send for Task {}
unsafe impl Sync for Task {}

/// A request that the plugin makes: `moya_sub_request` in C. It goes through the plugins that were added
/// after this one. It uses the connections, cookies, limits and stub rules of the provider, but not the
/// base URL, headers and credential of the provider. The library copies it.
///
/// ```
/// # use moya_plugin::{Instance, Log, Request, Result};
/// fn report(instance: Instance, body: &[u8]) -> Result<()> {
///     let headers = &[("Content-Type", "application/json")];
///     let url = "https://example.org/report";
///     let request = Request { url, method: "POST", headers, body, timeout_ms: 5000, ..Request::default() };
///     instance.send(&request, |response, end| match end {
///         Ok(()) => response.log(Log::Info, &format!("the report got {}", response.http_status())),
///         Err(error) => response.log(Log::Warning, &format!("no report: {error}")),
///     })?;
///     Ok(())
/// }
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Request<'a> {
    /// An absolute URL. Required.
    pub url: &'a str,
    /// The method. `""`: GET.
    pub method: &'a str,
    /// The names and values of header fields.
    pub headers: &'a [(&'a str, &'a str)],
    /// The body.
    pub body: &'a [u8],
    /// The total timeout in milliseconds; 0: 30 000. For [`Deferred::send`], the time that the call has
    /// left is a limit, too.
    pub timeout_ms: u32,
    /// The name of the request, which logs and other plugins see after the plugin's name.
    pub name: &'a str,
    /// True if no plugin sees the request (`MOYA_SUB_BARE`).
    pub bare: bool,
    /// True if the library follows no redirects, so that a status of 3xx is a result like any other
    /// (`MOYA_SUB_NO_REDIRECTS`).
    pub no_redirects: bool,
}

type Run = Box<dyn FnOnce(&mut Call, Result<()>) + Send>;
type Start<'a> = &'a dyn Fn(*const sys::moya_tasks, *mut c_void, *mut u64) -> i32;

unsafe extern "C" fn run(instance: *mut c_void, context: *mut sys::moya_context, user: *mut c_void, status: i32) {
    let user = Box::from_raw(user as *mut (*const sys::moya_host, Run));
    let (host, run) = *user;
    // `run` may resume the call that owns the task. Then `context` ends, and the log does not
    // accept it any more. So a panic is logged with the context of the instance.
    let log = (instance as *const Instance).as_ref().copied().unwrap_or(Instance { host, context });
    guarded(log, (), move || run(&mut Call::new(host, context), Error::check("the task", status)));
}

impl Instance {
    /// Calls `run` after `ms` milliseconds, or soon if `ms` is not positive. If the instance ends
    /// earlier, calls `run` with an error. The [`Call`] of `run` has the options and the log.
    pub fn after<F>(self, ms: i64, run: F) -> Result<Task>
    where
        F: FnOnce(&mut Call, Result<()>) + Send + 'static,
    {
        self.start("after", text::boxed(run)?, &|tasks, user, number| unsafe {
            ((*tasks).after)(self.context, ms, Some(self::run), user, number)
        })
    }
    /// Calls `run` on one of at most four threads that the process has for this. There `run` may
    /// block, unless its second argument is an error.
    pub fn work<F>(self, run: F) -> Result<Task>
    where
        F: FnOnce(&mut Call, Result<()>) + Send + 'static,
    {
        self.start("work", text::boxed(run)?, &|tasks, user, number| unsafe {
            ((*tasks).work)(self.context, Some(self::run), user, number)
        })
    }
    /// Sends a request. `run` receives the result, whatever the HTTP status is. Its [`Call`] reads the
    /// response until `run` returns. If there is no response, `run` receives the error. Further errors
    /// of this function: `MOYA_ERROR_ARGUMENT`, `MOYA_ERROR_INVALID_URL` and
    /// `MOYA_ERROR_INVALID_REQUEST`, if the request is invalid.
    ///
    /// The request does not end with a call. To stop it when a call ends, store its [`Task`] in the
    /// [slot](Call::set_slot), and [cancel](Task::cancel) it in `drop` of the slot.
    pub fn send<F>(self, request: &Request, run: F) -> Result<Task>
    where
        F: FnOnce(&mut Call, Result<()>) + Send + 'static,
    {
        let texts = request.texts()?;
        let (headers, request) = request.lowered(&texts)?;
        let task = self.start("send", text::boxed(run)?, &|tasks, user, number| unsafe {
            ((*tasks).send)(self.context, &request, Some(self::run), user, number)
        });
        drop(headers); // the request points into them
        task
    }
    /// Writes a line to the log, as [`Context::log`] does.
    pub fn log(self, level: Log, line: &str) {
        unsafe { ((*self.host).log)(self.context, level as i32, text::message(line).as_ptr()) }
    }

    fn deferred(self) -> Deferred {
        unsafe { Deferred::new(self.host, self.context) }
    }
    fn start(self, function: &'static str, run: Run, start: Start) -> Result<Task> {
        let tasks = extension::<sys::moya_tasks>(self.host, sys::MOYA_TASKS)?;
        let run = Box::into_raw(text::boxed((self.host, run))?);
        let mut number = 0;
        if let Err(error) = Error::check(function, start(tasks, run as *mut c_void, &mut number)) {
            drop(unsafe { Box::from_raw(run) });
            return Err(error);
        }
        Ok(Task { owner: self, number, run: run as *mut c_void })
    }
}

impl Task {
    /// Stops the task. Returns true if its closure will not be called. The closure is then dropped.
    /// Returns false if the closure was called, is running or will be called. Any thread may call this.
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
    fn texts(&self) -> Result<Vec<Text>> {
        let fields = self.headers.iter().flat_map(|(name, value)| [*name, *value]);
        let mut texts = Vec::new();
        texts.try_reserve_exact(3 + 2 * self.headers.len()).map_err(|_| Error::memory())?;
        for each in [self.url, self.method, self.name].into_iter().chain(fields) {
            texts.push(text::lowered(each)?);
        }
        Ok(texts)
    }

    fn lowered(&self, texts: &[Text]) -> Result<(Vec<sys::moya_header>, sys::moya_sub_request)> {
        let given = |at: usize| if texts[at].is_empty() { null() } else { texts[at].as_ptr() };
        let field = |pair: &[Text]| sys::moya_header { name: pair[0].as_ptr(), value: pair[1].as_ptr() };
        let mut headers = Vec::new();
        headers.try_reserve_exact(self.headers.len()).map_err(|_| Error::memory())?;
        headers.extend(texts[3..].chunks(2).map(field));
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
        Ok((headers, request))
    }
}

impl Deferred {
    /// # Safety
    /// The context must be deferred, and no other `Deferred` may own it.
    pub(crate) unsafe fn new(host: *const sys::moya_host, context: *mut sys::moya_context) -> Self {
        Self(Context::new(host, context))
    }

    /// Lets the call continue with the result of the hook. The call runs on the thread of its
    /// hooks, and not inside this function, so the caller may hold a lock. `MOYA_ERROR_STATE`: the
    /// call has ended, and nothing happens.
    pub fn resume(mut self, result: Result<Answer>) -> Result<()> {
        let context = std::mem::replace(&mut self.context, null_mut());
        let status = table::lowered(self.host, context, result);
        Hook::of(context, |hook| hook.gave.set(true));
        Error::check("resume", unsafe { ((*self.host).resume)(context, status) })
    }
    /// Lets a timer resume the call with [`Answer::Continue`] after `ms` milliseconds. If this function
    /// returns an error, the call fails too.
    pub fn resume_after(self, ms: i64) -> Result<()> {
        self.start(|it| {
            let tasks = extension::<sys::moya_tasks>(it.host, sys::MOYA_TASKS)?;
            Error::check("resume_after", unsafe { ((*tasks).after)(it.context, ms, None, null_mut(), null_mut()) })
        })
    }

    /// Calls `run` after `ms` milliseconds. If the call ends earlier, calls `run` with an error.
    /// `run` resumes the call. If this function returns an error, the call fails too.
    ///
    /// To run several tasks for one call, share the `Deferred` in an
    /// `Arc<Mutex<Option<Deferred>>>`, and start the tasks with functions of the [`Instance`].
    pub fn after<F>(self, ms: i64, run: F) -> Result<()>
    where
        F: FnOnce(Deferred, Result<()>) + Send + 'static,
    {
        self.start(|it| it.after(ms, move |_, end| run(it.deferred(), end)).map(|_| ()))
    }
    /// Calls `run` on a thread where it may block, as [`Instance::work`] does. If this function
    /// returns an error, the call fails too.
    pub fn work<F>(self, run: F) -> Result<()>
    where
        F: FnOnce(Deferred, Result<()>) + Send + 'static,
    {
        self.start(|it| it.work(move |_, end| run(it.deferred(), end)).map(|_| ()))
    }
    /// Sends a request, as [`Instance::send`] does, but the request ends with the call. `run`
    /// receives the call that waits, a [`Call`] that reads the response, and the error of the
    /// request, if any. If this function returns an error, the call fails too.
    pub fn send<F>(self, request: &Request, run: F) -> Result<()>
    where
        F: FnOnce(Deferred, &mut Call, Result<()>) + Send + 'static,
    {
        self.start(|it| it.send(request, move |result, end| run(it.deferred(), result, end)).map(|_| ()))
    }
    /// Gives the context to a task. If the task does not start, returns the reason, and the call fails
    /// with this reason.
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
        // If the hook that deferred the call still runs, its result decides what happens to the
        // call, so there is nothing to do here.
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

/// The hook that runs on this thread, and what happens to its context. With it, a [`Deferred`]
/// finds out whether it is dropped inside its own hook.
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
