/* Downloads: where the library writes the files, what is left after a failure, and which downloads continue an earlier
 * one. */
#include "shown.h"

#include <dirent.h>
#include <sys/stat.h>

static moya_provider *provider;
static char folder[64];

/* Returns the path of a name in the folder of the test. */
static const char *place(const char *name) {
  static char paths[4][512];
  static int next;
  char *path = paths[next++ % 4];
  snprintf(path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

/* Returns the names in the folder of the test, in alphabetical order. */
static const char *entries(void) {
  static char text[1024];
  struct dirent **found;
  text[0] = 0;
  int count = scandir(folder, &found, NULL, alphasort);
  for (int i = 0; i < count; i++) {
    if (strcmp(found[i]->d_name, ".") != 0 && strcmp(found[i]->d_name, "..") != 0) {
      snprintf(text + strlen(text), sizeof text - strlen(text), "%s ", found[i]->d_name);
    }
    free(found[i]);
  }
  if (count >= 0) free(found);
  return text;
}

static const char *content(const char *path) {
  static char text[256];
  FILE *file = fopen(path, "r");
  size_t len = file ? fread(text, 1, sizeof text - 1, file) : 0;
  text[len] = 0;
  if (file) fclose(file);
  return text;
}

static void fresh(void) {
  char command[256];
  if (folder[0]) {
    snprintf(command, sizeof command, "chmod -R u+w %s && rm -r %s", folder, folder);
    EXPECT(system(command) == 0);
  }
  snprintf(folder, sizeof folder, "/tmp/moya-downloads-XXXXXX");
  EXPECT(mkdtemp(folder) != NULL);
}

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  EXPECT(file && fputs(text, file) >= 0);
  if (file) fclose(file);
}

static int users_released;
static void release_one(void *user) { (void)user, users_released++; }

/* Downloads `path` of the server or, if `body` is not NULL, the body of a stub. `to` says how. Returns the status of
 * the call. */
static moya_status download(const char *path, const char *body, moya_download to, char reason[512]) {
  moya_sample sample = MOYA_SAMPLE_INIT;
  moya_target target = target_of(path);
  target.download = &to;
  target.validation = MOYA_VALIDATION_SUCCESS;
  if (body) {
    sample.body = body;
    sample.body_len = strlen(body);
    target.stub = MOYA_STUB_IMMEDIATE;
    target.sample = &sample;
  }
  to.release_user = release_one;
  users_released = 0;
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_call(provider, &target, NULL, &response, &error);
  snprintf(reason, 512, "%s", error ? moya_error_message(error).data : "");
  if (response) {
    EXPECT(moya_response_body(response).len == 0 && moya_response_file(response).len > 0);
    EXPECT(access(moya_response_file(response).data, R_OK) == 0, "%s", moya_response_file(response).data);
  }
  moya_response_release(response);
  moya_error_release(error);
  EXPECT(users_released == 1, "%d", users_released);
  return status;
}

static moya_download to_path(const char *path, uint32_t flags) {
  moya_download it = MOYA_DOWNLOAD_INIT;
  it.path = path;
  it.flags = flags;
  return it;
}

static moya_flow rename_it(void *user, const moya_response *head, char *name, size_t size) {
  EXPECT(moya_response_http_status(head) == 200 && size == 256);
  if (strcmp(user, "stop") == 0) return MOYA_FLOW_STOP;
  if (strcmp(user, "keep") != 0) snprintf(name, size, "%s", (const char *)user);
  return MOYA_FLOW_CONTINUE;
}

/* Where the library writes files, for responses of a server and of a stub. */
static void places(void) {
  char reason[512];
  for (int stubbed = 0; stubbed < 2; stubbed++) {
    const char *body = stubbed ? "xxxxx" : NULL;
    fresh();
    EXPECT_STATUS(download("/bytes/5", body, to_path(place("a"), 0), reason), MOYA_OK);
    EXPECT(strcmp(content(place("a")), "xxxxx") == 0);
    EXPECT_STATUS(download("/bytes/5", body, to_path(place("a"), 0), reason), MOYA_ERROR_FILE);
    EXPECT(strstr(reason, "/a: a file is there already"), "%s", reason);
    write_file(place("a"), "old");
    EXPECT_STATUS(download("/bytes/5", body, to_path(place("a"), MOYA_DOWNLOAD_REPLACE), reason), MOYA_OK);
    EXPECT(strcmp(content(place("a")), "xxxxx") == 0);
    EXPECT_STATUS(download("/bytes/5", body, to_path(place("b/c/d"), 0), reason), MOYA_ERROR_FILE);
    EXPECT(strstr(reason, "/b/c: No such file or directory"), "%s", reason);
    EXPECT_STATUS(download("/bytes/5", body, to_path(place("b/c/d"), MOYA_DOWNLOAD_CREATE_FOLDERS), reason), MOYA_OK);
    EXPECT(strcmp(content(place("b/c/d")), "xxxxx") == 0);
    EXPECT_STATUS(download("/bytes/5", body, to_path(place("b"), MOYA_DOWNLOAD_REPLACE), reason), MOYA_ERROR_FILE);
    EXPECT(strstr(reason, "it is a folder"), "%s", reason);
    EXPECT(strcmp(entries(), "a b ") == 0, "%s", entries());
  }
  fresh();
  EXPECT(mkfifo(place("pipe"), 0600) == 0 && symlink("/dev/null", place("null")) == 0);
  static const char *const others[] = {"pipe", "null"};
  for (size_t row = 0; row < sizeof others / sizeof *others; row++) {
    moya_download to = to_path(place(others[row]), MOYA_DOWNLOAD_REPLACE);
    EXPECT_STATUS(download("/bytes/5", NULL, to, reason), MOYA_ERROR_FILE);
    EXPECT(strstr(reason, "it is a device, a pipe or a socket"), "%s", reason);
    struct stat status;
    EXPECT(stat(place(others[row]), &status) == 0 && !S_ISREG(status.st_mode), "%s was replaced", others[row]);
  }

  fresh();
  EXPECT_STATUS(download("/bytes/0", NULL, to_path(place("empty"), 0), reason), MOYA_OK);
  EXPECT_STATUS(download("/gzip", NULL, to_path(place("decoded"), 0), reason), MOYA_OK);
  EXPECT(strncmp(content(place("decoded")), "libmoya libmoya ", 16) == 0);
  EXPECT(strcmp(entries(), "decoded empty ") == 0, "%s", entries());

  char old[512];
  EXPECT(getcwd(old, sizeof old) && chdir(folder) == 0);
  EXPECT_STATUS(download("/bytes/5", NULL, to_path("here", 0), reason), MOYA_OK);
  EXPECT(chdir(old) == 0 && access(place("here"), R_OK) == 0);
}

static void names(void) {
  static const struct {
    const char *path, *chosen, *name;
    moya_status status;
    const char *stub; /* the body of a stub; NULL: the server responds */
  } rows[] = {
      {"/named", NULL, "given name.txt", MOYA_OK, NULL},   {"/bytes/5", NULL, "5", MOYA_OK, NULL},
      {"/named", "keep", "given name.txt", MOYA_OK, NULL}, {"/named", "other", "other", MOYA_OK, NULL},
      {"/named", "../up", NULL, MOYA_ERROR_FILE, NULL},    {"/named", "..", NULL, MOYA_ERROR_FILE, NULL},
      {"/named", "", NULL, MOYA_ERROR_FILE, NULL},         {"/named", "a/b", NULL, MOYA_ERROR_FILE, NULL},
      {"/named", "stop", NULL, MOYA_ERROR_CANCELLED, NULL}, {"/a/report.pdf", NULL, "report.pdf", MOYA_OK, "stub"},
      {"/a/report.pdf", "keep", "report.pdf", MOYA_OK, "stub"},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    char reason[512], wanted[64];
    fresh();
    moya_download to = MOYA_DOWNLOAD_INIT;
    to.folder = folder;
    to.name = rows[row].chosen ? rename_it : NULL;
    to.user = (void *)(uintptr_t)rows[row].chosen;
    EXPECT_STATUS(download(rows[row].path, rows[row].stub, to, reason), rows[row].status);
    snprintf(wanted, sizeof wanted, "%s%s", rows[row].name ? rows[row].name : "", rows[row].name ? " " : "");
    EXPECT(strcmp(entries(), wanted) == 0, "row %zu: %s", row, entries());
  }
}

/* A download that fails leaves no file. Its error has the reason. */
static void failures(void) {
  char reason[512];
  fresh();
  EXPECT_STATUS(download("/truncated-body", NULL, to_path(place("a"), 0), reason), MOYA_ERROR_INCOMPLETE_BODY);
  EXPECT_STATUS(download("/gzip", NULL, to_path("/proc/none/a", 0), reason), MOYA_ERROR_FILE);
  write_file(place("file"), "x");
  EXPECT_STATUS(download("/bytes/5", NULL, to_path(place("file/a"), 0), reason), MOYA_ERROR_FILE);
  EXPECT(strstr(reason, "Not a directory"), "%s", reason);
  EXPECT_STATUS(download("/bytes/5", NULL, to_path(place("file/a"), MOYA_DOWNLOAD_CREATE_FOLDERS), reason),
                MOYA_ERROR_FILE);
  EXPECT_STATUS(download("/large/100000", NULL, to_path("/dev/full/a", 0), reason), MOYA_ERROR_FILE);
  EXPECT(strcmp(entries(), "file ") == 0, "%s", entries());

  /* If validation refuses a response, the error has the response with its body. A file that exists at the path does not
   * change. */
  write_file(place("a"), "old");
  moya_download to = to_path(place("a"), MOYA_DOWNLOAD_REPLACE);
  moya_target target = target_of("/status/404");
  target.download = &to;
  target.validation = MOYA_VALIDATION_SUCCESS;
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_ERROR_STATUS_CODE);
  EXPECT(str_is(moya_response_body(moya_error_response(error)), "{\"status\": 404}"));
  EXPECT(moya_response_file(moya_error_response(error)).data == NULL);
  moya_error_release(error);
  EXPECT(strcmp(content(place("a")), "old") == 0 && strcmp(entries(), "a file ") == 0, "%s", entries());
}

