#include "items.h"
#include <errno.h>
#include <string.h>
#include "memory.h"
#include "text.h"
#include "tool.h"

/* The signs between key and value. A longer sign comes before the shorter signs with which it begins. */
static const struct {
  const char *sign;
  item_kind kind;
  int from_file;
} signs[] = {
    {":=@", ITEM_JSON, 1}, {"=@", ITEM_TEXT, 1}, {":=", ITEM_JSON, 0}, {"==", ITEM_QUERY, 0},
    {":", ITEM_HEADER, 0}, {"=", ITEM_TEXT, 0},  {"@", ITEM_FILE, 0},
};

/* Reads one item. Error messages contain the item's number and not its text, because the text may be a secret. */
static int one(item *it, const char *word, int number) {
  text key = {0};
  text_put(&key, "");
  for (const char *at = word; *at; at++) {
    if (*at == '\\' && at[1] && strchr(":=@\\", at[1])) {
      text_add(&key, ++at, 1);
      continue;
    }
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
      size_t length = strlen(signs[i].sign);
      if (strncmp(at, signs[i].sign, length) != 0) continue;
      it->kind = signs[i].kind;
      it->key = key.data;
      it->value = at + length;
      it->length = strlen(it->value);
      if (key.length == 0) {
        if (it->kind != ITEM_FILE) return complain(EXIT_USAGE, "item %d has no name in front of %s", number, signs[i].sign);
        it->kind = ITEM_BODY;
      }
      if (signs[i].from_file) {
        const char *path = it->value;
        it->value = memory_file(path, &it->length);
        if (!it->value) return complain(EXIT_FAILED, "%s: %s", path, strerror(errno));
        if (strlen(it->value) != it->length) return complain(EXIT_USAGE, "%s: has a zero in it, and is no text", path);
      }
      return EXIT_DONE;
    }
    text_add(&key, at, 1);
  }
  return complain(EXIT_USAGE, "item %d is none of key==value, Name:value, key=value, key:=json, key@file and @file", number);
}

int items_read(items *it, int count, char **words) {
  it->list = memory_get((size_t)count * sizeof *it->list + 1);
  it->count = 0;
  for (int i = 0; i < count; i++) {
    int status = one(&it->list[it->count++], words[i], i + 1);
    if (status != EXIT_DONE) return status;
  }
  return EXIT_DONE;
}
