/* Tests downloads: where the library writes the files, and what is left after a failure. */
#include "downloads.h"

static moya_flow rename_it(void *user, const moya_response *head, char *name, size_t size) {
  EXPECT(moya_response_http_status(head) == 200 && size == 256);
  if (strcmp(user, "stop") == 0) return MOYA_FLOW_STOP;
  if (strcmp(user, "keep") != 0) snprintf(name, size, "%s", (const char *)user);
  return MOYA_FLOW_CONTINUE;
}

/* Tests where the library writes files, for responses of a server and of a stub. */
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
  /* The library is no shell: `~` is a character of a name. */
  static const char *const tildes[] = {"~", "~root", "~/there", "~nobody"};
  for (size_t row = 0; row < sizeof tildes / sizeof *tildes; row++) {
    uint32_t flags = MOYA_DOWNLOAD_CREATE_FOLDERS;
    EXPECT_STATUS(download("/bytes/5", NULL, to_path(tildes[row], flags | (row & 1 ? MOYA_DOWNLOAD_RESUME : 0)), reason), MOYA_OK);
    EXPECT(strcmp(content(place(tildes[row])), "xxxxx") == 0, "%s", reason);
    if (row == 0) EXPECT(unlink(place("~")) == 0);
  }
  moya_download into = MOYA_DOWNLOAD(.folder = "~root/x", .flags = MOYA_DOWNLOAD_CREATE_FOLDERS);
  EXPECT(unlink(place("~root")) == 0);
  EXPECT_STATUS(download("/bytes/5", NULL, into, reason), MOYA_OK);
  EXPECT(chdir(old) == 0 && access(place("here"), R_OK) == 0 && access(place("~root/x/5"), R_OK) == 0, "%s", entries());
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
