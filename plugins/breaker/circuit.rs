//! The circuit of one origin: a state machine without I/O and without a clock. Times are microseconds of a clock that
//! never goes back.
//!
//! ```text
//!     closed ──── too many failures ────▶ open ──── open_us ────▶ half-open
//!       ▲                                  ▲                       │     │
//!       │                                  └────── a failure ──────┘     │
//!       └──────────────────────── enough successes ──────────────────────┘
//! ```
//!
//! Calls pass a closed circuit, and an open circuit refuses them. A half-open circuit lets a few calls pass as probes.
//! A probe takes one of `probes` places, and frees it when it ends. If all places are taken when the circuit has been
//! half-open for `open_us`, a new period begins, in which all places are free. So probes that never end cannot block
//! the circuit for ever.

/// The limits of all circuits of an instance.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The circuit opens after this many failures in a row. 0 means no limit.
    pub failures: u32,
    /// The circuit opens if failures are at least this part of the results in the window. 0 means no limit.
    pub ratio: f64,
    /// `ratio` applies if the window has at least this many results.
    pub least_results: u32,
    pub window_us: u64,
    pub open_us: u64,
    /// How many probes a half-open circuit lets run at a time.
    pub probes: u32,
    /// How many probes must succeed until the circuit closes.
    pub successes: u32,
}

/// Why a circuit is open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cause {
    InARow(u32),
    Ratio { failed: u32, results: u32 },
    Probe,
}

/// One of the places that a half-open circuit has for probes. Pass it once to [`Circuit::result`] or to
/// [`Circuit::give_back`], which frees it. It has no effect if the circuit has changed its state since the probe began.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    since: u64,
}

/// Whether a call may be sent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Admission {
    Pass,
    Probe(Place),
    /// The circuit refuses calls for `left_us` more.
    Open {
        left_us: u64,
        cause: Cause,
    },
    /// The circuit is half-open, and probes have all its places. A place becomes free in `left_us` at the latest.
    Probing {
        left_us: u64,
    },
}

/// What a result has changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Change {
    Opened(Cause),
    Closed,
}

#[derive(Debug)]
enum State {
    Closed { in_a_row: u32, window: Window },
    Open { until: u64, cause: Cause },
    HalfOpen { since: u64, taken: u32, succeeded: u32 },
}

#[derive(Debug)]
pub struct Circuit {
    state: State,
}

impl Default for Circuit {
    fn default() -> Self {
        Self { state: State::closed() }
    }
}

impl State {
    fn closed() -> Self {
        Self::Closed { in_a_row: 0, window: Window::default() }
    }
}

impl Circuit {
    pub fn is_closed(&self) -> bool {
        matches!(self.state, State::Closed { .. })
    }

    /// Returns whether the circuit is closed and its last result was a success. If `ratio` is 0 in the rules, such a
    /// circuit is like a new one, so it need not be stored.
    pub fn is_unused(&self) -> bool {
        matches!(self.state, State::Closed { in_a_row: 0, .. })
    }

    /// Decides whether a call may be sent.
    pub fn admit(&mut self, rules: &Rules, now: u64) -> Admission {
        match &mut self.state {
            State::Closed { .. } => return Admission::Pass,
            State::Open { until, cause } if now < *until => {
                return Admission::Open { left_us: *until - now, cause: *cause };
            }
            State::HalfOpen { taken, since, .. } if *taken < rules.probes => {
                *taken += 1;
                return Admission::Probe(Place { since: *since });
            }
            State::HalfOpen { since, .. } if now.saturating_sub(*since) < rules.open_us => {
                return Admission::Probing { left_us: rules.open_us - now.saturating_sub(*since) };
            }
            State::Open { .. } | State::HalfOpen { .. } => (),
        }
        self.state = State::HalfOpen { since: now, taken: 1, succeeded: 0 };
        Admission::Probe(Place { since: now })
    }

    /// Records the result of a call, and returns what it has changed. If the call was a probe, `place` is the place
    /// that it got from `admit`. Otherwise `place` is `None`.
    pub fn result(&mut self, rules: &Rules, now: u64, place: Option<Place>, is_failure: bool) -> Option<Change> {
        let cause = match (&mut self.state, place) {
            (State::Closed { in_a_row, window }, None) => {
                *in_a_row = if is_failure { in_a_row.saturating_add(1) } else { 0 };
                window.add(rules, now, is_failure);
                exceeded(rules, *in_a_row, window)?
            }
            (State::HalfOpen { since, .. }, Some(place)) if place.since == *since && is_failure => Cause::Probe,
            (State::HalfOpen { since, taken, succeeded }, Some(place)) if place.since == *since => {
                *taken = taken.saturating_sub(1);
                *succeeded += 1;
                if *succeeded < rules.successes {
                    return None;
                }
                self.state = State::closed();
                return Some(Change::Closed);
            }
            // The call began in an earlier state of the circuit. Its result says nothing about the origin as it is now.
            _ => return None,
        };
        self.state = State::Open { until: now.saturating_add(rules.open_us), cause };
        Some(Change::Opened(cause))
    }

    /// Frees the place of a probe that ended without a result, for example because its call was cancelled.
    pub fn give_back(&mut self, place: Place) {
        match &mut self.state {
            State::HalfOpen { since, taken, .. } if place.since == *since => *taken = taken.saturating_sub(1),
            _ => (),
        }
    }
}

fn exceeded(rules: &Rules, in_a_row: u32, window: &Window) -> Option<Cause> {
    if rules.failures > 0 && in_a_row >= rules.failures {
        return Some(Cause::InARow(in_a_row));
    }
    let (failed, results) = window.sum();
    let is_enough = rules.ratio > 0.0 && failed > 0 && results >= rules.least_results;
    let is_over = is_enough && f64::from(failed) >= rules.ratio * f64::from(results);
    is_over.then(|| Cause::Ratio { failed, results })
}

/// Counts the results of the last `window_us` microseconds. The window moves in steps of a tenth of its length.
#[derive(Debug, Default)]
struct Window {
    newest: u64,
    steps: [Step; STEPS],
}

#[derive(Clone, Copy, Debug, Default)]
struct Step {
    failed: u32,
    results: u32,
}

const STEPS: usize = 10;

impl Window {
    fn add(&mut self, rules: &Rules, now: u64, is_failure: bool) {
        let newest = self.newest.max(now / (rules.window_us / STEPS as u64).max(1));
        for passed in 0..(newest - self.newest).min(STEPS as u64) {
            *self.step(newest - passed) = Step::default();
        }
        self.newest = newest;
        let step = self.step(newest);
        step.results = step.results.saturating_add(1);
        step.failed = step.failed.saturating_add(u32::from(is_failure));
    }

    fn step(&mut self, number: u64) -> &mut Step {
        &mut self.steps[(number % STEPS as u64) as usize]
    }

    fn sum(&self) -> (u32, u32) {
        self.steps.iter().fold((0, 0), |(failed, results), it| {
            (failed.saturating_add(it.failed), results.saturating_add(it.results))
        })
    }
}
