/* A handler forks, and the child returns from the handler instead of calling exec or _exit. In the child, the
 * interrupted function returns MOYA_ERROR_FORKED, and the library neither sends nor reads on the connection of the
 * call. */
#include "calls.h"

enum { BEGIN, HEAD, BODY, STEP, PROGRESS, READ, REWIND, TRAILERS, DECIDE, HANDLERS };
static const char *const names[] = {"begin", "head", "body", "step", "progress", "read", "rewind", "trailers", "decide"};

static int forks_in;
static bool has_forked, is_child;
static int handlers_in_child;

/* Forks once, in the handler that the test has chosen. The parent waits for the child's end, so that the two
 * processes do not use the connection at the same time. */
static void handler(int which) {
  if (is_child) handlers_in_child++;
  if (which != forks_in || has_forked) return;
  has_forked = true;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    is_child = true;
    check_failures = 0;
    alarm(60); /* a child that hangs is ended */
    return;
  }
  int status = 0;
  EXPECT(waitpid(child, &status, 0) == child);
  EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child of %s ended with %d", names[which], status);
}

static void begin(void *user, moya_call *call) { (void)user, (void)call, handler(BEGIN); }
static moya_flow head(void *user, const moya_response *it) { return (void)user, (void)it, handler(HEAD), MOYA_FLOW_CONTINUE; }
static moya_flow body(void *user, const void *data, size_t len) {
  (void)user, (void)data, (void)len;
  return handler(BODY), MOYA_FLOW_CONTINUE;
}
static moya_flow step(void *user, const moya_step *it) {
  (void)user;
  if (it->kind == MOYA_STEP_SEND_HEAD) handler(STEP);
  return MOYA_FLOW_CONTINUE;
}
static moya_flow progress(void *user, const moya_progress *it) {
  (void)user, (void)it;
  return handler(PROGRESS), MOYA_FLOW_CONTINUE;
}
static void end(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)user;
  if (is_child) {
    EXPECT_STATUS(status, MOYA_ERROR_FORKED);
    return;
  }
  EXPECT(status == MOYA_OK, "%s: %s", names[forks_in], moya_error_message(error).data);
  EXPECT(moya_response_http_status(response) == 200);
}
static int64_t read_piece(void *user, void *buffer, size_t room) {
  handler(READ);
  if (room < 4 || ++*(int *)user > 3) return MOYA_READ_END;
  memcpy(buffer, "text", 4);
  return 4;
}
static int32_t rewind_body(void *user) { return *(int *)user = 0, handler(REWIND), 0; }
static int32_t give_trailers(void *user, moya_trailers *trailers) {
  (void)user, (void)trailers;
  return handler(TRAILERS), 0;
}
static int64_t decide(void *user, uint32_t attempt, const moya_response *response, const moya_error *error) {
  (void)user, (void)response, (void)error;
  return handler(DECIDE), attempt == 1 ? 0 : MOYA_RETRY_NO;
}

/* In the child, checks the status that the interrupted function has returned, makes calls of its own, and ends. */
static void end_child(moya_provider *provider, moya_status status) {
  EXPECT(status == MOYA_ERROR_FORKED, "%s in the child of %s", moya_status_name(status), names[forks_in]);
  /* If `body` or `rewind` forks, the child may still run handlers for the bytes that it has in memory. */
  EXPECT(handlers_in_child == 0 || forks_in == BODY || forks_in == REWIND, "%d handlers ran in the child of %s", handlers_in_child, names[forks_in]);
  expect_good(provider);
  fflush(stdout);
  execlp(check_failures ? "false" : "true", "child", NULL);
  _exit(1);
}

typedef moya_status way(moya_provider *provider, const moya_target *target, moya_handlers handlers);

static moya_status blocking(moya_provider *provider, const moya_target *target, moya_handlers handlers) {
  moya_response *response = NULL;
  moya_status status = moya_provider_call(provider, target, &handlers, &response, NULL);
  moya_response_release(response);
  return status;
}

static moya_status in_slices(moya_provider *provider, const moya_target *target, moya_handlers handlers) {
  (void)handlers;
  moya_blocking_call *call = NULL;
  moya_response *response = NULL;
  moya_status status;
  do {
    status = moya_provider_call_for(provider, target, 10000, &call, &response, NULL);
  } while (status == MOYA_OK && call);
  moya_response_release(response);
  return status;
}

static moya_status waited_for(moya_provider *provider, const moya_target *target, moya_handlers handlers) {
  handlers.end = end;
  moya_call *call = NULL;
  moya_status status = moya_provider_send(provider, target, &handlers, NULL, &call, NULL);
  if (status == MOYA_OK) status = moya_call_wait(call, MOYA_NO_TIMEOUT, NULL);
  if (!is_child) moya_call_release(call);
  return status;
}

static void play(way *call, moya_pump pump, int which) {
  moya_provider *provider = provider_of(pump);
  /* Opens a connection. The call below uses it, so both processes have it after the fork. */
  expect_good(provider);
  int pieces = 0;
  moya_handlers handlers = MOYA_HANDLERS_INIT;
  moya_target target = target_of(which == REWIND ? "/again/count" : which >= READ && which <= TRAILERS ? "/count" : "/lines/300");
  moya_stream stream = MOYA_STREAM(.read = read_piece, .rewind = rewind_body, .user = &pieces);
  moya_task task = MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
  moya_retry retry = MOYA_RETRY(.attempts = 2, .decide = decide);
  if (which >= READ && which <= TRAILERS) target.method = "PUT", target.task = &task;
  if (which == TRAILERS) stream.trailers = give_trailers;
  if (which == DECIDE) target.retry = &retry;
  if (which == BEGIN) handlers.begin = begin;
  if (which == HEAD) handlers.head = head;
  if (which == BODY) handlers.body = body;
  if (which == STEP) handlers.step = step;
  if (which == PROGRESS) handlers.progress = progress;
  has_forked = false;
  forks_in = which;
  moya_status status = call(provider, &target, handlers);
  if (is_child) end_child(provider, status);
  EXPECT(status == MOYA_OK && has_forked, "%s after a fork in %s", moya_status_name(status), names[which]);
  expect_good(provider);
  moya_provider_destroy(provider);
}

static void blocking_calls(void) {
  for (int which = 0; which < HANDLERS; which++) play(blocking, MOYA_PUMP_DISPATCH, which);
}
static void sliced_calls(void) {
  /* These calls have bodies and retries, but no handlers. */
  for (int which = READ; which < HANDLERS; which++) play(in_slices, MOYA_PUMP_DISPATCH, which);
}
static void hosted_calls(void) {
  for (int which = HEAD; which < HANDLERS; which++) play(waited_for, MOYA_PUMP_HOST, which);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a child that returns from a handler of a blocking call gets FORKED, and its parent gets the response", blocking_calls);
  TEST("so does a child that returns from a function of a call in slices", sliced_calls);
  TEST("so does a child of a call that the program's own event loop runs", hosted_calls);
  server_stop(&faults);
  return verdict();
}
