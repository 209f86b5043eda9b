/* Tests tables of types that contradict themselves. The library refuses each table, and the error names the type and
 * the field. */
#include "check.h"

#include <stddef.h>

typedef struct thing {
  int64_t number;
  void *list;
  size_t count;
} thing;

static const char *const some_names[] = {"a", "b"};
static const char *const null_name[] = {NULL};
static const moya_type_names no_size = {0, 0, some_names, NULL, 2, 0};
static const moya_type_names no_names = {sizeof(moya_type_names), 0, NULL, NULL, 2, 0};
static const moya_type_names no_count = {sizeof(moya_type_names), 0, some_names, NULL, 0, 0};
static const moya_type_names odd_flags = {sizeof(moya_type_names), 2, some_names, NULL, 2, 0};
static const moya_type_names missing_name = {sizeof(moya_type_names), 0, null_name, NULL, 1, 0};
static const moya_type_names sound_names = {sizeof(moya_type_names), 0, some_names, NULL, 2, 0};

static const moya_type itself;
static const moya_type_field itself_fields[] = {{.name = "it", .kind = MOYA_KIND_STRUCT, .type = &itself}};
static const moya_type itself = {sizeof(moya_type), 0, "itself", itself_fields, 1, 8, 0, 0, NULL};
static const moya_type chicken, egg;
static const moya_type_field chicken_fields[] = {{.name = "egg", .kind = MOYA_KIND_STRUCT, .type = &egg}};
static const moya_type_field egg_fields[] = {{.name = "c", .kind = MOYA_KIND_STRUCT, .type = &chicken}};
static const moya_type chicken = {sizeof(moya_type), 0, "chicken", chicken_fields, 1, 8, 0, 0, NULL};
static const moya_type egg = {sizeof(moya_type), 0, "egg", egg_fields, 1, 8, 0, 0, NULL};
/* A type whose default contains another value of the type, without end. */
static const moya_type endless;
static const moya_type_field endless_fields[] = {{.name = "next", .kind = MOYA_KIND_STRUCT, .flags = MOYA_FIELD_POINTER,
                                             .type = &endless, .default_json = "{}"}};
static const moya_type endless = {sizeof(moya_type), 0, "endless", endless_fields, 1, 8, 0, 0, NULL};

/* Each of these two types stands for a value of the other one (MOYA_TYPE_VALUE), without end. So no JSON fits them. */
static const moya_type ego, mirror;
static const moya_type_field ego_fields[] = {{.kind = MOYA_KIND_STRUCT, .flags = MOYA_FIELD_POINTER, .type = &mirror}};
static const moya_type_field mirror_fields[] = {{.kind = MOYA_KIND_STRUCT, .type = &ego}};
static const moya_type ego = {sizeof(moya_type), 0, "ego", ego_fields, 1, 8, MOYA_TYPE_VALUE, 0, NULL};
static const moya_type mirror = {sizeof(moya_type), 0, "mirror", mirror_fields, 1, 8, MOYA_TYPE_VALUE, 0, NULL};

static char long_path[4200];
static char many_steps[200];

/* Faulty fields of a type "thing", and what the error says of each. If a row sets no kind, its field is an integer. If
 * it sets no offset, the field is at offset 0. */
