//! Sends a second request if the first one is slow. The first response that arrives answers the call. This file becomes
//! a separate module: `cargo build --release --offline --example hedge`.

use moya_plugin::{Answer, Call, Deferred, Error, Instance, Opt, Plugin, Prepare, Request, Result, Setup, Task};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

struct Hedge {
    instance: Instance,
    delay_ms: i64,
}

/// What the closures of the tasks and the slot of the call share: the call that waits, and the requests and tasks that
/// run for it.
#[derive(Default)]
struct Race {
    waiting: Option<Deferred>,
    running: u32, // how many requests have been sent and have no response
    tasks: Vec<Task>,
}

type Shared = Arc<Mutex<Race>>;

fn lock(race: &Shared) -> MutexGuard<'_, Race> {
    race.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The slot value of a call. The library drops it when the call ends, even if the call was cancelled. Then the request
/// that still runs is cancelled, too.
struct End(Shared);

impl Drop for End {
    fn drop(&mut self) {
        let tasks = std::mem::take(&mut lock(&self.0).tasks);
        for task in tasks {
            task.cancel();
        }
    }
}

/// A copy of the call's request. The timer needs it after `prepare` has returned, when the call can no longer be read.
struct Copied {
    url: String,
    method: String,
    headers: Vec<(String, String)>,
    timeout_ms: u32,
}

impl Copied {
    fn of(call: &Call) -> Result<Self> {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec());
        let field = |(name, value)| Ok((text(name)?, text(value)?));
        Ok(Self {
            url: call.request_url().unwrap_or_default().to_string(),
            method: call.request_method().unwrap_or_default().to_string(),
            headers: call.request_headers().map(field).collect::<Result<_>>()?,
            timeout_ms: u32::try_from(call.time_left_ms()).unwrap_or(0), // time_left_ms is −1 if there is no limit
        })
    }

    fn send(&self, instance: Instance, race: &Shared) -> Result<()> {
        let headers: Vec<_> = self.headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let request = Request {
            url: &self.url,
            method: &self.method,
            headers: &headers,
            timeout_ms: self.timeout_ms,
            name: "hedge",
            ..Request::default()
        };
        let shared = Arc::clone(race);
        let mut state = lock(race); // `finish` waits for this lock, so the request is counted first
        let task = instance.send(&request, move |response, end| finish(&shared, response, end))?;
        state.running += 1;
        state.tasks.push(task);
        Ok(())
    }
}

fn finish(race: &Shared, response: &Call, end: Result<()>) {
    let mut state = lock(race);
    state.running -= 1;
    if end.is_err() && state.running > 0 {
        return; // the other request may still get a response
    }
    let waiting = state.waiting.take();
    drop(state);
    if let Some(mut call) = waiting {
        let reason = |it: Error| Error::with(it.status(), response.error_message().unwrap_or_default());
        let answer = end.map_err(reason).and_then(|_| copy(response, &mut call));
        let _ = call.resume(answer.map(|_| Answer::Answered)); // an error: the call has ended
    }
}

fn copy(response: &Call, call: &mut Deferred) -> Result<()> {
    call.response_set_status(response.http_status())?;
    for (name, value) in response.response_headers() {
        call.response_add_header(std::str::from_utf8(name)?, value)?;
    }
    call.response_set_body(response.response_body().unwrap_or_default())?;
    call.response_set_url(response.response_url().unwrap_or_default())
}

impl Plugin for Hedge {
    const ID: &'static str = "org.example.hedge";
    const VERSION: &'static str = "1.0.0";
    const WAITS: bool = true;
    const OPTIONS: &'static [Opt] =
        &[Opt::int("delay_ms").about("When the second request is sent.").preset("200").range(1, 60_000)];

    fn new(setup: &Setup) -> Result<Self> {
        Ok(Self { instance: setup.instance(), delay_ms: setup.option_int("delay_ms") })
    }
}

impl Hedge {
    fn race(&self, copied: Copied, race: &Shared) -> Result<()> {
        copied.send(self.instance, race)?;
        let (instance, shared) = (self.instance, Arc::clone(race));
        let timer = self.instance.after(self.delay_ms, move |_, end| {
            let waits = end.is_ok() && lock(&shared).waiting.is_some();
            if waits {
                let _ = copied.send(instance, &shared); // an error: the first request continues alone
            }
        })?;
        lock(race).tasks.push(timer);
        Ok(())
    }
}

impl Prepare for Hedge {
    fn prepare(&self, call: &mut Call) -> Result<Answer> {
        // A request that changes something must not be sent twice. If the call has a value in its slot already, this is
        // a retry, which is sent as it is.
        if !matches!(call.request_method(), Some("GET" | "HEAD")) || call.slot::<End>().is_some() {
            return Ok(Answer::Continue);
        }
        let (copied, race) = (Copied::of(call)?, Shared::default());
        call.set_slot(End(Arc::clone(&race)))?;
        lock(&race).waiting = Some(call.defer()?);
        if let Err(error) = self.race(copied, &race) {
            let waiting = lock(&race).waiting.take();
            drop(waiting); // the call waits no longer, and fails with the error
            return Err(error);
        }
        Ok(Answer::Pending)
    }
}

moya_plugin::module!(Hedge);
