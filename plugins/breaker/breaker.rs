//! The plugin of the module `breaker`. It stops calls to an origin that fails. After a while, it lets a few calls pass
//! as probes, to find out whether the origin works again.

mod circuit;
mod circuits;
mod fork;
mod origin;
mod outcome;

use circuit::{Admission, Cause, Change, Place, Rules};
use circuits::Circuits;
use fork::lock;
use moya_plugin::{sys, Answer, Call, DidReceive, Error, Instance, Log, Opt, Plugin, Prepare, Result, Setup};
use origin::origin;
use outcome::Statuses;
use std::sync::{Arc, Mutex};

struct Breaker {
    instance: Instance,
    statuses: Statuses,
    rules: Rules,
    circuits: Arc<Circuits>,
}

/// The slot value of a call that is a probe. It stores which place for a probe the call has taken (circuit.rs). The
/// call frees the place when it has a result. If the call ends without a result, `drop` frees the place.
struct Probe {
    circuits: Arc<Circuits>,
    taken: Mutex<Option<Taken>>,
}

struct Taken {
    origin: String,
    place: Place,
}

impl Probe {
    fn give_back(&self) {
        if let Some(taken) = lock(&self.taken).take() {
            self.circuits.give_back(&taken.origin, taken.place);
        }
    }
}

impl Drop for Probe {
    fn drop(&mut self) {
        self.give_back();
    }
}

impl Plugin for Breaker {
    const ID: &'static str = "moya.breaker";
    const VERSION: &'static str = "1.0.0";
    const ABOUT: &'static str = "Stops calls to an origin that fails, until probes succeed.";
    const LICENSE: &'static str = "MIT";
    const OPTIONS: &'static [Opt] = &[
        Opt::int("failures")
            .about("How many failures in a row open a circuit; 0: no limit.")
            .preset("5")
            .range(0, 1_000_000),
        Opt::number("ratio").about("Which part of the results opens a circuit if they are failures; 0: no limit."),
        Opt::int("least_results")
            .about("How many results the window needs before the ratio counts.")
            .preset("20")
            .range(1, 1_000_000),
        Opt::int("window_ms").about("How long a result counts for the ratio.").preset("10000").range(100, 86_400_000),
        Opt::int("open_ms").about("How long an open circuit refuses calls.").preset("30000").range(1, 86_400_000),
        Opt::int("probes").about("How many probes of an origin run at a time.").preset("1").range(1, 1000),
        Opt::int("successes").about("How many successful probes close a circuit.").preset("1").range(1, 1000),
        Opt::texts("statuses").about("The HTTP statuses that are failures, like 503 or 5xx.").preset("[\"5xx\"]"),
    ];

    fn new(setup: &Setup) -> Result<Self> {
        let rules = rules(setup);
        if !(0.0..=1.0).contains(&rules.ratio) {
            return Err(argument("the option `ratio` is not a number from 0 to 1"));
        }
        let texts = (0..setup.option_count("statuses")).filter_map(|at| setup.option_at("statuses", at));
        let statuses = Statuses::read(texts)
            .map_err(|text| argument(format!("`{text}` in the option `statuses` is not a status like 503 or 5xx")))?;
        let circuits = Circuits::new(rules).ok_or_else(|| Error::with(sys::MOYA_ERROR_MEMORY, "there is no memory"))?;
        Ok(Self { instance: setup.instance(), statuses, rules, circuits: Arc::new(circuits) })
    }
}

fn argument(message: impl Into<String>) -> Error {
    Error::with(sys::MOYA_ERROR_ARGUMENT, message)
}

fn rules(setup: &Setup) -> Rules {
    let count = |name| u32::try_from(setup.option_int(name)).unwrap_or(0);
    let us = |name| u64::try_from(setup.option_int(name)).unwrap_or(0) * 1000;
    Rules {
        failures: count("failures"),
        ratio: setup.option_number("ratio"),
        least_results: count("least_results"),
        window_us: us("window_ms"),
        open_us: us("open_ms"),
        probes: count("probes"),
        successes: count("successes"),
    }
}

