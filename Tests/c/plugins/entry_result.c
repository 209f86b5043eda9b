/* A module whose entry function returns a faulty result. The environment variable MOYA_TEST_RESULT chooses the
 * result. */
#include <moya/plugin.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static const moya_plugin *const none[] = {NULL};
static const moya_module empty = {sizeof(moya_module), MOYA_PLUGIN_ABI, none};
static const moya_module without_list = {sizeof(moya_module), MOYA_PLUGIN_ABI, NULL};

const moya_module *moya_plugin_entry(uint32_t host_abi) {
  const char *result = getenv("MOYA_TEST_RESULT");
  volatile uint64_t on_stack[4] = {0};
  (void)host_abi;
  if (!result) return NULL;
  if (strcmp(result, "one") == 0) return (const moya_module *)1;
  if (strcmp(result, "empty") == 0) return &empty;
  if (strcmp(result, "without list") == 0) return &without_list;
  if (strcmp(result, "stack") == 0) return (const moya_module *)((uintptr_t)on_stack & ~(uintptr_t)7);
  if (strcmp(result, "unmapped") == 0) {
    void *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page != MAP_FAILED) munmap(page, 4096);
    return page;
  }
  return NULL;
}
