/* Tests moya_target_copy. The copy of a target stays valid after the original is gone. */
#define MOYA_NONNULL(...) /* NULLs are tested too */
#include "calls.h"

static _Atomic int released;
static void count_release(void *user) {
  (void)user;
  released++;
}

static moya_provider *provider;

/* Calls the target. Stores the body of the response, in which the server describes the request. */
static void sent_by(const moya_target *target, char *text, size_t room) {
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call(provider, target, NULL, &response, &error), MOYA_OK);
  if (error) EXPECT(false, "%s", moya_error_message(error).data);
  snprintf(text, room, "%s", response ? moya_response_body(response).data : "");
  moya_response_release(response);
  moya_error_release(error);
}
/* Checks that the server receives equal requests for both targets. */
static void expect_same(const moya_target *one, const moya_target *other) {
  char first[8192], second[8192];
  sent_by(one, first, sizeof first);
  sent_by(other, second, sizeof second);
  EXPECT(strcmp(first, second) == 0, "%s\n%s", first, second);
}

/* Returns a copy of a text on the heap, so that a test can free it before it uses the copy of a target. */
static char *text_of(const char *text) { return strcpy(malloc(strlen(text) + 1), text); }

static moya_value *tree(void) {
  moya_value *it = moya_value_object(), *inner;
  moya_value_set_string(it, "text", "é\"");
  moya_value_set_text(it, "zero", "a\0b", 3);
  moya_value_set_int64(it, "int", INT64_MIN);
  moya_value_set_uint64(it, "uint", UINT64_MAX);
  moya_value_set_double(it, "double", 0.1);
  moya_value_set_bool(it, "bool", true);
  moya_value_set_null(it, "null");
  moya_value_set_json(it, "json", "[1, {\"a\": null}]");
  inner = moya_value_set_array(it, "array");
  moya_value_add_int64(inner, 1);
  moya_value_add_string(moya_value_add_array(inner), "x");
  moya_value_set_bool(moya_value_add_object(inner), "b", false);
  return it;
}

/* Copies targets with every field, for each kind of task except a stream. */
static void every_field(void) {
  static const moya_task_kind kinds[] = {MOYA_TASK_PLAIN, MOYA_TASK_DATA, MOYA_TASK_JSON, MOYA_TASK_FORM, MOYA_TASK_FILE, MOYA_TASK_MULTIPART};
  for (size_t row = 0; row < sizeof kinds / sizeof *kinds; row++) {
    moya_target *copy = NULL;
    char before[8192], after[8192];
    char *path = text_of("/echo/{name}"), *value = text_of("a b"), *body = text_of("[1]"), *tag = text_of("tag");
    moya_value *values = tree(), *query = moya_value_object();
    moya_value_add_string(moya_value_set_array(query, "list"), "q");
    moya_header headers[] = {{"X-One", text_of("1")}, {"X-Two", "2"}};
    moya_parameter values_of_path[] = {{"name", value}}, parameters[] = {{"p", text_of("v w")}};
    moya_part parts[] = {{.name = "text", .text = text_of("t")}, {.name = "data", .data = body, .data_len = 3, .type = "text/x"}};
    int32_t statuses[] = {200, 201};
    const char *tags[] = {tag};
    moya_task task = MOYA_TASK(.kind = kinds[row], .parameters = parameters, .parameter_count = 1, .query = query);
    if (kinds[row] == MOYA_TASK_DATA) task.data = body, task.data_len = 3, task.release_user = count_release;
    if (kinds[row] == MOYA_TASK_JSON || kinds[row] == MOYA_TASK_FORM) task.value = values;
    if (kinds[row] == MOYA_TASK_FILE) task.path = "Tests/servers/faultserver.py";
    if (kinds[row] == MOYA_TASK_MULTIPART) task.parts = parts, task.part_count = 2, task.boundary = "b";
    moya_sample sample = MOYA_SAMPLE(.body = body, .body_len = 3, .headers = headers, .header_count = 2, .url = "http://h/s");
    moya_retry retry = MOYA_RETRY(.attempts = 2, .statuses = statuses + 1, .status_count = 1);
    moya_credential credential = MOYA_CREDENTIAL(.kind = MOYA_CREDENTIAL_BASIC, .user = "u", .password = "p");
    moya_connection_overrides connection = MOYA_CONNECTION_OVERRIDES(MOYA_TRUSTS({.host = "h", .ca_data = "x", .ca_data_len = 0}), .no_proxy = NULL);
    connection.trust_count = 0;
    moya_target target = MOYA_TARGET(
        .name = "copied", .base_url = faults.url, .path = path, .method = "POST", .headers = headers, .header_count = 2,
        .path_values = values_of_path, .path_value_count = 1, .task = &task, .sample = &sample, .retry = &retry,
        .credential = &credential, .connection = &connection, .tags = tags, .tag_count = 1, .statuses = statuses, .status_count = 2,
        .validation = MOYA_VALIDATION_STATUSES);
    released = 0;
    moya_error *error = NULL;
    EXPECT_STATUS(moya_target_copy(&target, &copy, &error), MOYA_OK);
    EXPECT(copy && !error, "%s", moya_error_message(error).data);
    EXPECT(released == (kinds[row] == MOYA_TASK_DATA), "bytes are copied, and given back");
    task.release_user = NULL;
    expect_same(&target, copy);
    sent_by(&target, before, sizeof before);
    /* The original is overwritten. */
    memset(path, 'x', strlen(path)), memset(value, 'x', 3), memset(body, 'x', 3), memset(tag, 'x', 3);
    moya_value_release(values), moya_value_release(query);
    free((char *)headers[0].value), free((char *)parameters[0].value), free((char *)parts[0].text);
    free(path), free(value), free(body), free(tag);
    memset(&target, 0xa5, sizeof target), memset(&task, 0xa5, sizeof task), memset(&sample, 0xa5, sizeof sample);
    memset(&retry, 0xa5, sizeof retry), memset(&credential, 0xa5, sizeof credential), memset(statuses, 0, sizeof statuses);
    sent_by(copy, after, sizeof after);
    EXPECT(strcmp(before, after) == 0, "row %zu: %s\n%s", row, before, after);
    copy->stub = MOYA_STUB_IMMEDIATE;
    moya_response *response = NULL;
    EXPECT_STATUS(moya_provider_call(provider, copy, NULL, &response, NULL), MOYA_OK);
    EXPECT(str_is(moya_response_body(response), "[1]") && str_is(moya_response_url(response), "http://h/s"));
    moya_response_release(response);
    moya_target_release(copy);
  }
}

