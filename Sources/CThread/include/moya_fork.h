// Forks of the process, which are noticed from the moment that the library is loaded.
#pragma once
#include <stdint.h>

#pragma GCC visibility push(hidden)

// The number of forks between this process and the one that loaded the library.
extern uint32_t moya_fork_count;
static inline uint32_t moya_fork_generation(void) { return __atomic_load_n(&moya_fork_count, __ATOMIC_RELAXED); }

// The one lock that a fork takes first, so that a child finds what it guards whole, and the lock free.
void moya_fork_lock(void);
void moya_fork_unlock(void);

// What a fork waits for, until no thread is inside. While it waits, `enter` waits for the end of the fork. Calls may nest.
enum moya_fork_gate {
  MOYA_FORK_TURNS,   // turns of asynchronous calls: 100 ms at most, since a callback may wait for the thread that forks
  MOYA_FORK_MAKERS,  // what is made once for all threads, without code of a caller: 10 s at most
};
void moya_fork_gate_enter(enum moya_fork_gate which);
void moya_fork_gate_leave(enum moya_fork_gate which);

#pragma GCC visibility pop
