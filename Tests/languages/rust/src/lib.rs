//! The plugins that Tests/languages/plugins.c loads, in Rust.

use moya_plugin::*;
use std::time::Duration;

moya_plugin::module!(Bare, All, Editor, Thrower, Waiter, Timed);

/// Has no hooks.
struct Bare;
impl Plugin for Bare {
    const ID: &'static str = "org.libmoya.none";
    const VERSION: &'static str = "1.0.0";
    fn new(_: &Setup) -> Result<Self> {
        Ok(Self)
    }
}

/// Has all hooks.
struct All(Instance);
impl Plugin for All {
    const ID: &'static str = "org.libmoya.all";
    const VERSION: &'static str = "1.0.0";
    const ABOUT: &'static str = "Has all hooks.";
    const SECRET_HEADERS: &'static [&'static str] = &["X-One", "X-Two"];
    const WAITS: bool = true;
    fn new(setup: &Setup) -> Result<Self> {
        Ok(Self(setup.instance()))
    }
}
impl Close for All {
    fn close(&self, instance: &mut Call) -> Result<Answer> {
        instance.log(Log::Info, "close");
        Ok(Answer::Continue)
    }
}
impl Prepare for All {
    fn prepare(&self, call: &mut Call) -> Result<Answer> {
        call.log(Log::Info, "prepare");
        Ok(Answer::Continue)
    }
}
impl Sign for All {
    fn sign(&self, call: &mut Call) -> Result<Answer> {
        let signature = format!("{} {}", call.request_method().unwrap_or("?"), call.request_url().unwrap_or("?"));
        call.request_set_header("X-Signature", &signature)?;
        let mut random = [0; 32];
        self.0.random(&mut random)?;
        if random == [0; 32] || self.0.now_us() == 0 || self.0.date_us() < 1_600_000_000_000_000 {
            return Err(Error::new("no random bytes, or no clock"));
        }
        let mut sum = self.0.hash(Hash::Sha1, b"abc")?;
        sum.extend(self.0.hmac(Hash::Sha256, b"key", b"The quick brown fox jumps over the lazy dog")?);
        let digest: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
        call.request_set_header("X-Digest", &digest)?;
        Ok(Answer::Continue)
    }
}
impl WillSend for All {
    fn will_send(&self, call: &mut Call) {
        call.log(Log::Info, "will_send");
    }
}
impl DidReceive for All {
    fn did_receive(&self, call: &mut Call) {
        call.log(Log::Info, "did_receive");
    }
}
impl ShouldRetry for All {
    fn should_retry(&self, call: &mut Call) -> Option<Duration> {
        call.log(Log::Info, "should_retry");
        None
    }
}
impl Process for All {
    fn process(&self, call: &mut Call) -> Result<Answer> {
        call.log(Log::Info, "process");
        Ok(Answer::Continue)
    }
}
impl Body for All {
    fn head(&self, call: &mut Call) -> Result<bool> {
        call.response_remove_header("Content-Length")?;
        Ok(true)
    }
    fn chunk(&self, call: &mut Call, data: &[u8]) -> Result<()> {
        call.pass(data)
    }
    fn end(&self, call: &mut Call) -> Result<()> {
        call.pass(b"!")
    }
}

