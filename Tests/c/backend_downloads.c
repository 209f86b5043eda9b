/* A backend of the program forwards a download twice. These tests show which file the call gets, and that the other
 * files are removed. */
#include "calls.h"

#include <dirent.h>

static char folder[64];
static moya_response *first, *last;
static int forwards;

/* Counts the names in the folder, except "." and "..". */
static int entries(void) {
  int count = 0;
  DIR *it = opendir(folder);
  for (struct dirent *entry; it && (entry = readdir(it));) count += strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
  if (it) closedir(it);
  return count;
}
static const char *content(moya_str path) {
  static char text[64];
  FILE *file = path.data ? fopen(path.data, "r") : NULL;
  size_t len = file ? fread(text, 1, sizeof text - 1, file) : 0;
  text[len] = 0;
  if (file) fclose(file);
  return text;
}

/* How the backend ends the request after it has forwarded two downloads. */
static void (*finish)(moya_request *);
static void with_first(moya_request *request) { EXPECT_STATUS(moya_request_respond(request, first), MOYA_OK); }
static void with_last(moya_request *request) { EXPECT_STATUS(moya_request_respond(request, last), MOYA_OK); }
static void with_sample(moya_request *request) {
  moya_sample sample = MOYA_SAMPLE_INIT;
  sample.body = "sample";
  sample.body_len = 6;
  EXPECT_STATUS(moya_request_answer(request, &sample, NULL), MOYA_OK);
}
static void with_nothing(moya_request *request) { (void)request; }
static void with_failure(moya_request *request) {
  EXPECT_STATUS(moya_request_fail(request, MOYA_ERROR_TIMEOUT_CONNECT, "late"), MOYA_OK);
}

static void brought(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  moya_request *request = user;
  EXPECT(status == MOYA_OK && error == NULL);
  EXPECT(moya_response_body(response).len == 0 && strlen(content(moya_response_file(response))) == (forwards == 1 ? 3 : 5));
  if (forwards == 1) {
    first = moya_response_retain(response);
    forwards++;
    char url[128];
    snprintf(url, sizeof url, "%s/bytes/5", faults.url);
    EXPECT_STATUS(moya_request_set_url(request, url), MOYA_OK);
    EXPECT_STATUS(moya_request_forward(request, brought, request, NULL, NULL), MOYA_OK);
    return;
  }
  last = moya_response_retain(response);
  finish(request);
  moya_request_release(request);
}
static void serve(void *user, moya_request *request) {
  (void)user;
  forwards = 1;
  EXPECT_STATUS(moya_request_forward(request, brought, request, NULL, NULL), MOYA_OK);
}

static moya_provider *with(moya_request_fn send) {
  moya_provider *provider = NULL;
  moya_backend backend = MOYA_BACKEND(.send = send);
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.backend = &backend), &provider, NULL), MOYA_OK);
  snprintf(folder, sizeof folder, "/tmp/moya-brought-XXXXXX");
  EXPECT(mkdtemp(folder) != NULL);
  return provider;
}
static moya_status download(moya_provider *provider, uint32_t flags, char wanted[64]) {
  moya_download to = MOYA_DOWNLOAD_INIT;
  char path[128];
  snprintf(path, sizeof path, "%s/file", folder);
  to.path = path;
  to.flags = flags;
  moya_target target = target_of("/bytes/3");
  target.download = &to;
  moya_response *response = NULL;
  moya_status status = moya_provider_call(provider, &target, NULL, &response, NULL);
  snprintf(wanted, 64, "%s", content(moya_response_file(response)));
  moya_response_release(response);
  return status;
}
static void end(moya_provider *provider) {
  char path[128];
  snprintf(path, sizeof path, "%s/file", folder);
  unlink(path);
  EXPECT(rmdir(folder) == 0, "%d files are left", entries());
  moya_provider_destroy(provider);
  moya_response_release(first);
  moya_response_release(last);
  first = last = NULL;
}

static void brought_twice(void) {
  static const struct {
    void (*finish)(moya_request *);
    moya_status status;
    const char *content;
    int files;
  } rows[] = {
      {with_first, MOYA_OK, "xxx", 1},
      {with_last, MOYA_OK, "xxxxx", 1},
      {with_sample, MOYA_OK, "sample", 1},
      {with_failure, MOYA_ERROR_TIMEOUT_CONNECT, "", 0},
      {with_nothing, MOYA_ERROR_OTHER, "", 0},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    char found[64];
    moya_provider *provider = with(serve);
    finish = rows[row].finish;
    EXPECT_STATUS(download(provider, 0, found), rows[row].status);
    EXPECT(strcmp(found, rows[row].content) == 0 && entries() == rows[row].files, "row %zu: \"%s\", %d files", row, found,
           entries());
    end(provider);
  }
}

/* The file of a download belongs to the call that made the download, so no other call gets it. */
static moya_response *kept;
static void respond_kept(void *user, moya_request *request) {
  if (!kept) {
    serve(user, request);
    return;
  }
  EXPECT_STATUS(moya_request_respond(request, kept), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_request_fail(request, MOYA_ERROR_OTHER, NULL), MOYA_OK);
  moya_request_release(request);
}
static void of_another(void) {
  char found[64];
  moya_provider *provider = with(respond_kept);
  finish = with_first;
  EXPECT_STATUS(download(provider, 0, found), MOYA_OK);
  for (int row = 0; row < 2; row++) {
    kept = row ? last : first;
    EXPECT_STATUS(download(provider, MOYA_DOWNLOAD_REPLACE, found), MOYA_ERROR_OTHER);
    EXPECT(entries() == 1, "%d", entries());
  }
  kept = NULL;
  end(provider);
}

/* The backend releases a request while the request is forwarded. No file is left. */
static void see_file(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)user;
  EXPECT(status == MOYA_OK && error == NULL && strcmp(content(moya_response_file(response)), "xxx") == 0);
}
static void forget(void *user, moya_request *request) {
  (void)user;
  EXPECT_STATUS(moya_request_forward(request, see_file, NULL, NULL, NULL), MOYA_OK);
  moya_request_release(request);
}
static void forgotten(void) {
  char found[64];
  moya_provider *provider = with(forget);
  EXPECT_STATUS(download(provider, 0, found), MOYA_ERROR_OTHER);
  EXPECT(entries() == 0, "%d", entries());
  end(provider);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a download that is forwarded twice ends with the file that it is answered with, and with no other", brought_twice);
  TEST("a request is not answered with the download of another one", of_another);
  TEST("a request that is released while its download is under way leaves no file", forgotten);
  server_stop(&faults);
  return verdict();
}