static const struct {
  moya_type_field field;
  const char *says;
} fields[] = {
    {{.name = NULL}, "the moya_type thing: field 0 has no name, or one that is not UTF-8, or too long"},
    {{.name = "\xff"}, "the moya_type thing: field 0 has no name, or one that is not UTF-8, or too long"},
    {{.name = long_path}, "the moya_type thing: field 0 has no name, or one that is not UTF-8, or too long"},
    {{.name = many_steps}, "has a key path of more than 64 steps"},
    {{.name = "n", .kind = 99}, "the moya_type thing: field 0 'n' is of an unknown kind"},
    {{.name = "n", .kind = -1}, "is of an unknown kind"},
    {{.name = "n", .flags = 256}, "has flags that this library does not know"},
    {{.name = "n", .flags = MOYA_FIELD_NULL}, "is null when it is absent, and may not be absent"},
    {{.name = "n", .flags = MOYA_FIELD_UTC}, "is in UTC, and is no date"},
    {{.name = "n", .flags = MOYA_FIELD_ARRAY | MOYA_FIELD_MAP}, "is more than one of array, map and pointer"},
    {{.name = "n", .offset = 17}, "lies outside its struct"},
    {{.name = "n", .offset = 24}, "lies outside its struct"},
    {{.name = "n", .offset = UINT32_MAX}, "lies outside its struct"},
    {{.name = "n", .member_size = 4}, "has the wrong size for its kind"},
    {{.name = "n", .flags = MOYA_FIELD_ARRAY, .count_offset = 20}, "has its count outside its struct"},
    {{.name = "n", .flags = MOYA_FIELD_HAS, .has_offset = 24}, "has its bool outside its struct"},
    {{.name = "n", .type = &egg}, "has a type, and is no struct"},
    {{.name = "n", .kind = MOYA_KIND_STRUCT}, "is a struct without a type"},
    {{.name = "n", .names = &sound_names}, "has names, and is no enumeration"},
    {{.name = "n", .kind = MOYA_KIND_ENUM}, "is an enumeration without names"},
    {{.name = "n", .kind = MOYA_KIND_ENUM, .names = &no_size}, "has no sound names"},
    {{.name = "n", .kind = MOYA_KIND_ENUM, .names = &no_names}, "has no sound names"},
    {{.name = "n", .kind = MOYA_KIND_ENUM, .names = &no_count}, "has no sound names"},
    {{.name = "n", .kind = MOYA_KIND_ENUM, .names = &odd_flags}, "has no sound names"},
    {{.name = "n", .kind = MOYA_KIND_ENUM, .names = &missing_name}, "has no sound names"},
    {{.name = "n", .kind = MOYA_KIND_STRUCT, .type = &itself}, "the moya_type itself holds itself"},
    {{.name = "n", .kind = MOYA_KIND_STRUCT, .type = &chicken}, "holds itself"},
    {{.name = "n", .kind = MOYA_KIND_STRUCT, .type = &ego}, "the moya_type ego is a value that is only itself"},
    {{.name = "n", .default_json = ""}, "the default of a moya_type_field 'n' does not fit: this is not JSON"},
    {{.name = "n", .default_json = "1 2"}, "does not fit: this is not JSON"},
    {{.name = "n", .default_json = "\"x\""}, "does not fit: the JSON is \"x\", not an integer"},
    {{.name = "n", .default_json = "null"}, "does not fit: the JSON is null, not an integer"},
    {{.name = "n", .kind = MOYA_KIND_STRUCT, .type = &endless}, "does not fit: the JSON is nested deeper than 512 levels"},
    {{.name = "other"}, "has a key that another field has"},
    {{.name = "other.part"}, "has a key that another field has"},
};

static moya_status check_type(const moya_type *type, char message[512]) {
  moya_error *error = NULL;
  moya_status status = moya_type_check(type, &error);
  snprintf(message, 512, "%s", error ? moya_error_message(error).data : "");
  moya_error_release(error);
  /* Decoding with the type returns the same status. */
  thing it, *items;
  size_t count;
  moya_arena *arena;
  if (status != MOYA_OK) {
    EXPECT_STATUS(moya_decode("{}", 2, NULL, type, &it, 0, &arena, NULL), status);
    EXPECT_STATUS(moya_decode_list("[]", 2, NULL, type, (void **)&items, &count, 0, &arena, NULL), status);
  }
  return status;
}