/* The body of an error status becomes a file only if the download accepts any status. */
static void statuses(void) {
  static const struct {
    moya_validation validation;
    uint32_t flags;
    moya_status status;
  } rows[] = {
      {MOYA_VALIDATION_NONE, 0, MOYA_ERROR_STATUS_CODE},
      {MOYA_VALIDATION_SUCCESS, 0, MOYA_ERROR_STATUS_CODE},
      {MOYA_VALIDATION_STATUSES, 0, MOYA_OK},
      {MOYA_VALIDATION_NONE, MOYA_DOWNLOAD_ANY_STATUS, MOYA_OK},
      {MOYA_VALIDATION_SUCCESS, MOYA_DOWNLOAD_ANY_STATUS, MOYA_ERROR_ARGUMENT},
  };
  const int32_t missing[] = {404};
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    fresh();
    moya_download to = to_path(place("a"), rows[row].flags);
    moya_target target = target_of("/status/404");
    target.download = &to;
    target.validation = rows[row].validation;
    if (target.validation == MOYA_VALIDATION_STATUSES) target.statuses = missing, target.status_count = 1;
    moya_response *response = NULL;
    moya_status status = moya_provider_call(provider, &target, NULL, &response, NULL);
    EXPECT(status == rows[row].status, "row %zu: %s", row, moya_status_name(status));
    EXPECT(strcmp(content(place("a")), status == MOYA_OK ? "{\"status\": 404}" : "") == 0, "row %zu", row);
    moya_response_release(response);
  }
}

