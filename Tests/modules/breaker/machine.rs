//! Runs histories on the circuit of the module breaker. Tests/modules/breaker_histories.py writes the histories.
//!
//! Each line of standard input is a step of a history:
//!
//!     rules FAILURES RATIO LEAST WINDOW_US OPEN_US PROBES SUCCESSES     a new circuit
//!     admit NOW
//!     good NOW PLACE, bad NOW PLACE                                     PLACE is the number of a probe, or -
//!     back PLACE
//!
//! Each step but `rules` prints a line: what the circuit says.

#[path = "../../../plugins/breaker/circuit.rs"]
mod circuit;

use circuit::{Admission, Change, Circuit, Place, Rules};
use std::io::{stdin, stdout, BufRead, BufWriter, Write};

fn number<T: std::str::FromStr + Default>(word: Option<&&str>) -> T {
    word.and_then(|it| it.parse().ok()).unwrap_or_default()
}

fn main() -> std::io::Result<()> {
    let mut out = BufWriter::new(stdout());
    let mut circuit = Circuit::default();
    let mut rules =
        Rules { failures: 0, ratio: 0.0, least_results: 0, window_us: 0, open_us: 0, probes: 0, successes: 0 };
    let mut places: Vec<Place> = Vec::new();
    for line in stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split(' ').collect();
        let place =
            |at: usize| words.get(at).and_then(|it| it.parse::<usize>().ok()).and_then(|it| places.get(it).copied());
        match words[0] {
            "rules" => {
                rules = Rules {
                    failures: number(words.get(1)),
                    ratio: number(words.get(2)),
                    least_results: number(words.get(3)),
                    window_us: number(words.get(4)),
                    open_us: number(words.get(5)),
                    probes: number(words.get(6)),
                    successes: number(words.get(7)),
                };
                circuit = Circuit::default();
                places.clear();
            }
            "admit" => match circuit.admit(&rules, number(words.get(1))) {
                Admission::Pass => writeln!(out, "pass")?,
                Admission::Probe(place) => {
                    places.push(place);
                    writeln!(out, "probe")?;
                }
                Admission::Open { left_us, .. } => writeln!(out, "open {left_us}")?,
                Admission::Probing { left_us } => writeln!(out, "probing {left_us}")?,
            },
            "back" => {
                if let Some(place) = place(1) {
                    circuit.give_back(place);
                }
                writeln!(out, "{}", circuit.is_closed())?;
            }
            kind => match circuit.result(&rules, number(words.get(1)), place(2), kind == "bad") {
                Some(Change::Opened(_)) => writeln!(out, "opened")?,
                Some(Change::Closed) => writeln!(out, "closed")?,
                None => writeln!(out, "{}", circuit.is_closed())?,
            },
        }
    }
    out.flush()
}
