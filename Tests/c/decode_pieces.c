/* Decodes JSON that arrives in pieces of any size. The JSON consists of lines or is an array. It comes from a text
 * or from the body of a response. */
#include "calls.h"

#include <stddef.h>

typedef struct row {
  int64_t id;
  const char *name;
  int64_t *numbers;
  size_t count;
} row;
static const moya_type_field row_fields[] = {
    {.name = "id", MOYA_MEMBER(row, id), .kind = MOYA_KIND_I64},
    {.name = "name", MOYA_MEMBER(row, name), .kind = MOYA_KIND_STR, .flags = MOYA_FIELD_OPTIONAL},
    {.name = "numbers", MOYA_MEMBER(row, numbers), .kind = MOYA_KIND_I64,
     .flags = MOYA_FIELD_OPTIONAL | MOYA_FIELD_ARRAY, .count_offset = offsetof(row, count)},
};
static const moya_type row_type = MOYA_TYPE("row", row, row_fields);
static const moya_type_field number_fields[] = {{MOYA_MEMBER(row, id), .kind = MOYA_KIND_I64}};
static const moya_type number_type = {sizeof(moya_type), 0, "number", number_fields, 1, sizeof(row), MOYA_TYPE_VALUE, 0, NULL};

/* What the function `note` has received, and when it stops or pauses. */
typedef struct seen {
  char text[512];
  int values, released;
  int stop_at, pause_at; /* the number of the value at which `note` stops or pauses; 0: none */
} seen;

static moya_flow note(void *user, const void *value) {
  seen *it = user;
  const row *one = value;
  size_t used = strlen(it->text);
  snprintf(it->text + used, sizeof it->text - used, "%lld%s%s%s", (long long)one->id, one->name ? ":" : "",
           one->name ? one->name : "", " ");
  for (size_t i = 0; i < one->count; i++) EXPECT(one->numbers[i] == (int64_t)i);
  it->values++;
  return it->values == it->stop_at ? MOYA_FLOW_STOP : it->values == it->pause_at ? MOYA_FLOW_PAUSE : MOYA_FLOW_CONTINUE;
}
static void note_release(void *user) { ((seen *)user)->released++; }

