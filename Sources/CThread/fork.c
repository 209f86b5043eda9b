#include "include/moya_fork.h"

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

#include "futex.h"

uint32_t moya_fork_count;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
// True while this thread holds the lock. A fork waits for the lock, so this thread must not wait for the fork.
static _Thread_local bool holds_lock;
void moya_fork_lock(void) {
  pthread_mutex_lock(&lock);
  holds_lock = true;
}
void moya_fork_unlock(void) {
  holds_lock = false;
  pthread_mutex_unlock(&lock);
}

// The number of threads inside each gate (moya_fork.h). The top bit is set while a fork waits for these threads.
static const uint32_t SHUT = 1u << 31;
static uint32_t gates[2];
// How many times this thread is inside each gate.
static _Thread_local uint32_t depths[2];
// Only one thread forks at a time. It holds this lock from the beginning of the fork to its end.
static pthread_mutex_t forking = PTHREAD_MUTEX_INITIALIZER;

static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void moya_fork_gate_enter(enum moya_fork_gate which) {
  uint32_t *gate = &gates[which];
  if (depths[which]++ > 0) return;
  uint32_t seen = __atomic_load_n(gate, __ATOMIC_RELAXED);
  for (long end = 0;;) {
    // A fork handler of the program may wait for a lock that this thread holds. The fork and this thread would then
    // wait for each other. So a thread waits at most a second before it begins a turn.
    bool is_late = end > 0 && which == MOYA_FORK_TURNS && milliseconds() >= end;
    if ((seen & SHUT) && !holds_lock && !is_late) {
      if (end == 0) end = milliseconds() + 1000;
      futex_wait(gate, seen, which == MOYA_FORK_TURNS ? 1000 : -1);
      seen = __atomic_load_n(gate, __ATOMIC_RELAXED);
    } else if (__atomic_compare_exchange_n(gate, &seen, seen + 1, true, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
      return;
    }
  }
}

void moya_fork_gate_leave(enum moya_fork_gate which) {
  if (--depths[which] > 0) return;
  // Every thread that leaves the gate wakes the waiting fork, even if other threads are still inside. If the forking
  // thread itself is inside the gate, the fork waits only for the other threads.
  if (__atomic_sub_fetch(&gates[which], 1, __ATOMIC_RELEASE) & SHUT) futex_wake_all(&gates[which]);
}

static void shut(enum moya_fork_gate which, long longest_wait_ms) {
  uint32_t inside = __atomic_or_fetch(&gates[which], SHUT, __ATOMIC_ACQUIRE);
  // A thread that forks inside the gate does not wait for itself.
  uint32_t own = depths[which] > 0;
  for (long end = milliseconds() + longest_wait_ms, left; inside - SHUT > own && (left = end - milliseconds()) > 0;) {
    futex_wait(&gates[which], inside, left);
    inside = __atomic_load_n(&gates[which], __ATOMIC_ACQUIRE);
  }
}

// The handlers that run before a fork run in the reverse order of their registration. So `wait_for_turns` runs first.
// Then the handlers of plugins run. They take locks for which a hook in a turn may wait. `wait_for_makers` runs last
// and takes the fork lock, because a plugin may call the library while it holds such a lock. The handlers that run
// after the fork run in the order of their registration.

// How many of the registered handlers `wait_for_turns` have run in the fork of this thread.
static _Thread_local unsigned waits;

static void wait_for_turns(void) {
  if (waits++ > 0) return;
  pthread_mutex_lock(&forking);
  shut(MOYA_FORK_TURNS, 100);
}

static void open_turns_in_parent(void) {
  if (waits == 0 || --waits > 0) return;
  __atomic_and_fetch(&gates[MOYA_FORK_TURNS], ~SHUT, __ATOMIC_RELEASE);
  futex_wake_all(&gates[MOYA_FORK_TURNS]);
  pthread_mutex_unlock(&forking);
}

static void open_turns_in_child(void) {
  if (waits == 0 || --waits > 0) return;
  gates[MOYA_FORK_TURNS] = depths[MOYA_FORK_TURNS] > 0;
  pthread_mutex_unlock(&forking);
}

static void wait_for_makers(void) {
  shut(MOYA_FORK_MAKERS, 10000);
  moya_fork_lock();
}

static void open_makers_in_parent(void) {
  moya_fork_unlock();
  __atomic_and_fetch(&gates[MOYA_FORK_MAKERS], ~SHUT, __ATOMIC_RELEASE);
  futex_wake_all(&gates[MOYA_FORK_MAKERS]);
}

static void open_makers_in_child(void) {
  moya_fork_count++;
  moya_fork_unlock();
  gates[MOYA_FORK_MAKERS] = depths[MOYA_FORK_MAKERS] > 0;
}

static void watch_turns(void) { pthread_atfork(wait_for_turns, open_turns_in_parent, open_turns_in_child); }

__attribute__((constructor)) static void notice_forks(void) {
  pthread_atfork(wait_for_makers, open_makers_in_parent, open_makers_in_child);
  watch_turns();
}

void moya_fork_turns_first(const void *plugin) {
  // The plugins for which this function has registered handlers. Their number is limited, because a handler is never
  // removed. If any further plugin has a lock, a fork may take this lock before it waits for turns.
  static const void *known[256];
  static unsigned count;
  moya_fork_lock();
  bool is_known = count == sizeof known / sizeof *known;
  for (unsigned i = 0; i < count; i++) is_known |= known[i] == plugin;
  if (!is_known) known[count++] = plugin;
  moya_fork_unlock();
  // If another thread forks now, pthread_atfork waits for that fork, and the fork waits for the lock. So this thread
  // releases the lock before it calls pthread_atfork.
  if (!is_known) watch_turns();
}
