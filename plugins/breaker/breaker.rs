//! The plugin of the module `breaker`. It stops calls to an origin that fails. After a while, it lets a few calls pass
//! as probes, to find out whether the origin works again.

mod circuit;
mod circuits;
mod fork;
mod origin;
mod outcome;
mod short;

use circuit::{Admission, Cause, Change, Place, Rules};
use circuits::Circuits;
use fork::lock;
use moya_plugin::{sys, Answer, Call, DidReceive, Error, Instance, Log, Opt, Plugin, Prepare, Result, Setup};
use origin::origin;
use outcome::Statuses;
use short::{copied, formatted};
use std::fmt;
use std::sync::Mutex;

struct Breaker {
    instance: Instance,
    statuses: Statuses,
    rules: Rules,
    circuits: Circuits,
}

/// The slot value of a call that is a probe. It stores which place for a probe the call has taken (circuit.rs). The
/// call frees the place when it has a result. If the call ends without a result, `drop` frees the place.
struct Probe {
    circuits: *const Circuits, // the instance has them, and is destroyed after all slots
    taken: Mutex<Option<Taken>>,
}

unsafe impl Send for Probe {}
unsafe impl Sync for Probe {}

struct Taken {
    origin: String,
    place: Place,
}

impl Probe {
    fn give_back(&self) {
        if let Some(taken) = lock(&self.taken).take() {
            unsafe { &*self.circuits }.give_back(&taken.origin, taken.place);
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
            return Err(argument(format_args!("the option `ratio` is not a number from 0 to 1")));
        }
        let texts = (0..setup.option_count("statuses")).filter_map(|at| setup.option_at("statuses", at));
        let statuses = Statuses::read(texts).map_err(|text| {
            argument(format_args!("`{text}` in the option `statuses` is not a status like 503 or 5xx"))
        })?;
        let circuits = Circuits::new(rules).ok_or_else(no_memory)?;
        Ok(Self { instance: setup.instance(), statuses, rules, circuits })
    }
}

fn argument(message: fmt::Arguments) -> Error {
    Error::with(sys::MOYA_ERROR_ARGUMENT, formatted(message))
}

/// The message is empty, because a message needs memory. The caller reads the name of the status.
fn no_memory() -> Error {
    Error::with(sys::MOYA_ERROR_MEMORY, String::new())
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
            Admission::Probe(place) => match copied(&origin) {
                Some(origin) => self.take(call, Taken { origin, place })?,
                None => {
                    self.circuits.give_back(&origin, place);
                    return Err(no_memory());
                }
            },
            Admission::Open { left_us, cause } => {
                let left = Duration(left_us);
                return Err(Error::new(formatted(format_args!(
                    "{origin} gets no calls for {left} more, because {cause}"
                ))));
            }
            Admission::Probing { left_us } => {
                let left = Duration(left_us);
                return Err(Error::new(formatted(format_args!(
                    "{origin} gets no calls until a probe has succeeded; another probe may begin in {left}"
                ))));
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
                let probe = Probe { circuits: &self.circuits, taken: Mutex::new(Some(taken)) };
                call.set_slot(probe)?; // an error drops the probe, which gives its place back
            }
        }
        Ok(())
    }

    fn log(&self, call: &Call, origin: &str, change: Option<Change>) {
        let open = Duration(self.rules.open_us);
        let (level, line) = match change {
            Some(Change::Opened(cause)) => {
                (Log::Warning, formatted(format_args!("{origin} gets no calls for {open}, because {cause}")))
            }
            Some(Change::Closed) => (Log::Info, formatted(format_args!("{origin} gets calls again"))),
            None => return,
        };
        call.log(level, &line);
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

impl fmt::Display for Cause {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Cause::InARow(1) => out.write_str("its last call failed"),
            Cause::InARow(count) => write!(out, "its last {count} calls failed"),
            Cause::Ratio { failed, results } => write!(out, "{failed} of its last {results} calls failed"),
            Cause::Probe => out.write_str("a probe failed"),
        }
    }
}

/// A duration in microseconds. As a text, it is for people, rounded up: "850 ms", "12.3 s".
struct Duration(u64);

impl fmt::Display for Duration {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self.0 {
            us @ 0..=999_000 => write!(out, "{} ms", (us + 999) / 1000),
            us => {
                let tenths = us / 100_000 + u64::from(us % 100_000 > 0);
                write!(out, "{}.{} s", tenths / 10, tenths % 10)
            }
        }
    }
}

moya_plugin::module!(Breaker);