/* Makes five targets in a loop and enqueues them together. */
static void in_a_loop(void) {
  moya_target *targets[5];
  moya_queue *queue = NULL;
  moya_completion rows[5];
  for (int i = 0; i < 5; i++) {
    char path[32];
    snprintf(path, sizeof path, "/echo/%d", i);
    EXPECT_STATUS(moya_target_copy(&MOYA_TARGET(.name = "API.call", .base_url = faults.url, .path = path, MOYA_HEADERS({"X-N", path})),
                                   &targets[i], NULL), MOYA_OK);
  }
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_enqueue_all(provider, (const moya_target *const *)targets, 5, queue, 0, 0, NULL, NULL, NULL, NULL), MOYA_OK);
  for (int i = 0; i < 5; i++) moya_target_release(targets[i]);
  int seen = 0;
  for (int left = 5; left > 0;) {
    int64_t count = moya_queue_wait(queue, rows, sizeof *rows, 5, 60000);
    for (int64_t i = 0; i < count; i++) {
      char wanted[32];
      snprintf(wanted, sizeof wanted, "\"/echo/%d\"", (int)rows[i].tag);
      EXPECT(rows[i].data && strstr(rows[i].data, wanted), "%s: %s", wanted, (const char *)rows[i].data);
      seen |= 1 << rows[i].tag;
    }
    if (count <= 0) break;
    moya_completions_release(rows, sizeof *rows, (size_t)count);
    left -= (int)count;
  }
  EXPECT(seen == 31);
  moya_queue_destroy(queue);
}

