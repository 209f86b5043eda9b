//! An example plugin. It adds a header field to every request, waits before the request if the option wait_ms is set,
//! and counts the calls.

use moya_plugin::{Answer, Call, Log, Opt, Plugin, Prepare, Process, Result, Setup};
use std::sync::atomic::{AtomicU64, Ordering};

struct Template {
    value: String,
    wait_ms: i64,
    calls: AtomicU64, // hooks of different calls run at the same time
}

impl Plugin for Template {
    const ID: &'static str = "org.example.template";
    const VERSION: &'static str = "1.0.0";
    const ABOUT: &'static str = "Adds a header field to every request.";
    const LICENSE: &'static str = "MIT";
    const WAITS: bool = true;
    const OPTIONS: &'static [Opt] = &[
        Opt::text("value").about("The value of the field.").preset("\"template\""),
        Opt::int("wait_ms").about("How long each call waits.").range(0, 60_000),
    ];

    fn new(setup: &Setup) -> Result<Self> {
        let value = setup.option_text("value").to_string();
        Ok(Self { value, wait_ms: setup.option_int("wait_ms"), calls: AtomicU64::new(0) })
    }
}

impl Prepare for Template {
    fn prepare(&self, call: &mut Call) -> Result<Answer> {
        call.request_set_header("X-Template", &self.value)?;
        if self.wait_ms == 0 {
            return Ok(Answer::Continue);
        }
        call.defer()?.resume_after(self.wait_ms)?;
        Ok(Answer::Pending)
    }
}

impl Process for Template {
    fn process(&self, call: &mut Call) -> Result<Answer> {
        let calls = self.calls.fetch_add(1, Ordering::Relaxed) + 1;
        call.log(Log::Info, &format!("call {calls}"));
        Ok(Answer::Continue)
    }
}

moya_plugin::module!(Template);
