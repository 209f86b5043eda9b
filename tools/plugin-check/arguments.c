#include "arguments.h"

#include "checks.h"
#include "rows.h"
#include <errno.h>
#include <moya/moya.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

request asked = {.config = -1, .report = -1, .word = "check", .time_limit = 10};

static const char usage[] =
    "usage: moya-plugin-check FILE.so [--id ID] [--config JSON|@FILE]... [--test NAME] [--json]\n"
    "                         [--in-process] [--seed N] [--time-limit S]\n"
    "       moya-plugin-check --list | --version | --help\n";

static int complain(const char *what, const char *which) {
  fprintf(stderr, "moya-plugin-check: %s%s%s\n%s", what, which ? " " : "", which ? which : "", usage);
  return 2;
}

/* Returns the text of a file, and closes the file. Returns NULL if the file cannot be read, is empty or is too large. */
static const char *read_file(FILE *file) {
  enum { MOST = 1 << 20 };
  char *text = calloc(1, MOST + 1);
  size_t length = file && text ? fread(text, 1, MOST, file) : 0;
  if (!file || ferror(file) || length == MOST) length = 0;
  if (file) fclose(file);
  if (length > 0) return text;
  free(text);
  return NULL;
}

/* If the word is @ and the path of a file, returns the text of the file. Otherwise returns the word itself. */
static const char *read_config(const char *word) { return word[0] == '@' ? read_file(fopen(word + 1, "re")) : word; }

static bool read_number(const char *word, uint64_t *number) {
  char *end;
  errno = 0;
  *number = strtoull(word, &end, 10);
  return errno == 0 && *end == 0 && end != word && word[0] != '-';
}

static bool is_test(const char *name) {
  if (row_find(name) >= 0) return true;
  for (size_t index = 0; index < check_count; index++) {
    if (strcmp(checks[index].name, name) == 0) return true;
  }
  return false;
}

/* Adds a config. `path` is the path of its file, or NULL. No message has the config itself, which may have secrets. */
static int add_config(const char *text, const char *path) {
  moya_json_document *document = NULL;
  if (!text) return complain("cannot read the config", path);
  bool good = moya_json_parse(text, strlen(text), &document, NULL) == MOYA_OK &&
              moya_json_kind(moya_json_root(document)) == MOYA_JSON_OBJECT;
  moya_json_document_release(document);
  if (!good) return complain(path ? "the config is not a JSON object:" : "the config is not a JSON object", path);
  if (asked.config_count == (int)(sizeof asked.configs / sizeof *asked.configs))
    return complain("too many configs", NULL);
  asked.configs[asked.config_count++] = text;
  return -1;
}

/* Reads an option that has a value. */
static int read_option(const char *name, const char *value) {
  uint64_t number;
  if (strcmp(name, "--id") == 0) {
    asked.id = value;
  } else if (strcmp(name, "--config") == 0) {
    return add_config(read_config(value), value[0] == '@' ? value + 1 : NULL);
  } else if (strcmp(name, "--config-from") == 0) {
    /* The checker's own processes read their config from a file that they have inherited. */
    if (!read_number(value, &number)) return complain("not a descriptor:", value);
    return add_config(read_file(fdopen((int)number, "re")), NULL);
  } else if (strcmp(name, "--test") == 0) {
    asked.test = value;
    if (!is_test(value)) return complain("there is no test", value);
  } else if (strcmp(name, "--seed") == 0) {
    if (!read_number(value, &asked.seed)) return complain("not a seed:", value);
  } else if (strcmp(name, "--time-limit") == 0) {
    if (!read_number(value, &number) || number < 1 || number > 3600) return complain("not a number of seconds:", value);
    asked.time_limit = (int)number;
  } else if (strcmp(name, "--report") == 0) {
    if (!read_number(value, &number)) return complain("not a descriptor:", value);
    asked.report = (int)number;
  } else if (strcmp(name, "--word") == 0) {
    asked.word = value;
  } else {
    return complain("unknown option", name);
  }
  return -1;
}

/* Reads "--name=value". */
static int read_joined(const char *word, const char *equals) {
  char *name = strndup(word, (size_t)(equals - word));
  if (!name) return complain("there is no memory for", word);
  int status = read_option(name, equals + 1);
  free(name);
  return status;
}

int arguments_read(int count, char **words) {
  if (getrandom(&asked.seed, sizeof asked.seed, GRND_NONBLOCK) != sizeof asked.seed) asked.seed = 1;
  asked.seed %= 1000000000;
  for (int index = 1; index < count; index++) {
    const char *word = words[index];
    if (strcmp(word, "--help") == 0) return fputs(usage, stdout), 0;
    if (strcmp(word, "--version") == 0) return printf("moya-plugin-check %s\n", moya_version()), 0;
    if (strcmp(word, "--json") == 0) {
      asked.json = true;
    } else if (strcmp(word, "--in-process") == 0) {
      asked.in_process = true;
    } else if (strcmp(word, "--list") == 0) {
      asked.list = true;
    } else if (strncmp(word, "--", 2) == 0 && strchr(word, '=')) {
      int status = read_joined(word, strchr(word, '='));
      if (status >= 0) return status;
    } else if (word[0] == '-' && word[1]) {
      if (index + 1 == count) return complain("an option is unknown or has no value:", word);
      int status = read_option(word, words[++index]);
      if (status >= 0) return status;
    } else if (asked.path) {
      return complain("one file at a time; there is also", word);
    } else {
      asked.path = word;
    }
  }
  if (!asked.path && !asked.list) return complain("which file?", NULL);
  if (asked.in_process && !asked.test) return complain("--in-process needs --test", NULL);
  return -1;
}
