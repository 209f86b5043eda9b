/* Tests the log of a provider: which lines the log function of the program receives, and that they show no secrets. */
#include "calls.h"

/* What a log function has received. */
typedef struct lines {
  pthread_mutex_t lock;
  char text[16384];
  int count;
  _Atomic int released;
  moya_log_level last;
  void (*then)(struct lines *);
  moya_provider *provider;
} lines;

static void note(void *user, moya_log_level level, const char *message, size_t len) {
  lines *it = user;
  EXPECT(strlen(message) == len, "the length is the text's");
  pthread_mutex_lock(&it->lock);
  it->count++;
  it->last = level;
  strncat(it->text, message, sizeof it->text - strlen(it->text) - 2);
  strcat(it->text, "\n");
  pthread_mutex_unlock(&it->lock);
  if (it->then) it->then(it);
}
static void release(void *user) { ((lines *)user)->released++; }

static lines heard_lines;
static lines *fresh(void) {
  memset(&heard_lines, 0, sizeof heard_lines);
  pthread_mutex_init(&heard_lines.lock, NULL);
  return &heard_lines;
}

/* A plugin that writes the lines of `say` to the log in each `prepare`. */
static const moya_host *host;
static struct {
  moya_log_level level;
  const char *text;
} say[8];
static moya_status create(const moya_host *services, moya_context *self, void **instance) {
  (void)instance;
  host = services;
  host->log(self, MOYA_LOG_INFO, "made");
  return MOYA_HOOK_OK;
}
static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  for (size_t n = 0; n < sizeof say / sizeof *say && say[n].text; n++) host->log(context, say[n].level, say[n].text);
  host->response_set_status(context, 204);
  return MOYA_HOOK_ANSWERED;
}
static const moya_plugin talker = {
    MOYA_PLUGIN_HEAD, .id = "org.libmoya.talker", .version = "1.0.0", .create = create, .prepare = prepare};

static moya_provider *provider_with(lines *it, moya_log_level level) {
  moya_log_handler log = MOYA_LOG_HANDLER(.level = level, .log = note, .user = it, .release_user = release);
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.log = &log), &provider, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_add_plugin(provider, &talker, NULL, NULL), MOYA_OK);
  it->provider = provider;
  return provider;
}
static void call(moya_provider *provider) {
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &MOYA_TARGET(.base_url = "http://h"), NULL, &response, NULL), MOYA_OK);
  moya_response_release(response);
}

static void rows(void) {
  static const struct {
    moya_log_level least, level;
    const char *text, *line;
    moya_log_level told;
  } rows[] = {
      {MOYA_LOG_DEBUG, MOYA_LOG_DEBUG, "a line", "org.libmoya.talker: a line\n", MOYA_LOG_DEBUG},
      {MOYA_LOG_INFO, MOYA_LOG_DEBUG, "a line", "", 0},
      {MOYA_LOG_ERROR, MOYA_LOG_WARNING, "a line", "", 0},
      {MOYA_LOG_ERROR, 99, "a line", "org.libmoya.talker: a line\n", MOYA_LOG_ERROR},
      {MOYA_LOG_DEBUG, -1, "a line", "", 0},
      {MOYA_LOG_DEBUG, MOYA_LOG_INFO, "a\nmoya error: \x1b[31mb", "org.libmoya.talker: a moya error:  [31mb\n", 1},
      {MOYA_LOG_DEBUG, MOYA_LOG_INFO, "\xff", "org.libmoya.talker: \xef\xbf\xbd\n", MOYA_LOG_INFO},
      {MOYA_LOG_DEBUG, MOYA_LOG_INFO, "http://u:p@h/?token=abc&a=1", "org.libmoya.talker: http://<redacted>@h/?token=<redacted>&a=1\n",
       MOYA_LOG_INFO},
      {MOYA_LOG_DEBUG, MOYA_LOG_INFO, "{\"password\":\"abc\"}", "org.libmoya.talker: {\"password\":\"<redacted>\"}\n",
       MOYA_LOG_INFO},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    lines *it = fresh();
    moya_provider *provider = provider_with(it, rows[row].least);
    it->text[0] = 0;
    say[0].level = rows[row].level;
    say[0].text = rows[row].text;
    call(provider);
    EXPECT(strcmp(it->text, rows[row].line) == 0, "row %zu: %s", row, it->text);
    EXPECT(!rows[row].line[0] || it->last == rows[row].told, "row %zu: %d", row, it->last);
    EXPECT(it->released == 0);
    moya_provider_destroy(provider);
    EXPECT(it->released == 1, "row %zu: %d", row, it->released);
  }
}

static void create_is_told(void) {
  lines *it = fresh();
  moya_provider_destroy(provider_with(it, MOYA_LOG_INFO));
  EXPECT(strcmp(it->text, "org.libmoya.talker: made\n") == 0, "%s", it->text);
}

/* The library writes a line that belongs to no provider to standard error. If a log function receives a line, the
 * library does not write this line there. */
static void standard_error(void) {
  fflush(stdout);
  int pipe_ends[2], saved = dup(2);
  EXPECT(pipe(pipe_ends) == 0);
  dup2(pipe_ends[1], 2);
  lines *it = fresh();
  moya_provider *provider = provider_with(it, MOYA_LOG_DEBUG);
  say[0].level = MOYA_LOG_ERROR;
  say[0].text = "for the log";
  call(provider);
  host->log(NULL, MOYA_LOG_ERROR, "of none: token=abc");
  moya_provider_destroy(provider);
  dup2(saved, 2);
  close(saved);
  close(pipe_ends[1]);
  char text[256] = "";
  ssize_t length = read(pipe_ends[0], text, sizeof text - 1);
  text[length > 0 ? length : 0] = 0;
  close(pipe_ends[0]);
  EXPECT(strcmp(text, "moya error: of none: token=<redacted>\n") == 0, "%s", text);
  EXPECT(strstr(it->text, "for the log") && !strstr(it->text, "of none"), "%s", it->text);
}

