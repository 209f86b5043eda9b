//! Lets at most `most` calls run at once. The other calls wait in a queue.

use moya_plugin::{Answer, Call, Deferred, Error, Opt, Plugin, Prepare, Result, Setup};
use std::collections::{HashSet, VecDeque};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

struct Queue {
    process: u32,
    most: usize,
    next: AtomicU64,
    line: Arc<Mutex<Line>>, // shared with the slots of the calls
}

/// The numbers of the calls that run, and the calls that wait.
#[derive(Default)]
struct Line {
    running: HashSet<u64>,
    waiting: VecDeque<(u64, Deferred)>,
}

fn lock(line: &Mutex<Line>) -> MutexGuard<'_, Line> {
    line.lock().unwrap_or_else(PoisonError::into_inner) // the queue is valid even after a panic
}

/// The slot of a call. The library drops it when the call ends for any reason, also if it was
/// cancelled.
struct Place {
    number: u64,
    line: Arc<Mutex<Line>>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut line = lock(&self.line);
        if !line.running.remove(&self.number) {
            line.waiting.retain(|(number, _)| *number != self.number); // the call ended while it waited
        } else if let Some((number, call)) = line.waiting.pop_front() {
            line.running.insert(number);
            let _ = call.resume(Ok(Answer::Continue)); // an error: that call has ended, and drops its place next
        }
    }
}

impl Plugin for Queue {
    const ID: &'static str = "org.example.queue";
    const VERSION: &'static str = "1.0.0";
    const WAITS: bool = true;
    const OPTIONS: &'static [Opt] =
        &[Opt::int("most").about("How many calls may run at once.").preset("4").range(1, 1000)];

    fn new(setup: &Setup) -> Result<Self> {
        let most = usize::try_from(setup.option_int("most"))?;
        Ok(Self { process: process::id(), most, next: AtomicU64::new(0), line: Arc::default() })
    }
}

impl Prepare for Queue {
    fn prepare(&self, call: &mut Call) -> Result<Answer> {
        if process::id() != self.process {
            return Err(Error::new("a forked child cannot use the queue of its parent"));
        }
        if call.slot::<Place>().is_some() {
            return Ok(Answer::Continue); // another attempt: the call has had its turn
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        // This hook must not hold the lock here: if `set_slot` fails, it drops the place, and `drop` takes the lock.
        call.set_slot(Place { number, line: Arc::clone(&self.line) })?;
        let mut line = lock(&self.line);
        if line.running.len() < self.most {
            line.running.insert(number);
            return Ok(Answer::Continue);
        }
        line.waiting.push_back((number, call.defer()?));
        Ok(Answer::Pending)
    }
}

moya_plugin::module!(Queue);
