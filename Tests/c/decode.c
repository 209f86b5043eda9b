/* Decodes JSON into a struct: every kind of value with its limits, absent values, arrays, maps, and the messages of
 * errors. */
#include "decoded.h"

#include <math.h>

typedef enum state { OPEN = 1, CLOSED = 2, UNKNOWN = -1 } state;

/* A struct with members of every kind and every form. */
typedef struct all {
  int8_t i8;
  int16_t i16;
  int32_t i32;
  int64_t i64;
  uint8_t u8;
  uint16_t u16;
  uint32_t u32;
  uint64_t u64;
  float f32;
  double f64;
  bool boolean;
  const char *str;
  moya_str text, bytes, raw;
  int64_t date;
  int32_t state, open_state;
  owner owner;
  owner *parent;
  int32_t page;
  bool has_page;
  int32_t per_page;
  const char *name;
  int64_t *tags;
  size_t tag_count;
  const char **words;
  size_t word_count;
  owner *owners;
  size_t owner_count;
  MOYA_ENTRY(int32_t) * counts;
  size_t count_count;
  MOYA_ENTRY(owner) * people;
  size_t people_count;
  double latitude;
  const char *odd;
} all;

static const char *const state_names[] = {"open", "closed"};
static const int32_t state_values[] = {OPEN, CLOSED};
static const moya_type_names states = {sizeof(moya_type_names), 0, state_names, state_values, 2, 0};
static const moya_type_names open_states = {sizeof(moya_type_names), MOYA_NAMES_OPEN, state_names, state_values, 2, UNKNOWN};

#define OPTIONAL(key, member, kind_) {.name = key, MOYA_MEMBER(all, member), .kind = kind_, .flags = MOYA_FIELD_OPTIONAL}
static const moya_type_field all_fields[] = {
    OPTIONAL("i8", i8, MOYA_KIND_I8),
    OPTIONAL("i16", i16, MOYA_KIND_I16),
    OPTIONAL("i32", i32, MOYA_KIND_I32),
    OPTIONAL("i64", i64, MOYA_KIND_I64),
    OPTIONAL("u8", u8, MOYA_KIND_U8),
    OPTIONAL("u16", u16, MOYA_KIND_U16),
    OPTIONAL("u32", u32, MOYA_KIND_U32),
    OPTIONAL("u64", u64, MOYA_KIND_U64),
    OPTIONAL("f32", f32, MOYA_KIND_F32),
    OPTIONAL("f64", f64, MOYA_KIND_F64),
    OPTIONAL("boolean", boolean, MOYA_KIND_BOOLEAN),
    OPTIONAL("str", str, MOYA_KIND_STR),
    OPTIONAL("text", text, MOYA_KIND_TEXT),
    OPTIONAL("bytes", bytes, MOYA_KIND_BYTES),
    OPTIONAL("raw", raw, MOYA_KIND_RAW),
    OPTIONAL("date", date, MOYA_KIND_DATE),
    {.name = "state", MOYA_MEMBER(all, state), .kind = MOYA_KIND_ENUM, .flags = MOYA_FIELD_OPTIONAL, .names = &states},
    {.name = "open_state", MOYA_MEMBER(all, open_state), .kind = MOYA_KIND_ENUM, .flags = MOYA_FIELD_OPTIONAL,
     .names = &open_states},
    {.name = "owner", MOYA_MEMBER(all, owner), .kind = MOYA_KIND_STRUCT, .flags = MOYA_FIELD_OPTIONAL,
     .type = &owner_type},
    {.name = "parent", MOYA_MEMBER(all, parent), .kind = MOYA_KIND_STRUCT,
     .flags = MOYA_FIELD_OPTIONAL | MOYA_FIELD_POINTER, .type = &owner_type},
    {.name = "page", MOYA_MEMBER(all, page), .kind = MOYA_KIND_I32, .flags = MOYA_FIELD_HAS,
     .has_offset = offsetof(all, has_page)},
    {.name = "per_page", MOYA_MEMBER(all, per_page), .kind = MOYA_KIND_I32, .default_json = " 30 "},
    {.name = "name", MOYA_MEMBER(all, name), .kind = MOYA_KIND_STR, .default_json = "\"n\\u0061me\""},
    {.name = "tags", MOYA_MEMBER(all, tags), .kind = MOYA_KIND_I64, .flags = MOYA_FIELD_OPTIONAL | MOYA_FIELD_ARRAY,
     .count_offset = offsetof(all, tag_count)},
    {.name = "words", MOYA_MEMBER(all, words), .kind = MOYA_KIND_STR, .flags = MOYA_FIELD_ARRAY,
     .count_offset = offsetof(all, word_count), .default_json = "[\"a\", \"b\"]"},
    {.name = "owners", MOYA_MEMBER(all, owners), .kind = MOYA_KIND_STRUCT,
     .flags = MOYA_FIELD_OPTIONAL | MOYA_FIELD_ARRAY, .count_offset = offsetof(all, owner_count), .type = &owner_type},
    {.name = "counts", MOYA_MEMBER(all, counts), .kind = MOYA_KIND_I32, .flags = MOYA_FIELD_OPTIONAL | MOYA_FIELD_MAP,
     .count_offset = offsetof(all, count_count)},
    {.name = "people", MOYA_MEMBER(all, people), .kind = MOYA_KIND_STRUCT,
     .flags = MOYA_FIELD_OPTIONAL | MOYA_FIELD_MAP, .count_offset = offsetof(all, people_count), .type = &owner_type},
    OPTIONAL("geo.at.0", latitude, MOYA_KIND_F64),
    OPTIONAL("a\\.b \"\\\\\".c", odd, MOYA_KIND_STR),
};
static const moya_type all_type = MOYA_TYPE("all", all, all_fields);