/* A handler stops the download, or the program destroys the provider. */
static void ended(void) {
  for (int how = 0; how < 2; how++) {
    fresh();
    moya_provider *own = provider_of(MOYA_PUMP_DISPATCH);
    viewer it;
    moya_handlers handlers = view(&it, WHOLE, own);
    it.at = 'r';
    it.answer = how ? MOYA_FLOW_CONTINUE : MOYA_FLOW_STOP;
    moya_download to = to_path(place("a"), 0);
    moya_target target = target_of("/cut/1000000/500000");
    target.path = "/large/100000000";
    target.download = &to;
    EXPECT_STATUS(start(&it, &target, &handlers), MOYA_OK);
    await_count(&it, &it.progresses, 1);
    moya_provider_destroy(own);
    EXPECT(it.end == MOYA_ERROR_CANCELLED && strcmp(entries(), "") == 0, "%s", entries());
    viewer_free(&it);
  }
}

static bool log_has(const char *what) {
  moya_target target = target_of("/log");
  moya_response *response = NULL;
  bool has = moya_provider_call(provider, &target, NULL, &response, NULL) == MOYA_OK &&
             str_has(moya_response_body(response), what);
  moya_response_release(response);
  return has;
}

/* The library requests the rest of the content, but the response has something else. The library does not append
 * this response to the first part. It requests the whole content again. */
