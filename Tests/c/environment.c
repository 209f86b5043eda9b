/* Tests environment variables of the library. With MOYA_CHECK, the library ends a program that misuses a handle, and
 * names the handle. With MOYA_TRACE, it writes what is sent and received. Each row runs this program again as a new
 * process. */
#define MOYA_NONNULL(...) /* NULLs are tested too */
#include "calls.h"

static moya_provider *provider;

static moya_response *a_response(void) {
  moya_response *response = NULL;
  EXPECT_STATUS(moya_response_create(200, NULL, NULL, 0, 0, "x", 1, &response, NULL), MOYA_OK);
  return response;
}
static moya_target stubbed(void) {
  static const moya_sample sample = {.size = sizeof sample};
  return MOYA_TARGET(.name = "it", .base_url = "http://h", .stub = MOYA_STUB_IMMEDIATE, .sample = &sample);
}

static void response_twice(void) {
  moya_response *it = a_response();
  moya_response_release(it);
  moya_response_release(it);
}
static void response_used(void) {
  moya_response *it = a_response();
  moya_response_release(it);
  (void)moya_response_http_status(it);
}
static void response_retained(void) {
  moya_response *it = a_response();
  moya_response_release(moya_response_retain(it));
  (void)moya_response_body(it);
  moya_response_release(it);
  (void)moya_response_body(it);
}
static void error_twice(void) {
  moya_error *it = moya_error_create(MOYA_ERROR_JSON, NULL, "x", NULL);
  moya_error_release(it);
  moya_error_release(it);
}
static void provider_used(void) {
  moya_target target = stubbed();
  moya_provider_destroy(provider);
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, NULL, NULL), MOYA_OK);
}
static void provider_twice(void) {
  moya_provider_destroy(provider);
  moya_provider_destroy(provider);
}
static void queue_used(void) {
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  moya_queue_destroy(queue);
  moya_queue_wake(queue);
}
static void tree_used(void) {
  moya_value *tree = moya_value_object();
  moya_value_release(tree);
  moya_value_set_null(tree, "x");
}
static void tree_as_response(void) {
  moya_value *tree = moya_value_object();
  (void)moya_response_body((const moya_response *)(const void *)tree);
}
static void response_as_tree(void) { moya_value_set_null((moya_value *)(void *)a_response(), "x"); }
static moya_error *refused(void) {
  moya_error *error = NULL;
  moya_target target = stubbed();
  target.sample = &MOYA_SAMPLE(.http_status = 500, .body = "x", .body_len = 1);
  target.validation = MOYA_VALIDATION_SUCCESS;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, NULL, &error), MOYA_ERROR_STATUS_CODE);
  EXPECT(str_is(moya_response_body(moya_error_response(error)), "x"));
  return error;
}
static void response_of_error_released(void) {
  moya_response_release((moya_response *)moya_error_response(refused()));
}
static void response_of_error_used(void) {
  moya_error *error = refused();
  const moya_response *response = moya_error_response(error);
  moya_error_release(error);
  (void)moya_response_body(response);
}
static moya_target *copied(void) {
  moya_target target = stubbed(), *copy = NULL;
  EXPECT_STATUS(moya_target_copy(&target, &copy, NULL), MOYA_OK);
  return copy;
}
static void copy_twice(void) {
  moya_target *copy = copied();
  moya_target_release(copy);
  moya_target_release(copy);
}
static void copy_used(void) {
  moya_target *copy = copied();
  moya_target_release(copy);
  EXPECT_STATUS(moya_provider_call(provider, copy, NULL, NULL, NULL), MOYA_OK);
}
static void rows_twice(void) {
  moya_queue *queue = NULL;
  moya_completion row, again;
  moya_target target = stubbed();
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 0, 0, NULL, NULL, NULL), MOYA_OK);
  EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 60000) == 1);
  again = row;
  moya_completions_release(&row, sizeof row, 1);
  moya_completions_release(&again, sizeof again, 1);
}
static void another_kind(void) {
  moya_response *it = a_response();
  (void)moya_error_message((const moya_error *)(const void *)it);
}
static void release_borrowed(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)user, (void)status, (void)error;
  moya_response_release((moya_response *)response);
}
static void borrowed_released(void) {
  moya_target target = stubbed();
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = release_borrowed), NULL, NULL, NULL), MOYA_OK);
}
static const moya_response *kept;
static moya_response *retained;
static void keep_borrowed(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)user, (void)status, (void)error;
  kept = response;
}
static void borrowed_used(void) {
  moya_target target = stubbed();
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = keep_borrowed), NULL, NULL, NULL), MOYA_OK);
  (void)moya_response_body(kept);
}
static void retain_borrowed(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)user, (void)status, (void)error;
  retained = moya_response_retain(response);
}
static void count(void *user) { ++*(int *)user; }
static void ignore(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)user, (void)status, (void)response, (void)error;
}
static int64_t no_retry(void *user, uint32_t attempt, const moya_response *response, const moya_error *error) {
  (void)user, (void)attempt, (void)response, (void)error;
  return MOYA_RETRY_NO;
}
/* The library releases the `user` of the retry policy only once, after many calls have used the policy. */
static void releases(void) {
  int released = 0;
  moya_provider *own = NULL;
  moya_target target = stubbed();
  moya_retry retry = MOYA_RETRY(.decide = no_retry, .user = &released, .release_user = count);
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.retry = &retry), &own, NULL), MOYA_OK);
  for (int i = 0; i < 100; i++) {
    moya_call *call = NULL;
    EXPECT_STATUS(moya_provider_send(own, &target, &MOYA_HANDLERS(.end = ignore), NULL, &call, NULL), MOYA_OK);
    moya_call_release(call);
  }
  moya_provider_destroy(own);
  EXPECT(released == 1, "%d", released);
}
static void sound(void) {
  moya_target target = stubbed();
  moya_call *call = NULL;
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = retain_borrowed), NULL, &call, NULL), MOYA_OK);
  EXPECT(moya_response_http_status(retained) == 200);
  moya_response_release(retained);
  moya_call_release(moya_call_retain(call));
  moya_call_release(call);
  moya_value *tree = moya_value_object();
  moya_value_set_null(moya_value_set_object(tree, "x"), "y");
  moya_value_release(tree);
  moya_provider_destroy(provider);
}
/* A plugin writes the value of a secret option into the query. The name of the query item does not show that the value
 * is a secret. */
