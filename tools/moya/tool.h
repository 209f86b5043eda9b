/* What all commands share: how the program ends, and how it says what is wrong. */
#ifndef MOYA_TOOL_H
#define MOYA_TOOL_H

#include <moya/moya.h>

/* How the program ends; moya(1) and docs/tool.md say the same. */
enum {
  EXIT_DONE = 0,
  EXIT_FAILED = 1,     /* a file, the output, memory */
  EXIT_USAGE = 2,      /* the command line is wrong, or what it asks for cannot be sent */
  EXIT_DEFINITION = 3, /* a definition or a document is wrong */
  EXIT_CLIENT = 4,     /* the server answered 4xx, or a status that the endpoint does not accept */
  EXIT_SERVER = 5,     /* the server answered 5xx */
  EXIT_EXCHANGE = 6,   /* no answer: no such host, no connection, a broken one, TLS, a redirect, a damaged body */
  EXIT_TIMEOUT = 7,    /* no answer in time */
  EXIT_ANSWER = 8      /* there is an answer, but not the JSON that the definition says */
};

/* Commands: each gets what stands behind its name, and returns the program's exit status. */
int command_request(const char *method, int count, char **words);
int command_call(int count, char **words);
int command_check(int count, char **words);
int command_header(int count, char **words);
int command_python(int count, char **words);
int command_import(int count, char **words);

/* Says one line on standard error, "moya: …"; returns `status`. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
int complain(int status, const char *format, ...);

/* The exit status of a call that ended with `status`. */
int exit_of_status(moya_status status);
/* Says what an error says, and releases it. */
int complain_error(moya_status status, moya_error *error);
/* The exit status of an HTTP status. */
int exit_of_http(int32_t http_status);

#endif
