/* Tests the tables that describe the structs of a definition. A struct has the layout that the compiler gives it, and
 * moya_response_decode fills the struct. */
#define MOYA_NONNULL(...) /* NULLs are tested too */
#include "definitions.h"

static moya_provider *provider;

typedef struct inner {
  int8_t small;
  double wide;
  int8_t last;
} inner;
typedef MOYA_ENTRY(int16_t) count_entry;
typedef struct row {
  int64_t *items;
  size_t count;
} row;
typedef struct all {
  int8_t a;
  int16_t b;
  int8_t c;
  int32_t d;
  uint8_t e;
  int64_t f;
  uint8_t g;
  float h;
  bool i;
  const char *j;
  bool k;
  moya_str bytes;
  int64_t date;
  moya_str raw;
  int32_t state;
  inner part;
  const char **texts;
  size_t text_count;
  count_entry *counts;
  size_t count_count;
  row *rows;
  size_t row_count;
  int8_t maybe;
  bool has_maybe;
  int64_t maybe_date;
  bool has_maybe_date;
  const char *maybe_text;
  struct all *maybe_all;
  int32_t maybe_state;
  bool has_maybe_state;
  inner *maybe_list;
  size_t maybe_list_count;
  uint16_t number;
  int32_t other_state;
} all;

static const char definition[] =
    "{'moya': 1, 'name': 'n', 'base_url': 'http://h', 'types': {"
    "'all': {'fields': {'a': 'i8', 'b': 'i16', 'c': 'i8', 'd': 'i32', 'e': 'u8', 'f': 'i64', 'g': 'u8', 'h': 'f32', 'i': 'boolean',"
    "'j': 'str', 'k': 'boolean', 'bytes': 'bytes', 'date': 'date', 'raw': 'raw', 'state': 'state', 'part': 'inner',"
    "'texts': '[str]', 'counts': '{i16}', 'rows': '[[i64]]', 'maybe': 'i8?', 'maybe_date': 'date?', 'maybe_text': 'str?',"
    "'maybe_all': 'all?', 'maybe_state': 'state?', 'maybe_list': '[inner]?', 'number': {'type': 'u16', 'key': 'no.in', 'default': 7},"
    "'other_state': {'type': 'state', 'default': 'closed'}}},"
    "'inner': {'fields': {'small': 'i8', 'wide': 'f64', 'last': 'i8'}}, 'state': {'names': ['open', 'closed']}},"
    "'endpoints': {'all': {'path': '/', 'stub': 'immediate', 'result': {'type': '[all]', 'at': 'items'}, 'sample': {'body': {'items': ["
    "{'a': -1, 'b': -2, 'c': -3, 'd': -4, 'e': 5, 'f': -6, 'g': 7, 'h': 0.5, 'i': true, 'j': 'text', 'k': true, 'bytes': 'AQI=',"
    "'date': '1970-01-01T00:00:01Z', 'raw': [1], 'state': 'closed', 'part': {'small': 1, 'wide': 1.5, 'last': 2},"
    "'texts': ['x', 'y'], 'counts': {'one': 1, 'two': 2}, 'rows': [[1, 2], [], [3]]}]}}},"
    "'number': {'path': '/', 'stub': 'immediate', 'result': 'i64', 'sample': {'body': 42}},"
    "'names': {'path': '/', 'stub': 'immediate', 'result': '{state}', 'sample': {'body': {'x': 'closed'}}},"
    "'nothing': {'path': '/'}}}";

static void laid_out(void) {
  moya_api *api = api_of(provider, definition, NULL);
  const moya_type *type = moya_api_type(api, "all"), *part = moya_api_type(api, "inner");
  EXPECT(type && part && type->struct_size == sizeof(all) && part->struct_size == sizeof(inner), "%u", type ? type->struct_size : 0);
  static const size_t offsets[] = {
      offsetof(all, a), offsetof(all, b), offsetof(all, c), offsetof(all, d), offsetof(all, e), offsetof(all, f), offsetof(all, g),
      offsetof(all, h), offsetof(all, i), offsetof(all, j), offsetof(all, k), offsetof(all, bytes), offsetof(all, date),
      offsetof(all, raw), offsetof(all, state), offsetof(all, part), offsetof(all, texts), offsetof(all, counts), offsetof(all, rows),
      offsetof(all, maybe), offsetof(all, maybe_date), offsetof(all, maybe_text), offsetof(all, maybe_all), offsetof(all, maybe_state),
      offsetof(all, maybe_list), offsetof(all, number), offsetof(all, other_state)};
  EXPECT(type->field_count == sizeof offsets / sizeof *offsets, "%u", type->field_count);
  for (uint32_t i = 0; i < type->field_count; i++) {
    EXPECT(type->fields[i].offset == offsets[i], "%s: %u instead of %zu", type->fields[i].name, type->fields[i].offset, offsets[i]);
  }
  EXPECT(type->fields[16].count_offset == offsetof(all, text_count) && type->fields[19].has_offset == offsetof(all, has_maybe));
  EXPECT(type->fields[15].type == part && type->fields[22].type == type);
  moya_error *error = NULL;
  EXPECT_STATUS(moya_type_check(type, &error), MOYA_OK);
  EXPECT(!error, "%s", moya_error_message(error).data);
  EXPECT(!moya_api_type(api, "state") && !moya_api_type(api, "none") && !moya_api_type(api, NULL) && !moya_api_type(NULL, "all"));
  moya_api_release(api);
}