/* Decodes a text. Returns the status, and stores the error's message. */
static moya_status read_all(const char *json, all *it, moya_arena **arena, char message[512]) {
  moya_error *error = NULL;
  size_t length = strlen(json);
  char *exact = malloc(length ? length : 1); /* a sanitizer sees any access beyond the end */
  if (!exact) abort();
  if (length) memcpy(exact, json, length);
  moya_status status = moya_decode(exact, length, NULL, &all_type, it, 0, arena, &error);
  snprintf(message, 512, "%s", error ? moya_error_message(error).data : "");
  moya_error_release(error);
  free(exact);
  return status;
}

/* MARK: Values. */

#define SAME(name, ...)                      \
  static bool name(const all *it) {          \
    return __VA_ARGS__;                      \
  }
SAME(lowest, it->i8 == INT8_MIN && it->i16 == INT16_MIN && it->i32 == INT32_MIN && it->i64 == INT64_MIN)
SAME(highest, it->i8 == INT8_MAX && it->i16 == INT16_MAX && it->i32 == INT32_MAX && it->i64 == INT64_MAX)
SAME(unsigned_highest, it->u8 == UINT8_MAX && it->u16 == UINT16_MAX && it->u32 == UINT32_MAX && it->u64 == UINT64_MAX)
SAME(unsigned_zero, it->u8 == 0 && it->u64 == 0 && it->i64 == 0)
SAME(floats, it->f32 == 3.4028234663852886e38f && it->f64 == 1.7976931348623157e308)
SAME(small_floats, it->f32 == 0.1f && it->f64 == 5e-324)
SAME(nearest_float, it->f32 == 1.00000011920929f)
SAME(tiny, it->f64 == 0 && signbit(it->f64))
SAME(whole_floats, it->f32 == 2 && it->f64 == -3)
SAME(yes, it->boolean)
SAME(no, !it->boolean)
SAME(texts, strcmp(it->str, "a\"\\/\b\f\n\r\té€😀") == 0)
SAME(empty_texts, it->str && *it->str == 0 && it->text.data && it->text.len == 0 && it->bytes.data && it->bytes.len == 0)
SAME(zeroes, it->text.len == 3 && memcmp(it->text.data, "a\0b", 4) == 0)
SAME(long_text, strlen(it->str) == 400 && strspn(it->str, "x") == 400)
SAME(hello, str_is(it->bytes, "hello\n"))
SAME(binary, it->bytes.len == 3 && memcmp(it->bytes.data, "\0\xff\xfe", 4) == 0)
SAME(raw_object, str_is(it->raw, "{\"a\": [1, 2]}"))
SAME(raw_null, !it->raw.data)
SAME(epoch, it->date == 0)
SAME(micros, it->date == 1770091506123456)
SAME(west, it->date == 1770091506000000)
SAME(before, it->date == -1)
SAME(first_day, it->date == -62167219200000000)
SAME(last_day, it->date == 253402300799000000)
SAME(leap, it->date == 1483228800000000)
SAME(leap_day, it->date == 951782400000000)
SAME(enumerations, it->state == CLOSED && it->open_state == OPEN)
SAME(other, it->open_state == UNKNOWN)
SAME(nested, it->owner.id == 7 && strcmp(it->owner.login, "ann") == 0 && it->parent->id == 8)
SAME(no_parent, it->parent == NULL && it->owner.login == NULL)
SAME(given, it->has_page && it->page == 2 && it->per_page == 3 && strcmp(it->name, "x") == 0 && it->word_count == 0 && it->words)
SAME(defaults, !it->has_page && it->page == 0 && it->per_page == 30 && strcmp(it->name, "name") == 0 &&
                   it->word_count == 2 && strcmp(it->words[1], "b") == 0 && !it->tags && !it->tag_count)
