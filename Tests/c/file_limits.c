/* Tests files that the system does not allow: names that are too long, and files that are longer than RLIMIT_FSIZE. The
 * library returns an error. It never writes beyond the limit, because the system would then send SIGXFSZ. */
#include "calls.h"
#include "child.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

static char folder[64];

/* Returns the path of a name that has this many letters, in the folder of the test or in a folder below it. */
static const char *long_path(const char *below, int letters) {
  static char path[512];
  int len = snprintf(path, sizeof path, "%s/%s", folder, below);
  memset(path + len, 'n', (size_t)letters);
  path[len + letters] = 0;
  return path;
}

static int count_entries(void) {
  int count = 0;
  DIR *open = opendir(folder);
  while (open && readdir(open)) count++;
  if (open) closedir(open);
  return count - 2;
}
static void empty_folder(void) {
  char command[160];
  snprintf(command, sizeof command, "rm -rf %s/* %s/.moya-*", folder, folder);
  EXPECT(system(command) == 0);
}

static moya_status download(moya_provider *provider, const char *path, const char *to, uint32_t flags, moya_error **error) {
  moya_download download = MOYA_DOWNLOAD_INIT;
  download.path = to;
  download.flags = flags;
  moya_target target = target_of(path);
  target.download = &download;
  moya_response *response = NULL;
  moya_status status = moya_provider_call(provider, &target, NULL, &response, error);
  moya_response_release(response);
  return status;
}

static void long_names(void) {
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  EXPECT_STATUS(download(provider, "/ok", long_path("", 255), 0, NULL), MOYA_OK);
  EXPECT(access(long_path("", 255), F_OK) == 0);
  empty_folder();
  /* The server would respond only to /ok. So the call fails before it sends a request. */
  const char *const below[] = {"", "new/", "new/new/"};
  for (int i = 0; i < 3; i++) {
    moya_error *error = NULL;
    uint32_t flags = i == 0 ? 0 : MOYA_DOWNLOAD_CREATE_FOLDERS;
    EXPECT_STATUS(download(provider, "/never", long_path(below[i], 256), flags, &error), MOYA_ERROR_FILE);
    EXPECT(str_has(moya_error_message(error), "nnn: File name too long"), "%s", moya_error_message(error).data);
    moya_error_release(error);
    EXPECT(count_entries() == 0);
  }
  moya_provider_destroy(provider);
}

static void long_cookie_file(void) {
  for (int letters = 230; letters <= 255; letters += 25) {
    moya_cookie_options cookies = MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_FILE, .cookie_file = long_path("", letters));
    moya_provider_options options = MOYA_PROVIDER_OPTIONS(.cookies = &cookies);
    moya_provider *provider = NULL;
    EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
    moya_cookie cookie = MOYA_COOKIE(.name = "a", .value = "b", .domain = "a.example");
    EXPECT_STATUS(moya_provider_set_cookie(provider, &cookie, NULL), MOYA_OK);
    EXPECT_STATUS(moya_provider_save_cookies(provider, NULL), MOYA_OK);
    EXPECT(access(long_path("", letters), F_OK) == 0 && count_entries() == 1, "%d letters", letters);
    moya_provider_destroy(provider);
    empty_folder();
  }
}

/* Limits the size of files that this process writes. A write beyond the limit ends the process, because SIGXFSZ has its
 * default action. */
static void limit_files(rlim_t bytes) {
  struct rlimit limit;
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = bytes;
  setrlimit(RLIMIT_FSIZE, &limit);
  signal(SIGXFSZ, SIG_DFL);
  /* Tests/steps/c appends the names of errors to this descriptor's file, which can be long already. */
  int nothing = open("/dev/null", O_WRONLY);
  EXPECT(nothing >= 0 && dup2(nothing, 200) == 200);
  close(nothing);
}