static void bad_fields(void) {
  memset(long_path, 'a', sizeof long_path - 1);
  for (size_t i = 0; i + 2 < sizeof many_steps; i += 2) memcpy(many_steps + i, "a.", 2);
  for (size_t row = 0; row < sizeof fields / sizeof *fields; row++) {
    moya_type_field both[2] = {fields[row].field, {.name = "other", .kind = MOYA_KIND_I64}};
    if (both[0].kind == 0) both[0].kind = MOYA_KIND_I64;
    moya_type type = MOYA_TYPE("thing", thing, both);
    char message[512];
    EXPECT_STATUS(check_type(&type, message), MOYA_ERROR_ARGUMENT);
    EXPECT(strstr(message, fields[row].says), "row %zu: %s", row, message);
  }
}

static const moya_type_field sound_fields[] = {{.name = "n", MOYA_MEMBER(thing, number), .kind = MOYA_KIND_I64},
                                          {.name = "m", MOYA_MEMBER(thing, number), .kind = MOYA_KIND_I64}};

static void bad_types(void) {
  static const struct {
    moya_type type;
    moya_status status;
    const char *says;
  } rows[] = {
      {{0, 0, "t", sound_fields, 1, 24, 0, 0, NULL}, MOYA_ERROR_STRUCT_SIZE, "moya_type.size is 0"},
      {{47, 0, "t", sound_fields, 1, 24, 0, 0, NULL}, MOYA_ERROR_STRUCT_SIZE, "moya_type.size is 47"},
      {{8192, 0, "t", sound_fields, 1, 24, 0, 0, NULL}, MOYA_ERROR_STRUCT_SIZE, "moya_type.size is 8192"},
      {{48, 0, NULL, sound_fields, 1, 24, 0, 0, NULL}, MOYA_ERROR_ARGUMENT, "the moya_type ? has no name"},
      {{48, 0, "\xff", sound_fields, 1, 24, 0, 0, NULL}, MOYA_ERROR_ARGUMENT, "the moya_type ? has no name"},
      {{48, 0, "t", NULL, 1, 24, 0, 0, NULL}, MOYA_ERROR_ARGUMENT, "the moya_type t has no fields"},
      {{48, 0, "t", sound_fields, 0, 24, 0, 0, NULL}, MOYA_ERROR_ARGUMENT, "has no fields"},
      {{48, 0, "t", sound_fields, 1025, 24, 0, 0, NULL}, MOYA_ERROR_ARGUMENT, "or more than 1024"},
      {{48, 7, "t", sound_fields, 1, 24, 0, 0, NULL}, MOYA_ERROR_ARGUMENT, "a field_stride that is no size"},
      {{48, 60, "t", sound_fields, 1, 24, 0, 0, NULL}, MOYA_ERROR_ARGUMENT, "a field_stride that is no size"},
      {{48, 0, "t", sound_fields, 1, 0, 0, 0, NULL}, MOYA_ERROR_ARGUMENT, "a struct_size of 0"},
      {{48, 0, "t", sound_fields, 1, (1 << 20) + 1, 0, 0, NULL}, MOYA_ERROR_ARGUMENT, "more than 1048576"},
      {{48, 0, "t", sound_fields, 1, 7, 0, 0, NULL}, MOYA_ERROR_ARGUMENT, "field 0 'n' lies outside its struct"},
      {{48, 0, "t", sound_fields, 1, 24, 4, 0, NULL}, MOYA_ERROR_ARGUMENT, "flags that this library does not know"},
      {{48, 0, "t", sound_fields, 1, 24, 0, 1, NULL}, MOYA_ERROR_ARGUMENT, "flags that this library does not know"},
      {{48, 0, "t", sound_fields, 2, 24, MOYA_TYPE_VALUE, 0, NULL}, MOYA_ERROR_ARGUMENT, "has more than one field"},
  };
  char message[512];
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    EXPECT_STATUS(check_type(&rows[row].type, message), rows[row].status);
    EXPECT(strstr(message, rows[row].says), "row %zu: %s", row, message);
  }
  EXPECT_STATUS(moya_type_check(NULL, NULL), MOYA_ERROR_NULL);
}