static const moya_host *host;
static moya_status create(const moya_host *it, moya_context *self, void **instance) {
  host = it;
  *instance = self;
  return MOYA_OK;
}
static moya_status add_note(void *instance, moya_context *context) {
  char url[256];
  snprintf(url, sizeof url, "%s&note=%s", host->request_url(context).data, host->option_text(instance, "key").data);
  return host->request_set_url(context, url);
}
static void add_plugin(void) {
  static const moya_option options[] = {{.name = "key", .kind = MOYA_OPTION_SECRET}, {.name = NULL}};
  static const moya_plugin plugin = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.note", .version = "1",
                                     .options = options, .create = create, .prepare = add_note};
  moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &plugin, .config = "{\"key\": \"hidden note\"}");
  EXPECT_STATUS(moya_provider_use(provider, &use, NULL), MOYA_OK);
}

static void traced(void) {
  add_plugin();
  moya_target target = MOYA_TARGET(.name = "it", .base_url = getenv("TRACED"), .path = "/echo", .method = "POST",
                                   .task = &MOYA_TASK(.kind = MOYA_TASK_DATA, .data = "hidden", .data_len = 6, MOYA_PARAMETERS({"token", "hidden"})),
                                   MOYA_HEADERS({"Authorization", "Bearer hidden"}, {"X-Shown", "yes"}));
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, NULL, NULL), MOYA_OK);
  target.path = "/status/404?x=1";
  target.flags = MOYA_TARGET_PATH_QUERY;
  target.validation = MOYA_VALIDATION_SUCCESS;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, NULL, NULL), MOYA_ERROR_STATUS_CODE);
  moya_provider_destroy(provider);
}

/* AddressSanitizer reports a use of the released copy before MOYA_CHECK does. */
#ifdef __SANITIZE_ADDRESS__
#define COPY_USED "heap-use-after-free"
#else
#define COPY_USED "moya: a call: the copy of a target was released (MOYA_CHECK)\n"
#endif
static const struct {
  const char *name;
  void (*run)(void);
  const char *says; /* the text on standard error; "": none, and the program succeeds */
} rows[] = {
    {"response_twice", response_twice, "moya: moya_response_release: the response was released (MOYA_CHECK)\n"},
    {"response_used", response_used, "moya: moya_response_http_status: the response was released (MOYA_CHECK)\n"},
    {"response_retained", response_retained, "moya: moya_response_body: the response was released (MOYA_CHECK)\n"},
    {"error_twice", error_twice, "moya: moya_error_release: the error was released (MOYA_CHECK)\n"},
    {"provider_used", provider_used, "moya: moya_provider_call: the provider was released (MOYA_CHECK)\n"},
    {"provider_twice", provider_twice, "moya: moya_provider_destroy: the provider was released (MOYA_CHECK)\n"},
    {"queue_used", queue_used, "moya: moya_queue_wake: the queue was released (MOYA_CHECK)\n"},
    {"tree_used", tree_used, "moya: moya_value_set_null: the tree of values was released (MOYA_CHECK)\n"},
    {"another_kind", another_kind, "moya: moya_error_message: the handle is of another kind: response, not error (MOYA_CHECK)\n"},
    {"borrowed_released", borrowed_released, "moya: moya_response_release: the response is borrowed, and not the program's to release (MOYA_CHECK)\n"},
    {"borrowed_used", borrowed_used, "moya: moya_response_body: the response was borrowed, and what lent it has ended (MOYA_CHECK)\n"},
    {"tree_as_response", tree_as_response, "moya: moya_response_body: the handle is of another kind: tree of values, not response (MOYA_CHECK)\n"},
    {"response_as_tree", response_as_tree, "moya: moya_value_set_null: the handle is of another kind: response, not tree of values (MOYA_CHECK)\n"},
    {"response_of_error_released", response_of_error_released,
     "moya: moya_response_release: the response is borrowed, and not the program's to release (MOYA_CHECK)\n"},
    {"response_of_error_used", response_of_error_used, "moya: moya_response_body: the response was borrowed, and what lent it has ended (MOYA_CHECK)\n"},
    {"copy_twice", copy_twice, "moya: moya_target_release: the copy of a target was released (MOYA_CHECK)\n"},
    {"copy_used", copy_used, COPY_USED},
    {"rows_twice", rows_twice, "moya: moya_completions_release: the response was released (MOYA_CHECK)\n"},
    {"sound", sound, ""},
    {"releases", releases, ""},
};

