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
// Only one thread forks at a time. This thread holds the lock from before the fork until the fork has ended in the
// parent.
static pthread_mutex_t forking = PTHREAD_MUTEX_INITIALIZER;

void moya_fork_gate_enter(enum moya_fork_gate which) {
  uint32_t *gate = &gates[which];
  if (depths[which]++ > 0) return;
  uint32_t seen = __atomic_load_n(gate, __ATOMIC_RELAXED);
  for (;;) {
    if ((seen & SHUT) && !holds_lock) {
      futex_wait(gate, seen, -1);
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

static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
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

static void before_fork(void) {
  pthread_mutex_lock(&forking);
  // The gates are shut in this order, because a thread inside the gate for turns may have to enter the gate for makers
  // before it can leave.
  shut(MOYA_FORK_TURNS, 100);
  shut(MOYA_FORK_MAKERS, 10000);
  moya_fork_lock();
}

static void after_fork_in_parent(void) {
  moya_fork_unlock();
  for (int which = 0; which < 2; which++) {
    __atomic_and_fetch(&gates[which], ~SHUT, __ATOMIC_RELEASE);
    futex_wake_all(&gates[which]);
  }
  pthread_mutex_unlock(&forking);
}

static void after_fork_in_child(void) {
  moya_fork_count++;
  moya_fork_unlock();
  for (int which = 0; which < 2; which++) gates[which] = depths[which] > 0;
  pthread_mutex_unlock(&forking);
}

__attribute__((constructor)) static void notice_forks(void) {
  pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}