/* Tests tables of a newer header. Unknown fields must be zero. */
static void newer_tables(void) {
  struct {
    moya_type type;
    uint64_t unknown;
  } newer = {{56, 0, "t", sound_fields, 2, 24, 0, 0, NULL}, 0};
  char message[512];
  EXPECT_STATUS(check_type(&newer.type, message), MOYA_OK);
  newer.unknown = 1;
  EXPECT_STATUS(check_type(&newer.type, message), MOYA_ERROR_STRUCT_TAIL);
  EXPECT(strstr(message, "the moya_type t uses a field that this library does not know"), "%s", message);
  thing it;
  moya_arena *arena;
  moya_response *response = NULL;
  EXPECT_STATUS(moya_response_create(200, NULL, NULL, 0, 0, "{}", 2, &response, NULL), MOYA_OK);
  EXPECT_STATUS(moya_response_decode(response, NULL, &newer.type, &it, 0, &arena, NULL), MOYA_ERROR_STRUCT_TAIL);
  newer.type.size = 0;
  EXPECT_STATUS(moya_response_decode(response, NULL, &newer.type, &it, 0, &arena, NULL), MOYA_ERROR_STRUCT_SIZE);
  moya_response_release(response);

  struct {
    moya_type_field field;
    uint64_t unknown;
  } rows[2] = {{sound_fields[0], 0}, {sound_fields[1], 0}};
  moya_type wide = {48, sizeof *rows, "t", &rows[0].field, 2, 24, 0, 0, NULL};
  EXPECT_STATUS(check_type(&wide, message), MOYA_OK);
  EXPECT_STATUS(moya_decode("{\"n\":1,\"m\":2}", 13, NULL, &wide, &it, 0, &arena, NULL), MOYA_OK);
  EXPECT(it.number == 2);
  rows[1].unknown = 1;
  EXPECT_STATUS(check_type(&wide, message), MOYA_ERROR_ARGUMENT);
  EXPECT(strstr(message, "field 1 'm' uses what this library does not know"), "%s", message);
}

/* Tests a chain of many types. Each type points to the next one, and the last type to the first one. */
static void many_types(void) {
  enum { MANY = 50001 };
  moya_type *types = calloc(MANY, sizeof *types);
  moya_type_field *rows = calloc(MANY, sizeof *rows);
  if (!types || !rows) abort();
  for (int i = 0; i < MANY; i++) {
    rows[i] = (moya_type_field){.name = "n", .kind = MOYA_KIND_STRUCT, .flags = MOYA_FIELD_POINTER | MOYA_FIELD_OPTIONAL,
                           .type = &types[(i + 1) % MANY]};
    types[i] = (moya_type){sizeof(moya_type), 0, "chain", &rows[i], 1, 8, 0, 0, NULL};
  }
  char message[512];
  EXPECT_STATUS(check_type(types, message), MOYA_ERROR_ARGUMENT);
  EXPECT(strstr(message, "the moya_type chain leads to more than 50000 types"), "%s", message);
  rows[49999].type = types;
  EXPECT_STATUS(check_type(types, message), MOYA_OK);
  /* Without these flags, the struct of each type contains the struct of the next one, so structs are nested 600 levels
   * deep. */
  for (int i = 0; i < 600; i++) rows[i].flags = 0;
  EXPECT_STATUS(check_type(types, message), MOYA_ERROR_ARGUMENT);
  EXPECT(strstr(message, "the moya_type chain holds structs deeper than 512 levels"), "%s", message);
  free(types);
  free(rows);
}

