/* Decodes JSON into types that are not plain structs: single values, types that contain themselves, strict types and
 * secrets. Also tests wrong arguments. */
#include "decoded.h"

typedef struct pair {
  int64_t *numbers;
  size_t count;
} pair;
static const moya_type_field pair_fields[] = {{MOYA_MEMBER(pair, numbers), .kind = MOYA_KIND_I64, .flags = MOYA_FIELD_ARRAY,
                                          .count_offset = offsetof(pair, count)}};
static const moya_type pair_type = {sizeof(moya_type), 0, "pair", pair_fields, 1, sizeof(pair), MOYA_TYPE_VALUE, 0, NULL};

static void values_that_are_no_objects(void) {
  pair *pairs;
  size_t count;
  moya_arena *arena;
  EXPECT_STATUS(moya_decode_list("[[1,2],[],[3]]", 14, "", &pair_type, (void **)&pairs, &count, 0, &arena, NULL), MOYA_OK);
  EXPECT(count == 3 && pairs[0].count == 2 && pairs[0].numbers[1] == 2 && pairs[1].count == 0 && pairs[2].numbers[0] == 3);
  moya_arena_release(arena);
  moya_error *error;
  EXPECT_STATUS(moya_decode_list("[[1],[\"x\"]]", 11, "", &pair_type, (void **)&pairs, &count, 0, &arena, &error),
                MOYA_ERROR_JSON_TYPE);
  EXPECT(str_is(moya_error_message(error), "[1][0] is \"x\", not an integer"), "%s", moya_error_message(error).data);
  moya_error_release(error);
}

/* A comment contains comments, so its type refers to itself. */
typedef struct comment comment;
struct comment {
  const char *text;
  comment *replies;
  size_t reply_count;
  comment *newest;
};
static const moya_type comment_type;
static const moya_type_field comment_fields[] = {
    {.name = "text", MOYA_MEMBER(comment, text), .kind = MOYA_KIND_STR},
    {.name = "replies", MOYA_MEMBER(comment, replies), .kind = MOYA_KIND_STRUCT,
     .flags = MOYA_FIELD_ARRAY | MOYA_FIELD_OPTIONAL, .type = &comment_type,
     .count_offset = offsetof(comment, reply_count)},
    {.name = "newest", MOYA_MEMBER(comment, newest), .kind = MOYA_KIND_STRUCT,
     .flags = MOYA_FIELD_POINTER | MOYA_FIELD_OPTIONAL, .type = &comment_type},
};
static const moya_type comment_type = MOYA_TYPE("comment", comment, comment_fields);

static void trees(void) {
  const char *json =
      "{\"text\":\"a\",\"replies\":[{\"text\":\"b\",\"replies\":[{\"text\":\"c\"}]},{\"text\":\"d\",\"newest\":{\"text\":\"e\"}}]}";
  comment it;
  moya_arena *arena;
  EXPECT_STATUS(moya_decode(json, strlen(json), NULL, &comment_type, &it, 0, &arena, NULL), MOYA_OK);
  EXPECT(it.reply_count == 2 && strcmp(it.replies[0].replies[0].text, "c") == 0);
  EXPECT(strcmp(it.replies[1].newest->text, "e") == 0 && !it.newest);
  moya_arena_release(arena);
  /* The deepest JSON that is allowed, and JSON that is one level deeper. */
  for (int levels = 512; levels <= 513; levels++) {
    char *deep = malloc((size_t)levels * 32), *end = deep;
    if (!deep) abort();
    for (int level = 0; level < levels; level++) end += sprintf(end, "{\"text\":\"\",\"newest\":");
    end += sprintf(end, "null");
    for (int level = 0; level < levels; level++) *end++ = '}';
    moya_error *error = NULL;
    moya_status status = moya_decode(deep, (size_t)(end - deep), NULL, &comment_type, &it, 0, &arena, &error);
    EXPECT(status == (levels == 512 ? MOYA_OK : MOYA_ERROR_JSON), "%d: %s", levels, moya_status_name(status));
    if (error) EXPECT(str_is(moya_error_message(error), "the JSON is nested deeper than 512 levels"));
    moya_error_release(error);
    moya_arena_release(arena);
    free(deep);
  }
}

/* JSON that does not fit its type, and the message of the error. */
typedef struct misfit {
  const char *json, *message;
} misfit;

static void expect_misfits(const moya_type *type, void *value, const misfit *rows, size_t count) {
  for (size_t row = 0; row < count; row++) {
    moya_arena *arena;
    moya_error *error = NULL;
    EXPECT_STATUS(moya_decode(rows[row].json, strlen(rows[row].json), NULL, type, value, 0, &arena, &error),
                  MOYA_ERROR_JSON_TYPE);
    EXPECT(str_is(moya_error_message(error), rows[row].message), "%s", moya_error_message(error).data);
    moya_error_release(error);
  }
}

