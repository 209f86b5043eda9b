/* moya call FILE.json [NAME [ITEM…]]: an endpoint of a definition, with arguments that become what its parameters are. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "items.h"
#include "memory.h"
#include "send.h"
#include "text.h"
#include "tool.h"

static int list(const moya_api *api) {
  for (size_t i = 0; i < moya_api_count(api); i++) {
    moya_str name = moya_api_name_at(api, i), words = moya_api_description(api, name.data);
    printf("%s%s\n", name.data, moya_api_signature(api, name.data).data);
    if (words.data) printf("    %.*s\n", (int)strcspn(words.data, "\r\n"), words.data);
  }
  return EXIT_DONE;
}

/* The type of a parameter, as a signature has it ("(str name, i64? page) -> [repo]"), without the question mark. NULL: there is no
 * such parameter. */
static const char *type_of(const char *signature, const char *name) {
  const char *at = signature + 1, *end = strchr(signature, ')');
  while (end && at < end) {
    const char *space = memchr(at, ' ', (size_t)(end - at));
    if (!space) return NULL;
    size_t length = strcspn(space + 1, ",)");
    if (strlen(name) == length && strncmp(space + 1, name, length) == 0) {
      size_t size = (size_t)(space - at);
      return memory_copy(at, space[-1] == '?' ? size - 1 : size);
    }
    at = space + 1 + length + 2;
  }
  return NULL;
}

static bool is_one_of(const char *type, const char *words) {
  const char *at = strstr(words, type);
  size_t length = strlen(type);
  return at && length > 0 && (at == words || at[-1] == ' ') && (at[length] == ' ' || !at[length]);
}
/* Written in JSON as it is. */
static bool is_number(const char *type) { return is_one_of(type, "i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 boolean"); }

static int from_file(moya_argument *it, const char *type, const item *one) {
  if (strcmp(type, "file") == 0) {
    *it = (moya_argument)MOYA_ARG_STR(one->key, one->value);
    return EXIT_DONE;
  }
  if (strcmp(type, "bytes") != 0) {
    return complain(EXIT_USAGE, "'%s' is no file: %s=@%s gives its text", one->key, one->key, one->value);
  }
  size_t length;
  const char *bytes = memory_file(one->value, &length);
  if (!bytes) return complain(EXIT_FAILED, "%s: %s", one->value, strerror(errno));
  *it = (moya_argument)MOYA_ARG_BYTES(one->key, bytes, length);
  return EXIT_DONE;
}

/* What is given as text for one element of a list, or for a value that is written in JSON. */
static void add_json(text *json, const char *type, const item *one) {
  if (one->kind == ITEM_JSON || is_number(type)) text_add(json, one->value, one->length);
  else text_json(json, one->value, one->length);
}

/* A list gets all items of its name: tag=a tag=b. */
static void list_of(moya_argument *it, const char *type, const items *items, size_t first) {
  const item *one = &items->list[first];
  const char *element = memory_copy(type + 1, strlen(type) - 2);
  text json = {0};
  if (one->kind == ITEM_JSON && one->value[strspn(one->value, " \t\r\n")] == '[') {
    text_add(&json, one->value, one->length);
  } else {
    const char *comma = "[";
    for (size_t i = first; i < items->count; i++) {
      if (items->list[i].kind > ITEM_JSON || strcmp(items->list[i].key, one->key) != 0) continue;
      text_put(&json, comma);
      add_json(&json, element, &items->list[i]);
      comma = ",";
    }
    text_put(&json, "]");
  }
  *it = (moya_argument)MOYA_ARG_RAW(one->key, json.data, json.length);
}

static int argument_of(moya_argument *it, const char *signature, const items *items, size_t index) {
  const item *one = &items->list[index];
  const char *type = type_of(signature, one->key);
  if (!type) type = "str"; /* the library says that there is none */
  if (one->kind == ITEM_FILE) return from_file(it, type, one);
  if (type[0] == '[') {
    list_of(it, type, items, index);
  } else if (one->kind == ITEM_JSON || is_number(type)) {
    *it = (moya_argument)MOYA_ARG_RAW(one->key, one->value, one->length);
  } else if (strcmp(type, "raw") == 0) {
    text json = {0};
    text_json(&json, one->value, one->length);
    *it = (moya_argument)MOYA_ARG_RAW(one->key, json.data, json.length);
  } else if (strcmp(type, "bytes") == 0) {
    *it = (moya_argument)MOYA_ARG_BYTES(one->key, one->value, one->length);
  } else {
    *it = (moya_argument)MOYA_ARG_STR(one->key, one->value);
  }
  return EXIT_DONE;
}

typedef struct calling {
  sender *sender;
  const options *options;
  moya_header *headers; /* of the command line */
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
  it->exit = sender_send(it->sender, &sent);
  return MOYA_OK;
}

static int call(sender *sender, moya_api *api, const options *options) {
  const char *file = options->words[0], *name = options->words[1];
  moya_str signature = moya_api_signature(api, name);
  if (!signature.data) return complain(EXIT_USAGE, "%s has no endpoint '%s'; moya call %s lists them", file, name, file);
  items items;
  int status = items_read(&items, options->word_count - 2, options->words + 2);
  if (status != EXIT_DONE) return status;
  moya_argument *arguments = memory_get(items.count * sizeof *arguments + 1);
  size_t count = 0;
  calling it = {.sender = sender, .options = options};
  it.headers = memory_get(items.count * sizeof *it.headers + 1);
  for (size_t i = 0; i < items.count; i++) {
    const item *one = &items.list[i];
    if (one->kind == ITEM_QUERY || one->kind == ITEM_BODY) {
      return complain(EXIT_USAGE, "item %zu is no argument, which is name=value, name:=json or name@file", i + 1);
    }
    if (one->kind == ITEM_HEADER) {
      it.headers[it.header_count++] = (moya_header){one->key, one->value};
      continue;
    }
    const char *type = type_of(signature.data, one->key);
    bool again = false;
    for (size_t before = 0; before < count; before++) again |= strcmp(arguments[before].name, one->key) == 0;
    if (again && type && type[0] == '[') continue;
    status = argument_of(&arguments[count++], signature.data, &items, i);
    if (status != EXIT_DONE) return status;
  }
  moya_error *error = NULL;
  moya_status ended = moya_api_target(api, name, count ? arguments : NULL, count, send, &it, &error);
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
