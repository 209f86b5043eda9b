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

// A gate surrounds code during which the process should not be forked. A thread calls `enter`
// before this code and `leave` after it. A fork waits until no other thread is inside a gate, but
// not longer than the gate's limit. While a fork waits, and until it has ended, `enter` waits. A
// thread may enter a gate that it is already in.
enum moya_fork_gate {
  // Turns of asynchronous calls (a turn is one pass of an event loop). The limit is 100 ms, because
  // a callback may wait for the fork. `enter` waits at most a second, because a fork handler of the
  // program may wait for the thread that enters.
  MOYA_FORK_TURNS,
  // Code that makes something once for all threads, and that never calls code of the program. The
  // limit is 10 s.
  MOYA_FORK_MAKERS,
};
void moya_fork_gate_enter(enum moya_fork_gate which);
void moya_fork_gate_leave(enum moya_fork_gate which);

// Makes a fork wait for turns before it runs the fork handlers of a module. Such a handler can take
// a lock for which a hook in a turn waits. Call this when an instance of a plugin of the module has
// been created. `plugin` is the table of the plugin.
void moya_fork_turns_first(const void *plugin);

#pragma GCC visibility pop
