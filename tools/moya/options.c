#include "options.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "memory.h"
#include "tool.h"

typedef struct option {
  const char *name;
  char letter;
  bool takes; /* true if the option has a value */
  int allowed;
} option;

enum { BOTH = OPTIONS_CALL | OPTIONS_REQUEST };
static const option known[] = {
    {"json", 'j', false, BOTH | OPTIONS_PLUGINS}, {"headers", 'i', false, BOTH}, {"timings", 't', false, BOTH},
    {"verbose", 'v', false, BOTH | OPTIONS_OUTPUT},    {"curl", 0, false, BOTH},      {"show-secrets", 0, false, BOTH},
    {"form", 'f', false, OPTIONS_REQUEST}, {"stub", 0, false, OPTIONS_CALL}, {"no-redirects", 0, false, BOTH},
    {"output", 'o', true, BOTH | OPTIONS_OUTPUT},      {"base-url", 0, true, OPTIONS_CALL}, {"proxy", 0, true, BOTH},
    {"ca-file", 0, true, BOTH},       {"timeout", 0, true, BOTH},    {"retries", 0, true, BOTH},
    {"prefix", 0, true, OPTIONS_HEADER},
    {"plugin", 0, true, BOTH},        {"colour", 0, true, BOTH | OPTIONS_PLUGINS},
    {"schema", 0, false, OPTIONS_PLUGINS}, {"any-file", 0, false, OPTIONS_PLUGINS}, {"client", 0, false, OPTIONS_PYTHON}, {"id", 0, true, OPTIONS_PLUGINS},
};
enum { KNOWN = sizeof known / sizeof *known };

bool colours_of(int descriptor) {
  const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
  return isatty(descriptor) && !(no && *no) && !(terminal && strcmp(terminal, "dumb") == 0);
}

static int milliseconds(const char *text, uint32_t *result) {
  char *end;
  double seconds = strtod(text, &end);
  if (end == text || *end || !(seconds >= 0.001 && seconds <= 4294967)) {
    return complain(EXIT_USAGE, "--timeout %s: not a number of seconds, 0.001 to 4294967", text);
  }
  *result = (uint32_t)(seconds * 1000);
  return EXIT_DONE;
}

static int take(options *it, const option *found, const char *value) {
  const char *name = found->name;
  if (strcmp(name, "json") == 0) it->json = true;
  else if (strcmp(name, "headers") == 0) it->headers = true;
  else if (strcmp(name, "timings") == 0) it->timings = true;
  else if (strcmp(name, "verbose") == 0) it->verbose = true;
  else if (strcmp(name, "curl") == 0) it->curl = true;
  else if (strcmp(name, "show-secrets") == 0) it->show_secrets = true;
  else if (strcmp(name, "form") == 0) it->form = true;
  else if (strcmp(name, "stub") == 0) it->stub = true;
  else if (strcmp(name, "no-redirects") == 0) it->no_redirects = true;
  else if (strcmp(name, "schema") == 0) it->schema = true;
  else if (strcmp(name, "any-file") == 0) it->any_file = true;
  else if (strcmp(name, "client") == 0) it->client = true;
  else if (strcmp(name, "id") == 0) it->id = value;
  else if (strcmp(name, "output") == 0) it->output = strcmp(value, "-") == 0 ? NULL : value;
  else if (strcmp(name, "base-url") == 0) it->base_url = value;
  else if (strcmp(name, "prefix") == 0) it->prefix = value;
  else if (strcmp(name, "proxy") == 0) it->proxy = value;
  else if (strcmp(name, "ca-file") == 0) it->ca_file = value;
  else if (strcmp(name, "timeout") == 0) return milliseconds(value, &it->timeout_ms);
  else if (strcmp(name, "retries") == 0) {
    if (value[strspn(value, "0123456789")] || !*value || strlen(value) > 2 || atoi(value) > 15) {
      return complain(EXIT_USAGE, "--retries %s: not a number, 0 to 15", value);
    }
    it->retries = (uint32_t)atoi(value);
  } else if (strcmp(name, "plugin") == 0) {
    if (it->plugin_count == MOST_PLUGINS) return complain(EXIT_USAGE, "--plugin: more than %d", MOST_PLUGINS);
    it->plugins[it->plugin_count++] = value;
  } else if (strcmp(name, "colour") == 0) {
    if (strcmp(value, "always") == 0) it->colour = true;
    else if (strcmp(value, "never") == 0) it->colour = false;
    else if (strcmp(value, "auto") != 0) return complain(EXIT_USAGE, "--colour %s: auto, always or never", value);
  }
  return EXIT_DONE;
}

static const option *found(int allowed, const char *name, size_t length, char letter) {
  if (length == 5 && strncmp(name, "color", 5) == 0) name = "colour", length = 6;
  for (int i = 0; i < KNOWN; i++) {
    if (!(known[i].allowed & allowed)) continue;
    if (letter ? known[i].letter == letter : strlen(known[i].name) == length && strncmp(known[i].name, name, length) == 0) {
      return &known[i];
    }
  }
  return NULL;
}

int options_read(options *it, int allowed, int count, char **words) {
  memset(it, 0, sizeof *it);
  it->colour = colours_of(STDOUT_FILENO);
  it->words = memory_get((size_t)count * sizeof *words + 1);
  bool ended = false;
  for (int i = 0; i < count; i++) {
    const char *word = words[i];
    if (ended || word[0] != '-' || !word[1]) {
      it->words[it->word_count++] = words[i];
      continue;
    }
    if (strcmp(word, "--") == 0) {
      ended = true;
      continue;
    }
    /* Several options with one letter may be combined, for example -vj. */
    for (const char *letter = word + 1; *letter; letter++) {
      bool is_long = word[1] == '-';
      const char *name = word + 2;
      size_t length = strcspn(name, "=");
      const option *one = is_long ? found(allowed, name, length, 0) : found(allowed, NULL, 0, *letter);
      /* A value after the equals sign may be secret. */
      if (!one) return complain(EXIT_USAGE, "%.*s: no such option here; see moya --help", (int)strcspn(word, "="), word);
      const char *value = is_long ? (name[length] ? name + length + 1 : NULL) : (one->takes && letter[1] ? letter + 1 : NULL);
      if (one->takes && !value) {
        if (++i == count) return complain(EXIT_USAGE, "%s: its value is missing", word);
        value = words[i];
      } else if (!one->takes && value) {
        return complain(EXIT_USAGE, "--%s: takes no value", one->name);
      }
      int status = take(it, one, value);
      if (status != EXIT_DONE) return status;
      if (is_long || one->takes) break;
    }
  }
  return EXIT_DONE;
}