impl Prepare for Breaker {
    fn prepare(&self, call: &mut Call) -> Result<Answer> {
        if self.circuits.admits_all() {
            return Ok(Answer::Continue);
        }
        // An earlier attempt of this call may have been a probe that ended without a result. It then still takes one of
        // the circuit's places for probes.
        if let Some(probe) = call.slot::<Probe>() {
            probe.give_back();
        }
        let origin = match call.request_url().and_then(origin) {
            Some(origin) => origin,
            None => return Ok(Answer::Continue),
        };
        match self.circuits.admit(&origin, self.instance.now_us()) {
            Admission::Pass => (),
            Admission::Probe(place) => {
                let taken = Taken { origin: origin.into_owned(), place };
                self.take(call, taken)?;
            }
            Admission::Open { left_us, cause } => {
                return Err(Error::new(format!(
                    "{origin} gets no calls for {} more, because {}",
                    duration(left_us),
                    reason(cause)
                )))
            }
            Admission::Probing { left_us } => {
                return Err(Error::new(format!(
                    "{origin} gets no calls until a probe has succeeded; another probe may begin in {}",
                    duration(left_us)
                )))
            }
        }
        Ok(Answer::Continue)
    }
}

impl Breaker {
    /// Stores in the slot of a call that the call is a probe, with the place that it takes (circuit.rs).
    fn take(&self, call: &mut Call, taken: Taken) -> Result<()> {
        match call.slot::<Probe>() {
            Some(probe) => *lock(&probe.taken) = Some(taken),
            None => {
                let probe = Probe { circuits: Arc::clone(&self.circuits), taken: Mutex::new(Some(taken)) };
                call.set_slot(probe)?; // an error drops the probe, which gives its place back
            }
        }
        Ok(())
    }

    fn log(&self, call: &Call, origin: &str, change: Option<Change>) {
        match change {
            Some(Change::Opened(cause)) => call.log(
                Log::Warning,
                &format!("{origin} gets no calls for {}, because {}", duration(self.rules.open_us), reason(cause)),
            ),
            Some(Change::Closed) => call.log(Log::Info, &format!("{origin} gets calls again")),
            None => (),
        }
    }
}

impl DidReceive for Breaker {
    fn did_receive(&self, call: &mut Call) {
        let is_failure = self.statuses.is_failure(call.result_status(), call.http_status());
        if is_failure != Some(true) && self.circuits.ignores_successes() {
            return;
        }
        let taken = call.slot::<Probe>().and_then(|probe| lock(&probe.taken).take());
        match (is_failure, taken) {
            (Some(is_failure), Some(Taken { origin, place })) => {
                let change = self.circuits.result(&origin, self.instance.now_us(), Some(place), is_failure);
                self.log(call, &origin, change);
            }
            (Some(is_failure), None) => {
                if let Some(origin) = call.request_url().and_then(origin) {
                    let change = self.circuits.result(&origin, self.instance.now_us(), None, is_failure);
                    self.log(call, &origin, change);
                }
            }
            (None, Some(Taken { origin, place })) => self.circuits.give_back(&origin, place),
            (None, None) => (),
        }
    }
}

fn reason(cause: Cause) -> String {
    match cause {
        Cause::InARow(1) => "its last call failed".to_string(),
        Cause::InARow(count) => format!("its last {count} calls failed"),
        Cause::Ratio { failed, results } => format!("{failed} of its last {results} calls failed"),
        Cause::Probe => "a probe failed".to_string(),
    }
}

/// Returns a duration as a text for people, rounded up: "850 ms", "12.3 s".
fn duration(us: u64) -> String {
    match us {
        0..=999_000 => format!("{} ms", (us + 999) / 1000),
        _ => {
            let tenths = us / 100_000 + u64::from(us % 100_000 > 0);
            format!("{}.{} s", tenths / 10, tenths % 10)
        }
    }
}

moya_plugin::module!(Breaker);
