/* Describes an API with macros. An endpoint becomes a function whose arguments the compiler checks. A result becomes a
 * struct. */
#include <inttypes.h>
#include <moya/typed.h>
#include <stdio.h>

MOYA_STRUCT(user, (str, login), (i64, followers), (str, bio, optional));
MOYA_STRUCT(repo, (i64, id), (str, full_name), (str, description, optional));
MOYA_ENDPOINT(get_user, user, "GET", "/users/{name}", (path, str, name));
MOYA_ENDPOINT(user_repos, repo_list, "GET", "/users/{name}/repos", (path, str, name), (query, i64, page, optional));

int main(int count, char **arguments) {
  moya_provider *api;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.base_url = arguments[1]);
  if (count != 2 || moya_provider_create(&options, &api, NULL) != MOYA_OK) return 2;

  user octocat;
  repo_list repos = {0};
  moya_error *error;
  int64_t page = 2;
  moya_status status = get_user(api, "octocat", &octocat, NULL, &error);
  if (status == MOYA_OK) status = user_repos(api, "octocat", moya_some_i64(page), &repos, NULL, &error);
  if (status == MOYA_OK) printf("%s has %" PRId64 " followers and %zu more repositories:\n", octocat.login,
                                octocat.followers, repos.count);
  else fprintf(stderr, "%s\n", moya_error_message(error).data);
  for (size_t i = 0; i < repos.count; i++) printf("%" PRId64 " %s\n", repos.items[i].id, repos.items[i].full_name);

  repo_list_release(&repos);
  user_release(&octocat);
  moya_error_release(error);
  moya_provider_destroy(api);
  return status == MOYA_OK ? 0 : 1;
}