static void useless_rests(void) {
  static const char *const paths[] = {"/cut/100000/60000/coded", "/cut/100000/60000/nothing"};
  for (int i = 0; i < 2; i++) {
    char reason[512];
    fresh();
    EXPECT(!log_has("resumed"));
    EXPECT_STATUS(download(paths[i], NULL, to_path(place("a"), MOYA_DOWNLOAD_RESUME), reason), MOYA_ERROR_INCOMPLETE_BODY);
    EXPECT_STATUS(download(paths[i], NULL, to_path(place("a"), MOYA_DOWNLOAD_RESUME), reason), MOYA_OK);
    struct stat whole = {0};
    EXPECT(log_has("resumed") && strcmp(entries(), "a ") == 0, "%s", entries());
    EXPECT(stat(place("a"), &whole) == 0 && whole.st_size == 100000, "%s: %d bytes", paths[i], (int)whole.st_size);
    FILE *file = fopen(place("a"), "r");
    EXPECT(file && fseek(file, -1, SEEK_END) == 0 && fgetc(file) == 99999 * 7 % 251, "%s", paths[i]);
    if (file) fclose(file);
    moya_target target = target_of("/reset");
    moya_response *response = NULL;
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
    moya_response_release(response);
  }
}

static void resumed(void) {
  char reason[512];
  fresh();
  uint32_t flags = MOYA_DOWNLOAD_RESUME | MOYA_DOWNLOAD_CREATE_FOLDERS;
  EXPECT_STATUS(download("/cut/100000/60000", NULL, to_path(place("a/b"), flags), reason), MOYA_ERROR_INCOMPLETE_BODY);
  struct stat part, whole;
  EXPECT(access(place("a/b"), F_OK) != 0 && stat(place("a/b.part"), &part) == 0 && part.st_size > 0);
  EXPECT(!log_has("resumed"));
  EXPECT_STATUS(download("/cut/100000/60000", NULL, to_path(place("a/b"), flags), reason), MOYA_OK);
  EXPECT(log_has("resumed") && stat(place("a/b"), &whole) == 0 && whole.st_size == 100000);
  EXPECT(access(place("a/b.part"), F_OK) != 0 && access(place("a/b.part.resume"), F_OK) != 0);
  FILE *file = fopen(place("a/b"), "r");
  for (int i = 0; file && i < 100000; i++) {
    if (fgetc(file) == i * 7 % 251) continue;
    EXPECT(0, "byte %d is wrong", i);
    break;
  }
  if (file) fclose(file);
  /* If there is no first part, a download with MOYA_DOWNLOAD_RESUME starts from the beginning. It replaces the file,
   * because its flags allow this. */
  EXPECT_STATUS(download("/cut/10/10", NULL, to_path(place("a/b"), flags | MOYA_DOWNLOAD_REPLACE), reason), MOYA_OK);
  EXPECT(stat(place("a/b"), &whole) == 0 && whole.st_size == 10);
}

/* The query of the URL has changed, for example a signature. The download continues, because the strong entity tag is
 * the same. */
