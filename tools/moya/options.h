/* The options of all commands. */
#ifndef MOYA_TOOL_OPTIONS_H
#define MOYA_TOOL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_PLUGINS = 32 };

typedef struct options {
  bool json;         /* print one JSON object instead of the body */
  bool headers;      /* print the status line and header fields before the body */
  bool timings;
  bool verbose;      /* print the heads of request and response on standard error */
  bool curl;         /* print the curl command and do not send the request */
  bool show_secrets;
  bool form;         /* key=value items make a form */
  bool stub;         /* use the definition's sample as the response */
  bool colour;       /* use colours, because the output is a terminal or because the user wants them */
  bool no_redirects;
  bool schema;       /* print a JSON Schema of the config of a plugin */
  bool client;       /* write a typed client instead of a stub file */
  bool any_file;     /* the file of a module may belong to another user */
  const char *id;     /* describe only the plugin with this id. NULL: all plugins */
  const char *output; /* the file that receives the body */
  const char *prefix; /* the beginning of the names in a header. NULL if there is no prefix */
  const char *base_url;
  const char *proxy;
  const char *ca_file;
  uint32_t timeout_ms; /* 0 if no timeout was given */
  uint32_t retries;
  const char *plugins[MOST_PLUGINS]; /* FILE[:ID][={…}] (loading.h) */
  size_t plugin_count;
  /* The arguments that are not options. */
  char **words;
  int word_count;
} options;

/* The bits of `allowed`. A bit stands for the options of a group of commands. */
enum { OPTIONS_CALL = 1, OPTIONS_REQUEST = 2, OPTIONS_OUTPUT = 4, OPTIONS_HEADER = 8, OPTIONS_PLUGINS = 16, OPTIONS_PYTHON = 32 };

/* Reads the options. Returns EXIT_DONE. After an error, reports the error and returns its exit status. "--" ends the
 * options. */
int options_read(options *it, int allowed, int count, char **words);

/* Returns true if the output on this stream should have colours: the stream is a terminal, NO_COLOR is not set or empty
 * (no-color.org), and TERM is not dumb. */
bool colours_of(int descriptor);

#endif
