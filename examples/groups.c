/* Makes 40 calls, four at a time. After ten seconds, the calls that have not completed are cancelled. */
#include <moya/moya.h>
#include <stdatomic.h>
#include <stdio.h>

enum { CALLS = 40 };

static void ended(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  atomic_int *answered = user;
  if (status == MOYA_OK) *answered += moya_response_http_status(response) == 200;
  else fprintf(stderr, "%s\n", moya_error_message(error).data);
}

int main(int count, char **arguments) {
  moya_provider *api;
  moya_group *group;
  if (count != 2 || moya_provider_create(NULL, &api, NULL) != MOYA_OK) return 2;
  if (moya_group_create(api, 4, &group, NULL) != MOYA_OK) return 2;

  atomic_int answered = 0;
  for (int number = 0; number < CALLS; number++) {
    char path[32];
    snprintf(path, sizeof path, "/users/user%d", number);
    moya_target user = MOYA_TARGET(.name = "user", .base_url = arguments[1], .path = path);
    if (moya_provider_send(api, &user, &MOYA_HANDLERS(.end = ended, .user = &answered), group, NULL, NULL) != MOYA_OK) return 2;
  }
  if (moya_group_wait(group, 10000, NULL) != MOYA_OK) moya_group_cancel(group);
  moya_group_release(group);
  moya_provider_destroy(api); /* returns after the last callback */
  printf("%d of %d answered\n", answered, CALLS);
  return answered == CALLS ? 0 : 1;
}
