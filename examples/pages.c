/* Gets a list in pages. The field Link of a response names the next page. The last response has no next page. */
#include <inttypes.h>
#include <moya/typed.h>
#include <stdio.h>

MOYA_STRUCT(repo, (i64, id), (str, full_name));
MOYA_ENDPOINT(user_repos, repo_list, "GET", "/users/{name}/repos", (path, str, name));

int main(int count, char **arguments) {
  moya_provider *api;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.base_url = arguments[1]);
  if (count != 2 || moya_provider_create(&options, &api, NULL) != MOYA_OK) return 2;

  moya_error *error;
  moya_scratch scratch;
  moya_target first, *page = NULL;
  moya_status status = user_repos_target("octocat", &scratch, &first, &error);
  if (status == MOYA_OK) status = moya_target_copy(&first, &page, &error);
  moya_scratch_release(&scratch);
  while (status == MOYA_OK && page) {
    moya_response *response;
    moya_target *next = NULL;
    repo_list repos = {0};
    status = moya_provider_call(api, page, NULL, &response, &error);
    if (status == MOYA_OK) status = user_repos_decode(response, &repos, &error);
    for (size_t i = 0; i < repos.count; i++) printf("%" PRId64 " %s\n", repos.items[i].id, repos.items[i].full_name);
    if (status == MOYA_OK) status = moya_target_next(page, response, NULL, &next, &error);
    repo_list_release(&repos);
    moya_response_release(response);
    moya_target_release(page);
    page = next;
  }
  if (status != MOYA_OK) fprintf(stderr, "%s\n", moya_error_message(error).data);
  moya_error_release(error);
  moya_provider_destroy(api);
  return status == MOYA_OK ? 0 : 1;
}
