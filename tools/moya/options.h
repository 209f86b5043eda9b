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
  bool verbose;      /* heads of request and response on standard error */
  bool curl;         /* print the curl command and send nothing */
  bool show_secrets;
  bool form;         /* key=value items make a form */
  bool stub;         /* respond with the definition's sample */
  bool colour;       /* the result of the decision: a terminal, or requested */
  bool no_redirects;
  const char *output; /* a file for the body */
  const char *prefix; /* begins the names in a header. NULL if there is none */
  const char *base_url;
  const char *proxy;
  const char *ca_file;
  uint32_t timeout_ms; /* 0 if none was given */
  uint32_t retries;
  const char *plugins[MOST_PLUGINS]; /* "plugin.so", or "plugin.so={…}" */
  size_t plugin_count;
  /* The arguments that are not options. */
  char **words;
  int word_count;
} options;

/* Bits of `allowed`: which commands take which options. */
enum { OPTIONS_CALL = 1, OPTIONS_REQUEST = 2, OPTIONS_OUTPUT = 4, OPTIONS_HEADER = 8 };

/* Returns EXIT_DONE or the status of an error, which has been reported. "--" ends the options. */
int options_read(options *it, int allowed, int count, char **words);

/* True if colours are wanted on this stream: it is a terminal, NO_COLOR is not set (no-color.org), and TERM is not
 * dumb. */
bool colours_of(int descriptor);

#endif
