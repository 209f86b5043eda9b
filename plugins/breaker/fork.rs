//! A mutex that a forked child can use. A fork waits until no other thread holds the mutex. So in the child, the mutex
//! is unlocked, and the data that it protects are complete.

use crate::circuits::Table;
use std::cell::RefCell;
use std::os::raw::c_int;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

type Tables = Vec<&'static Mutex<Table>>;

/// The mutexes of all `ForkSafe` values. A fork locks all of them. A mutex leaves this list before it is freed.
static ALL: Mutex<Tables> = Mutex::new(Vec::new());

thread_local! {
    /// The locks that `hold` takes for the thread that forks. `release` unlocks them in the parent and in the child.
    static HELD: RefCell<Vec<MutexGuard<'static, Table>>> = const { RefCell::new(Vec::new()) };
    static LIST: RefCell<Option<MutexGuard<'static, Tables>>> = const { RefCell::new(None) };
}

extern "C" {
    fn pthread_atfork(before: extern "C" fn(), in_parent: extern "C" fn(), in_child: extern "C" fn()) -> c_int;
}

extern "C" fn hold() {
    let list = lock(&ALL);
    let _ = HELD.try_with(|held| {
        let mut held = held.borrow_mut();
        // If there is no memory, the fork locks nothing. A mutex that another thread holds then stays locked in the
        // child.
        if held.try_reserve(list.len()).is_ok() {
            held.extend(list.iter().map(|it| lock(it)));
        }
    });
    let _ = LIST.try_with(|it| *it.borrow_mut() = Some(list));
}

extern "C" fn release() {
    let _ = HELD.try_with(|held| held.borrow_mut().clear());
    let _ = LIST.try_with(|it| *it.borrow_mut() = None);
}

/// Locks a mutex, even if a thread has panicked while it held the mutex.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Debug)]
pub struct ForkSafe(Box<[Mutex<Table>]>); // one mutex

impl ForkSafe {
    /// Returns `None` if the system has no memory.
    pub fn new() -> Option<Self> {
        static WATCH: Once = Once::new();
        static IS_WATCHING: AtomicBool = AtomicBool::new(false);
        WATCH.call_once(|| {
            let status = unsafe { pthread_atfork(hold, release, release) };
            IS_WATCHING.store(status == 0, Ordering::Relaxed);
        });
        if !IS_WATCHING.load(Ordering::Relaxed) {
            return None;
        }
        let mut made = Vec::new();
        made.try_reserve_exact(1).ok()?;
        made.push(Mutex::default());
        let it = Self(made.into_boxed_slice());
        let mut list = lock(&ALL);
        list.try_reserve(1).ok()?;
        // The box does not move. `drop` removes the reference before the box is freed.
        list.push(unsafe { &*(&it.0[0] as *const Mutex<Table>) });
        drop(list);
        Some(it)
    }

    pub fn lock(&self) -> MutexGuard<'_, Table> {
        lock(&self.0[0])
    }
}

impl Drop for ForkSafe {
    fn drop(&mut self) {
        lock(&ALL).retain(|it| !std::ptr::eq(*it, &self.0[0]));
    }
}