static const struct {
  moya_decoder_input values;
  const moya_type *type;
  const char *json, *shown;
  moya_status status;
  const char *message;
} rows[] = {
    {MOYA_DECODER_LINES, &row_type, "", "", MOYA_OK, ""},
    {MOYA_DECODER_LINES, &row_type, " \r\n\n", "", MOYA_OK, ""},
    {MOYA_DECODER_LINES, &row_type, "{\"id\":1,\"name\":\"a}{]\\\"\\\\\"}\r\n{\"id\":2}\n", "1:a}{]\"\\ 2 ", MOYA_OK, ""},
    {MOYA_DECODER_LINES, &row_type, "{\"id\":1}{\"id\":2,\"numbers\":[0,1,2]} {\"id\":3}", "1 2 3 ", MOYA_OK, ""},
    {MOYA_DECODER_LINES, &row_type, "{\"id\":1,\"name\":\"a long name of more than sixteen bytes é€😀\"}\n",
     "1:a long name of more than sixteen bytes é€😀 ", MOYA_OK, ""},
    {MOYA_DECODER_LINES, &row_type, "{\"id\":1}\n{\"id\":\"x\"}\n{\"id\":3}\n", "1 ", MOYA_ERROR_JSON_TYPE,
     "[1].id is \"x\", not an integer"},
    {MOYA_DECODER_LINES, &row_type, "{\"id\":1}\n{}\n", "1 ", MOYA_ERROR_KEY_PATH, "[1].id is missing"},
    {MOYA_DECODER_LINES, &row_type, "{\"id\":1}\n{\"id\":}\n", "1 ", MOYA_ERROR_JSON, "[1] is not JSON (byte 6 of 7)"},
    {MOYA_DECODER_LINES, &row_type, "{\"id\":1}\n{\"id\":2", "1 ", MOYA_ERROR_JSON, "[1] is not JSON (byte 7 of 7)"},
    {MOYA_DECODER_LINES, &row_type, "{\"id\":1},{\"id\":2}", "1 ", MOYA_ERROR_JSON, "[1] is not JSON (byte 0 of 1)"},
    {MOYA_DECODER_LINES, &row_type, "\xEF\xBB\xBF{\"id\":1}\n{\"id\":2}", "1 2 ", MOYA_OK, ""},
    {MOYA_DECODER_ARRAY, &row_type, "\xEF\xBB\xBF [{\"id\":1}]", "1 ", MOYA_OK, ""},
    {MOYA_DECODER_LINES, &row_type, "\xEF\xBB\xBF", "", MOYA_OK, ""},
    {MOYA_DECODER_LINES, &row_type, "\xEF\xBB", "", MOYA_ERROR_JSON, "the text is not JSON (behind 0 values)"},
    {MOYA_DECODER_LINES, &row_type, "\xEF\xBB{\"id\":1}", "", MOYA_ERROR_JSON, "the text is not JSON (behind 0 values)"},
    {MOYA_DECODER_LINES, &number_type, "1 \xEF\xBB\xBF" "2", "1 ", MOYA_ERROR_JSON, "[1] is not JSON (byte 0 of 4)"},
    {MOYA_DECODER_LINES, &number_type, "1\n-2 3\n4", "1 -2 3 4 ", MOYA_OK, ""},
    {MOYA_DECODER_LINES, &number_type, "1\n\"x\"\n", "1 ", MOYA_ERROR_JSON_TYPE, "[1] is \"x\", not an integer"},
    {MOYA_DECODER_ARRAY, &row_type, "[]", "", MOYA_OK, ""},
    {MOYA_DECODER_ARRAY, &row_type, " [ {\"id\":1} , {\"id\":2} ] \n", "1 2 ", MOYA_OK, ""},
    {MOYA_DECODER_ARRAY, &number_type, "[1,-2,3]", "1 -2 3 ", MOYA_OK, ""},
    {MOYA_DECODER_ARRAY, &row_type, "", "", MOYA_ERROR_JSON, "the text ends within an array (behind 0 values)"},
    {MOYA_DECODER_ARRAY, &row_type, "[{\"id\":1}", "1 ", MOYA_ERROR_JSON, "the text ends within an array (behind 1 values)"},
    {MOYA_DECODER_ARRAY, &row_type, "{\"id\":1}", "", MOYA_ERROR_JSON, "the text is not an array (behind 0 values)"},
    {MOYA_DECODER_ARRAY, &row_type, "[{\"id\":1}{\"id\":2}]", "1 ", MOYA_ERROR_JSON, "the text is not an array (behind 1 values)"},
    {MOYA_DECODER_ARRAY, &row_type, "[{\"id\":1},]", "1 ", MOYA_ERROR_JSON, "[1] is not JSON (byte 0 of 1)"},
    {MOYA_DECODER_ARRAY, &row_type, "[{\"id\":1}]]", "1 ", MOYA_ERROR_JSON, "something stands behind the array (behind 1 values)"},
};

/* Makes a decoder that passes its values to `note`. */
static moya_decoder *decoder_of(moya_decoder_input values, const moya_type *type, seen *it, uint64_t most) {
  moya_decoder_options options = MOYA_DECODER_OPTIONS(.input = values, .type = type, .value = note, .user = it,
                                                      .release_user = note_release, .max_value = most);
  moya_decoder *decoder = NULL;
  EXPECT_STATUS(moya_decoder_create(&options, &decoder, NULL), MOYA_OK);
  return decoder;
}

