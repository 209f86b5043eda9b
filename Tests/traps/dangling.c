/* Each trap sends a target whose literals no longer exist. No compiler warns about it, but AddressSanitizer reports it.
 * The argument of the program is the name of a trap. The traps "copied" and "in_scope" have no error. */
#include <moya/moya.h>

#include <stdio.h>
#include <string.h>

static moya_provider *provider;
static moya_queue *queue;
static void ignore(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)user, (void)status, (void)response, (void)error;
}

/* Functions that return a target. The lists of the target exist only until the function returns. */
static moya_target made(const char *name) { return MOYA_TARGET(.base_url = "http://h", .path = "/{n}", MOYA_PATH_VALUES({"n", name})); }
static moya_target made_with_headers(const char *value) { return MOYA_TARGET(.base_url = "http://h", MOYA_HEADERS({"X-A", value})); }

static moya_status returned(void) {
  moya_target it = made("a");
  return moya_provider_call(provider, &it, NULL, NULL, NULL);
}
static moya_status returned_headers(void) {
  moya_target it = made_with_headers("a");
  return moya_provider_send(provider, &it, &MOYA_HANDLERS(.end = ignore), NULL, NULL, NULL);
}
static moya_status block_ended(void) {
  const moya_target *it = NULL;
  if (provider) {
    it = &MOYA_TARGET(.base_url = "http://h", .path = "/a");
  }
  return moya_provider_enqueue(provider, it, queue, 0, 0, NULL, NULL, NULL);
}
static moya_status in_a_loop(void) {
  const moya_target *targets[3];
  for (int i = 0; i < 3; i++) targets[i] = &MOYA_TARGET(.base_url = "http://h", .path = "/a", .timeout_ms = (uint32_t)i + 1);
  return moya_provider_enqueue_all(provider, targets, 3, queue, 0, 0, NULL, NULL, NULL, NULL);
}
static moya_status copy_too_late(void) {
  moya_target it = made("a"), *copy = NULL;
  moya_status status = moya_target_copy(&it, &copy, NULL);
  moya_target_release(copy);
  return status;
}
static moya_status copied(void) {
  moya_target *targets[3] = {0};
  moya_status status = MOYA_OK;
  for (int i = 0; i < 3 && status == MOYA_OK; i++) {
    status = moya_target_copy(&MOYA_TARGET(.base_url = "http://h", .path = "/a", .timeout_ms = (uint32_t)i + 1), &targets[i], NULL);
  }
  if (status == MOYA_OK) {
    status = moya_provider_enqueue_all(provider, (const moya_target *const *)targets, 3, queue, 0, 0, NULL, NULL, NULL, NULL);
  }
  for (int i = 0; i < 3; i++) moya_target_release(targets[i]);
  return status;
}
static moya_status in_scope(void) {
  return moya_provider_enqueue(provider, &MOYA_TARGET(.base_url = "http://h", .path = "/{n}", MOYA_PATH_VALUES({"n", "a"})), queue, 0, 0,
                               NULL, NULL, NULL);
}

int main(int count, char **arguments) {
  static const struct {
    const char *name;
    moya_status (*run)(void);
  } traps[] = {{"returned", returned}, {"returned_headers", returned_headers}, {"block_ended", block_ended}, {"in_a_loop", in_a_loop},
               {"copy_too_late", copy_too_late}, {"copied", copied}, {"in_scope", in_scope}};
  static const moya_sample sample = {.size = sizeof sample};
  moya_stubs *stubs;
  if (count != 2 || moya_stubs_create(&stubs, NULL) != MOYA_OK) return 2;
  if (moya_stubs_add(stubs, &MOYA_STUB_RULE(.answers = &sample, .answer_count = 1), NULL, NULL) != MOYA_OK) return 2;
  if (moya_provider_create(&MOYA_PROVIDER_OPTIONS(.stubs = stubs), &provider, NULL) || moya_queue_create(&queue, NULL)) return 2;
  for (size_t i = 0; i < sizeof traps / sizeof *traps; i++) {
    if (strcmp(traps[i].name, arguments[1]) != 0) continue;
    moya_status status = traps[i].run();
    moya_provider_destroy(provider);
    moya_queue_destroy(queue);
    moya_stubs_release(stubs);
    return status == MOYA_OK ? 0 : 1;
  }
  return 2;
}
