/* Makes faulty documents from a JSON document. Replaces each value by values of other kinds, leaves out and repeats
 * each member, and cuts the document after each byte. If the reader of a document takes too much CPU time, the program
 * shows the document and ends. */
#ifndef CONFUSION_H
#define CONFUSION_H

#include "check.h"

#include <ctype.h>
#include <sys/time.h>

/* The limit of CPU seconds for one document. A document usually takes less than a thousandth of this time. */
enum { CPU_SECONDS = 10, CPU_SECONDS_UNDER_VALGRIND = 200 };

static const char *const others[] = {
    "null", "true", "0", "-1", "1.5", "1e999", "99999999999999999999", "\"\"", "\"x\"", "\"[all]\"", "\"{a}\"", "\"\\u0000\"", "\"\\ud83d\\ude00\"",
    "[]", "[[]]", "[null]", "[\"x\"]", "[{\"name\": \"a\"}]", "{}", "{\"\": 1}", "{\"a\": null}", "{\"a\": [1]}", "{\"a\": \"i8\"}", "{\"a\": {\"fields\": {\"b\": \"i8\"}}}",
};
enum { OTHERS = sizeof others / sizeof *others };

/* Reads a document. Returns whether the library accepts it. No byte after the text may be read. */
typedef bool (*reader)(const char *text, size_t length);

static struct {
  const char *text;
  size_t length;
  int accepted, refused;
} confusion;

static inline void take_too_long(int signal) {
  static const char said[] = "not ok - this document takes too much CPU time:\n";
  size_t shown = confusion.length < 4000 ? confusion.length : 4000;
  (void)signal;
  if (write(STDOUT_FILENO, said, sizeof said - 1) < 0 || write(STDOUT_FILENO, confusion.text, shown) < 0) _exit(1);
  abort();
}

/* Runs the reader with the limit of CPU time. Copies the text, so that a sanitizer sees any access beyond its end. */
static inline void read_within_budget(reader read, const char *text, size_t length) {
  const struct itimerval budget = {.it_value = {.tv_sec = runs_under("valgrind") ? CPU_SECONDS_UNDER_VALGRIND : CPU_SECONDS}};
  const struct itimerval none = {.it_value = {.tv_sec = 0}};
  char *copy = malloc(length ? length : 1);
  if (!copy) abort();
  memcpy(copy, text, length);
  confusion.text = copy;
  confusion.length = length;
  fflush(stdout);
  signal(SIGVTALRM, take_too_long);
  setitimer(ITIMER_VIRTUAL, &budget, NULL);
  *(read(copy, length) ? &confusion.accepted : &confusion.refused) += 1;
  setitimer(ITIMER_VIRTUAL, &none, NULL);
  free(copy);
}

/* Reads one changed document of many. Under valgrind and the sanitizers, skips most of them. */
static inline void read_one(reader read, const char *text, size_t length) {
  static int number;
  if (is_played(number++)) read_within_budget(read, text, length);
}

/* Reads the document with some of its bytes replaced. */
static inline void read_with(reader read, const char *whole, size_t length, size_t from, size_t to, const char *replacement) {
  size_t added = strlen(replacement), changed = length - (to - from) + added;
  char *text = malloc(changed + 1);
  if (!text) abort();
  memcpy(text, whole, from);
  memcpy(text + from, replacement, added);
  memcpy(text + from + added, whole + to, length - to);
  read_one(read, text, changed);
  free(text);
}

/* Reads changed documents: `value` is changed, and then each value inside it. `start` is the beginning of the text. */
static inline void confuse_below(reader read, const char *whole, size_t length, moya_json value, const char *start) {
  moya_str raw;
  if (moya_json_raw(value, &raw) != MOYA_OK) abort();
  size_t from = (size_t)(raw.data - start), to = from + raw.len;
  for (size_t i = 0; i < OTHERS; i++) read_with(read, whole, length, from, to, others[i]);
  bool is_object = moya_json_kind(value) == MOYA_JSON_OBJECT;
  for (moya_json it = moya_json_first(value); moya_json_exists(it); it = moya_json_next(it)) {
    moya_str inner;
    if (moya_json_raw(it, &inner) != MOYA_OK) abort();
    moya_str key = moya_json_key(it);
    size_t begin = (size_t)(inner.data - start), end = begin + inner.len;
    /* The member is left out, with its key and one comma. */
    size_t cut = begin;
    if (is_object) {
      while (whole[cut] != ':') cut--;
      while (strncmp(whole + cut, key.data, key.len) != 0 || whole[cut - 1] != '"') cut--;
      cut--;
      char twice[256];
      snprintf(twice, sizeof twice, "\"%s\": null, ", key.data);
      read_with(read, whole, length, cut, cut, twice);
    }
    size_t after = end;
    while (isspace((unsigned char)whole[after])) after++;
    if (whole[after] == ',') {
      after++;
    } else {
      after = end;
      while (isspace((unsigned char)whole[cut - 1])) cut--;
      if (whole[cut - 1] == ',') cut--;
    }
    read_with(read, whole, length, cut, after, "");
    confuse_below(read, whole, length, it, start);
  }
}

/* Reads the document, which must be accepted. Then reads the document with each of its values changed. Some of these
 * documents must be refused, and some must be accepted. */
static inline void confuse(reader read, const char *whole) {
  size_t length = strlen(whole);
  moya_json_document *parsed;
  moya_str root;
  confusion.accepted = confusion.refused = 0;
  read_within_budget(read, whole, length);
  EXPECT(confusion.accepted == 1, "the document itself is sound: %.300s", whole);
  if (moya_json_parse(whole, length, &parsed, NULL) != MOYA_OK) abort();
  if (moya_json_raw(moya_json_root(parsed), &root) != MOYA_OK) abort();
  confuse_below(read, whole, length, moya_json_root(parsed), root.data);
  moya_json_document_release(parsed);
  bool is_whole = runs_under("plain") || is_long();
  EXPECT(confusion.accepted > is_whole && confusion.refused > (is_whole ? 10 : 0), "%d were accepted, %d refused: %.300s", confusion.accepted,
         confusion.refused, whole);
}

/* Reads each beginning of the document. All of them must be refused. */
static inline void cut_short(reader read, const char *whole) {
  confusion.accepted = confusion.refused = 0;
  size_t end = strlen(whole);
  while (isspace((unsigned char)whole[end - 1])) end--;
  for (size_t length = 0; length < end; length++) read_one(read, whole, length);
  EXPECT(confusion.accepted == 0 && confusion.refused > 0, "%d were accepted: %.300s", confusion.accepted, whole);
}

#endif
