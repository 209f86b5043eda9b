/* The options that requests and calls share. */
#ifndef MOYA_TOOL_OPTIONS_H
#define MOYA_TOOL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_PLUGINS = 32 };

typedef struct options {
  bool json;         /* one JSON object instead of the body */
  bool headers;      /* status line and fields before the body */
  bool timings;
  bool verbose;      /* request and response head on standard error */
  bool curl;         /* print the command, send nothing */
  bool show_secrets;
  bool form;         /* key=value are a form's */
  bool stub;         /* answer with the definition's sample */
  bool colour;       /* decided: a terminal, or asked for */
  bool no_redirects;
  const char *output; /* a file for the body */
  const char *prefix; /* of the names in a header; NULL: none */
  const char *base_url;
  const char *proxy;
  const char *ca_file;
  uint32_t timeout_ms; /* 0: none was given */
  uint32_t retries;
  const char *plugins[MOST_PLUGINS]; /* "plugin.so", or "plugin.so={…}" */
  size_t plugin_count;
  /* What is no option. */
  char **words;
  int word_count;
} options;

/* Which commands take what: bits of `allowed`. */
enum { OPTIONS_CALL = 1, OPTIONS_REQUEST = 2, OPTIONS_OUTPUT = 4, OPTIONS_HEADER = 8 };

/* EXIT_DONE, or what was complained about. "--" ends the options. */
int options_read(options *it, int allowed, int count, char **words);

/* Are colours wanted on this stream? A terminal, without NO_COLOR (no-color.org) and TERM=dumb. */
bool colours_of(int descriptor);

#endif