static void downloads_in_child(void) {
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  char place[128];
  snprintf(place, sizeof place, "%s/file", folder);
  limit_files(4096);
  EXPECT_STATUS(download(provider, "/bytes/4096", place, 0, NULL), MOYA_OK);
  unlink(place);
  const char *const too_long[] = {"/bytes/4097", "/bytes/300000"};
  for (int i = 0; i < 2; i++) {
    moya_error *error = NULL;
    EXPECT_STATUS(download(provider, too_long[i], place, 0, &error), MOYA_ERROR_FILE);
    EXPECT(str_has(moya_error_message(error), "File too large"), "%s", moya_error_message(error).data);
    moya_error_release(error);
    EXPECT(count_entries() == 0);
    /* A part of a file stays if the download can be resumed. */
    EXPECT_STATUS(download(provider, too_long[i], place, MOYA_DOWNLOAD_RESUME, NULL), MOYA_ERROR_FILE);
    struct stat part;
    strcat(place, ".part");
    EXPECT(stat(place, &part) != 0 || part.st_size <= 4096);
    place[strlen(place) - 5] = 0;
    empty_folder();
  }
  char body[5000] = "";
  memset(body, 'x', sizeof body - 1);
  moya_sample sample = MOYA_SAMPLE_INIT;
  sample.body = body;
  sample.body_len = sizeof body - 1;
  moya_download to = MOYA_DOWNLOAD_INIT;
  to.path = place;
  moya_target target = target_of("/ok");
  target.download = &to;
  target.stub = MOYA_STUB_IMMEDIATE;
  target.sample = &sample;
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_ERROR_FILE);
  EXPECT(count_entries() == 0);
}
static void limited_downloads(void) { in_child(downloads_in_child); }

static void cookies_in_child(void) {
  char place[128], value[5000];
  snprintf(place, sizeof place, "%s/jar", folder);
  moya_cookie_options cookies = MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_FILE, .cookie_file = place);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.cookies = &cookies);
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  memset(value, 'v', sizeof value);
  value[3000] = 0;
  moya_cookie cookie = MOYA_COOKIE(.name = "a", .value = value, .domain = "a.example");
  EXPECT_STATUS(moya_provider_set_cookie(provider, &cookie, NULL), MOYA_OK);
  limit_files(1000);
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_save_cookies(provider, &error), MOYA_ERROR_FILE);
  EXPECT(str_has(moya_error_message(error), "jar: File too large"), "%s", moya_error_message(error).data);
  EXPECT(count_entries() == 0);
  moya_error_release(error);
}
static void limited_cookies(void) { in_child(cookies_in_child); }

static void lines_in_child(void) {
  setenv("MOYA_TRACE", "1", 1);
  FILE *errors = tmpfile();
  EXPECT(errors && fputs("a line\n", errors) >= 0 && fflush(errors) == 0);
  EXPECT(dup2(fileno(errors), STDERR_FILENO) == STDERR_FILENO);
  moya_provider *provider = provider_of(MOYA_PUMP_HOST);
  expect_good(provider);
  struct stat traced, limited;
  EXPECT(fstat(STDERR_FILENO, &traced) == 0 && traced.st_size > 7, "%d bytes", (int)traced.st_size);
  limit_files((rlim_t)traced.st_size + 1);
  expect_good(provider);
  EXPECT(fstat(STDERR_FILENO, &limited) == 0 && limited.st_size == traced.st_size);
  moya_provider_destroy(provider);
}
static void limited_lines(void) { in_child(lines_in_child); }

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  snprintf(folder, sizeof folder, "/tmp/moya-limits-XXXXXX");
  EXPECT(mkdtemp(folder) != NULL);
  TEST("a download whose name is too long fails before anything is sent", long_names);
  TEST("a file of cookies may have the longest name that the system allows", long_cookie_file);
  TEST("a download that is longer than the process may write fails, and leaves no file", limited_downloads);
  TEST("cookies that are longer than the process may write stay as they were, with a reason", limited_cookies);
  TEST("lines for a standard error that must not become longer are dropped", limited_lines);
  EXPECT(rmdir(folder) == 0);
  server_stop(&faults);
  return verdict();
}
