/* Decodes JSON into structs, and encodes these again. The input is a byte with options, and a JSON text. */
#include "fuzz.h"

#include <stddef.h>

typedef struct leaf leaf;
struct leaf {
  int8_t i8;
  uint64_t u64;
  float f32;
  double f64;
  bool boolean;
  const char *str;
  moya_str text, bytes, raw;
  int64_t date;
  int32_t state, page;
  bool has_page;
  leaf *next;
  leaf *children;
  size_t child_count;
  MOYA_ENTRY(const char *) * names;
  size_t name_count;
  double latitude;
};
static const char *const state_names[] = {"open", "closed"};
static const moya_type_names states = {sizeof(moya_type_names), 0, state_names, NULL, 2, 0};
static const moya_type leaf_type;
#define MAYBE MOYA_FIELD_OPTIONAL
static const moya_type_field leaf_fields[] = {
    {.name = "i8", MOYA_MEMBER(leaf, i8), .kind = MOYA_KIND_I8, .flags = MAYBE},
    {.name = "u64", MOYA_MEMBER(leaf, u64), .kind = MOYA_KIND_U64, .flags = MAYBE},
    {.name = "f32", MOYA_MEMBER(leaf, f32), .kind = MOYA_KIND_F32, .flags = MAYBE},
    {.name = "f64", MOYA_MEMBER(leaf, f64), .kind = MOYA_KIND_F64, .flags = MAYBE},
    {.name = "b", MOYA_MEMBER(leaf, boolean), .kind = MOYA_KIND_BOOLEAN, .flags = MAYBE},
    {.name = "str", MOYA_MEMBER(leaf, str), .kind = MOYA_KIND_STR, .flags = MAYBE},
    {.name = "text", MOYA_MEMBER(leaf, text), .kind = MOYA_KIND_TEXT, .flags = MAYBE},
    {.name = "bytes", MOYA_MEMBER(leaf, bytes), .kind = MOYA_KIND_BYTES, .flags = MAYBE},
    {.name = "raw", MOYA_MEMBER(leaf, raw), .kind = MOYA_KIND_RAW, .flags = MAYBE},
    {.name = "date", MOYA_MEMBER(leaf, date), .kind = MOYA_KIND_DATE, .flags = MAYBE},
    {.name = "state", MOYA_MEMBER(leaf, state), .kind = MOYA_KIND_ENUM, .names = &states, .default_json = "\"closed\""},
    {.name = "page", MOYA_MEMBER(leaf, page), .kind = MOYA_KIND_I32, .flags = MOYA_FIELD_HAS,
     .has_offset = offsetof(leaf, has_page)},
    {.name = "next", MOYA_MEMBER(leaf, next), .kind = MOYA_KIND_STRUCT, .flags = MAYBE | MOYA_FIELD_POINTER, .type = &leaf_type},
    {.name = "children", MOYA_MEMBER(leaf, children), .kind = MOYA_KIND_STRUCT, .flags = MAYBE | MOYA_FIELD_ARRAY,
     .type = &leaf_type, .count_offset = offsetof(leaf, child_count)},
    {.name = "names", MOYA_MEMBER(leaf, names), .kind = MOYA_KIND_STR, .flags = MAYBE | MOYA_FIELD_MAP,
     .count_offset = offsetof(leaf, name_count)},
    {.name = "geo.at.0", MOYA_MEMBER(leaf, latitude), .kind = MOYA_KIND_F64, .flags = MAYBE},
};
static void *prepared;
static const moya_type leaf_type = MOYA_TYPE_PREPARED("leaf", leaf, leaf_fields, &prepared);

/* Reads every text, so that AddressSanitizer reports a text whose memory was freed or is too short. */
static size_t look(const leaf *it) {
  size_t sum = it->str ? strlen(it->str) : 0;
  check_str(it->text);
  check_str(it->bytes);
  check_str(it->raw);
  for (size_t i = 0; i < it->name_count; i++) sum += strlen(it->names[i].key) + strlen(it->names[i].value);
  for (size_t i = 0; i < it->child_count; i++) sum += look(&it->children[i]);
  return sum + (it->next ? look(it->next) : 0);
}

static moya_flow count(void *user, const void *value) {
  look(value);
  ++*(size_t *)user;
  return MOYA_FLOW_CONTINUE;
}

/* Decodes the elements of an array, whole and in pieces. Both must give the same number, or both must fail. */
static void as_list(const char *json, size_t size, size_t piece) {
  leaf *all;
  size_t found, shown = 0;
  moya_arena *arena;
  moya_status whole = moya_decode_list(json, size, NULL, &leaf_type, (void **)&all, &found, 0, &arena, NULL);
  for (size_t i = 0; i < found; i++) look(&all[i]);
  moya_arena_release(arena);
  moya_decoder_options options =
      MOYA_DECODER_OPTIONS(.input = MOYA_DECODER_ARRAY, .type = &leaf_type, .value = count, .user = &shown);
  moya_decoder *decoder;
  HOLDS(moya_decoder_create(&options, &decoder, NULL) == MOYA_OK);
  for (size_t from = 0; from < size; from += piece) {
    moya_decoder_feed(decoder, json + from, size - from < piece ? size - from : piece);
  }
  moya_status pieces = moya_decoder_finish(decoder, NULL);
  moya_decoder_release(decoder);
  if (whole == MOYA_OK && !(size >= 3 && memcmp(json, "\xEF\xBB\xBF", 3) == 0)) HOLDS(pieces == MOYA_OK && shown == found);
  if (pieces == MOYA_OK) HOLDS(whole == MOYA_OK || whole == MOYA_ERROR_JSON); /* MOYA_ERROR_JSON: the JSON is one level
                                                                               * deeper than allowed */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  uint8_t how = *data++;
  char *json = malloc(--size ? size : 1); /* without a zero after it */
  if (!json) abort();
  if (size) memcpy(json, data, size);
  leaf it;
  moya_arena *arena;
  moya_error *error;
  moya_json_document *document;
  moya_status sound = moya_json_parse(json, size, &document, NULL);
  moya_status status = moya_decode(json, size, NULL, &leaf_type, &it, 0, &arena, &error);
  /* Both readers must accept the same texts as JSON. */
  HOLDS((sound == MOYA_ERROR_JSON) == (status == MOYA_ERROR_JSON));
  HOLDS((status == MOYA_OK) == (error == NULL) && (status == MOYA_OK || arena == NULL));
  moya_json_document_release(document);
  if (status == MOYA_OK) {
    look(&it);
    moya_value *tree;
    moya_status written = moya_encode(&leaf_type, &it, how & 1 ? MOYA_ENCODE_NULLS : 0, &tree, NULL);
    /* Encoding may fail: an offset can move a date out of the allowed years, a key can be too long, and a tree too
     * deep. */
    HOLDS(written == MOYA_OK || written == MOYA_ERROR_ENCODING || written == MOYA_ERROR_ARGUMENT);
    moya_value_release(tree);
  } else {
    check_str(moya_error_message(error));
    HOLDS(moya_error_message(error).len > 0);
  }
  moya_error_release(error);
  moya_arena_release(arena);
  as_list(json, size, 1 + how / 2 % 32);
  free(json);
  return 0;
}
