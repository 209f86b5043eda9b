// Words that each thread has of its own, for which Swift has no spelling. NULL in a new thread.
#pragma once

#pragma GCC visibility push(hidden)

// Where the thread keeps them: good on that thread alone. To read or write one so takes 10 instructions, with
// pthread_getspecific 20 and with pthread_setspecific 40.
void *_Nullable *_Nonnull moya_thread_frame(void);    // the innermost callback that runs (Frame)
void *_Nullable *_Nonnull moya_thread_nesting(void);  // how deep hooks and completions run (Nesting)

#pragma GCC visibility pop
