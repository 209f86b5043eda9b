//! Adds a token to every call. For the first call, the plugin sends a request for the token. Until the response
//! arrives, all calls wait. This file becomes a separate module: `cargo build --release --offline --example token`.

use moya_plugin::{Answer, Call, Deferred, Error, Instance, Opt, Plugin, Prepare, Request, Result, Setup};
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

struct Token {
    instance: Instance,
    process: u32,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    token: Option<String>,
    waiting: Vec<Deferred>,
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs when the request for the token has ended. Stores the token, and lets the calls that wait continue with it.
/// Without a token, lets them fail with the error.
fn go_on(state: &Mutex<State>, token: Result<String>) {
    let waiting = {
        let mut state = lock(state);
        state.token = token.as_ref().ok().cloned();
        std::mem::take(&mut state.waiting)
    };
    for mut call in waiting {
        let added = token.clone().and_then(|it| call.request_set_header("Authorization", &it));
        let _ = call.resume(added.map(|_| Answer::Continue)); // an error: the call has ended
    }
}

fn read(response: &Call, end: Result<()>) -> Result<String> {
    end?;
    match (response.http_status(), response.response_body()) {
        (200, Some(body)) if !body.is_empty() => Ok(format!("Bearer {}", String::from_utf8_lossy(body).trim())),
        (status, _) => Err(Error::new(format!("there is no token: status {status}"))),
    }
}

impl Plugin for Token {
    const ID: &'static str = "org.example.token";
    const VERSION: &'static str = "1.0.0";
    const WAITS: bool = true;
    const SECRET_HEADERS: &'static [&'static str] = &["Authorization"];
    const OPTIONS: &'static [Opt] = &[Opt::text("url").about("Where the token comes from.").required()];

    fn new(setup: &Setup) -> Result<Self> {
        Ok(Self { instance: setup.instance(), process: process::id(), state: Arc::default() })
    }
}

impl Prepare for Token {
    fn prepare(&self, call: &mut Call) -> Result<Answer> {
        if process::id() != self.process {
            return Err(Error::new("a forked child cannot use the requests of its parent"));
        }
        let mut state = lock(&self.state);
        if let Some(token) = &state.token {
            call.request_set_header("Authorization", token)?;
            return Ok(Answer::Continue);
        }
        let waiting = call.defer()?;
        let url = waiting.option_text("url").to_string();
        state.waiting.push(waiting);
        let is_first = state.waiting.len() == 1;
        drop(state); // if `send` fails, `go_on` runs here and locks it again
        if is_first {
            let state = Arc::clone(&self.state);
            let request = Request { url: &url, method: "POST", name: "token", ..Request::default() };
            let sent = self.instance.send(&request, move |response, end| go_on(&state, read(response, end)));
            if let Err(error) = sent {
                go_on(&self.state, Err(error));
            }
        }
        Ok(Answer::Pending)
    }
}

moya_plugin::module!(Token);
