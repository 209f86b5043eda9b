/* The declarations that all commands share: exit statuses and error messages. */
#ifndef MOYA_TOOL_H
#define MOYA_TOOL_H

#include <moya/moya.h>

/* The program's exit statuses. moya(1) and docs/tool.md describe them too. */
enum {
  EXIT_DONE = 0,
  EXIT_FAILED = 1,     /* a file, the output or the memory failed */
  EXIT_USAGE = 2,      /* the command line is wrong, or the request cannot be sent */
  EXIT_DEFINITION = 3, /* a definition or a document is wrong */
  EXIT_CLIENT = 4,     /* the status of the response is 4xx, or another status that the endpoint does not accept */
  EXIT_SERVER = 5,     /* the status of the response is 5xx */
  EXIT_EXCHANGE = 6,   /* there is no complete response: no connection, a TLS error, a redirect, a damaged body */
  EXIT_TIMEOUT = 7,    /* there is no response in time */
  EXIT_ANSWER = 8      /* the response is not the JSON that the definition describes */
};

/* The commands. Each command receives the words after its name and returns the program's exit status. */
int command_request(const char *method, int count, char **words);
int command_call(int count, char **words);
int command_check(int count, char **words);
int command_header(int count, char **words);
int command_python(int count, char **words);
int command_plugins(int count, char **words);
int command_import(int count, char **words);

/* Prints one line "moya: …" on standard error and returns `status`. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
int complain(int status, const char *format, ...);

/* Returns the exit status for a call with this result. */
int exit_of_status(moya_status status);
/* Prints the message of an error and releases the error. */
int complain_error(moya_status status, moya_error *error);
/* Returns the exit status for the HTTP status of a response. */
int exit_of_http(int32_t http_status);

#endif
