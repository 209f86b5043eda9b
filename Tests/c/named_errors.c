/* Triggers the errors that the headers name for a function, if no other test triggers them. The step `c` checks that
 * the programs here have triggered all errors that the headers name. */
#include "calls.h"
#include "scarcity.h"

#include <errno.h>

/* While `refused_from` is not 0, allocations of `refused_from` to `refused_to` bytes fail on this thread. */
static _Thread_local size_t refused_from, refused_to = SIZE_MAX;

#ifdef __SANITIZE_ADDRESS__
static const bool can_refuse = false; /* a sanitizer has its own allocator */
#else
static const bool can_refuse = true;
void *__libc_malloc(size_t);
void *malloc(size_t size) {
  if (!refused_from || size < refused_from || size > refused_to) return __libc_malloc(size);
  errno = ENOMEM;
  return NULL;
}
#endif

static void without_memory(void) {
  if (!can_refuse) return;
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  char query[4096] = "";
  memset(query, 'a', sizeof query - 1);
  moya_parameter parameter = {"q", query};
  moya_task task = MOYA_TASK(.parameters = &parameter, .parameter_count = 1);
  moya_target moved = target_of("/redirect/0"), trailed = target_of("/trailers");
  moved.task = &task;

  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &moved, NULL, &response, NULL), MOYA_OK);
  moya_str text;
  refused_from = 4000;
  EXPECT_STATUS(moya_response_redirect_at(response, 0, NULL, &text), MOYA_ERROR_MEMORY);
  refused_from = 0;
  EXPECT(text.data == NULL);
  EXPECT_STATUS(moya_response_redirect_at(response, 0, NULL, &text), MOYA_OK);
  EXPECT(text.len > sizeof query);
  moya_response_release(response);

  EXPECT_STATUS(moya_provider_call(provider, &trailed, NULL, &response, NULL), MOYA_OK);
  refused_from = 100; /* only the table of the fields is larger than this */
  EXPECT_STATUS(moya_response_trailer_at(response, 0, NULL, &text), MOYA_ERROR_MEMORY);
  refused_from = 0;
  EXPECT(text.data == NULL);
  EXPECT_STATUS(moya_response_trailer_at(response, 0, NULL, &text), MOYA_OK);
  moya_response_release(response);

  moya_header field = {"A", query};
  EXPECT_STATUS(moya_response_create(200, NULL, &field, 1, 0, NULL, 0, &response, NULL), MOYA_OK);
  refused_from = 4000;
  EXPECT_STATUS(moya_response_header_at(response, 0, NULL, &text), MOYA_ERROR_MEMORY);
  EXPECT(moya_response_header_count(response) == 0);
  refused_from = 0;
  EXPECT_STATUS(moya_response_header_at(response, 0, NULL, &text), MOYA_OK);
  EXPECT(text.len == sizeof query - 1);
  moya_response_release(response);
  moya_provider_destroy(provider);
}

static void cookies(void) {
  moya_cookie_options kept = MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_MEMORY);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.cookies = &kept);
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  static char value[3000], url[140000];
  memset(value, 'a', sizeof value - 1);
  memset(url, 'a', sizeof url - 1);
  memcpy(url, "http://h/", 9);
  moya_cookie cookie = MOYA_COOKIE(.name = "n", .value = value, .domain = "h");
  EXPECT_STATUS(moya_provider_set_cookie(provider, &cookie, NULL), MOYA_OK);
  moya_cookie_list *list = NULL;
  EXPECT_STATUS(moya_provider_cookies(provider, url, &list, NULL), MOYA_ERROR_ARGUMENT);
  if (can_refuse) {
    refused_from = refused_to = sizeof value; /* only the copy for C has this size, and no string of the library */
    EXPECT_STATUS(moya_provider_cookies(provider, NULL, &list, NULL), MOYA_ERROR_MEMORY);
    refused_from = 0;
    refused_to = SIZE_MAX;
    EXPECT(list == NULL);
  }
  EXPECT_STATUS(moya_provider_cookies(provider, NULL, &list, NULL), MOYA_OK);
  EXPECT(moya_cookie_list_count(list) == 1);
  moya_cookie_list_release(list);
  moya_provider_destroy(provider);
}

static void rows_without_memory(void) {
  if (!can_refuse) return;
  static char body[300000];
  moya_task task = MOYA_TASK(.kind = MOYA_TASK_DATA, .data = body, .data_len = sizeof body);
  moya_provider *provider = provider_of(MOYA_PUMP_HOST);
  moya_target target = target_of("/echo");
  target.method = "POST";
  target.task = &task;
  moya_completion rows[2];
  moya_blocking_call *exchange = NULL;
  refused_from = sizeof body;
  moya_status filled = moya_provider_call_row(provider, &target, &rows[0], sizeof rows[0]);
  moya_status sliced = moya_provider_call_row_for(provider, &target, -1, &exchange, &rows[1], sizeof rows[1]);
  refused_from = 0;
  EXPECT_STATUS(filled, MOYA_ERROR_MEMORY);
  EXPECT_STATUS(sliced, MOYA_ERROR_MEMORY);
  for (int i = 0; i < 2; i++) EXPECT(str_has(moya_error_message(rows[i].error), "memory") && !rows[i].response, "%d", i);
  moya_completions_release(rows, sizeof *rows, 2);
  moya_provider_destroy(provider);
}