static void call_within(lines *it) {
  moya_response *response = NULL;
  moya_target target = MOYA_TARGET(.base_url = "http://h");
  EXPECT_STATUS(moya_provider_call(it->provider, &target, NULL, &response, NULL), MOYA_ERROR_STATE);
  /* For this call, the plugin logs another line while the log function still runs. The library drops this line. */
  EXPECT_STATUS(moya_provider_send(it->provider, &target, &MOYA_HANDLERS(.end = hear, .user = &(heard)HEARD_INIT), NULL, NULL, NULL), MOYA_OK);
}
static void destroy_within(lines *it) {
  it->then = NULL;
  moya_provider_destroy(it->provider);
}

static void within(void) {
  lines *it = fresh();
  moya_provider *provider = provider_with(it, MOYA_LOG_WARNING);
  say[0].level = MOYA_LOG_ERROR;
  say[0].text = "once";
  it->then = call_within;
  call(provider);
  EXPECT(it->count == 1, "%d", it->count);
  it->then = destroy_within;
  call(provider);
  /* Waits for `release`, which runs on a library thread after the hook has returned. */
  for (int n = 0; n < 60000 && !it->released; n++) usleep(1000);
  EXPECT(it->released == 1, "%d", it->released);
}

static void warning(void) {
  lines *it = fresh();
  moya_trust none = {.host = "*", .kind = MOYA_TRUST_NONE};
  moya_connection_options session = MOYA_CONNECTION_OPTIONS(.trust = &none, .trust_count = 1);
  moya_log_handler log = MOYA_LOG_HANDLER(.level = MOYA_LOG_WARNING, .log = note, .user = it);
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.log = &log, .connection = &session), &provider, NULL), MOYA_OK);
  EXPECT(strncmp(it->text, "certificates of all hosts are not checked", 41) == 0, "%s", it->text);
  moya_provider_destroy(provider);
}

static void *caller(void *provider) {
  for (int n = 0; n < 50; n++) call(provider);
  return NULL;
}
static void threads(void) {
  lines *it = fresh();
  moya_provider *provider = provider_with(it, MOYA_LOG_WARNING);
  say[0].level = MOYA_LOG_ERROR;
  say[0].text = "x";
  pthread_t ids[4];
  for (int n = 0; n < 4; n++) pthread_create(&ids[n], NULL, caller, provider);
  for (int n = 0; n < 4; n++) pthread_join(ids[n], NULL);
  EXPECT(it->count == 200, "%d", it->count);
  moya_provider_destroy(provider);
}

static void child(void) {
  lines *it = fresh();
  moya_provider *provider = provider_with(it, MOYA_LOG_WARNING);
  say[0].level = MOYA_LOG_ERROR;
  say[0].text = "x";
  call(provider);
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    call(provider);
    execlp(it->count == 2 ? "true" : "false", "child", NULL); /* at _exit, valgrind would report leaks */
    _exit(1);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%d", status);
  moya_provider_destroy(provider);
}

static void refused(void) {
  lines *it = fresh();
  moya_log_handler nameless = MOYA_LOG_HANDLER(.user = it, .release_user = release), wrong = MOYA_LOG_HANDLER(.log = note, .user = it, .release_user = release);
  moya_log_handler low = wrong, small = wrong, good = wrong;
  wrong.level = 4;
  low.level = -1;
  small.size = 8;
  const struct {
    const moya_log_handler *log;
    const char *base_url;
    moya_status status;
    int released;
    const char *says;
  } rows[] = {
      {&nameless, NULL, MOYA_ERROR_NULL, 1, "moya_log_handler.log"},  {&wrong, NULL, MOYA_ERROR_ARGUMENT, 1, "moya_log_handler.level is 4"},
      {&low, NULL, MOYA_ERROR_ARGUMENT, 1, "moya_log_handler.level"}, {&small, NULL, MOYA_ERROR_STRUCT_SIZE, 0, "moya_log_handler.size"},
      {&good, "nothing", MOYA_ERROR_ARGUMENT, 1, "base_url"},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    it->released = 0;
    moya_provider *provider = NULL;
    moya_error *error = NULL;
    moya_provider_options options = MOYA_PROVIDER_OPTIONS(.log = rows[row].log, .base_url = rows[row].base_url);
    EXPECT_STATUS(moya_provider_create(&options, &provider, &error), rows[row].status);
    EXPECT(str_has(moya_error_message(error), rows[row].says), "row %zu: %s", row, moya_error_message(error).data);
    EXPECT(it->released == rows[row].released, "row %zu: %d", row, it->released);
    moya_error_release(error);
  }
  it->released = 0;
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.log = &good), NULL, NULL), MOYA_ERROR_NULL);
  EXPECT(it->released == 1, "%d", it->released);
}

int main(void) {
  setenv("MOYA_LOG", "warning", 1);
  /* This test runs first. Later, memory of library threads would look like a leak of the child. */
  TEST("a forked child logs", child);
  TEST("a line goes to the provider's log, from its level on, with the plugin's name and without secrets", rows);
  TEST("a plugin's create may log too", create_is_told);
  TEST("standard error gets what has no provider, and nothing that a log gets", standard_error);
  TEST("a log may make calls, whose lines it does not get, and destroy its provider", within);
  TEST("the library's own warnings go to the log", warning);
  TEST("lines come from several threads", threads);
  TEST("a log that cannot be is refused, and released exactly once", refused);
  return verdict();
}
