/* Contains what tests of downloads share: a folder for the files, and a function that makes a download. */
#ifndef DOWNLOADS_H
#define DOWNLOADS_H

#include "shown.h"

#include <dirent.h>
#include <sys/stat.h>

static moya_provider *provider;
static char folder[64];

/* Returns the path of a name in the folder of the test. */
static inline const char *place(const char *name) {
  static char paths[4][512];
  static int next;
  char *path = paths[next++ % 4];
  snprintf(path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

/* Returns the names in the folder of the test, in alphabetical order. */
static inline const char *entries(void) {
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

static inline const char *content(const char *path) {
  static char text[256];
  FILE *file = fopen(path, "r");
  size_t len = file ? fread(text, 1, sizeof text - 1, file) : 0;
  text[len] = 0;
  if (file) fclose(file);
  return text;
}

static inline void fresh(void) {
  char command[256];
  if (folder[0]) {
    snprintf(command, sizeof command, "chmod -R u+w %s && rm -r %s", folder, folder);
    EXPECT(system(command) == 0);
  }
  snprintf(folder, sizeof folder, "/tmp/moya-downloads-XXXXXX");
  EXPECT(mkdtemp(folder) != NULL);
}

static inline void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  EXPECT(file && fputs(text, file) >= 0);
  if (file) fclose(file);
}

static int users_released;
static inline void release_one(void *user) { (void)user, users_released++; }

/* Downloads `path` of the server or, if `body` is not NULL, the body of a stub. `to` says how. Returns the status of
 * the call. */
static inline moya_status download(const char *path, const char *body, moya_download to, char reason[512]) {
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

static inline moya_download to_path(const char *path, uint32_t flags) {
  moya_download it = MOYA_DOWNLOAD_INIT;
  it.path = path;
  it.flags = flags;
  return it;
}

#endif