/// Changes the request and the response, and has a value in its slot.
struct Editor {
    value: String,
    instance: Instance,
}
struct Value {
    text: String,
    instance: Instance,
}
impl Drop for Value {
    fn drop(&mut self) {
        self.instance.log(Log::Info, "the slot is free");
    }
}
impl Plugin for Editor {
    const ID: &'static str = "org.libmoya.editor";
    const VERSION: &'static str = "1.0.0";
    const OPTIONS: &'static [Opt] =
        &[Opt::text("value").about("A value.").required(), Opt::texts("many").preset(r#"["a", "b"]"#)];
    fn new(setup: &Setup) -> Result<Self> {
        let value = format!("{}{}", setup.option_text("value"), setup.option_at("many", 1).unwrap_or("?"));
        Ok(Self { value, instance: setup.instance() })
    }
}
impl Prepare for Editor {
    fn prepare(&self, call: &mut Call) -> Result<Answer> {
        if call.attempt() != 1 || call.request_header("X-Value").is_some() || call.slot::<Value>().is_some() {
            return Err(Error::new("the call is not new"));
        }
        call.set_slot(Value { text: self.value.clone(), instance: self.instance })?;
        if call.set_slot(7) != Err(Error::with(sys::MOYA_ERROR_STATE, "the call has a value already")) {
            return Err(Error::new("a slot was set twice"));
        }
        if call.request_set_header("X-Value", "a\0b").is_ok() || call.request_set_header("Content-Length", "1").is_ok()
        {
            return Err(Error::new("a wrong field was set"));
        }
        call.request_set_header("X-Value", &self.value)?;
        Ok(Answer::Continue)
    }
}
impl Process for Editor {
    fn process(&self, call: &mut Call) -> Result<Answer> {
        let value = call.slot::<Value>().map(|it| it.text.clone()).unwrap_or_default();
        let body = String::from_utf8_lossy(call.response_body().unwrap_or(b"?"));
        let field = call.request_headers().find(|(name, _)| name.eq_ignore_ascii_case(b"x-value"));
        let field = String::from_utf8_lossy(field.map_or(b"?", |(_, value)| value));
        let body = format!("{body} {value} {field} {}", call.target_name().unwrap_or("?"));
        call.response_set_status(201)?;
        call.response_set_headers([(&b"X-Bytes"[..], &b"one"[..]), (&b"X-List"[..], &b""[..])])?;
        if call.response_headers().collect::<Vec<_>>() != [(&b"X-Bytes"[..], &b"one"[..]), (&b"X-List"[..], &b""[..])]
            || call.response_set_headers([(&b"X"[..], &b"a\0b"[..])]).is_ok()
        {
            return Err(Error::new("the list of fields is another one"));
        }
        call.response_set_header("X-Bytes", b"caf\xe9")?;
        if call.response_header("X-Bytes") != Some(&b"caf\xe9"[..])
            || call.response_set_header("X-Bytes", "a\0b").is_ok()
        {
            return Err(Error::new("the bytes of a field changed"));
        }
        call.response_set_body(body.as_bytes())?;
        Ok(Answer::Continue)
    }
}

/// Fails in the hook that the option names.
struct Thrower {
    hook: String,
    what: String,
}
/// Panics when the call releases its slot.
struct Bomb;
impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("with {}", "a text");
    }
}
impl Thrower {
    fn fail(&self, hook: &str) -> Result<Answer> {
        if self.hook != hook {
            return Ok(Answer::Continue);
        }
        match self.what.as_str() {
            "error" => Err(Error::with(sys::MOYA_ERROR_ARGUMENT, "an error with a status")),
            "empty" => Err(Error::with(sys::MOYA_ERROR_ARGUMENT, "")),
            "success" => Err(Error::with(sys::MOYA_OK, "an error that is none")),
            "plain" => Ok("no number".parse::<i32>().map(|_| Answer::Continue)?),
            "panic" => panic!("with {}", "a text"),
            _ => std::panic::panic_any(7),
        }
    }
}
impl Plugin for Thrower {
    const ID: &'static str = "org.libmoya.thrower";
    const VERSION: &'static str = "1.0.0";
    const OPTIONS: &'static [Opt] = &[Opt::text("in"), Opt::text("what")];
    fn new(setup: &Setup) -> Result<Self> {
        let it = Self { hook: setup.option_text("in").into(), what: setup.option_text("what").into() };
        it.fail("create").map(|_| it)
    }
}
impl Drop for Thrower {
    fn drop(&mut self) {
        let _ = self.fail("destroy");
    }
}
impl Prepare for Thrower {
    fn prepare(&self, call: &mut Call) -> Result<Answer> {
        if self.hook == "release_slot" {
            call.set_slot(Bomb)?;
        }
        match self.what.as_str() {
            "host" => call.request_set_url("no url")?,
            "host's text" => call.request_set_url("no url").map_err(|error| Error::new(error.to_string()))?,
            "host's response" => call.request_set_url("no url").map_err(Error::with_response)?,
            _ => (),
        }
        self.fail("prepare")
    }
}
impl WillSend for Thrower {
    fn will_send(&self, _: &mut Call) {
        let _ = self.fail("will_send");
    }
}
impl ShouldRetry for Thrower {
    fn should_retry(&self, _: &mut Call) -> Option<Duration> {
        self.fail("should_retry").ok().and(None)
    }
}
impl Process for Thrower {
    fn process(&self, _: &mut Call) -> Result<Answer> {
        self.fail("process")
    }
}