/* The defaults of each type contain the next type twice. So the defaults of the first type lead to 2^30 values. */
static void many_defaults(void) {
  enum { MANY = 30 };
  static moya_type types[MANY + 1];
  static moya_type_field rows[MANY][2];
  static const moya_type_field last = {.name = "n", .kind = MOYA_KIND_I64, .default_json = "1"};
  for (int i = 0; i < MANY; i++) {
    rows[i][0] = (moya_type_field){.name = "a", .kind = MOYA_KIND_STRUCT, .flags = MOYA_FIELD_POINTER, .type = &types[i + 1],
                              .default_json = "{}"};
    rows[i][1] = rows[i][0];
    rows[i][1].name = "b";
    rows[i][1].offset = 8;
    types[i] = (moya_type){sizeof(moya_type), 0, "twice", rows[i], 2, 16, 0, 0, NULL};
  }
  types[MANY] = (moya_type){sizeof(moya_type), 0, "last", &last, 1, 8, 0, 0, NULL};
  char message[512];
  EXPECT_STATUS(check_type(types, message), MOYA_ERROR_ARGUMENT);
  EXPECT(strstr(message, "does not fit: it leads to more than 10000 other defaults"), "%s", message);
  EXPECT_STATUS(check_type(&types[MANY - 8], message), MOYA_OK);
}

/* Tests a type with the largest number of fields. The decoder finds all of them, in any order. */
static void many_fields(void) {
  enum { MANY = 1024 };
  static moya_type_field rows[MANY];
  static char names[MANY][8], json[MANY * 20];
  static int32_t numbers[MANY];
  char *end = json;
  *end++ = '{';
  for (int i = 0; i < MANY; i++) {
    snprintf(names[i], sizeof names[i], "n%d", i);
    rows[i] = (moya_type_field){.name = names[i], .offset = (uint32_t)i * 4, .kind = MOYA_KIND_I32};
    int other = (i * 37) % MANY;
    end += sprintf(end, "%s\"n%d\":%d", i ? "," : "", other, other);
  }
  *end++ = '}';
  moya_type type = {sizeof(moya_type), 0, "wide", rows, MANY, sizeof numbers, 0, 0, NULL};
  moya_arena *arena;
  EXPECT_STATUS(moya_decode(json, (size_t)(end - json), NULL, &type, numbers, 0, &arena, NULL), MOYA_OK);
  EXPECT(arena == NULL);
  for (int i = 0; i < MANY; i++) EXPECT(numbers[i] == i, "%d", numbers[i]);
  moya_error *error = NULL;
  EXPECT_STATUS(moya_decode("{\"n0\":1}", 8, NULL, &type, numbers, 0, &arena, &error), MOYA_ERROR_KEY_PATH);
  EXPECT(str_is(moya_error_message(error), "n1 is missing"), "%s", moya_error_message(error).data);
  moya_error_release(error);
}

/* The library prepares a type at its first use, and again at the first use after moya_type_forget. */
static void prepared(void) {
  static void *kept;
  moya_type type = MOYA_TYPE_PREPARED("thing", thing, sound_fields, &kept);
  thing it;
  moya_arena *arena;
  for (int i = 0; i < 3; i++) {
    EXPECT_STATUS(moya_decode("{\"n\":1,\"m\":2}", 13, NULL, &type, &it, 0, &arena, NULL), MOYA_OK);
    EXPECT(kept != NULL);
    if (i == 1) moya_type_forget(&type);
    if (i == 1) EXPECT(kept == NULL);
  }
  moya_type_forget(&type);
  moya_type_forget(&type);
  moya_type_forget(NULL);
}

int main(void) {
  TEST("a field that contradicts its table is refused by name", bad_fields);
  TEST("a type that contradicts itself is refused by name", bad_types);
  TEST("what a newer header has added must be zero", newer_tables);
  TEST("types may lead to 50000 types", many_types);
  TEST("a default leads to a bounded number of others", many_defaults);
  TEST("1024 fields are found in any order", many_fields);
  TEST("a type is prepared once, until it is forgotten", prepared);
  return verdict();
}