static void strict_and_secret(void) {
  static const moya_type_field fields[] = {
      {.name = "token", MOYA_MEMBER(owner, login), .kind = MOYA_KIND_STR, .flags = MOYA_FIELD_SECRET},
      {.name = "id.number", MOYA_MEMBER(owner, id), .kind = MOYA_KIND_I64, .flags = MOYA_FIELD_SECRET}};
  static const moya_type type = {
      sizeof(moya_type), sizeof(moya_type_field), "key", fields, 2, sizeof(owner), MOYA_TYPE_STRICT, 0, NULL};
  static const misfit rows[] = {
      {"{\"token\":1234567,\"id\":{\"number\":1}}", "token is a number, not a string"},
      {"{\"token\":\"t\",\"id\":{\"number\":\"t0ps3cret\"}}", "id.number is a string, not an integer"},
      {"{\"token\":\"t\",\"id\":{\"number\":1},\"other\":2}", "other is there, and its type is strict and has no such field"},
      {"{\"token\":\"t\",\"id\":{\"number\":1,\"other\":2}}",
       "id.other is there, and its type is strict and has no such field"},
  };
  owner it;
  expect_misfits(&type, &it, rows, sizeof rows / sizeof *rows);
}

/* The keys of a map of secrets are secrets, too. No message shows them, whether it is about the map or about one of its
 * values. */
static void secret_keys(void) {
  typedef MOYA_ENTRY(int64_t) amount;
  typedef struct vault {
    amount *amounts;
    size_t count;
  } vault;
  static const moya_type_field inner[] = {{.name = "amounts", MOYA_MEMBER(vault, amounts), .kind = MOYA_KIND_I64,
                                      .flags = MOYA_FIELD_MAP, .count_offset = offsetof(vault, count)}};
  static const moya_type vault_type = {sizeof(moya_type), sizeof(moya_type_field), "vault", inner, 1, sizeof(vault), MOYA_TYPE_STRICT, 0, NULL};
  typedef struct holder {
    amount *amounts;
    size_t count;
    vault vault;
  } holder;
  static const moya_type_field fields[] = {
      {.name = "tokens", MOYA_MEMBER(holder, amounts), .kind = MOYA_KIND_I64,
       .flags = MOYA_FIELD_MAP | MOYA_FIELD_SECRET | MOYA_FIELD_OPTIONAL, .count_offset = offsetof(holder, count)},
      {.name = "vault", MOYA_MEMBER(holder, vault), .kind = MOYA_KIND_STRUCT, .type = &vault_type,
       .flags = MOYA_FIELD_SECRET | MOYA_FIELD_OPTIONAL}};
  static const moya_type type = {sizeof(moya_type), sizeof(moya_type_field), "holder", fields, 2, sizeof(holder), 0, 0, NULL};
  static const misfit rows[] = {
      {"{\"tokens\":{\"t0ps3cret\":\"x\"}}", "tokens.<redacted> is a string, not an integer"},
      {"{\"vault\":{\"amounts\":{\"t0ps3cret\":null}}}", "vault.amounts.<redacted> is null, not an integer"},
      {"{\"vault\":{\"t0ps3cret\":1}}", "vault.<redacted> is there, and its type is strict and has no such field"},
  };
  holder it;
  expect_misfits(&type, &it, rows, sizeof rows / sizeof *rows);
}

static void arguments(void) {
  owner it, *owners;
  size_t count;
  moya_arena *arena;
  char path[4098];
  memset(path, 'a', sizeof path);
  path[sizeof path - 1] = 0;
  moya_response *response = response_of("{\"id\":1,\"login\":\"a\"}");
  EXPECT_STATUS(moya_response_decode(NULL, NULL, &owner_type, &it, 0, &arena, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_response_decode(response, NULL, NULL, &it, 0, &arena, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_response_decode(response, NULL, &owner_type, NULL, 0, &arena, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_response_decode(response, NULL, &owner_type, &it, 0, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_response_decode(response, NULL, &owner_type, &it, 2, &arena, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_response_decode(response, path, &owner_type, &it, 0, &arena, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_response_decode_list(response, NULL, &owner_type, NULL, &count, 0, &arena, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_response_decode_list(response, NULL, &owner_type, (void **)&owners, NULL, 0, &arena, NULL),
                MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_decode(NULL, 1, NULL, &owner_type, &it, 0, &arena, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_decode(NULL, 0, NULL, &owner_type, &it, 0, &arena, NULL), MOYA_ERROR_JSON);
  moya_response_release(response);
}

int main(void) {
  TEST("a type may be a value that is no object", values_that_are_no_objects);
  TEST("a type may lead to itself, as deep as JSON may be", trees);
  TEST("a strict type refuses unknown keys, a secret value is not shown", strict_and_secret);
  TEST("the keys of a map of secrets are not shown", secret_keys);
  TEST("bad arguments are refused", arguments);
  moya_type_forget(&owner_type);
  return verdict();
}