/* The library releases the `user` of a stream only after the copy is released and its calls have ended. */
typedef struct source {
  size_t left;
  int rewinds;
} source;
static int64_t read_source(void *user, void *buffer, size_t room) {
  source *it = user;
  size_t count = it->left < room ? it->left : room;
  memset(buffer, 's', count);
  it->left -= count;
  return (int64_t)count;
}
static int32_t rewind_source(void *user) {
  source *it = user;
  it->left = 10;
  it->rewinds++;
  return 0;
}
static void streams(void) {
  source it = {10, 0};
  moya_target *copy = NULL;
  moya_stream stream = MOYA_STREAM(.read = read_source, .rewind = rewind_source, .user = &it, .release_user = count_release, .len = 10);
  moya_task task = MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
  moya_target target = target_of("/echo");
  target.method = "POST";
  target.task = &task;
  released = 0;
  EXPECT_STATUS(moya_target_copy(&target, &copy, NULL), MOYA_OK);
  memset(&stream, 0xa5, sizeof stream), memset(&task, 0xa5, sizeof task);
  for (int i = 0; i < 3; i++) {
    char text[4096];
    sent_by(copy, text, sizeof text);
    EXPECT(strstr(text, "ssssssssss") && it.rewinds == i, "%d, %s", it.rewinds, text);
  }
  EXPECT(released == 0);
  heard end = HEARD_INIT;
  moya_call *call = NULL;
  EXPECT_STATUS(moya_provider_send(provider, copy, &MOYA_HANDLERS(.end = hear, .user = &end), NULL, &call, NULL), MOYA_OK);
  moya_target_release(copy);
  EXPECT_STATUS(moya_call_wait(call, MOYA_NO_TIMEOUT, NULL), MOYA_OK);
  moya_call_release(call);
  EXPECT(released == 1, "%d", released);

  /* The stream has no `rewind` and no known length. So the second call fails, and its error says so. */
  moya_target *copy_of_copy = NULL;
  moya_response *response = NULL;
  stream = MOYA_STREAM(.read = read_source, .user = &it);
  task = MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
  it.left = 10;
  EXPECT_STATUS(moya_target_copy(&target, &copy, NULL), MOYA_OK);
  EXPECT_STATUS(moya_target_copy(copy, &copy_of_copy, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_call(provider, copy, NULL, &response, NULL), MOYA_OK);
  EXPECT(str_has(moya_response_body(response), "ssssssssss"));
  moya_response_release(response);
  EXPECT_STATUS(moya_provider_call(provider, copy_of_copy, NULL, &response, NULL), MOYA_ERROR_BODY);
  moya_target_release(copy);
  moya_target_release(copy_of_copy);
}

/* A stream of three bytes and a trailer. After its first byte, it has no bytes until `is_ready`. */
typedef struct slow_source {
  _Atomic int given, rewinds;
  _Atomic bool is_ready;
  moya_header *header; /* of the last trailers */
} slow_source;
static int64_t read_slowly(void *user, void *buffer, size_t room) {
  slow_source *it = user;
  if (it->given == 1 && !it->is_ready) return MOYA_READ_LATER;
  if (it->given == 3 || room == 0) return MOYA_READ_END;
  it->given++;
  *(char *)buffer = 's';
  return 1;
}
static int32_t rewind_slowly(void *user) {
  slow_source *it = user;
  it->given = 0;
  it->rewinds++;
  return 0;
}
/* Frees the memory of the last trailers. So a call that read them later would read memory that was freed. */
static int32_t trailers_on_heap(void *user, moya_trailers *trailers) {
  slow_source *it = user;
  free(it->header);
  it->header = malloc(sizeof *it->header);
  *it->header = (moya_header){"X-Sum", "abc"};
  trailers->headers = it->header;
  trailers->header_count = 1;
  return 0;
}
/* While a call reads a stream, another call of the same stream fails. Otherwise each of the two calls would get only
 * a part of the bytes. */
static void streams_at_the_same_time(void) {
  slow_source it = {0};
  moya_stream stream = MOYA_STREAM(.read = read_slowly, .rewind = rewind_slowly, .trailers = trailers_on_heap, .user = &it);
  moya_task task = MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
  moya_target target = target_of("/count"), *copy = NULL, *copy_of_copy = NULL;
  target.method = "PUT";
  target.task = &task;
  for (int has_trailers = 1; has_trailers >= 0; has_trailers--) {
    if (!has_trailers) stream.trailers = NULL;
    EXPECT_STATUS(moya_target_copy(&target, &copy, NULL), MOYA_OK);
    EXPECT_STATUS(moya_target_copy(copy, &copy_of_copy, NULL), MOYA_OK);
    for (int i = 0; i < 2; i++) {
      rewind_slowly(&it);
      it.rewinds = 0;
      it.is_ready = false;
      heard end = HEARD_INIT;
      moya_call *call = NULL;
      EXPECT_STATUS(moya_provider_send(provider, copy, &MOYA_HANDLERS(.end = hear, .user = &end), NULL, &call, NULL), MOYA_OK);
      while (it.given == 0) sched_yield();
      moya_response *response = NULL;
      moya_error *error = NULL;
      EXPECT_STATUS(moya_provider_call(provider, i ? copy_of_copy : copy, NULL, &response, &error), MOYA_ERROR_BODY);
      EXPECT(str_has(moya_error_message(error), "another call is reading it"), "%s", moya_error_message(error).data);
      moya_error_release(error);
      EXPECT(it.given == 1 && it.rewinds == i, "%d, %d", it.given, it.rewinds);
      it.is_ready = true;
      moya_call_resume(call);
      EXPECT_STATUS(moya_call_wait(call, MOYA_NO_TIMEOUT, NULL), MOYA_OK);
      moya_call_release(call);
      EXPECT_STATUS(end.last, MOYA_OK);
      /* The next call goes back to the first byte. */
      EXPECT_STATUS(moya_provider_call(provider, i ? copy : copy_of_copy, NULL, &response, NULL), MOYA_OK);
      EXPECT(str_has(moya_response_body(response), "\"length\": 3"), "%s", moya_response_body(response).data);
      EXPECT(it.rewinds == i + 1, "%d", it.rewinds);
      moya_response_release(response);
    }
    moya_target_release(copy);
    moya_target_release(copy_of_copy);
  }
  free(it.header);
}

static moya_flow name_it(void *user, const moya_response *head, char *name, size_t size) {
  EXPECT(moya_response_http_status(head) == 200);
  snprintf(name, size, "%s", (const char *)user);
  return MOYA_FLOW_CONTINUE;
}
static int64_t decide(void *user, uint32_t attempt, const moya_response *response, const moya_error *error) {
  (void)response, (void)error;
  ++*(int *)user;
  return attempt < 2 ? 0 : MOYA_RETRY_NO;
}
static void downloads_and_policies(void) {
  char folder[] = "/tmp/moya-owned-XXXXXX", file[64];
  int decided = 0;
  moya_target *copy = NULL;
  EXPECT(mkdtemp(folder) != NULL);
  moya_download download = MOYA_DOWNLOAD(.folder = folder, .name = name_it, .user = (void *)"chosen", .release_user = count_release,
                                         .flags = MOYA_DOWNLOAD_REPLACE);
  moya_retry retry = MOYA_RETRY(.decide = decide, .user = &decided, .release_user = count_release);
  moya_target target = target_of("/ok");
  target.download = &download;
  target.retry = &retry;
  released = 0;
  EXPECT_STATUS(moya_target_copy(&target, &copy, NULL), MOYA_OK);
  memset(&download, 0xa5, sizeof download), memset(&retry, 0xa5, sizeof retry);
  for (int i = 1; i <= 2; i++) {
    moya_response *response = NULL;
    EXPECT_STATUS(moya_provider_call(provider, copy, NULL, &response, NULL), MOYA_OK);
    EXPECT(str_has(moya_response_file(response), "/chosen"), "%s", moya_response_file(response).data);
    EXPECT(decided == 2 * i, "%d", decided);
    moya_response_release(response);
  }
  EXPECT(released == 0);
  moya_target_release(copy);
  EXPECT(released == 2, "%d", released);
  /* A retry policy without a `user` receives the `user` of the target. */
  decided = 0;
  target = target_of("/ok");
  target.user = &decided;
  target.retry = &MOYA_RETRY(.decide = decide, .release_user = count_release);
  EXPECT_STATUS(moya_target_copy(&target, &copy, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_call(provider, copy, NULL, NULL, NULL), MOYA_OK);
  EXPECT(decided == 2 && released == 2, "%d", decided);
  moya_target_release(copy);
  EXPECT(released == 3, "%d", released);
  snprintf(file, sizeof file, "%s/chosen", folder);
  unlink(file);
  rmdir(folder);
}

/* If moya_target_copy fails, each release function of the target still runs once. */
static void refusals(void) {
  moya_target *copy = NULL;
  moya_error *error = NULL;
  source it = {1, 0};
  moya_stream stream = MOYA_STREAM(.read = read_source, .user = &it, .release_user = count_release);
  moya_download download = MOYA_DOWNLOAD(.path = "x", .release_user = count_release);
  moya_retry retry = MOYA_RETRY(.release_user = count_release);
  moya_task task = MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream, .data = "x", .data_len = 1, .release_user = count_release);
  moya_target target = target_of("/ok");
  target.task = &task;
  target.download = &download;
  target.retry = &retry;
  target.header_count = 1;
  released = 0;
  EXPECT_STATUS(moya_target_copy(&target, &copy, &error), MOYA_ERROR_NULL);
  EXPECT(str_has(moya_error_message(error), "moya_target.headers") && !copy, "%s", moya_error_message(error).data);
  moya_error_release(error);
  EXPECT(released == 4, "%d", released);
  target.header_count = 0;
  released = 0;
  EXPECT_STATUS(moya_target_copy(&target, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT(released == 4, "%d", released);
  target.size = 8;
  EXPECT_STATUS(moya_target_copy(&target, &copy, NULL), MOYA_ERROR_STRUCT_SIZE);
  EXPECT_STATUS(moya_target_copy(NULL, &copy, NULL), MOYA_ERROR_NULL);
#ifndef __SANITIZE_ADDRESS__ /* AddressSanitizer ends a program that allocates this much */
  moya_task huge = MOYA_TASK(.kind = MOYA_TASK_DATA, .data = "x", .data_len = (size_t)1 << 45, .release_user = count_release);
  target = target_of("/ok");
  target.task = &huge;
  released = 0;
  EXPECT_STATUS(moya_target_copy(&target, &copy, NULL), MOYA_ERROR_MEMORY);
  EXPECT(released == 1 && !copy);
#endif
  moya_target_release(NULL);
}

/* The library releases the `user` of a retry policy when it releases the provider or the call that has the policy.
 * It releases the `user` of a stub rule when it releases the rule. */
static void released_with_their_owner(void) {
  moya_provider *own = NULL;
  moya_stubs *stubs = NULL;
  uint64_t id = 0;
  moya_retry retry = MOYA_RETRY(.decide = decide, .user = &released, .release_user = count_release);
  released = 0;
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.retry = &retry), &own, NULL), MOYA_OK);
  EXPECT(released == 0);
  moya_provider_destroy(own);
  EXPECT(released == 1, "%d", released);
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.retry = &retry, .pump = 7), &own, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT(released == 2, "%d", released);
  moya_retry wrong = MOYA_RETRY(.attempts = 17, .release_user = count_release);
  moya_target target = target_of("/ok");
  target.retry = &wrong;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, NULL, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT(released == 3, "%d", released);
  target.base_url = "ftp://h";
  EXPECT_STATUS(moya_provider_call(NULL, &target, NULL, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT(released == 4, "%d", released);
  int decided = 0;
  target = target_of("/ok");
  target.retry = &MOYA_RETRY(.decide = decide, .user = &decided, .release_user = count_release);
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, NULL, NULL), MOYA_OK);
  EXPECT(released == 5 && decided == 2, "%d %d", released, decided);
  moya_sample sample = MOYA_SAMPLE_INIT;
  EXPECT_STATUS(moya_stubs_create(&stubs, NULL), MOYA_OK);
  EXPECT_STATUS(moya_stubs_add(stubs, &MOYA_STUB_RULE(.answers = &sample, .answer_count = 1, .release_user = count_release), &id, NULL), MOYA_OK);
  EXPECT_STATUS(moya_stubs_add(stubs, &MOYA_STUB_RULE(.release_user = count_release), NULL, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT(released == 6, "%d", released);
  moya_stubs_remove(stubs, id);
  EXPECT(released == 7, "%d", released);
  moya_stubs_release(stubs);
}

/* In a retry policy, an empty list of statuses means that no status leads to another attempt. NULL means the default
 * statuses. */
static void lists_of_statuses(void) {
  static const int32_t none[1] = {503};
  for (size_t row = 0; row < 2; row++) {
    moya_target target = target_of("/status/503"), *copy = NULL;
    target.retry = &MOYA_RETRY(.attempts = 2, .delay_ms = 1, .statuses = row ? NULL : none, .status_count = 0);
    int64_t before = requests_at_server(provider, "GET /status/503");
    EXPECT_STATUS(moya_target_copy(&target, &copy, NULL), MOYA_OK);
    EXPECT_STATUS(moya_provider_call(provider, copy, NULL, NULL, NULL), MOYA_OK);
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, NULL, NULL), MOYA_OK);
    int64_t sent = requests_at_server(provider, "GET /status/503") - before;
    EXPECT(sent == (row ? 4 : 2), "row %zu: %d requests", row, (int)sent);
    moya_target_release(copy);
  }
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  provider = provider_of(MOYA_PUMP_DISPATCH);
  TEST("a copy of a target says what the target said, after all of that is gone", every_field);
  TEST("targets made in a loop are each called", in_a_loop);
  TEST("a copied stream keeps the caller's functions until the last call has ended", streams);
  TEST("while a call reads a copied stream, another call that begins to read it fails", streams_at_the_same_time);
  TEST("a copied download and policy keep the caller's functions", downloads_and_policies);
  TEST("a copied policy without a status retries after none", lists_of_statuses);
  TEST("a copy that fails releases what the target owns, once", refusals);
  TEST("policies and rules release their user", released_with_their_owner);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