SAME(arrays, it->tag_count == 3 && it->tags[2] == -3 && it->owner_count == 2 && strcmp(it->owners[1].login, "bob") == 0)
SAME(empty_arrays, it->tag_count == 0 && it->tags && it->owner_count == 0 && it->owners && it->counts)
SAME(maps, it->count_count == 2 && strcmp(it->counts[0].key, "b") == 0 && it->counts[0].value == 1 &&
               strcmp(it->counts[1].key, "a\n") == 0 && it->counts[1].value == 2)
SAME(map_of_structs, it->people_count == 1 && strcmp(it->people[0].key, "x") == 0 && it->people[0].value.id == 5)
SAME(paths, it->latitude == 1.5 && strcmp(it->odd, "deep") == 0)
SAME(no_paths, it->latitude == 0 && !it->odd)
SAME(first_counts, it->i64 == 1)

#define TEN "xxxxxxxxxx"
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

static const struct {
  const char *json;
  bool (*holds)(const all *);
} values[] = {
    {"{\"i8\": -128, \"i16\": -32768, \"i32\": -2147483648, \"i64\": -9223372036854775808}", lowest},
    {"{\"i64\": 9223372036854775807, \"i32\": 2147483647, \"i16\": 32767, \"i8\": 127}", highest},
    {"{\"u8\":255,\"u16\":65535,\"u32\":4294967295,\"u64\":18446744073709551615}", unsigned_highest},
    {"{\"u8\":-0,\"u64\":-0,\"i64\":-0}", unsigned_zero},
    {"{\"f32\":3.4028235e38,\"f64\":1.7976931348623157e308}", floats},
    {"{\"f32\":0.1,\"f64\":5e-324}", small_floats},
    /* The number is just above the middle between two floats. Its nearest double is this middle. */
    {"{\"f32\":1.0000000596046447753906250000001}", nearest_float},
    {"{\"f64\":-1e-999999}", tiny},
    {"{\"f32\":2,\"f64\":-3}", whole_floats},
    {"{\"boolean\":true}", yes},
    {"{\"boolean\":false}", no},
    {"{\"str\":\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9€\\ud83d\\ude00\"}", texts},
    {"{\"str\":\"\",\"text\":\"\",\"bytes\":\"\"}", empty_texts},
    {"{\"text\":\"a\\u0000b\"}", zeroes},
    {"{\"str\":\"" HUNDRED HUNDRED HUNDRED HUNDRED "\"}", long_text},
    {"{\"bytes\":\"aGVs\\nbG8K\\r\\n\"}", hello},
    {"{\"bytes\":\"AP\\/+\"}", binary},
    {"{\"raw\": {\"a\": [1, 2]} }", raw_object},
    {"{\"raw\":null}", raw_null},
    {"{\"date\":\"1970-01-01T00:00:00Z\"}", epoch},
    {"{\"date\":\"2026-02-03t04:05:06.1234569z\"}", micros},
    {"{\"date\":\"2026-02-02 20:05:06-08:00\"}", west},
    {"{\"date\":\"1969-12-31T23:59:59.999999+00:00\"}", before},
    {"{\"date\":\"0000-01-01T00:00:00Z\"}", first_day},
    {"{\"date\":\"9999-12-31T23:59:59Z\"}", last_day},
    {"{\"date\":\"2016-12-31T23:59:60Z\"}", leap},
    {"{\"date\":\"2000-02-29T00:00:00Z\"}", leap_day},
    {"{\"state\":\"closed\",\"open_state\":\"op\\u0065n\"}", enumerations},
    {"{\"open_state\":\"draft\"}", other},
    {"{\"owner\":{\"id\":7,\"login\":\"ann\",\"more\":{\"id\":[]}},\"parent\":{\"login\":\"p\",\"id\":8}}", nested},
    {"{\"owner\":null,\"parent\":null}", no_parent},
    {"{\"page\":2,\"per_page\":3,\"name\":\"x\",\"words\":[]}", given},
    {"{}", defaults},
    {" \t\r\n{ } \n", defaults},
    {"\xEF\xBB\xBF{}", defaults},
    {"{\"page\":null,\"per_page\":null,\"name\":null,\"words\":null,\"tags\":null}", defaults},
    {"{\"tags\":[1, 2 ,-3],\"owners\":[{\"id\":1,\"login\":\"ann\"},{\"login\":\"bob\",\"id\":2}]}", arrays},
    {"{\"tags\":[],\"owners\":[ ],\"counts\":{ }}", empty_arrays},
    {"{\"counts\":{\"b\":1,\"a\\n\":2}}", maps},
    {"{\"people\":{\"x\":{\"id\":5,\"login\":\"ann\"}}}", map_of_structs},
    {"{\"geo\":{\"at\":[1.5,2]},\"a.b \\\"\\\\\\\"\":{\"c\":\"deep\"}}", paths},
    {"{\"geo\":{\"at\":null},\"a.b \\\"\\\\\\\"\":null}", no_paths},
    {"{\"geo\":null}", no_paths},
    {"{\"i64\":1,\"i64\":2,\"i64\":\"x\"}", first_counts},
    {"{\"i\\u00364\":1}", first_counts},
    {"{\"unknown\":[{\"deep\":[1,2,{\"x\":\"\\u0041\"}]}],\"i64\":1}", first_counts},
};

