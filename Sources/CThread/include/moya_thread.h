// What Swift has no spelling for: words that each thread has of its own, and sleeping on a word.
#pragma once
#include <stdint.h>

#pragma GCC visibility push(hidden)

// The address of a word of this thread, NULL in a new thread: good on that thread alone. Takes 10 instructions, where
// pthread_getspecific takes 20 and pthread_setspecific 40.
void *_Nullable *_Nonnull moya_thread_frame(void);    // the innermost callback that runs (Frame)
void *_Nullable *_Nonnull moya_thread_nesting(void);  // how deep hooks and completions run (Nesting)
void *_Nullable *_Nonnull moya_thread_awaited(void);  // the call that a task awaits and this thread makes (AwaitedCall)
void *_Nullable *_Nonnull moya_thread_refresh(void);  // the refresh of a token for which code runs (RefreshScope)

// futex(2): sleeps while the 32 bits at `word` are `value`. May return earlier. Not across processes.
void moya_thread_sleep(const void *_Nonnull word, uint32_t value);
// Wakes one thread that sleeps on `word`.
void moya_thread_wake(const void *_Nonnull word);

#pragma GCC visibility pop