static void resumed_with_another_query(void) {
  static const char *const paths[] = {"/cut/100000/60000?signature=1", "/cut/100000/60000?signature=2"};
  static const moya_status wanted[] = {MOYA_ERROR_INCOMPLETE_BODY, MOYA_OK};
  fresh();
  moya_download to = to_path(place("a"), MOYA_DOWNLOAD_RESUME);
  for (int i = 0; i < 2; i++) {
    moya_target target = target_of(paths[i]);
    target.flags = MOYA_TARGET_PATH_QUERY;
    target.download = &to;
    moya_response *response = NULL;
    EXPECT(!log_has("resumed"));
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), wanted[i]);
    moya_response_release(response);
  }
  struct stat whole;
  EXPECT(log_has("resumed") && stat(place("a"), &whole) == 0 && whole.st_size == 100000);
  moya_target target = target_of("/reset");
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  moya_response_release(response);
}

/* Makes a download in every way to make a call. If the way has handlers, they receive the head. */
static void ways(void) {
  fresh();
  for (int way = 0; way < 4; way++) {
    char name[16];
    snprintf(name, sizeof name, "%d", way);
    moya_download to = to_path(place(name), 0);
    moya_target target = target_of("/bytes/5");
    target.download = &to;
    if (way < 2) {
      viewer it;
      moya_handlers handlers = view(&it, WHOLE, provider);
      if (way) {
        EXPECT_STATUS(run(&it, &target, handlers), MOYA_OK);
      } else {
        EXPECT_STATUS(start(&it, &target, &handlers), MOYA_OK);
        await_count(&it, &it.released, 1);
      }
      EXPECT(it.heads == 1 && it.end == MOYA_OK && it.moved.received == 5);
      viewer_free(&it);
    } else if (way == 2) {
      moya_queue *queue = NULL;
      moya_completion row;
      EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
      EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 1, 0, NULL, NULL, NULL), MOYA_OK);
      EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 30000) == 1 && row.status == MOYA_OK);
      EXPECT(str_is(moya_response_file(row.response), place(name)));
      moya_completions_release(&row, sizeof row, 1);
      moya_queue_destroy(queue);
    } else {
      heard it = HEARD_INIT;
      EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
      await_released(&it, 1);
      EXPECT(it.ok == 1);
    }
    EXPECT(strcmp(content(place(name)), "xxxxx") == 0, "way %d", way);
  }
  EXPECT(strcmp(entries(), "0 1 2 3 ") == 0, "%s", entries());
}

static void bounded(void) {
  /* valgrind and AddressSanitizer have their own allocators, so memory is not measured there. */
  if (!runs_under("plain")) return;
  char reason[512];
  fresh();
  EXPECT_STATUS(download("/bytes/5", NULL, to_path(place("small"), 0), reason), MOYA_OK);
  FILE *peak = fopen("/proc/self/clear_refs", "w");
  if (peak) fputs("5", peak), fclose(peak); /* resets the value of VmHWM */
  long idle = kib_of_process("VmRSS");
  EXPECT_STATUS(download("/large/209715200", NULL, to_path(place("large"), 0), reason), MOYA_OK);
  struct stat whole;
  EXPECT(stat(place("large"), &whole) == 0 && whole.st_size == 209715200);
  EXPECT(kib_of_process("VmHWM") - idle <= 12 << 10, "%ld KiB over %ld", kib_of_process("VmHWM") - idle, idle);
}

