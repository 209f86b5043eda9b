/* moya check FILE.json…: checks whether each file is a definition. */
#include <stdio.h>
#include "options.h"
#include "tool.h"

int command_check(int count, char **words) {
  options options;
  moya_provider *provider = NULL;
  moya_error *error = NULL;
  int status = options_read(&options, 0, count, words);
  if (status != EXIT_DONE) return status;
  if (options.word_count == 0) return complain(EXIT_USAGE, "which definition? moya --help shows how");
  moya_status made = moya_provider_create(NULL, &provider, &error);
  if (made != MOYA_OK) return complain_error(made, error);
  for (int i = 0; i < options.word_count; i++) {
    moya_api *api = NULL;
    moya_status opened = moya_api_open(provider, options.words[i], &api, &error);
    if (opened == MOYA_OK) {
      printf("%s: %zu endpoints\n", options.words[i], moya_api_count(api));
      moya_api_release(api);
    } else {
      status = exit_of_status(opened);
      complain(status, "%s: %s", options.words[i], moya_error_message(error).data);
      moya_error_release(error);
    }
  }
  moya_provider_destroy(provider);
  return status;
}
