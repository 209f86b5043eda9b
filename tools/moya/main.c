/* moya: calls HTTP APIs from the command line, with the public API of libmoya. */
#include <stdio.h>
#include <string.h>
#include "memory.h"
#include "tool.h"

static const char usage[] =
    "usage: moya get|head|post|put|patch|delete|options URL [ITEM…] [OPTION…]\n"
    "\n"
    "  items    key==value  the query       Name:value  a header field\n"
    "           key=value   JSON text       key:=json   any JSON\n"
    "           key@file    a form's file   @file       the whole body (@-: standard input)\n"
    "\n"
    "  options  -o, --output FILE    the body goes to a file    -j, --json      one JSON object\n"
    "           -i, --headers        the head before the body   -v, --verbose   both heads on standard error\n"
    "           -t, --timings        how long what took         -f, --form      key=value are a form's\n"
    "           --curl               print the curl command     --show-secrets  there and with -v\n"
    "           --timeout SECONDS    of the whole call          --retries N     other attempts: 0\n"
    "           --plugin X.so[:ID][={…}]  a plugin (ID: which of the module), and its config\n"
    "           --proxy URL          --ca-file PEM              --no-redirects  a 3xx is the answer\n"
    "           --colour auto|always|never\n"
    "\n"
    "       moya call FILE.json [NAME [ITEM…] [OPTION…]]\n"
    "           an endpoint of a definition: name=value, name:=json, name@file; without NAME the list of them\n"
    "           --stub  the definition's sample answers    --base-url URL  instead of the definition's\n"
    "       moya check FILE.json…        is it a definition?\n"
    "       moya header FILE.json        writes lists for typed.h\n"
    "           --prefix NAME  in front of each name, so that one file may have several headers\n"
    "       moya python FILE.json        writes a stub file\n"
    "           --client  writes a module with a typed client, also of an OpenAPI document\n"
    "       moya import openapi FILE     writes a definition, of OpenAPI 3.0 or 3.1 in JSON or YAML;\n"
    "           -v  every note of what a definition cannot say\n"
    "       moya plugins FILE.so…        describes the plugins of modules\n"
    "           --json  as JSON    --schema  a JSON Schema of their configs    --id ID  only this plugin\n"
    "           --any-file  a file that belongs to another user may be opened\n"
    "       moya --version | --help\n"
    "\n"
    "Exit statuses: 0 done, 1 a file or the output failed, 2 usage, 3 a wrong definition, 4 the answer was a 4xx,\n"
    "5 a 5xx, 6 no answer, 7 no answer in time, 8 an answer that does not fit. See moya(1).\n";

static int run(int count, char **words) {
  static const char *const methods[][2] = {{"get", "GET"},       {"head", "HEAD"},     {"post", "POST"},
                                           {"put", "PUT"},       {"patch", "PATCH"},   {"delete", "DELETE"},
                                           {"options", "OPTIONS"}};
  static const struct {
    const char *name;
    int (*run)(int count, char **words);
  } commands[] = {{"call", command_call}, {"check", command_check}, {"header", command_header}, {"python", command_python}, {"import", command_import},
      {"plugins", command_plugins}, {NULL, NULL}};
  if (count < 2) {
    fputs(usage, stderr);
    return EXIT_USAGE;
  }
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    if (strcmp(words[1], methods[i][0]) == 0) return command_request(methods[i][1], count - 2, words + 2);
  }
  for (size_t i = 0; commands[i].name; i++) {
    if (strcmp(words[1], commands[i].name) == 0) return commands[i].run(count - 2, words + 2);
  }
  if (strcmp(words[1], "--help") == 0 || strcmp(words[1], "help") == 0) {
    fputs(usage, stdout);
    return EXIT_DONE;
  }
  if (strcmp(words[1], "--version") == 0) {
    printf("moya %s (%s)\n", moya_version(), moya_features());
    return EXIT_DONE;
  }
  return complain(EXIT_USAGE, "'%s' is no command; see moya --help", words[1]);
}

int main(int count, char **words) {
  int status = run(count, words);
  if ((fflush(stdout) != 0 || ferror(stdout)) && status == EXIT_DONE) status = complain(EXIT_FAILED, "the output cannot be written");
  memory_release();
  return status;
}
