// Detects forks of the process, from the moment the library is loaded.
#pragma once
#include <stdint.h>

#pragma GCC visibility push(hidden)

// The number of forks between this process and the process that loaded the library.
extern uint32_t moya_fork_count;
static inline uint32_t moya_fork_generation(void) { return __atomic_load_n(&moya_fork_count, __ATOMIC_RELAXED); }

// Takes the lock that every fork takes too. So when a child begins, the data that the lock protects
// is complete, and the lock is free.
void moya_fork_lock(void);
void moya_fork_unlock(void);

// The gates for which a fork waits until no thread is inside. While a fork waits, `enter` waits
// until the fork has ended. A thread may enter a gate that it is already in.
enum moya_fork_gate {
  MOYA_FORK_TURNS,   // turns of asynchronous calls. A fork waits at most 100 ms, since a callback may wait for the fork
  MOYA_FORK_MAKERS,  // making something once for all threads, without a caller's code. A fork waits at most 10 s
};
void moya_fork_gate_enter(enum moya_fork_gate which);
void moya_fork_gate_leave(enum moya_fork_gate which);

#pragma GCC visibility pop