static void refused(void) {
  static const struct {
    const char *wrong, *path, *folder;
    int named, size;
    uint32_t flags;
    moya_status status;
    int released;
  } rows[] = {
      {"flags", "a", NULL, 0, 0, 16, MOYA_ERROR_ARGUMENT, 1},
      {"neither of path and folder", NULL, NULL, 0, 0, 0, MOYA_ERROR_ARGUMENT, 1},
      {"both of path and folder", "a", "b", 0, 0, 0, MOYA_ERROR_ARGUMENT, 1},
      {"path is empty", "", NULL, 0, 0, 0, MOYA_ERROR_ARGUMENT, 1},
      {"folder is empty", NULL, "", 0, 0, 0, MOYA_ERROR_ARGUMENT, 1},
      {"path is not UTF-8", "\xff", NULL, 0, 0, 0, MOYA_ERROR_UTF8, 1},
      {"RESUME", NULL, "a", 0, 0, MOYA_DOWNLOAD_RESUME, MOYA_ERROR_ARGUMENT, 1},
      {"name is for a folder", "a", NULL, 1, 0, 0, MOYA_ERROR_ARGUMENT, 1},
      {"size is 16", "a", NULL, 0, 16, 0, MOYA_ERROR_STRUCT_SIZE, 0},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_download to = MOYA_DOWNLOAD_INIT;
    to.path = rows[row].path;
    to.folder = rows[row].folder;
    to.flags = rows[row].flags;
    to.name = rows[row].named ? rename_it : NULL;
    to.release_user = release_one;
    if (rows[row].size) to.size = (uint32_t)rows[row].size;
    moya_target target = target_of("/ok");
    target.download = &to;
    users_released = 0;
    moya_response *response = NULL;
    moya_error *error = NULL;
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), rows[row].status);
    EXPECT(str_has(moya_error_message(error), rows[row].wrong), "row %zu: %s", row, moya_error_message(error).data);
    EXPECT(users_released == rows[row].released, "row %zu: %d", row, users_released);
    moya_error_release(error);
  }
  moya_download to = to_path("a", 0);
  to.release_user = release_one;
  moya_target target = target_of("/ok");
  target.download = &to;
  users_released = 0;
  viewer it;
  moya_handlers handlers = view(&it, BODY, provider);
  EXPECT_STATUS(start(&it, &target, &handlers), MOYA_ERROR_ARGUMENT);
  EXPECT(users_released == 1 && it.released == 1);
  viewer_free(&it);
  moya_response *response = NULL;
  moya_provider *volatile none = NULL;
  EXPECT_STATUS(moya_provider_call(none, &target, NULL, &response, NULL), MOYA_ERROR_NULL);
  EXPECT(users_released == 2);
  EXPECT(moya_response_file(NULL).data == NULL);
}

static const moya_host *host;
static moya_status create(const moya_host *it, moya_context *self, void **instance) {
  (void)self, (void)instance;
  host = it;
  return MOYA_OK;
}
static moya_status answer(void *instance, moya_context *context) {
  (void)instance;
  host->response_set_status(context, 200);
  host->response_set_body(context, "answered", 8);
  return MOYA_HOOK_ANSWERED;
}

static void answered(void) {
  static const moya_plugin table = {
      MOYA_PLUGIN_HEAD, .id = "org.example.answer", .version = "1.0.0", .create = create, .prepare = answer};
  moya_provider *before = provider;
  provider = provider_of(MOYA_PUMP_DISPATCH);
  EXPECT_STATUS(moya_provider_add_plugin(provider, &table, NULL, NULL), MOYA_OK);
  char reason[512];
  fresh();
  EXPECT_STATUS(download("/never", NULL, to_path(place("a"), 0), reason), MOYA_OK);
  EXPECT(strcmp(content(place("a")), "answered") == 0 && strcmp(entries(), "a ") == 0, "%s", entries());
  moya_provider_destroy(provider);
  provider = before;
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  provider = provider_of(MOYA_PUMP_DISPATCH);
  TEST("a body becomes the file at a path, of the network and of a stub; what is there is kept unless said", places);
  TEST("in a folder it gets the name that is suggested, or chosen; none leads out of it", names);
  TEST("what fails leaves no file and says why; a refused body is in the error", failures);
  TEST("a download that is cancelled leaves nothing", ended);
  TEST("a download accepts success alone, unless it is told otherwise", statuses);
  TEST("a download that cannot go on begins anew", useless_rests);
  TEST("an interrupted download goes on at a URL with another query", resumed_with_another_query);
  TEST("an interrupted download goes on where it was", resumed);
  TEST("every way to call takes a download", ways);
  TEST("a download of 200 MB takes no more than 12 MiB", bounded);
  TEST("a plugin's answer becomes the file", answered);
  TEST("bad downloads are refused by name, and their user is released", refused);
  fresh();
  EXPECT(rmdir(folder) == 0);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