static void cut_anywhere(void) {
  for (size_t at = 0; at < sizeof rows / sizeof *rows; at++) {
    size_t length = strlen(rows[at].json);
    for (size_t piece = 1; piece <= length + 1; piece++) {
      seen it = {0};
      moya_decoder *decoder = decoder_of(rows[at].values, rows[at].type, &it, 0);
      moya_flow flow = MOYA_FLOW_CONTINUE;
      for (size_t from = 0; from < length && flow == MOYA_FLOW_CONTINUE; from += piece) {
        size_t count = length - from < piece ? length - from : piece;
        char *exact = malloc(count); /* a sanitizer sees any access beyond the piece */
        if (!exact) abort();
        memcpy(exact, rows[at].json + from, count);
        flow = moya_decoder_feed(decoder, exact, count);
        free(exact);
      }
      moya_error *error = NULL;
      moya_status status = moya_decoder_finish(decoder, &error);
      const char *message = error ? moya_error_message(error).data : "";
      EXPECT(status == rows[at].status && strcmp(message, rows[at].message) == 0 && strcmp(it.text, rows[at].shown) == 0,
             "row %zu in pieces of %zu: %s, %s, %s", at, piece, moya_status_name(status), message, it.text);
      EXPECT(flow == MOYA_FLOW_CONTINUE || status != MOYA_OK, "row %zu", at);
      moya_error_release(error);
      moya_decoder_release(decoder);
      EXPECT(it.released == 1);
    }
  }
}

static void stopped_and_paused(void) {
  const char *json = "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n";
  seen it = {.stop_at = 2};
  moya_decoder *decoder = decoder_of(MOYA_DECODER_LINES, &row_type, &it, 0);
  EXPECT(moya_decoder_feed(decoder, json, strlen(json)) == MOYA_FLOW_STOP && it.values == 2);
  EXPECT(moya_decoder_feed(decoder, json, strlen(json)) == MOYA_FLOW_STOP && it.values == 2);
  moya_error *error = NULL;
  EXPECT_STATUS(moya_decoder_finish(decoder, &error), MOYA_ERROR_CANCELLED);
  EXPECT(str_is(moya_error_message(error), "the function for values stopped at [1]"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  moya_decoder_release(decoder);

  it = (seen){.pause_at = 2};
  decoder = decoder_of(MOYA_DECODER_LINES, &row_type, &it, 0);
  EXPECT(moya_decoder_feed(decoder, json, 10) == MOYA_FLOW_CONTINUE && it.values == 1);
  EXPECT(moya_decoder_feed(decoder, json + 10, strlen(json) - 10) == MOYA_FLOW_PAUSE && it.values == 3);
  EXPECT(moya_decoder_feed(decoder, NULL, 0) == MOYA_FLOW_CONTINUE);
  EXPECT_STATUS(moya_decoder_finish(decoder, NULL), MOYA_OK);
  moya_decoder_release(decoder);
}

/* A decoder limits the size of each value, but not the size of all values together. */
static void bounded(void) {
  seen it = {0};
  moya_decoder *decoder = decoder_of(MOYA_DECODER_LINES, &row_type, &it, 20);
  EXPECT(moya_decoder_feed(decoder, "{\"id\":1,\"name\":\"aaa\"}\n", 22) == MOYA_FLOW_STOP);
  moya_error *error = NULL;
  EXPECT_STATUS(moya_decoder_finish(decoder, &error), MOYA_ERROR_JSON);
  EXPECT(str_is(moya_error_message(error), "a value is longer than max_value (behind 0 values)"), "%s",
         moya_error_message(error).data);
  moya_error_release(error);
  moya_decoder_release(decoder);
  it = (seen){0};
  decoder = decoder_of(MOYA_DECODER_LINES, &row_type, &it, 21);
  for (int i = 0; i < 100; i++) {
    EXPECT(moya_decoder_feed(decoder, "{\"id\":1,\"na", 11) == MOYA_FLOW_CONTINUE);
    EXPECT(moya_decoder_feed(decoder, "me\":\"aaa\"}\n", 11) == MOYA_FLOW_CONTINUE);
  }
  EXPECT_STATUS(moya_decoder_finish(decoder, NULL), MOYA_OK);
  EXPECT(it.values == 100);
  moya_decoder_release(decoder);
}

/* moya_decoder_feed is the handler of the body of a response. */
static void streamed(void) {
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  const char *body = "[{\"id\":1},{\"id\":2,\"name\":\"b\"}]";
  moya_sample sample = MOYA_SAMPLE(.body = body, .body_len = strlen(body));
  moya_target target = MOYA_TARGET(.name = "API.call", .base_url = "http://h", .sample = &sample, .stub = MOYA_STUB_IMMEDIATE);
  seen it = {0};
  moya_decoder *decoder = decoder_of(MOYA_DECODER_ARRAY, &row_type, &it, 0);
  moya_handlers handlers = MOYA_HANDLERS(.body = moya_decoder_feed, .user = decoder);
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, &handlers, &response, NULL), MOYA_OK);
  EXPECT_STATUS(moya_decoder_finish(decoder, NULL), MOYA_OK);
  EXPECT(strcmp(it.text, "1 2:b ") == 0, "%s", it.text);
  moya_response_release(response);
  moya_decoder_release(decoder);
  /* If a value does not fit its type, the call ends. */
  decoder = decoder_of(MOYA_DECODER_ARRAY, &number_type, &it, 0);
  handlers.user = decoder;
  EXPECT_STATUS(moya_provider_call(provider, &target, &handlers, &response, NULL), MOYA_ERROR_CANCELLED);
  EXPECT_STATUS(moya_decoder_finish(decoder, NULL), MOYA_ERROR_JSON_TYPE);
  moya_decoder_release(decoder);
  moya_provider_destroy(provider);
}

