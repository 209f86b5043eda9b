/* Reads texts, one on each line, in hexadecimal. For each text, prints `accepts` or `refuses`. If the readers of JSON
 * disagree about the text, prints the names of the readers that accept it.
 *
 *   document   moya_json_parse, and then each value of the document
 *   body       the same text as a response's body
 *   struct     moya_decode into a struct that has none of the text's members, so the decoder skips all of them
 *   elements   moya_decode_list into such structs
 *   raw        the text as a member's raw value, which is encoded again
 *   pieces     the text as an element of an array, which comes in pieces of three bytes
 *
 * `raw` and `pieces` do not get a text with a byte order mark, because the mark may only be at the beginning. */
#include <moya/moya.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct nothing {
  char unused;
} nothing;
typedef struct holder {
  moya_str member;
} holder;
static const moya_type_field no_fields[] = {{.name = "\x01 no member", MOYA_MEMBER(nothing, unused), .kind = MOYA_KIND_I8, .flags = MOYA_FIELD_OPTIONAL}};
static const moya_type nothing_type = MOYA_TYPE("nothing", nothing, no_fields);
static const moya_type_field holder_fields[] = {{.name = "member", MOYA_MEMBER(holder, member), .kind = MOYA_KIND_RAW}};
static const moya_type holder_type = MOYA_TYPE("holder", holder, holder_fields);

/* Reads each value, as a program would. */
static size_t walk(moya_json value) {
  size_t seen = 1;
  moya_str text;
  double number;
  if (moya_json_kind(value) == MOYA_JSON_STRING) moya_json_string(value, &text);
  if (moya_json_kind(value) == MOYA_JSON_NUMBER) moya_json_double(value, &number);
  for (moya_json it = moya_json_first(value); moya_json_exists(it); it = moya_json_next(it)) {
    moya_json_key(it);
    seen += walk(it);
  }
  return seen;
}

static moya_flow pass(void *user, const void *value) {
  (void)user, (void)value;
  return MOYA_FLOW_CONTINUE;
}

static moya_status document(const char *text, size_t size) {
  moya_json_document *it;
  moya_status status = moya_json_parse(text, size, &it, NULL);
  if (status == MOYA_OK) walk(moya_json_root(it));
  moya_json_document_release(it);
  return status;
}
static moya_status body(const char *text, size_t size) {
  moya_response *response;
  moya_json root;
  if (moya_response_create(200, NULL, NULL, 0, 0, text, size, &response, NULL) != MOYA_OK) abort();
  moya_status status = moya_response_json(response, &root, NULL);
  if (status == MOYA_OK) walk(root);
  moya_response_release(response);
  return status;
}
static moya_status as_struct(const char *text, size_t size) {
  nothing it;
  moya_arena *arena;
  moya_status status = moya_decode(text, size, NULL, &nothing_type, &it, 0, &arena, NULL);
  moya_arena_release(arena);
  return status;
}
static moya_status elements(const char *text, size_t size) {
  void *items;
  size_t count;
  moya_arena *arena;
  moya_status status = moya_decode_list(text, size, NULL, &nothing_type, &items, &count, 0, &arena, NULL);
  moya_arena_release(arena);
  return status;
}
/* Returns the text between two others. The caller must free it. */
static char *wrapped(const char *before, const char *text, size_t size, const char *after, size_t *length) {
  size_t room = size + 32;
  char *whole = malloc(room);
  if (!whole) abort();
  *length = (size_t)snprintf(whole, room, "%s", before);
  if (size) memcpy(whole + *length, text, size);
  *length += size;
  *length += (size_t)snprintf(whole + *length, room - *length, "%s", after);
  return whole;
}
static moya_status pieces(const char *element, size_t element_size) {
  size_t size;
  char *text = wrapped("[{\"member\":", element, element_size, "}]", &size);
  moya_decoder *decoder;
  moya_decoder_options options = MOYA_DECODER_OPTIONS(.input = MOYA_DECODER_ARRAY, .type = &holder_type, .value = pass);
  if (moya_decoder_create(&options, &decoder, NULL) != MOYA_OK) abort();
  for (size_t from = 0; from < size; from += 3) moya_decoder_feed(decoder, text + from, size - from < 3 ? size - from : 3);
  moya_status status = moya_decoder_finish(decoder, NULL);
  moya_decoder_release(decoder);
  free(text);
  return status;
}
static moya_status raw(const char *text, size_t size) {
  size_t length;
  char *object = wrapped("{\"member\":", text, size, "}", &length);
  holder it;
  moya_arena *arena;
  moya_status status = moya_decode(object, length, NULL, &holder_type, &it, 0, &arena, NULL);
  if (status == MOYA_OK) {
    moya_value *tree;
    status = moya_encode(&holder_type, &it, 0, &tree, NULL);
    moya_value_release(tree);
  }
  moya_arena_release(arena);
  free(object);
  return status;
}

/* A text of a type that the reader does not want is still JSON. */
static bool takes(moya_status status) { return status != MOYA_ERROR_JSON; }

int main(void) {
  static const struct {
    const char *name;
    moya_status (*read)(const char *text, size_t size);
  } readers[] = {{"document", document}, {"body", body}, {"struct", as_struct}, {"elements", elements}, {"raw", raw}, {"pieces", pieces}};
  enum { READERS = sizeof readers / sizeof *readers };
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  printf("ready\n");
  fflush(stdout);
  while ((length = getline(&line, &room, stdin)) > 0) {
    size_t size = (size_t)length / 2;
    char *text = malloc(size ? size : 1); /* nothing follows it */
    char names[128] = "";
    int asked = 0, takers = 0;
    if (!text) abort();
    for (size_t i = 0; i < size; i++) {
      unsigned byte;
      if (sscanf(line + 2 * i, "%2x", &byte) != 1) abort();
      text[i] = (char)byte;
    }
    for (size_t i = 0; i < READERS; i++) {
      if ((readers[i].read == raw || readers[i].read == pieces) && size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) continue;
      asked++;
      if (!takes(readers[i].read(text, size))) continue;
      takers++;
      strcat(strcat(names, " "), readers[i].name);
    }
    if (takers == asked) printf("accepts\n");
    else if (takers == 0) printf("refuses\n");
    else printf("only%s\n", names);
    fflush(stdout);
    free(text);
  }
  free(line);
  return 0;
}