static void decoded(void) {
  moya_api *api = api_of(provider, definition, NULL);
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_arena *arena = NULL;
  const char *key_path = NULL;
  struct {
    all *items;
    size_t count;
  } list = {NULL, 0};
  const moya_type *result = moya_api_result(api, "all", &key_path);
  EXPECT(result && strcmp(key_path, "items") == 0 && result->struct_size == sizeof list);
  EXPECT_STATUS(moya_api_call(api, "all", NULL, 0, NULL, &response, NULL), MOYA_OK);
  EXPECT_STATUS(moya_response_decode(response, key_path, result, &list, 0, &arena, &error), MOYA_OK);
  EXPECT(!error && list.count == 1, "%s", moya_error_message(error).data);
  if (list.count == 1) {
    const all *it = list.items;
    EXPECT(it->a == -1 && it->b == -2 && it->c == -3 && it->d == -4 && it->e == 5 && it->f == -6 && it->g == 7);
    EXPECT(it->h == 0.5f && it->i && strcmp(it->j, "text") == 0 && it->k && str_is(it->bytes, "\1\2") && it->date == 1000000);
    EXPECT(str_is(it->raw, "[1]") && it->state == 1 && it->part.small == 1 && it->part.wide == 1.5 && it->part.last == 2);
    EXPECT(it->text_count == 2 && strcmp(it->texts[1], "y") == 0);
    EXPECT(it->count_count == 2 && strcmp(it->counts[1].key, "two") == 0 && it->counts[1].value == 2);
    EXPECT(it->row_count == 3 && it->rows[0].count == 2 && it->rows[0].items[1] == 2 && it->rows[1].count == 0 && it->rows[2].items[0] == 3);
    EXPECT(!it->has_maybe && !it->has_maybe_date && !it->maybe_text && !it->maybe_all && !it->has_maybe_state && !it->maybe_list);
    EXPECT(it->number == 7 && it->other_state == 1);
  }
  moya_arena_release(arena);
  moya_response_release(response);

  int64_t number = 0;
  result = moya_api_result(api, "number", NULL);
  EXPECT_STATUS(moya_api_call(api, "number", NULL, 0, NULL, &response, NULL), MOYA_OK);
  EXPECT_STATUS(moya_response_decode(response, NULL, result, &number, 0, &arena, NULL), MOYA_OK);
  EXPECT(number == 42);
  moya_arena_release(arena);
  moya_response_release(response);

  struct {
    MOYA_ENTRY(int32_t) * entries;
    size_t count;
  } states = {NULL, 0};
  result = moya_api_result(api, "names", &key_path);
  EXPECT(strcmp(key_path, "") == 0);
  EXPECT_STATUS(moya_api_call(api, "names", NULL, 0, NULL, &response, NULL), MOYA_OK);
  EXPECT_STATUS(moya_response_decode(response, key_path, result, &states, 0, &arena, NULL), MOYA_OK);
  EXPECT(states.count == 1 && states.entries[0].value == 1);
  moya_arena_release(arena);
  moya_response_release(response);

  EXPECT(!moya_api_result(api, "nothing", &key_path) && !key_path);
  EXPECT(!moya_api_result(api, "none", &key_path) && !moya_api_result(NULL, "all", NULL) && !moya_api_result(api, NULL, NULL));
  moya_api_release(api);
}

/* For a result that may be absent, there is no error if the JSON is null, the body is empty, or the key path leads
 * nowhere. */