/// Waits in `prepare`.
struct Waiter {
    how: String,
}
impl Plugin for Waiter {
    const ID: &'static str = "org.libmoya.waiter";
    const VERSION: &'static str = "1.0.0";
    const WAITS: bool = true;
    const OPTIONS: &'static [Opt] = &[Opt::text("how").required()];
    fn new(setup: &Setup) -> Result<Self> {
        Ok(Self { how: setup.option_text("how").into() })
    }
}
impl Process for Waiter {
    fn process(&self, call: &mut Call) -> Result<Answer> {
        let many = |value: Option<&[u8]>| String::from_utf8_lossy(value.unwrap_or(b"?")).into_owned();
        match self.how.as_str() {
            "edited" => {
                let field = many(call.request_header("X-Many").map(str::as_bytes));
                let (method, url) = (call.request_method().unwrap_or("?"), call.request_url().unwrap_or("?"));
                let text = format!("{method} {url} {field}");
                call.response_set_body(text.as_bytes())?;
            }
            "stored" => {
                let field = many(call.response_header("X-Many"));
                let version = call.result_info(sys::MOYA_INFO_HTTP_VERSION);
                let text = format!("{} {version} {field}", call.response_url().unwrap_or("?"));
                call.response_set_body(text.as_bytes())?;
            }
            "hidden" => {
                let text = format!("{}{}", many(call.response_body()), call.redact(SECRET));
                call.response_set_body(text.as_bytes())?;
            }
            _ => (),
        }
        Ok(Answer::Continue)
    }
}
const SECRET: &str = "?token=hunter2\n€";
impl Prepare for Waiter {
    fn prepare(&self, call: &mut Call) -> Result<Answer> {
        let url = call.request_url().map(String::from);
        let mut waiting = call.defer()?;
        if call.request_url().is_some() || !call.option_text("how").is_empty() || call.defer().is_ok() {
            return Err(Error::new("a call that waits is not empty"));
        }
        if waiting.request_url() != url.as_deref() || waiting.option_text("how") != self.how {
            return Err(Error::new("a call that waits cannot be read"));
        }
        match self.how.as_str() {
            "timer" => waiting.resume_after(1)?,
            "error" => waiting.resume(Err(Error::with(sys::MOYA_ERROR_ARGUMENT, "no")))?,
            "late" => {
                waiting.resume(Ok(Answer::Continue))?;
                return Err(Error::with(sys::MOYA_ERROR_ARGUMENT, "too late, secret=hunter2&"));
            }
            "late panic" => {
                waiting.resume(Ok(Answer::Continue))?;
                panic!("too late, secret=hunter2&");
            }
            "late status" => {
                waiting.resume(Ok(Answer::Continue))?;
                call.request_set_header("X-Late", "1")?; // fails, because `defer` has emptied `call`
            }
            "late task" => waiting.after(1, |waiting, _| {
                let _ = waiting.resume(Ok(Answer::Continue));
                panic!("too late, secret=hunter2&");
            })?,
            "dropped" => drop(waiting),
            "undone" => return Ok(Answer::Continue),
            "failed" => return Err(Error::with(sys::MOYA_ERROR_ARGUMENT, "after all")),
            "forgotten" => waiting.after(1, |_, _| ())?,
            "moved" => std::thread::spawn(move || drop(waiting)).join().unwrap_or(()),
            "thread" => {
                std::thread::spawn(move || {
                    let how = waiting.option_text("how").to_string();
                    let set = waiting.request_set_header("X-Thread", &how);
                    let is_set = waiting.request_header("X-Thread") == Some("thread");
                    let result = if is_set { set } else { Err(Error::new("another thread cannot read the call")) };
                    let _ = waiting.resume(result.map(|_| Answer::Continue));
                });
            }
            "run" => waiting.after(1, |mut waiting, end| {
                let result = end.and_then(|_| waiting.request_set_header("X-Run", "1")).map(|_| Answer::Continue);
                let _ = waiting.resume(result);
            })?,
            "edited" => {
                waiting.request_set_method("PUT")?;
                waiting.request_set_url("http://offline.invalid/moved")?;
                waiting.request_add_header("X-Many", "a")?;
                waiting.request_add_header("X-Many", "b")?;
                waiting.resume(Ok(Answer::Continue))?;
            }
            "stored" => {
                waiting.response_set_body(b"")?;
                waiting.response_set_url("http://offline.invalid/stored")?;
                waiting.response_add_header("X-Many", "a")?;
                waiting.response_add_header("X-Many", "b")?;
                waiting.response_set_info(sys::MOYA_INFO_HTTP_VERSION, 20)?;
                waiting.resume(Ok(Answer::Answered))?;
            }
            "hidden" => {
                let text = waiting.redact(SECRET);
                waiting.response_set_body(text.as_bytes())?;
                waiting.resume(Ok(Answer::Answered))?;
            }
            "verbatim" => waiting.resume(Err(Error::with(sys::MOYA_ERROR_ARGUMENT, "again").verbatim()))?,
            "nameless" => waiting.resume(Err(Error::with(sys::MOYA_ERROR_ARGUMENT, "").verbatim()))?,
            "response" => {
                waiting.response_set_status(503)?;
                waiting.resume(Err(Error::with(sys::MOYA_ERROR_ARGUMENT, "refused").with_response()))?;
            }
            "answer" => {
                waiting.response_set_body(b"answered")?;
                waiting.resume(Ok(Answer::Answered))?;
            }
            "work" => waiting.work(|mut waiting, end| {
                let result = end.and_then(|_| waiting.response_set_body(b"answered")).map(|_| Answer::Answered);
                let _ = waiting.resume(result);
            })?,
            "send" | "resend" => {
                let url = if self.how == "send" { "http://offline.invalid/sub" } else { "no url" };
                let headers = &[("X-Sub", "1")];
                let request = Request { url, method: "POST", headers, body: b"question", ..Request::default() };
                waiting.send(&request, |mut waiting, result, end| {
                    let body = String::from_utf8_lossy(result.response_body().unwrap_or(b"?"));
                    let text = format!("{body} {}", result.http_status());
                    let result = end.and_then(|_| waiting.response_set_body(text.as_bytes())).map(|_| Answer::Answered);
                    let _ = waiting.resume(result);
                })?
            }
            _ => return Err(Error::new("how?")),
        }
        Ok(Answer::Pending)
    }
}

/// Sets two timers. Cancels the first one. The second one ends early, because the instance ends.
struct Timed;
impl Plugin for Timed {
    const ID: &'static str = "org.libmoya.timed";
    const VERSION: &'static str = "1.0.0";
    fn new(setup: &Setup) -> Result<Self> {
        const HOUR: i64 = 3_600_000;
        let task = setup.instance().after(HOUR, |_, _| panic!("a cancelled timer ran"))?;
        if !task.cancel() {
            return Err(Error::new("a timer was not cancelled"));
        }
        setup.instance().after(HOUR, |call, end| {
            let status = end.map_or_else(|error| error.status(), |_| sys::MOYA_OK);
            call.log(Log::Info, &format!("the timer ended with {status}"));
            panic!("a timer that throws");
        })?;
        Ok(Self)
    }
}
