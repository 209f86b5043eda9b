//! The circuits of an instance, by origin.

use crate::circuit::{Admission, Change, Circuit, Place, Rules};
use crate::fork::ForkSafe;
use std::collections::HashMap;

/// How many origins an instance remembers.
const MOST_ORIGINS: usize = 1000;

/// The circuit of an origin without an entry is closed, and no result counts.
pub type Table = HashMap<String, Entry>;

#[derive(Debug, Default)]
pub struct Entry {
    circuit: Circuit,
    /// When the last result came.
    used: u64,
}

/// Hooks of different threads use the circuits at the same time.
#[derive(Debug)]
pub struct Circuits {
    rules: Rules,
    table: ForkSafe,
}

impl Circuits {
    /// Returns `None` if the system has no memory.
    pub fn new(rules: Rules) -> Option<Self> {
        Some(Self { rules, table: ForkSafe::new()? })
    }

    pub fn admit(&self, origin: &str, now: impl FnOnce() -> u64) -> Admission {
        match self.table.lock().get_mut(origin) {
            Some(entry) if !entry.circuit.is_closed() => entry.circuit.admit(&self.rules, now()),
            _ => Admission::Pass,
        }
    }

    pub fn result(&self, origin: &str, now: u64, place: Option<Place>, is_failure: bool) -> Option<Change> {
        let mut table = self.table.lock();
        if let Some(entry) = table.get_mut(origin) {
            entry.used = now;
            return entry.circuit.result(&self.rules, now, place, is_failure);
        }
        if !is_failure && self.rules.ratio == 0.0 {
            return None;
        }
        if table.len() >= MOST_ORIGINS {
            forget_one(&mut table);
        }
        let mut entry = Entry { used: now, ..Entry::default() };
        let change = entry.circuit.result(&self.rules, now, place, is_failure);
        table.insert(origin.to_string(), entry);
        change
    }

    pub fn give_back(&self, origin: &str, place: Place) {
        if let Some(entry) = self.table.lock().get_mut(origin) {
            entry.circuit.give_back(place);
        }
    }
}

/// Forgets the origin whose last result is the oldest. Origins with closed circuits go first.
fn forget_one(table: &mut Table) {
    let oldest = table.iter().min_by_key(|(_, entry)| (!entry.circuit.is_closed(), entry.used));
    if let Some(name) = oldest.map(|(name, _)| name.clone()) {
        table.remove(&name);
    }
}