static void absent_results(void) {
  static const char text[] =
      "{'moya': 1, 'name': 'n', 'base_url': 'http://h.invalid', 'types': {'user': {'fields': {'id': 'i64', 'bio': {'type': 'str', 'nullable': true}}}}, 'endpoints': {"
#define ANSWERS(name, result, sample) \
  "'" name "': {'path': '/', 'stub': 'immediate', 'result': " result ", 'sample': " sample "}"
      ANSWERS("there", "'user?'", "{'body': {'id': 7, 'bio': null}}") ", " ANSWERS("null", "'user?'", "{'body': null}") ", "
      ANSWERS("empty", "'user?'", "{'status': 204}") ", " ANSWERS("blank", "'user?'", "{'text': ' \\n'}") ", "
      ANSWERS("nowhere", "{'type': 'user?', 'at': 'a.b'}", "{'body': {'a': {}}}") ", "
      ANSWERS("nothing", "{'type': 'user?', 'at': 'a.b'}", "{'status': 204}") ", "
      ANSWERS("within", "{'type': 'user?', 'at': 'a.0'}", "{'body': {'a': []}}") ", "
      ANSWERS("broken", "{'type': 'user?', 'at': 'a'}", "{'text': '{]'}") ", "
      ANSWERS("wrong", "'user?'", "{'body': [1]}") ", " ANSWERS("incomplete", "'user?'", "{'body': {}}") ", "
      ANSWERS("required", "'user'", "{'status': 204}") "}}";
  static const struct {
    const char *endpoint;
    moya_status status;
    bool is_there;
  } rows[] = {{"there", MOYA_OK, true},          {"null", MOYA_OK, false},           {"empty", MOYA_OK, false},
              {"blank", MOYA_OK, false},         {"nowhere", MOYA_OK, false},        {"nothing", MOYA_OK, false},
              {"within", MOYA_OK, false},        {"broken", MOYA_ERROR_JSON, false}, {"wrong", MOYA_ERROR_JSON_TYPE, false},
              {"incomplete", MOYA_ERROR_KEY_PATH, false}, {"required", MOYA_ERROR_JSON, false}};
  moya_api *api = api_of(provider, text, NULL);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct {
      struct user {
        int64_t id;
        const char *bio;
      } *it;
      void *room;
    } answer = {NULL, NULL};
    moya_response *response = NULL;
    moya_arena *arena = NULL;
    const char *key_path = NULL;
    const moya_type *type = moya_api_result(api, rows[i].endpoint, &key_path);
    EXPECT_STATUS(moya_api_call(api, rows[i].endpoint, NULL, 0, NULL, &response, NULL), MOYA_OK);
    moya_status status = moya_response_decode(response, key_path, type, &answer, 0, &arena, NULL);
    EXPECT(status == rows[i].status, "%s: %s", rows[i].endpoint, moya_status_name(status));
    EXPECT((answer.it != NULL) == rows[i].is_there, "%s", rows[i].endpoint);
    if (answer.it) EXPECT(answer.it->id == 7 && !answer.it->bio);
    moya_arena_release(arena);
    moya_response_release(response);
  }
  moya_api_release(api);
}

/* A date without an offset is in UTC if the definition says so. Otherwise there is an error, whose message names the
 * solutions. */
