#include <errno.h>
#include <moya/moya.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *out;

static void quote(const char *text) {
  putc('"', out);
  for (; *text; text++) {
    if (*text == '"') putc('"', out);
    putc(*text, out);
  }
  putc('"', out);
}

static void row(const char *url, const moya_response *response, const moya_error *error) {
  flockfile(out); /* a call that cannot be sent ends on the main thread */
  quote(url);
  fprintf(out, ",%d,%zu,", (int)moya_response_http_status(response), moya_response_body(response).len);
  if (error) quote(moya_error_message(error).data);
  putc('\n', out);
  funlockfile(out);
}

static void ended(void *url, moya_status status, const moya_response *response, const moya_error *error) {
  row(url, status == MOYA_OK ? response : moya_error_response(error), error);
}

int main(int count, char **arguments) {
  if (count != 3) return fprintf(stderr, "usage: %s URLS CSV\n", arguments[0]), 1;
  FILE *in = fopen(arguments[1], "r");
  if (!in) return fprintf(stderr, "%s cannot be read: %s\n", arguments[1], strerror(errno)), 1;
  out = fopen(arguments[2], "w");
  if (!out) return fprintf(stderr, "%s cannot be written: %s\n", arguments[2], strerror(errno)), fclose(in), 1;

  const int32_t busy = 503;
  moya_retry retry = MOYA_RETRY(.attempts = 3, .delay_ms = 200, .statuses = &busy, .status_count = 1);
  moya_provider *api;
  moya_group *group = NULL;
  moya_error *error;
  moya_status status = moya_provider_create(&MOYA_PROVIDER_OPTIONS(.retry = &retry), &api, &error);
  if (status == MOYA_OK) status = moya_group_create(api, 32, &group, &error);
  char *line = NULL;
  size_t room = 0;
  fputs("url,status,bytes,error\n", out);
  while (status == MOYA_OK && getline(&line, &room, in) > 0) {
    line[strcspn(line, "\r\n")] = 0;
    char *url = strdup(line);
    if (!url) abort();
    moya_target target = MOYA_TARGET(.name = "fetch", .base_url = url);
    moya_handlers handlers = MOYA_HANDLERS(.end = ended, .user = url, .release_user = free);
    moya_error *refused;
    if (moya_provider_send(api, &target, &handlers, group, NULL, &refused) != MOYA_OK) row(line, NULL, refused);
    moya_error_release(refused);
  }
  if (status == MOYA_OK) status = moya_group_wait(group, MOYA_NO_TIMEOUT, &error);
  if (status != MOYA_OK) fprintf(stderr, "%s\n", moya_error_message(error).data);
  free(line);
  moya_error_release(error);
  moya_group_release(group);
  moya_provider_destroy(api);
  bool wrong = ferror(in) || ferror(out);
  fclose(in);
  wrong |= fclose(out) != 0;
  if (wrong) fprintf(stderr, "%s cannot be read or %s not written: %s\n", arguments[1], arguments[2], strerror(errno));
  return status != MOYA_OK || wrong;
}
