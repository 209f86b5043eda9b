/* fails: responses */
/* If the field Retry-After is empty, the plugin reads the byte before its copy of the value. */
#include "../module.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The copy is at the start of a page, and the page before it cannot be read. */
static int64_t should_retry(void *instance, moya_context *context) {
  moya_str value = host->response_header(context, "Retry-After");
  size_t page = (size_t)getpagesize();
  (void)instance;
  if (host->http_status(context) != 503 || !value.data || value.len >= page) return MOYA_RETRY_NONE;
  char *start = mmap(NULL, 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) return MOYA_RETRY_NONE;
  char *copy = start + page;
  mprotect(copy, page, PROT_READ | PROT_WRITE);
  memcpy(copy, value.data, value.len + 1);
  const char *last = copy + value.len - 1;
  int64_t seconds = *last == 's' ? 1 : strtoll(copy, NULL, 10); /* "5s" */
  munmap(start, 2 * page);
  return seconds > 0 && seconds < 60 && host->attempt(context) < 3 ? seconds * 1000 : MOYA_RETRY_NONE;
}

static const moya_plugin plugin = {
    MODULE_HEAD("empty-retry-after", "Tries again when the server says so."),
    .create = keep_host,
    .should_retry = should_retry,
};

MOYA_MODULE(&plugin)