static void dates(void) {
  static const struct {
    const char *root, *field, *result, *type, *body;
    const char *message; /* the error; NULL: there is none */
  } rows[] = {
      {"", "", "", "t", "{'a': '1970-01-01T00:00:01'}",
       "a is \"1970-01-01T00:00:01\", not a date and time with an offset as in RFC 3339 (MOYA_FIELD_UTC, or \"dates\": \"utc\" in a definition, reads "
       "it in UTC)"},
      {"'dates': 'offset', ", "", "", "t", "{'a': '1970-01-01T00:00:01.5'}", "a is \"1970-01-01T00:00:01.5\", not a date and time with an offset"},
      {"'dates': 'utc', ", "", "", "t", "{'a': '1970-01-01T00:00:01'}", NULL},
      {"'dates': 'utc', ", "", "", "t", "{'a': '1970-01-01T01:00:01+01:00'}", NULL},
      {"'dates': 'utc', ", "", "", "t", "{'a': '1970-01-01'}", "a is \"1970-01-01\", not a date and time as in RFC 3339"},
      {"'dates': 'utc', ", ", 'dates': 'offset'", "", "t", "{'a': '1970-01-01T00:00:01'}", "a is \"1970-01-01T00:00:01\", not a date and time with"},
      {"", ", 'dates': 'utc'", "", "t", "{'a': '1970-01-01T00:00:01'}", NULL},
      {"", "", ", 'dates': 'utc'", "t", "{'a': '1970-01-01T00:00:01'}", "a is \"1970-01-01T00:00:01\", not a date and time with"},
      {"", "", ", 'dates': 'utc'", "date", "'1970-01-01T00:00:01'", NULL},
      {"'dates': 'utc', ", "", ", 'dates': 'offset'", "date", "'1970-01-01T00:00:01'", "the JSON is \"1970-01-01T00:00:01\", not a date and time with"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[1024];
    snprintf(text, sizeof text,
             "{'moya': 1, 'name': 'n', 'base_url': 'http://h.invalid', %s'types': {'t': {'fields': {'a': {'type': 'date'%s}}}}, 'endpoints': {"
             "'e': {'path': '/', 'stub': 'immediate', 'result': {'type': '%s'%s}, 'sample': {'body': %s}}}}",
             rows[i].root, rows[i].field, rows[i].type, rows[i].result, rows[i].body);
    moya_api *api = api_of(provider, text, NULL);
    moya_response *response = NULL;
    moya_error *error = NULL;
    moya_arena *arena = NULL;
    int64_t date = 0;
    EXPECT_STATUS(moya_api_call(api, "e", NULL, 0, NULL, &response, NULL), MOYA_OK);
    moya_status status = moya_response_decode(response, NULL, moya_api_result(api, "e", NULL), &date, 0, &arena, &error);
    EXPECT(status == (rows[i].message ? MOYA_ERROR_JSON_TYPE : MOYA_OK) && date == (rows[i].message ? 0 : 1000000), "row %zu: %s", i,
           moya_status_name(status));
    if (rows[i].message) EXPECT(str_has(moya_error_message(error), rows[i].message), "%s", moya_error_message(error).data);
    moya_arena_release(arena);
    moya_error_release(error);
    moya_response_release(response);
    moya_api_release(api);
  }
}

/* A type may refer to types that follow it in the document. */
static void later_types(void) {
  static const char *const rows[] = {"[state]", "{state}", "state?", "[[state]]", "state", "[inner]", "{inner}", "inner?", "[[inner]]", "inner"};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[512], message[512];
    snprintf(text, sizeof text,
             "{'moya': 1, 'name': 'n', 'base_url': 'http://h', 'types': {'all': {'fields': {'a': '%s'}}, 'inner': {'fields': {'b': 'state'}},"
             "'state': {'names': ['open']}}, 'endpoints': {'get': {'path': '/', 'result': 'all'}}}",
             rows[i]);
    moya_api *api = api_of(provider, text, message);
    EXPECT(api, "%s: %s", rows[i], message);
    moya_error *error = NULL;
    EXPECT(moya_type_check(moya_api_result(api, "get", NULL), &error) == MOYA_OK, "%s: %s", rows[i], moya_error_message(error).data);
    moya_error_release(error);
    moya_api_release(api);
  }
}

/* Tests structs whose size doubles with each type, and structs that are nested too deeply. */
static void too_large(void) {
  char *text = malloc(200000), *at = text, message[512];
  at += sprintf(at, "{'moya': 1, 'name': 'n', 'endpoints': {}, 'types': {'t0': {'fields': {'a': 'i64'}}");
  for (int i = 1; i < 60; i++) at += sprintf(at, ", 't%d': {'fields': {'a': 't%d', 'b': 't%d'}}", i, i - 1, i - 1);
  strcpy(at, "}}");
  EXPECT(!api_of(provider, text, message));
  EXPECT(strcmp(message, "/types/t18 is a struct of more than 1048576 bytes") == 0, "%s", message);

  at = text + sprintf(text, "{'moya': 1, 'name': 'n', 'endpoints': {}, 'types': {'t0': {'fields': {'a': 'i64'}}");
  for (int i = 1; i < 3000; i++) at += sprintf(at, ", 't%d': {'fields': {'a': 't%d'}}", i, i - 1);
  strcpy(at, "}}");
  EXPECT(!api_of(provider, text, message));
  EXPECT(strcmp(message, "/types/t64 has structs within each other deeper than 64 levels") == 0, "%s", message);
  free(text);
}

int main(void) {
  provider = provider_of(MOYA_PUMP_DISPATCH);
  TEST("a struct of a definition lies in memory as the compiler's own", laid_out);
  TEST("an answer is decoded into structs that are known at run time only", decoded);
  TEST("a result that may be absent is absent for null, for a 204, and where its key path leads nowhere", absent_results);
  TEST("a date without an offset is in UTC where the definition says so", dates);
  TEST("a struct may name types that come later", later_types);
  TEST("structs that would have no end are refused", too_large);
  moya_provider_destroy(provider);
  return verdict();
}