static void add_one(void *number) { ++*(int *)number; }
static void without_descriptors(void) {
  moya_queue *queue = (moya_queue *)&queue;
  moya_error *error = NULL;
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  moya_target target = target_of("/ok");
  int released = 0;
  take_all_but(0);
  EXPECT_STATUS(moya_queue_create(&queue, &error), MOYA_ERROR_SYSTEM);
  moya_handlers handlers = MOYA_HANDLERS(.end = (moya_callback_fn)abort, .user = &released, .release_user = add_one);
  moya_handlers none = MOYA_HANDLERS_INIT;
  moya_response *response = NULL;
  moya_status sent = moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = (moya_callback_fn)abort, .user = &released, .release_user = add_one), NULL, NULL, NULL);
  moya_status started = moya_provider_send(provider, &target, &handlers, NULL, NULL, NULL);
  moya_status run = moya_provider_call(provider, &target, &none, &response, NULL);
  moya_blocking_call *exchange = NULL;
  moya_status begun = moya_provider_call_for(provider, &target, -1, &exchange, &response, NULL);
  moya_completion rows[2];
  moya_status filled = moya_provider_call_row(provider, &target, &rows[0], sizeof rows[0]);
  moya_status sliced = moya_provider_call_row_for(provider, &target, -1, &exchange, &rows[1], sizeof rows[1]);
  give_all();
  EXPECT_STATUS(sent, MOYA_ERROR_SYSTEM);
  EXPECT_STATUS(started, MOYA_ERROR_SYSTEM);
  EXPECT_STATUS(run, MOYA_ERROR_SYSTEM);
  EXPECT_STATUS(begun, MOYA_ERROR_SYSTEM);
  EXPECT_STATUS(filled, MOYA_ERROR_SYSTEM);
  EXPECT_STATUS(sliced, MOYA_ERROR_SYSTEM);
  moya_completions_release(rows, sizeof *rows, 2);
  EXPECT(exchange == NULL);
  EXPECT(released == 2);
  EXPECT(queue == NULL && str_has(moya_error_message(error), "Too many open files"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  expect_good(provider);
  moya_provider_destroy(provider);
}

static moya_status refuse(const moya_host *host, moya_context *self, void **instance) {
  (void)instance;
  host->fail(self, "not today");
  return MOYA_ERROR_OTHER;
}
static void plugin_refuses(void) {
  static const moya_plugin table = {
      MOYA_PLUGIN_HEAD, .id = "org.libmoya.refusing", .version = "1.0.0", .create = refuse};
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_add_plugin(provider, &table, NULL, &error), MOYA_ERROR_PLUGIN_CREATE);
  EXPECT(str_has(moya_error_message(error), "not today"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  moya_provider_destroy(provider);
}

static const moya_handlers unused = {.size = sizeof unused, .end = (moya_callback_fn)abort};

static void parents_threads(void) {
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  moya_target target = target_of("/ok");
  expect_good(provider);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) _exit(moya_provider_send(provider, &target, &unused, NULL, NULL, NULL) == MOYA_ERROR_FORKED ? 0 : 1);
  int status = 1;
  EXPECT(waitpid(child, &status, 0) == child && status == 0, "%d", status);
  moya_provider_close(provider);
  EXPECT_STATUS(moya_provider_send(provider, &target, &unused, NULL, NULL, NULL), MOYA_ERROR_STATE);
  moya_provider_destroy(provider);
}

static void long_url(void) {
  enum { LENGTH = 100000 };
  char *long_path = malloc(LENGTH + 1), *base = malloc(LENGTH + 1);
  if (!long_path || !base) abort();
  memset(long_path, 'a', LENGTH);
  memset(base, 'a', LENGTH);
  memcpy(base, "http://h/", 9);
  long_path[LENGTH] = base[LENGTH] = 0;
  moya_target target = target_of(long_path);
  target.base_url = base;
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  moya_error *error = NULL;
  const moya_target *targets[] = {&target};
  EXPECT_STATUS(moya_provider_enqueue_all(provider, targets, 1, queue, 1, 0, NULL, NULL, NULL, NULL), MOYA_ERROR_INVALID_URL);
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 1, 0, NULL, NULL, &error), MOYA_ERROR_INVALID_URL);
  EXPECT(str_has(moya_error_message(error), "API.call"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = (moya_callback_fn)abort), NULL, NULL, NULL), MOYA_ERROR_INVALID_URL);
  EXPECT_STATUS(moya_provider_send(provider, &target, &unused, NULL, NULL, NULL), MOYA_ERROR_INVALID_URL);
  moya_provider_destroy(provider);
  moya_queue_destroy(queue);
  free(long_path);
  free(base);
}

static void newer_header(void) {
  struct {
    moya_header known;
    const char *unknown;
  } newer[] = {{{"A", "b"}, NULL}, {{"C", "d"}, "e"}};
  moya_response *response = NULL;
  EXPECT_STATUS(moya_response_create(200, NULL, &newer->known, 1, sizeof *newer, NULL, 0, &response, NULL), MOYA_OK);
  moya_response_release(response);
  EXPECT_STATUS(moya_response_create(200, NULL, &newer->known, 2, sizeof *newer, NULL, 0, &response, NULL),
                MOYA_ERROR_STRUCT_TAIL);
  EXPECT(response == NULL);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a redirect, a trailer or a field for which there is no memory says so, and is there later", without_memory);
  TEST("cookies are not listed for a URL that is too long, nor without memory", cookies);
  TEST("a body for which there is no memory is an error in the row of a blocking call", rows_without_memory);
  TEST("without a descriptor there is no queue and nothing is sent", without_descriptors);
  TEST("a plugin of the program that refuses says why", plugin_refuses);
  TEST("texts that make too long a URL are refused before anything is sent", long_url);
  TEST("handlers are refused in a child that needs the parent's threads, and by a closed provider", parents_threads);
  TEST("a newer header's field is refused when it is used", newer_header);
  server_stop(&faults);
  return verdict();
}
