/* A response can be paused. Tests who can ask for a pause, what arrives during the pause, and what ends the pause. */
#include "shown.h"

/* Pauses a call at the head or at the first part. A server sends the bytes, or a stub gives them in one piece. */
static void pauses(void) {
  static const struct {
    int kind;
    char at;
    const char *path, *body, *seen;
  } rows[] = {
      {BODY, 'h', "/bytes/5", "xxxxx", "xxxxx"},
      {BODY, 'p', "/bytes/5", "xxxxx", "xxxxx"},
      {LINES, 'h', "/lines/3", "line 0\nline 1\nline 2", "<line 0><line 1><line 2>"},
      {LINES, 'p', "/lines/3", "line 0\nline 1\nline 2", "<line 0><line 1><line 2>"},
      {EVENTS, 'p', "/events", EVENTS_BODY, EVENTS_SEEN},
      {WHOLE, 'h', "/bytes/5", "xxxxx", ""},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    for (int way = 0; way < 4; way++) {
      viewer it;
      moya_handlers handlers = view(&it, rows[row].kind, provider);
      it.at = rows[row].at;
      it.answer = MOYA_FLOW_PAUSE;
      moya_sample sample = sample_of(rows[row].body);
      moya_target target = way & 1 ? stub_of(&sample) : target_of(rows[row].path);
      pthread_t thread;
      pthread_create(&thread, NULL, resume_later, &it);
      if (way & 2) {
        EXPECT_STATUS(run(&it, &target, handlers), MOYA_OK);
      } else {
        EXPECT_STATUS(start(&it, &target, &handlers), MOYA_OK);
        await_count(&it, &it.released, 1);
      }
      pthread_join(thread, NULL);
      EXPECT(it.ends == 1 && it.end == MOYA_OK, "row %zu way %d", row, way);
      expect_text(&it, rows[row].seen);
      viewer_free(&it);
    }
  }
}

static void pause_call(viewer *it) { moya_call_pause(it->call); }

