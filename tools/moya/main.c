/* moya: calls HTTP APIs from the command line, with the public API of libmoya. */
#include <stdio.h>
#include <string.h>
#include "memory.h"
#include "tool.h"

static const char usage[] =
    "usage: moya get|head|post|put|patch|delete|options URL [ITEM…] [OPTION…]\n"
    "\n"
    "  items    key==value  a query parameter     Name:value  a header field\n"
    "           key=value   a text in the body    key:=json   any JSON in the body\n"
    "           key@file    a file in a form      @file       the whole body (@-: standard input)\n"
    "\n"
    "  options  -o, --output FILE    write the body to a file      -j, --json      print one JSON object\n"
    "           -i, --headers        also print the head           -v, --verbose   print both heads on standard error\n"
    "           -t, --timings        print the time of each step   -f, --form      key=value is a field of a form\n"
    "           --curl               only print the curl command   --show-secrets  show secrets with -v and --curl\n"
    "           --timeout SECONDS    limit the whole call          --retries N     make up to N further attempts\n"
    "           --proxy URL          use this proxy                --no-redirects  print a redirect, do not follow it\n"
    "           --ca-file PEM        trust these authorities       --colour WHEN   auto, always or never\n"
    "           --plugin X.so[:ID][={…}]  load a plugin of a module, with options\n"
    "\n"
    "       moya call FILE.json [NAME [ITEM…] [OPTION…]]\n"
    "           calls an endpoint of a definition. Without NAME, lists the endpoints\n"
    "           name=value  an argument           name:=json  an argument as JSON\n"
    "           name@file   a file as an argument\n"
    "           --stub      respond with the sample         --base-url URL  replaces the definition's base URL\n"
    "       moya check FILE.json…        checks whether files are valid definitions\n"
    "       moya header FILE.json        writes the lists of a definition for <moya/typed.h>\n"
    "           --prefix NAME  begins each name in the header, so that a program can include several headers\n"
    "       moya python FILE.json        writes a stub file for editors and type checkers\n"
    "           --client  writes a module with a typed client. FILE.json may then be an OpenAPI document\n"
    "       moya import openapi FILE     converts an OpenAPI 3.0, 3.1 or 3.2 document, in JSON or YAML, to a definition\n"
    "           -v  prints each note about what a definition cannot express\n"
    "       moya plugins FILE.so…        describes the plugins of modules\n"
    "           --json      print a JSON array              --schema        print a JSON Schema for each config\n"
    "           --id ID     describe only this plugin       --any-file      accept a file of another user\n"
    "       moya --version | --help\n"
    "\n"
    "Exit statuses: 0 success; 1 a file cannot be read or written; 2 wrong usage, or a plugin failed;\n"
    "3 a wrong definition; 4 a status of 4xx; 5 a status of 5xx; 6 no complete response; 7 no response in time;\n"
    "8 a response that does not fit the definition. See moya(1).\n";

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
