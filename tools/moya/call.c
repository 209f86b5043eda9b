/* moya call FILE.json [NAME [ITEM…]]: calls an endpoint of a definition. Each argument gets the type of its
 * parameter. */
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "arguments.h"
#include "memory.h"
#include "send.h"
#include "text.h"
#include "tool.h"

static int list(const moya_api *api) {
  for (size_t i = 0; i < moya_api_count(api); i++) {
    moya_str name = moya_api_name_at(api, i), words = moya_api_description(api, name.data);
    printf("%s%s\n", name.data, moya_api_signature(api, name.data).data);
    if (!words.data) continue;
    text plain = {0};
    text_plain(&plain, words.data, strcspn(words.data, "\r\n"));
    printf("    %s\n", plain.data ? plain.data : "");
  }
  return EXIT_DONE;
}

typedef struct calling {
  sender *sender;
  const options *options;
  promise promise;
  moya_header *headers; /* the header fields from the command line */
  size_t header_count;
  int exit;
} calling;

static moya_status send(void *user, const moya_target *target) {
  calling *it = user;
  moya_target sent = *target;
  moya_header *headers = memory_get((target->header_count + it->header_count) * sizeof *headers + 1);
  size_t count = 0;
  for (size_t i = 0; i < target->header_count; i++) {
    size_t stride = target->header_stride ? target->header_stride : sizeof(moya_header);
    moya_header field;
    memcpy(&field, (const char *)target->headers + i * stride, sizeof field);
    bool given = false;
    for (size_t own = 0; own < it->header_count; own++) given |= strcasecmp(it->headers[own].name, field.name) == 0;
    if (!given) headers[count++] = field;
  }
  for (size_t own = 0; own < it->header_count; own++) headers[count++] = it->headers[own];
  sent.headers = count ? headers : NULL;
  sent.header_count = count;
  sent.header_stride = sizeof(moya_header);
  if (it->options->base_url) sent.base_url = it->options->base_url;
  it->exit = sender_send(it->sender, &sent, it->promise);
  return MOYA_OK;
}

static int call(sender *sender, moya_api *api, const options *options) {
  const char *file = options->words[0], *name = options->words[1];
  moya_str signature = moya_api_signature(api, name);
  if (!signature.data) return complain(EXIT_USAGE, "%s has no endpoint '%s'; moya call %s lists them", file, name, file);
  items items;
  int status = items_read(&items, options->word_count - 2, options->words + 2);
  if (status != EXIT_DONE) return status;
  calling it = {.sender = sender, .options = options};
  it.promise.type = moya_api_result(api, name, &it.promise.key_path);
  arguments arguments;
  status = arguments_of(&arguments, signature.data, &items);
  if (status != EXIT_DONE) return status;
  it.headers = memory_get(items.count * sizeof *it.headers + 1);
  for (size_t i = 0; i < items.count; i++) {
    const item *one = &items.list[i];
    if (one->kind == ITEM_HEADER) it.headers[it.header_count++] = (moya_header){one->key, one->value};
  }
  moya_error *error = NULL;
  moya_status ended = moya_api_target(api, name, arguments.count ? arguments.list : NULL, arguments.count, send, &it, &error);
  return ended == MOYA_OK ? it.exit : complain_error(ended, error);
}

int command_call(int count, char **words) {
  options options;
  sender sender;
  moya_api *api = NULL;
  moya_error *error = NULL;
  int status = options_read(&options, OPTIONS_CALL, count, words);
  if (status != EXIT_DONE) return status;
  if (options.word_count == 0) return complain(EXIT_USAGE, "which definition? moya --help shows how");
  status = sender_open(&sender, &options);
  if (status == EXIT_DONE) {
    moya_status opened = moya_api_open(sender.provider, options.words[0], &api, &error);
    if (opened != MOYA_OK) status = complain_error(opened, error);
    else status = options.word_count == 1 ? list(api) : call(&sender, api, &options);
  }
  moya_api_release(api);
  sender_close(&sender);
  return status;
}