/* Pauses a call before its request is sent. A server or a stub gives the response. */
static void paused_from_the_start(void) {
  moya_provider *hosted = provider_of(MOYA_PUMP_HOST);
  for (int stubbed = 0; stubbed < 2; stubbed++) {
    viewer it;
    moya_handlers handlers = view(&it, BODY, hosted);
    it.at = 'b';
    it.then = pause_call;
    moya_sample sample = sample_of("xxxxx");
    moya_target target = stubbed ? stub_of(&sample) : target_of("/bytes/5");
    moya_call *call = NULL;
    EXPECT_STATUS(moya_provider_send(hosted, &target, &handlers, NULL, &call, NULL), MOYA_OK);
    while (it.heads == 0) EXPECT_STATUS(moya_provider_process(hosted, 1000, NULL), MOYA_OK);
    heard other = HEARD_INIT;
    moya_target later = target_of("/ok");
    EXPECT_STATUS(moya_provider_send(hosted, &later, &MOYA_HANDLERS(.end = hear, .user = &other, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
    while (other.released == 0) EXPECT_STATUS(moya_provider_process(hosted, 1000, NULL), MOYA_OK);
    EXPECT(it.parts == 0 && it.ends == 0, "stub %d: %d %d", stubbed, it.parts, it.ends);
    moya_call_resume(call);
    while (it.ends == 0) EXPECT_STATUS(moya_provider_process(hosted, 1000, NULL), MOYA_OK);
    EXPECT(it.parts == 1 && it.end == MOYA_OK, "stub %d", stubbed);
    moya_call_release(call);
    viewer_free(&it);
  }
  moya_provider_destroy(hosted);
}

/* Returns the number of memory pages of the process. */
static long pages(void) {
  long size = 0, pages = -1;
  FILE *statm = fopen("/proc/self/statm", "r");
  if (statm && fscanf(statm, "%ld %ld", &size, &pages) != 2) pages = -1;
  if (statm) fclose(statm);
  return pages;
}

/* The program resumes the call many times before the provider's loop runs again. These resumes take no memory and
 * count as one. */
static void resumed_often(void) {
  moya_provider *hosted = provider_of(MOYA_PUMP_HOST);
  viewer it;
  moya_handlers handlers = view(&it, BODY, hosted);
  moya_target target = target_of("/bytes/5");
  moya_call *call = NULL;
  EXPECT_STATUS(moya_provider_send(hosted, &target, &handlers, NULL, &call, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_process(hosted, 0, NULL), MOYA_OK);
  moya_call_resume(call);
  long before = pages();
  for (int i = 0; i < 300000; i++) moya_call_resume(call);
  EXPECT(pages() - before < 1024, "the process grew by %ld pages", pages() - before);
  while (it.released == 0) EXPECT_STATUS(moya_provider_process(hosted, 1000, NULL), MOYA_OK);
  EXPECT(it.end == MOYA_OK && it.parts == 1);
  moya_call_release(call);
  viewer_free(&it);
  moya_provider_destroy(hosted);
}

/* Pauses a call again at once after a resume. A server or a stub gives the response. */
static void paused_again(void) {
  moya_provider *hosted = provider_of(MOYA_PUMP_HOST);
  for (int stubbed = 0; stubbed < 2; stubbed++) {
    viewer it;
    moya_handlers handlers = view(&it, LINES, hosted);
    it.at = 'p';
    it.answer = MOYA_FLOW_PAUSE;
    moya_sample sample = sample_of("line 0\nline 1\nline 2");
    moya_target target = stubbed ? stub_of(&sample) : target_of("/lines/3");
    if (stubbed) target.stub = MOYA_STUB_DELAYED, target.stub_delay_ms = 1;
    moya_call *call = NULL;
    EXPECT_STATUS(moya_provider_send(hosted, &target, &handlers, NULL, &call, NULL), MOYA_OK);
    while (it.parts == 0) EXPECT_STATUS(moya_provider_process(hosted, 1000, NULL), MOYA_OK);
    moya_call_resume(call);
    moya_call_pause(call);
    heard other = HEARD_INIT;
    moya_target later = target_of("/ok");
    EXPECT_STATUS(moya_provider_send(hosted, &later, &MOYA_HANDLERS(.end = hear, .user = &other, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
    while (other.released == 0) EXPECT_STATUS(moya_provider_process(hosted, 1000, NULL), MOYA_OK);
    EXPECT(it.parts == 1 && it.ends == 0, "stub %d: %d %d", stubbed, it.parts, it.ends);
    it.paused = 0;
    moya_call_resume(call);
    while (it.ends == 0) EXPECT_STATUS(moya_provider_process(hosted, 1000, NULL), MOYA_OK);
    expect_text(&it, "<line 0><line 1><line 2>");
    moya_call_release(call);
    viewer_free(&it);
  }
  moya_provider_destroy(hosted);
}

static void resume_here(viewer *it) {
  it->paused = 0;
  moya_call_resume(it->call);
}

/* The handler that asks for the pause calls moya_call_resume itself. */
static void resumed_at_once(void) {
  for (int way = 0; way < 4; way++) {
    viewer it;
    moya_handlers handlers = view(&it, LINES, provider);
    it.at = 'p';
    it.answer = MOYA_FLOW_PAUSE;
    it.then = resume_here;
    moya_sample sample = sample_of("line 0\nline 1\nline 2");
    moya_target target = way & 1 ? stub_of(&sample) : target_of("/lines/3");
    if (way & 2) {
      EXPECT_STATUS(run(&it, &target, handlers), MOYA_OK);
    } else {
      EXPECT_STATUS(start(&it, &target, &handlers), MOYA_OK);
      await_count(&it, &it.released, 1);
    }
    expect_text(&it, "<line 0><line 1><line 2>");
    viewer_free(&it);
  }
}

/* Pauses after each line. The test ends each pause. */
static moya_flow pause_each(void *user, moya_str line) {
  viewer *it = user;
  (void)line;
  pthread_mutex_lock(&it->lock);
  EXPECT(!it->paused && it->running++ == 0, "in a pause, or at the same time as another");
  it->parts++;
  it->running--;
  it->paused = 1;
  pthread_cond_broadcast(&it->changed);
  pthread_mutex_unlock(&it->lock);
  return MOYA_FLOW_PAUSE;
}

static void line_by_line(void) {
  enum { LINE_COUNT = 200 };
  char *text = malloc(LINE_COUNT * 3 + 1);
  for (int i = 0; i < LINE_COUNT; i++) memcpy(text + 3 * i, "ab\n", 4);
  for (int stubbed = 0; stubbed < 2; stubbed++) {
    viewer it;
    moya_handlers handlers = view(&it, LINES, provider);
    handlers.line = pause_each;
    moya_sample sample = sample_of(text);
    moya_target target = stubbed ? stub_of(&sample) : target_of("/lines/200");
    EXPECT_STATUS(start(&it, &target, &handlers), MOYA_OK);
    for (int count = 1; count <= LINE_COUNT; count++) {
      if (!await_count(&it, &it.parts, count)) break;
      EXPECT(it.parts == count && it.ends == 0, "%d instead of %d", it.parts, count);
      unpause(&it);
    }
    await_count(&it, &it.released, 1);
    EXPECT(it.parts == LINE_COUNT && it.end == MOYA_OK);
    viewer_free(&it);
  }
  free(text);
}

/* Another thread pauses the call before the first part. */
static void *pause_from_thread(void *call) {
  moya_call_pause(call);
  return NULL;
}
static void pause_elsewhere(viewer *it) {
  pthread_t thread;
  pthread_create(&thread, NULL, pause_from_thread, it->call);
  pthread_join(thread, NULL);
}

/* During a pause, the server cannot send more, and the response takes no more memory. Other calls of the provider go
 * on. */
static void back_pressure(void) {
  enum { SIZE = 64 << 20 };
  static const struct {
    int by_handler;
    moya_pump pump;
  } rows[] = {{1, MOYA_PUMP_DISPATCH}, {0, MOYA_PUMP_DISPATCH}};
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    forget_log(provider);
    long before = kib_of_process("VmHWM");
    viewer it;
    moya_handlers handlers = view(&it, BODY, provider);
    handlers.progress = NULL;
    it.counts = 1;
    moya_call *call = NULL;
    moya_target target = target_of("/large/67108864");
    it.at = rows[row].by_handler ? 'p' : 'h';
    it.answer = rows[row].by_handler ? MOYA_FLOW_PAUSE : MOYA_FLOW_CONTINUE;
    it.then = rows[row].by_handler ? NULL : pause_elsewhere;
    EXPECT_STATUS(moya_provider_send(provider, &target, &handlers, NULL, &call, NULL), MOYA_OK);
    await_count(&it, rows[row].by_handler ? &it.parts : &it.heads, 1);
    await_stalled(provider);
    EXPECT(it.len < SIZE / 2, "%zu bytes in a pause", it.len);
    /* valgrind and AddressSanitizer have their own allocators, so memory is not measured there. */
    long more = kib_of_process("VmHWM") - before;
    if (runs_under("plain")) EXPECT(more < 16 << 10, "%ld KiB more", more);
    viewer beside;
    moya_handlers others = view(&beside, LINES, provider);
    moya_target lines = target_of("/lines/3");
    EXPECT_STATUS(start(&beside, &lines, &others), MOYA_OK);
    await_count(&beside, &beside.released, 1);
    expect_text(&beside, "<line 0><line 1><line 2>");
    viewer_free(&beside);
    unpause(&it);
    moya_call_resume(call);
    await_count(&it, &it.released, 1);
    EXPECT(it.end == MOYA_OK && it.len == SIZE, "%zu", it.len);
    moya_call_release(call);
    viewer_free(&it);
  }
}

/* The total timeout, a cancel and a destroy end a call that is paused. */
static void ended_in_a_pause(void) {
  enum { TIMEOUT, CANCEL, DESTROY };
  for (int stubbed = 0; stubbed < 2; stubbed++) {
    for (int how = TIMEOUT; how <= DESTROY; how++) {
      int parts = 0;
      /* On a slow machine, the timeout may come before the pause. Then no part has come, and the timeout is doubled. */
      for (uint32_t timeout = 300; parts == 0 && timeout < 10000; timeout *= 2) {
        moya_provider *own = provider_of(MOYA_PUMP_DISPATCH);
        viewer it;
        moya_handlers handlers = view(&it, LINES, own);
        it.at = 'p';
        it.answer = MOYA_FLOW_PAUSE;
        moya_sample sample = sample_of("line 0\nline 1\nline 2");
        moya_target target = stubbed ? stub_of(&sample) : target_of("/lines/3");
        if (how == TIMEOUT) target.timeout_ms = timeout;
        EXPECT_STATUS(start(&it, &target, &handlers), MOYA_OK);
        if (how != TIMEOUT) await_count(&it, &it.parts, 1);
        if (how == CANCEL) moya_call_cancel(it.call);
        if (how == DESTROY) moya_provider_destroy(own);
        await_count(&it, &it.released, 1);
        parts = it.parts;
        EXPECT(it.ends == 1 && it.end == (how == TIMEOUT ? MOYA_ERROR_TIMEOUT_TOTAL : MOYA_ERROR_CANCELLED), "%s",
               moya_status_name(it.end));
        unpause(&it); /* resumes a call that has ended, which has no effect */
        if (how != DESTROY) moya_provider_destroy(own);
        viewer_free(&it);
      }
      EXPECT(parts == 1, "%d parts", parts);
    }
  }
}

static long clock_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* The total timeout passes before the loop handles a resume. Handlers receive no more of the response, because the
 * library has released their `user`. */
static void resumed_too_late(void) {
  static const struct {
    int kind;
    const char *path;
  } rows[] = {{LINES, "/lines/200"}, {EVENTS, "/events"}};
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    for (int timeout = 200, tried = 0; !tried; timeout *= 2) {
      moya_provider *hosted = provider_of(MOYA_PUMP_HOST);
      viewer it;
      moya_handlers handlers = view(&it, rows[row].kind, hosted);
      it.at = 'p';
      it.answer = MOYA_FLOW_PAUSE;
      it.counts = 1;
      moya_target target = target_of(rows[row].path);
      target.timeout_ms = (uint32_t)timeout;
      long begun = clock_ms();
      EXPECT_STATUS(start(&it, &target, &handlers), MOYA_OK);
      long over = clock_ms() + timeout + 1;
      while (it.parts == 0 && it.ends == 0) EXPECT_STATUS(moya_provider_process(hosted, 1000, NULL), MOYA_OK);
      struct pollfd ready = {moya_provider_fd(hosted), POLLIN, 0};
      while (it.ends == 0 && clock_ms() < begun + timeout && poll(&ready, 1, 10) >= 0) {
        if (clock_ms() < begun + timeout) EXPECT_STATUS(moya_provider_process(hosted, 0, NULL), MOYA_OK);
      }
      tried = it.ends == 0; /* otherwise the machine was too slow for this timeout */
      while (clock_ms() < over) poll(NULL, 0, 1);
      if (tried) moya_call_resume(it.call);
      while (it.released == 0) EXPECT_STATUS(moya_provider_process(hosted, 1000, NULL), MOYA_OK);
      EXPECT_STATUS(moya_provider_process(hosted, 0, NULL), MOYA_OK);
      EXPECT(it.parts <= 1 && it.end == MOYA_ERROR_TIMEOUT_TOTAL, "row %zu: %d parts, %d", row, it.parts, it.end);
      viewer_free(&it);
      moya_provider_destroy(hosted);
    }
  }
}

static void forward(void *user, moya_request *request) {
  (void)user;
  EXPECT_STATUS(moya_request_forward(request, NULL, NULL, NULL, NULL), MOYA_OK);
  moya_request_release(request);
}

/* Makes the same pauses in calls of a provider whose backend forwards all requests to the network. */
static void forwarded(void) {
  moya_provider *plain = provider;
  moya_backend backend = MOYA_BACKEND(.send = forward);
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.pump = MOYA_PUMP_DISPATCH, .backend = &backend), &provider, NULL), MOYA_OK);
  pauses();
  resumed_at_once();
  line_by_line();
  moya_provider_destroy(provider);
  provider = plain;
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  provider = provider_of(MOYA_PUMP_DISPATCH);
  TEST("after a pause nothing comes until it is ended, by another thread", pauses);
  TEST("a pause may begin before the request is sent", paused_from_the_start);
  TEST("a pause behind a resume holds, whether or not the resume was noticed before it", paused_again);
  TEST("a pause may be ended inside the handler that asks for it", resumed_at_once);
  TEST("resumes without an end are one until the call has taken it", resumed_often);
  TEST("a pause may follow each line", line_by_line);
  TEST("a pause may be ended if a backend has forwarded the request", forwarded);
  TEST("a pause holds up the server, keeps little, and holds up no other call", back_pressure);
  TEST("a timeout, a cancel and a destroy end a call that is paused", ended_in_a_pause);
  TEST("a resume that comes behind the end shows nothing more", resumed_too_late);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
