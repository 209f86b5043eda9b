// Thread-local words and sleeping on a word, which Swift cannot express.
#pragma once
#include <stdint.h>

#pragma GCC visibility push(hidden)

// Each function returns the address of a word of this thread. The address is valid only on this
// thread. The word is NULL in a new thread. These functions are faster than pthread_getspecific and
// pthread_setspecific.
void *_Nullable *_Nonnull moya_thread_frame(void);    // the innermost running callback (Frame)
void *_Nullable *_Nonnull moya_thread_nesting(void);  // how deeply hooks and completions are nested (Nesting)
void *_Nullable *_Nonnull moya_thread_awaited(void);  // the call that this thread makes for a task (AwaitedCall)
void *_Nullable *_Nonnull moya_thread_refresh(void);  // the token refresh for which this thread works (RefreshScope)
void *_Nullable *_Nonnull moya_thread_slot(void);     // a free slot for the context of a hook (ContextSlab)

// Until `moya_thread_allow_cancel`, pthread_cancel of this thread has no effect; after that it takes effect as usual.
// Cancelling a thread ends its functions without their `defer` blocks. So a function that must release something after
// a wait calls this function before the wait. Returns the earlier state, which the caller passes to
// `moya_thread_allow_cancel`.
int moya_thread_defer_cancel(void);
void moya_thread_allow_cancel(int state);

// futex(2): sleeps while the 32 bits at `word` are `value`. May return earlier. Works only within
// one process.
void moya_thread_sleep(const void *_Nonnull word, uint32_t value);
// Wakes one thread that sleeps on `word`.
void moya_thread_wake(const void *_Nonnull word);

#pragma GCC visibility pop