static void arguments(void) {
  seen it = {0};
  moya_decoder_options good = MOYA_DECODER_OPTIONS(.type = &row_type, .value = note, .user = &it, .release_user = note_release);
  moya_decoder_options options = good;
  moya_decoder *decoder;
  options.type = NULL;
  EXPECT_STATUS(moya_decoder_create(&options, &decoder, NULL), MOYA_ERROR_NULL);
  EXPECT(it.released == 1 && !decoder);
  options = good;
  options.value = NULL;
  EXPECT_STATUS(moya_decoder_create(&options, &decoder, NULL), MOYA_ERROR_NULL);
  options = good;
  options.input = 2;
  EXPECT_STATUS(moya_decoder_create(&options, &decoder, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_decoder_create(&good, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT(it.released == 4, "%d", it.released);
  options = good;
  options.size = 8;
  EXPECT_STATUS(moya_decoder_create(&options, &decoder, NULL), MOYA_ERROR_STRUCT_SIZE);
  struct {
    moya_decoder_options options;
    uint64_t unknown;
  } newer = {good, 1};
  newer.options.size = sizeof newer;
  EXPECT_STATUS(moya_decoder_create(&newer.options, &decoder, NULL), MOYA_ERROR_STRUCT_TAIL);
  EXPECT(it.released == 4, "%d", it.released);
  moya_type bad = row_type;
  bad.field_count = 0;
  options = good;
  options.type = &bad;
  EXPECT_STATUS(moya_decoder_create(&options, &decoder, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT(moya_decoder_feed(NULL, "", 0) == MOYA_FLOW_STOP);
  EXPECT_STATUS(moya_decoder_finish(NULL, NULL), MOYA_ERROR_NULL);
  moya_decoder_release(NULL);
}

int main(void) {
  TEST("values come one by one, wherever the text is cut, and errors number them", cut_anywhere);
  TEST("a function for values may stop or pause", stopped_and_paused);
  TEST("one value has a bound, all together have none", bounded);
  TEST("a decoder is a handler for bodies, and ends the call when something does not fit", streamed);
  TEST("bad options are refused, and give their user back once", arguments);
  return verdict();
}