static const char *own_path;

/* Runs this program again for the row `name`. Stores what the new process writes to standard error, and returns how
 * the process ends. */
static int run(const char *name, const char *variable, char *text, size_t room) {
  int ends[2], status = -1;
  size_t len = 0;
  pid_t child;
  posix_spawn_file_actions_t actions;
  char traced_url[96], *arguments_[] = {(char *)own_path, (char *)name, NULL}, *environment[] = {(char *)variable, traced_url, (char *)"ASAN_OPTIONS=detect_leaks=0", NULL};
  snprintf(traced_url, sizeof traced_url, "TRACED=%s", faults.url);
  EXPECT(pipe2(ends, O_CLOEXEC) == 0 && posix_spawn_file_actions_init(&actions) == 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
  EXPECT(posix_spawn(&child, own_path, &actions, NULL, arguments_, environment) == 0);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  for (ssize_t count; len < room - 1 && (count = read(ends[0], text + len, room - 1 - len)) > 0;) len += (size_t)count;
  text[len] = 0;
  close(ends[0]);
  EXPECT(waitpid(child, &status, 0) == child);
  return status;
}

static void misused_handles(void) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[4096];
    int status = run(rows[i].name, "MOYA_CHECK=1", text, sizeof text);
    bool ends_well = *rows[i].says == 0;
    EXPECT(ends_well ? *text == 0 && status == 0 : strstr(text, rows[i].says) && !(WIFEXITED(status) && WEXITSTATUS(status) == 0),
           "%s: %x: %s", rows[i].name, (unsigned)status, text);
  }
}

static void traces(void) {
  char text[8192], *line;
  EXPECT(run("traced", "MOYA_TRACE=1", text, sizeof text) == 0);
  static const char *const wanted[] = {"moya: > it: POST http://127.0.0.1:", "moya: >   X-Shown: yes\n", "moya: >   Authorization: <redacted>\n",
                                       "moya: >   a body of 6 bytes\n", "moya: < it: 200, ", "HTTP/1.1 from 127.0.0.1 port ", "a new connection (name ",
                                       "a kept connection\n", "moya: <   Content-Type: application/json\n", "moya: ! it: the response to POST ",
                                       "moya: < it: 404, "};
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) EXPECT(strstr(text, wanted[i]), "%s in %s", wanted[i], text);
  EXPECT(!strstr(text, "hidden"), "%s", text);
  for (line = text; *line; line = strchr(line, '\n') + 1) EXPECT(strncmp(line, "moya: ", 6) == 0, "%s", line);
  EXPECT(run("traced", "MOYA_TRACE=0", text, sizeof text) == 0 && *text == 0, "%s", text);
}

int main(int count, char **arguments) {
  own_path = "/proc/self/exe";
  char path[4096];
  ssize_t length = readlink(own_path, path, sizeof path - 1);
  if (length > 0) path[length] = 0, own_path = path;
  if (count == 2) {
    provider = provider_of(MOYA_PUMP_DISPATCH);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
      if (strcmp(rows[i].name, arguments[1]) == 0) rows[i].run();
    }
    if (strcmp(arguments[1], "traced") == 0) traced();
    return verdict();
  }
  faults = server_start("Tests/servers/faultserver.py");
  TEST("with MOYA_CHECK=1 a handle that is misused is named", misused_handles);
  TEST("with MOYA_TRACE=1 requests and responses are written, without secrets", traces);
  server_stop(&faults);
  return verdict();
}
