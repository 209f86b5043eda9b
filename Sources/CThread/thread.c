#include "moya_thread.h"

static _Thread_local void *frame, *nesting;

void **moya_thread_frame(void) { return &frame; }
void **moya_thread_nesting(void) { return &nesting; }
