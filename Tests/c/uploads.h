/* Contains what tests of uploads share: a folder for files, a stream of letters, and a call to a server that counts the
 * bytes of the body. */
#ifndef UPLOADS_H
#define UPLOADS_H

#include "calls.h"

#include <semaphore.h>

static moya_provider *provider;
static char folder[] = "/tmp/moya-uploads-XXXXXX";

static inline const char *file_of(const char *name, const char *content, off_t length) {
  static char path[256];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  EXPECT(file && fputs(content, file) >= 0 && fclose(file) == 0);
  /* truncate makes a hole in the file, so a large file takes no room on the disk. */
  if (length > 0) EXPECT(truncate(path, length) == 0);
  return path;
}
static inline void remove_folder(void) {
  char command[300];
  snprintf(command, sizeof command, "rm -r %s", folder);
  EXPECT(system(command) == 0);
}

/* A stream of `length` letters. Some members say how it behaves, and others count how it was used. */
typedef struct tap {
  uint64_t length, given;
  size_t piece, largest_room;
  int reads, rewinds, released, later_at, fail_at, blocks;
  int64_t answer; /* what the read number `fail_at` returns */
  int32_t rewind_answer;
  moya_provider *provider;
  sem_t *let_go; /* posted when the stream is released */
} tap;

static inline int64_t tap_read(void *user, void *buffer, size_t room) {
  tap *it = user;
  if (room > it->largest_room) it->largest_room = room;
  it->reads++;
  if (it->blocks) {
    moya_target target = target_of("/ok");
    moya_response *response = NULL;
    EXPECT_STATUS(moya_provider_call(it->provider, &target, NULL, &response, NULL), MOYA_ERROR_STATE);
  }
  if (it->reads == it->later_at) return MOYA_READ_LATER;
  if (it->reads == it->fail_at) return it->answer;
  size_t count = room < it->piece || it->piece == 0 ? room : it->piece;
  if (count > it->length - it->given) count = (size_t)(it->length - it->given);
  for (size_t i = 0; i < count; i++) ((char *)buffer)[i] = (char)('a' + (it->given + i) % 26);
  it->given += count;
  return (int64_t)count;
}
static inline void tap_release(void *user) {
  tap *it = user;
  it->released++;
  if (it->let_go) sem_post(it->let_go);
}

static inline moya_stream stream_of(tap *it, uint64_t length) {
  return MOYA_STREAM(.read = tap_read, .user = it, .release_user = tap_release, .len = length);
}

/* What the server counted: {"length": n, "first": "…", "last": "…", "chunked": false, "type": "…"}. */
typedef struct counted {
  moya_status status;
  int64_t length;
  bool chunked;
  char first[64], last[64], type[128], message[512];
} counted;

static inline counted upload(moya_provider *by, const char *path, const char *method, const moya_task *task) {
  counted it = {0};
  moya_target target = target_of(path);
  target.method = method;
  target.task = task;
  moya_response *response = NULL;
  moya_error *error = NULL;
  it.status = moya_provider_call(by, &target, NULL, &response, &error);
  moya_str text = moya_error_message(error);
  snprintf(it.message, sizeof it.message, "%s", text.data ? text.data : "");
  moya_response_json_int64(response, "length", &it.length, NULL);
  moya_response_json_bool(response, "chunked", &it.chunked, NULL);
  if (!moya_response_json_string(response, "first", &text, NULL)) snprintf(it.first, 64, "%s", text.data);
  if (!moya_response_json_string(response, "last", &text, NULL)) snprintf(it.last, 64, "%s", text.data);
  if (!moya_response_json_string(response, "type", &text, NULL)) snprintf(it.type, 128, "%s", text.data);
  moya_response_release(response);
  moya_error_release(error);
  return it;
}

#endif
