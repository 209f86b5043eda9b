#include "moya_thread.h"

#include <pthread.h>

#include "futex.h"

static _Thread_local void *frame, *nesting, *awaited, *refresh, *slot;

void **moya_thread_frame(void) { return &frame; }
void **moya_thread_nesting(void) { return &nesting; }
void **moya_thread_awaited(void) { return &awaited; }
void **moya_thread_refresh(void) { return &refresh; }
void **moya_thread_slot(void) { return &slot; }

void moya_thread_sleep(const void *word, uint32_t value) { futex_wait(word, value, -1); }
void moya_thread_wake(const void *word) { futex_wake(word, 1); }

int moya_thread_defer_cancel(void) {
  int before;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  return before;
}
void moya_thread_allow_cancel(int state) { pthread_setcancelstate(state, NULL); }
