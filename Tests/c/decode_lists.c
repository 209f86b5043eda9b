/* Decodes JSON into lists of structs, at key paths and from responses. Also shows who owns the texts of the structs. */
#include "decoded.h"

static void lists(void) {
  moya_response *response = response_of(
      "{\"skipped\":[1,{\"items\":0}],\"page\":{\"items\":[{\"id\":1,\"login\":\"ann\"},{\"id\":2,\"login\":\"bob\"}]},\"no\":[],\"a\":{\"\":[]}}");
  owner *owners;
  size_t count;
  moya_arena *arena;
  EXPECT_STATUS(moya_response_decode_list(response, "page.items", &owner_type, (void **)&owners, &count, 0, &arena, NULL),
                MOYA_OK);
  EXPECT(count == 2 && owners[0].id == 1 && strcmp(owners[1].login, "bob") == 0);
  moya_arena_release(arena);
  EXPECT_STATUS(moya_response_decode_list(response, "no", &owner_type, (void **)&owners, &count, 0, &arena, NULL), MOYA_OK);
  EXPECT(count == 0 && owners != NULL && arena == NULL);
  EXPECT_STATUS(moya_response_decode_list(response, "a.", &owner_type, (void **)&owners, &count, 0, &arena, NULL), MOYA_OK);
  owner it;
  EXPECT_STATUS(moya_response_decode(response, "page.items.1", &owner_type, &it, 0, &arena, NULL), MOYA_OK);
  EXPECT(it.id == 2 && strcmp(it.login, "bob") == 0);
  moya_arena_release(arena);

  static const struct {
    const char *path, *message;
    moya_status status;
  } rows[] = {
      {"page.items.2", "page.items.2 is missing", MOYA_ERROR_KEY_PATH},
      {"page.items.01", "page.items.01 is missing", MOYA_ERROR_KEY_PATH},
      {"page.items.0.id.x", "page.items.0.id.x is missing", MOYA_ERROR_KEY_PATH},
      {"none", "none is missing", MOYA_ERROR_KEY_PATH},
      {"no.", "no. is missing", MOYA_ERROR_KEY_PATH},
      {"page", "page.id is missing", MOYA_ERROR_KEY_PATH},
      {"skipped.0", "skipped.0 is 1, not an object", MOYA_ERROR_JSON_TYPE},
      {"\xff", "key_path is not UTF-8", MOYA_ERROR_UTF8},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_error *error = NULL;
    EXPECT_STATUS(moya_response_decode(response, rows[row].path, &owner_type, &it, 0, &arena, &error), rows[row].status);
    EXPECT(str_is(moya_error_message(error), rows[row].message), "%s", moya_error_message(error).data);
    moya_error_release(error);
  }
  moya_error *error = NULL;
  EXPECT_STATUS(moya_response_decode_list(response, "page.items.0", &owner_type, (void **)&owners, &count, 0, &arena, &error),
                MOYA_ERROR_JSON_TYPE);
  EXPECT(str_is(moya_error_message(error), "page.items.0 is an object, not an array"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  moya_response_release(response);

  const char *json = "[{\"id\":1,\"login\":\"a\"},{\"id\":1,\"login\":\"a\"},{\"id\":1,\"login\":\"a\"},{\"owner\":1,\"id\":\"x\"}]";
  EXPECT_STATUS(moya_decode_list(json, strlen(json), NULL, &owner_type, (void **)&owners, &count, 0, &arena, &error),
                MOYA_ERROR_JSON_TYPE);
  EXPECT(str_is(moya_error_message(error), "[3].id is \"x\", not an integer"), "%s", moya_error_message(error).data);
  EXPECT(!owners && !count && !arena);
  moya_error_release(error);
  response = response_of("{\"a\":[],}");
  EXPECT_STATUS(moya_response_decode(response, "a", &owner_type, &it, 0, &arena, NULL), MOYA_ERROR_JSON);
  EXPECT_STATUS(moya_response_decode_list(response, "a", &owner_type, (void **)&owners, &count, 0, &arena, NULL),
                MOYA_ERROR_JSON);
  moya_response_release(response);
  response = response_of("{}");
  EXPECT_STATUS(moya_response_decode_list(response, "a", &owner_type, (void **)&owners, &count, 0, &arena, NULL),
                MOYA_ERROR_KEY_PATH);
  moya_response_release(response);
  /* The JSON after the list is checked, too. */
  EXPECT_STATUS(moya_decode_list("{\"a\":[],\"b\":[1,]}", 16, "a", &owner_type, (void **)&owners, &count, 0, &arena, NULL),
                MOYA_ERROR_JSON);
}

static void many(void) {
  enum { MANY = 20000 };
  char *json = malloc(MANY * 40 + 3), *end = json;
  if (!json) abort();
  *end++ = '[';
  for (int i = 0; i < MANY; i++) end += sprintf(end, "%s{\"id\":%d,\"login\":\"user%d\"}", i ? "," : "", i, i);
  *end++ = ']';
  owner *owners;
  size_t count;
  moya_arena *arena;
  EXPECT_STATUS(moya_decode_list(json, (size_t)(end - json), NULL, &owner_type, (void **)&owners, &count, 0, &arena, NULL),
                MOYA_OK);
  free(json);
  EXPECT(count == MANY);
  for (int i = 0; i < (int)count; i++) {
    char login[16];
    sprintf(login, "user%d", i);
    if (owners[i].id != i || strcmp(owners[i].login, login) != 0) EXPECT(false, "%d: %s", i, owners[i].login);
  }
  moya_arena_release(arena);
}

typedef struct texts_of {
  moya_str plain, escaped, raw;
} texts_of;
static const moya_type_field texts_fields[] = {
    {.name = "plain", MOYA_MEMBER(texts_of, plain), .kind = MOYA_KIND_TEXT},
    {.name = "escaped", MOYA_MEMBER(texts_of, escaped), .kind = MOYA_KIND_TEXT},
    {.name = "raw", MOYA_MEMBER(texts_of, raw), .kind = MOYA_KIND_RAW},
};
static const moya_type texts_type = MOYA_TYPE("texts", texts_of, texts_fields);

static void borrowed(void) {
  const char *json = "{\"plain\":\"abc\",\"escaped\":\"a\\nc\",\"raw\":null}";
  moya_response *response = response_of(json);
  texts_of it;
  moya_arena *arena;
  EXPECT_STATUS(moya_response_decode(response, NULL, &texts_type, &it, MOYA_DECODE_BORROW, &arena, NULL), MOYA_OK);
  const char *body = moya_response_body(response).data;
  moya_response_release(response); /* the arena still holds a reference */
  EXPECT(it.plain.data == body + 10 && it.plain.len == 3 && memcmp(it.plain.data, "abc\"", 4) == 0);
  EXPECT(str_is(it.escaped, "a\nc"));
  EXPECT(it.raw.len == 4 && memcmp(it.raw.data, "null", 4) == 0);
  moya_arena_release(arena);
  EXPECT_STATUS(moya_decode(json, strlen(json), NULL, &texts_type, &it, MOYA_DECODE_BORROW, &arena, NULL), MOYA_OK);
  EXPECT(it.plain.data == json + 10);
  moya_arena_release(arena);
  /* Copies end with a zero. */
  EXPECT_STATUS(moya_decode(json, strlen(json), NULL, &texts_type, &it, 0, &arena, NULL), MOYA_OK);
  EXPECT(str_is(it.plain, "abc") && it.plain.data[3] == 0 && str_is(it.raw, "null") && it.raw.data[4] == 0);
  moya_arena_release(arena);
}

/* The library copies a default, because the program may free the table before the result. */
static void borrowed_defaults(void) {
  char text[] = "\"of the table\"", raw[] = "{\"a\":1}";
  const moya_type_field fields[] = {
      {.name = "plain", MOYA_MEMBER(texts_of, plain), .kind = MOYA_KIND_TEXT, .default_json = text},
      {.name = "raw", MOYA_MEMBER(texts_of, raw), .kind = MOYA_KIND_RAW, .default_json = raw},
      {.name = "escaped", MOYA_MEMBER(texts_of, escaped), .kind = MOYA_KIND_TEXT}};
  const moya_type type = MOYA_TYPE("texts", texts_of, fields);
  const char *json = "{\"escaped\":\"borrowed\"}";
  texts_of it;
  moya_arena *arena;
  EXPECT_STATUS(moya_decode(json, strlen(json), NULL, &type, &it, MOYA_DECODE_BORROW, &arena, NULL), MOYA_OK);
  memset(text, 'x', sizeof text - 1);
  memset(raw, 'x', sizeof raw - 1);
  EXPECT(str_is(it.plain, "of the table") && str_is(it.raw, "{\"a\":1}"));
  EXPECT(it.escaped.data == json + 12);
  moya_arena_release(arena);
}

/* The decoder copies a text into a block, which also contains other data. Here the text ends with a character of
 * four bytes, at every possible distance from the other data. */
static void texts_beside_numbers(void) {
  typedef struct beside {
    int64_t *number;
    const char *shift, *text;
  } beside;
  const moya_type_field fields[] = {
      {.name = "number", MOYA_MEMBER(beside, number), .kind = MOYA_KIND_I64, .flags = MOYA_FIELD_POINTER},
      {.name = "shift", MOYA_MEMBER(beside, shift), .kind = MOYA_KIND_STR},
      {.name = "text", MOYA_MEMBER(beside, text), .kind = MOYA_KIND_STR}};
  const moya_type type = MOYA_TYPE("beside", beside, fields);
  const char *emojis[] = {"\\ud83d\\ude00", "\xF0\x9F\x98\x80"};
  for (int length = 15; length < 600; length += 16) {
    for (int row = 0; row < 32; row++) {
      char json[1000], text[700];
      snprintf(json, sizeof json, "{\"number\":-2,\"shift\":\"%.*s\",\"text\":\"%0*d%s\"}", row / 2, "0123456789abcdef",
               length, 0, emojis[row % 2]);
      snprintf(text, sizeof text, "%0*d\xF0\x9F\x98\x80", length, 0);
      beside it;
      moya_arena *arena;
      EXPECT_STATUS(moya_decode(json, strlen(json), NULL, &type, &it, 0, &arena, NULL), MOYA_OK);
      EXPECT(it.number && *it.number == -2, "%lld at %d, %d", (long long)*it.number, length, row);
      EXPECT(strcmp(it.text, text) == 0, "%s", it.text);
      moya_arena_release(arena);
    }
  }
}

int main(void) {
  TEST("a list is read at a key path, and the rest of the text is checked", lists);
  TEST("many elements with texts are read", many);
  TEST("texts are borrowed from a response, which the arena keeps, or copied", borrowed);
  TEST("a default is copied also where texts are borrowed", borrowed_defaults);
  TEST("a text leaves alone what lies behind it", texts_beside_numbers);
  moya_type_forget(&owner_type);
  return verdict();
}
