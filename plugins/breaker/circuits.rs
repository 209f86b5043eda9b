//! The circuits of an instance, by origin.

use crate::circuit::{Admission, Change, Circuit, Place, Rules};
use crate::fork::ForkSafe;
use crate::short::copied;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many origins an instance remembers.
const MOST_ORIGINS: usize = 1000;

/// The circuits by origin. An origin without an entry has a new circuit, which is closed.
pub type Table = HashMap<String, Entry>;

#[derive(Debug, Default)]
pub struct Entry {
    circuit: Circuit,
    /// The time of the last result.
    used: u64,
}

/// The circuits of an instance, which hooks on different threads use at the same time.
#[derive(Debug)]
pub struct Circuits {
    rules: Rules,
    table: ForkSafe,
    /// How many entries the table has (`count`), and how many of their circuits are not closed (`refusing`). Hooks read
    /// both numbers without the lock.
    count: AtomicUsize,
    refusing: AtomicUsize,
}

impl Circuits {
    /// Returns `None` if the system has no memory.
    pub fn new(rules: Rules) -> Option<Self> {
        Some(Self { rules, table: ForkSafe::new()?, count: AtomicUsize::new(0), refusing: AtomicUsize::new(0) })
    }

    /// Returns whether a success would change no circuit, so that a hook need not report it.
    pub fn ignores_successes(&self) -> bool {
        self.count.load(Ordering::Acquire) == 0 && self.rules.ratio == 0.0
    }

    /// Returns whether all circuits are closed, so that a hook need not call `admit`.
    pub fn admits_all(&self) -> bool {
        self.refusing.load(Ordering::Acquire) == 0
    }

    pub fn admit(&self, origin: &str, now: u64) -> Admission {
        self.table.lock().get_mut(origin).map_or(Admission::Pass, |entry| entry.circuit.admit(&self.rules, now))
    }

    /// Records the result of a call. If the origin has no entry, and there is no memory for one, does nothing.
    pub fn result(&self, origin: &str, now: u64, place: Option<Place>, is_failure: bool) -> Option<Change> {
        let mut table = self.table.lock();
        let mut has_forgotten = false;
        let change = match table.get_mut(origin) {
            Some(entry) => {
                let change = entry.circuit.result(&self.rules, now, place, is_failure);
                entry.used = now;
                if self.rules.ratio == 0.0 && entry.circuit.is_unused() {
                    table.remove(origin);
                }
                change
            }
            None => {
                let mut entry = Entry { used: now, ..Entry::default() };
                let change = entry.circuit.result(&self.rules, now, place, is_failure);
                if self.rules.ratio > 0.0 || !entry.circuit.is_unused() {
                    let name = copied(origin)?;
                    table.try_reserve(1).ok()?;
                    if table.len() >= MOST_ORIGINS {
                        forget_one(&mut table);
                        has_forgotten = true;
                    }
                    table.insert(name, entry);
                }
                change
            }
        };
        self.count.store(table.len(), Ordering::Release);
        if change.is_some() || has_forgotten {
            let refusing = table.values().filter(|it| !it.circuit.is_closed()).count();
            self.refusing.store(refusing, Ordering::Release);
        }
        change
    }

    pub fn give_back(&self, origin: &str, place: Place) {
        if let Some(entry) = self.table.lock().get_mut(origin) {
            entry.circuit.give_back(place);
        }
    }
}

/// Removes the entry whose last result is the oldest, among the entries with a closed circuit. If no circuit is closed,
/// removes the oldest of all entries.
fn forget_one(table: &mut Table) {
    let rank = |entry: &Entry| (!entry.circuit.is_closed(), entry.used);
    let oldest = table.values().map(rank).min();
    let mut is_done = false;
    table.retain(|_, entry| {
        let stays = is_done || Some(rank(entry)) != oldest;
        is_done |= !stays;
        stays
    });
}