static void kinds_and_forms(void) {
  for (size_t row = 0; row < sizeof values / sizeof *values; row++) {
    all it;
    memset(&it, 0xa5, sizeof it);
    moya_arena *arena;
    char message[512];
    moya_status status = read_all(values[row].json, &it, &arena, message);
    EXPECT(status == MOYA_OK, "%s: %s", values[row].json, message);
    if (status == MOYA_OK) EXPECT(values[row].holds(&it), "%s", values[row].json);
    moya_arena_release(arena);
  }
}

/* MARK: Errors. */

static const struct {
  const char *json;
  moya_status status;
  const char *message;
} errors[] = {
    {"", MOYA_ERROR_JSON, "this is not JSON (byte 0 of 0)"},
    {"{\"i8\":1", MOYA_ERROR_JSON, "this is not JSON (byte 7 of 7)"},
    {"{\"i8\":01}", MOYA_ERROR_JSON, "this is not JSON (byte 6 of 9)"},
    {"{\"i8\":\"x\"} {", MOYA_ERROR_JSON, "this is not JSON (byte 11 of 12)"},
    {"{\"i8\":1,}", MOYA_ERROR_JSON, "this is not JSON (byte 8 of 9)"},
    {"{\"str\":\"\xff\"}", MOYA_ERROR_JSON, "this is not JSON (byte 8 of 11)"},
    {"{\"str\":\"\\ud800\"}", MOYA_ERROR_JSON, "this is not JSON (byte 8 of 16)"},
    {"{\"unknown\":[1,}", MOYA_ERROR_JSON, "this is not JSON (byte 14 of 15)"},
    {"{\"i8\":tru}", MOYA_ERROR_JSON, "this is not JSON (byte 6 of 10)"},
    {"[]", MOYA_ERROR_JSON_TYPE, "the JSON is an array, not an object"},
    {"null", MOYA_ERROR_JSON_TYPE, "the JSON is null, not an object"},
    {"{\"i8\":128}", MOYA_ERROR_JSON_TYPE, "i8 is 128, not an integer from -128 to 127"},
    {"{\"u8\":-1}", MOYA_ERROR_JSON_TYPE, "u8 is -1, not an integer from 0 to 255"},
    {"{\"i64\":9223372036854775808}", MOYA_ERROR_JSON_TYPE,
     "i64 is 9223372036854775808, not an integer from -9223372036854775808 to 9223372036854775807"},
    {"{\"u64\":18446744073709551616}", MOYA_ERROR_JSON_TYPE,
     "u64 is 18446744073709551616, not an integer from 0 to 18446744073709551615"},
    {"{\"u64\":99999999999999999999999999999999999999999999}", MOYA_ERROR_JSON_TYPE,
     "u64 is 9999999999999999999999999999999999999999…, not an integer from 0 to 18446744073709551615"},
    {"{\"i32\":1.0}", MOYA_ERROR_JSON_TYPE, "i32 is 1.0, not an integer"},
    {"{\"i32\":1e2}", MOYA_ERROR_JSON_TYPE, "i32 is 1e2, not an integer"},
    {"{\"i32\":\"1\"}", MOYA_ERROR_JSON_TYPE, "i32 is \"1\", not an integer"},
    {"{\"i32\":true}", MOYA_ERROR_JSON_TYPE, "i32 is true, not an integer"},
    {"{\"i32\":[]}", MOYA_ERROR_JSON_TYPE, "i32 is an array, not an integer"},
    {"{\"f32\":3.5e38}", MOYA_ERROR_JSON_TYPE, "f32 is 3.5e38, not a number that a float can hold"},
    {"{\"f64\":1e400}", MOYA_ERROR_JSON_TYPE, "f64 is 1e400, not a number that a double can hold"},
    {"{\"f64\":\"1\"}", MOYA_ERROR_JSON_TYPE, "f64 is \"1\", not a number"},
    {"{\"boolean\":1}", MOYA_ERROR_JSON_TYPE, "boolean is 1, not true or false"},
    {"{\"str\":1}", MOYA_ERROR_JSON_TYPE, "str is 1, not a string"},
    {"{\"str\":\"a\\u0000b\"}", MOYA_ERROR_JSON_TYPE, "str is \"a\\u0000b\", not a text without U+0000"},
    {"{\"text\":{}}", MOYA_ERROR_JSON_TYPE, "text is an object, not a string"},
    {"{\"bytes\":\"aGVsbG8\"}", MOYA_ERROR_JSON_TYPE, "bytes is \"aGVsbG8\", not base64"},
    {"{\"bytes\":\"aGVsbG9=\"}", MOYA_ERROR_JSON_TYPE, "bytes is \"aGVsbG9=\", not base64"},
    {"{\"bytes\":\"a-_b\"}", MOYA_ERROR_JSON_TYPE, "bytes is \"a-_b\", not base64"},
    {"{\"date\":\"2026-02-30T00:00:00Z\"}", MOYA_ERROR_JSON_TYPE,
     "date is \"2026-02-30T00:00:00Z\", not a date and time as in RFC 3339"},
    {"{\"date\":\"2026-02-03\"}", MOYA_ERROR_JSON_TYPE, "date is \"2026-02-03\", not a date and time as in RFC 3339"},
    {"{\"date\":\"2026-02-03T04:05:06\"}", MOYA_ERROR_JSON_TYPE,
     "date is \"2026-02-03T04:05:06\", not a date and time with an offset as in RFC 3339 (MOYA_FIELD_UTC, or \"dates\": \"utc\" in a "
     "definition, reads it in UTC)"},
    {"{\"date\":\"2026-02-03T04:05:06.Z\"}", MOYA_ERROR_JSON_TYPE,
     "date is \"2026-02-03T04:05:06.Z\", not a date and time as in RFC 3339"},
    {"{\"date\":\"2026-02-03T24:05:06Z\"}", MOYA_ERROR_JSON_TYPE,
     "date is \"2026-02-03T24:05:06Z\", not a date and time as in RFC 3339"},
    {"{\"state\":\"draft\"}", MOYA_ERROR_JSON_TYPE, "state is \"draft\", not one of \"open\", \"closed\""},
    {"{\"open_state\":1}", MOYA_ERROR_JSON_TYPE, "open_state is 1, not a string"},
    {"{\"owner\":{\"id\":7}}", MOYA_ERROR_KEY_PATH, "owner.login is missing"},
    {"{\"owner\":{\"id\":null,\"login\":\"\"}}", MOYA_ERROR_JSON_TYPE, "owner.id is null, not an integer"},
    {"{\"parent\":{\"id\":\"x\"}}", MOYA_ERROR_JSON_TYPE, "parent.id is \"x\", not an integer"},
    {"{\"owners\":[{\"id\":1,\"login\":\"a\"},{\"id\":\"x\"}]}", MOYA_ERROR_JSON_TYPE,
     "owners[1].id is \"x\", not an integer"},
    {"{\"tags\":[1,null]}", MOYA_ERROR_JSON_TYPE, "tags[1] is null, not an integer"},
    {"{\"tags\":{}}", MOYA_ERROR_JSON_TYPE, "tags is an object, not an array"},
    {"{\"words\":[\"a\",2]}", MOYA_ERROR_JSON_TYPE, "words[1] is 2, not a string"},
    {"{\"counts\":{\"a\":1,\"b\":\"x\"}}", MOYA_ERROR_JSON_TYPE, "counts.b is \"x\", not an integer"},
    {"{\"counts\":{\"a\\u0000\":1}}", MOYA_ERROR_JSON_TYPE, "counts.a\\u0000 is \"a\\u0000\", not a text without U+0000"},
    {"{\"people\":{\"x\":{\"login\":\"ann\"}}}", MOYA_ERROR_KEY_PATH, "people.x.id is missing"},
    {"{\"geo\":{\"at\":[\"x\"]}}", MOYA_ERROR_JSON_TYPE, "geo.at[0] is \"x\", not a number"},
    {"{\"geo\":7}", MOYA_ERROR_JSON_TYPE, "geo is 7, not an object"},
    {"{\"str\":[\"" HUNDRED "\"],\"i8\":\"" HUNDRED "\"}", MOYA_ERROR_JSON_TYPE, "str is an array, not a string"},
    {"{\"i8\":\"" TEN TEN TEN "xxxxxxxxxé" TEN "\"}", MOYA_ERROR_JSON_TYPE,
     "i8 is \"" TEN TEN TEN "xxxxxxxxx…\", not an integer"},
};

static void failures(void) {
  static const all zero;
  for (size_t row = 0; row < sizeof errors / sizeof *errors; row++) {
    all it;
    memset(&it, 0xa5, sizeof it);
    moya_arena *arena = (moya_arena *)&it;
    char message[512];
    moya_status status = read_all(errors[row].json, &it, &arena, message);
    EXPECT(status == errors[row].status, "%s: %s", errors[row].json, moya_status_name(status));
    EXPECT(strcmp(message, errors[row].message) == 0, "%s: %s", errors[row].json, message);
    EXPECT(arena == NULL && memcmp(&it, &zero, sizeof it) == 0, "%s left something behind", errors[row].json);
    moya_arena_release(arena);
  }
}

int main(void) {
  TEST("every kind and form is read, at its edges, absent and with defaults", kinds_and_forms);
  TEST("an error names the place, what is there and what was wanted, and leaves nothing behind", failures);
  moya_type_forget(&owner_type);
  return verdict();
}
