/* Tests downloads that continue an earlier download. */
#include "downloads.h"

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

static moya_flow stop_at_the_end(void *user, const moya_progress *progress) {
  (void)user;
  return progress->received == 10 ? MOYA_FLOW_STOP : MOYA_FLOW_CONTINUE;
}

/* The program stops a download whose last byte has arrived. The download can still be resumed. */
static void stopped_at_the_end(void) {
  fresh();
  moya_download to = to_path(place("a"), MOYA_DOWNLOAD_RESUME);
  moya_target target = target_of("/cut/10/10");
  target.download = &to;
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, &MOYA_HANDLERS(.progress = stop_at_the_end), &response, NULL),
                MOYA_ERROR_CANCELLED);
  struct stat part = {0};
  EXPECT(stat(place("a.part"), &part) == 0 && part.st_size == 10, "%d bytes", (int)part.st_size);
  EXPECT(strcmp(entries(), "a.part a.part.resume ") == 0, "%s", entries());
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

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  provider = provider_of(MOYA_PUMP_DISPATCH);
  TEST("a download that cannot go on begins anew", useless_rests);
  TEST("an interrupted download goes on at a URL with another query", resumed_with_another_query);
  TEST("an interrupted download goes on where it was", resumed);
  TEST("a download that is stopped when all its bytes are there can be resumed", stopped_at_the_end);
  fresh();
  EXPECT(rmdir(folder) == 0);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
