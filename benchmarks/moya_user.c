/* `moya_user URL REQUESTS IN_FLIGHT FORM`: makes blocking calls. FORM is one of the four ways to make a call that
 * moya_users.h lists (`user_forms`). A stub rule responds. */
#include "moya_users.h"

int main(int count, char **arguments) {
  bench run = bench_arguments(count, arguments);
  user_getter get = NULL;
  for (int form = 0; count > 4 && form < USER_FORMS; form++) {
    if (strcmp(arguments[4], user_forms[form].name) == 0) get = user_forms[form].get;
  }
  bench_expect(get != NULL, "no such form");
  static users from;
  users_open(&from, run.url);
  users_calls(&from, get, run.requests / 10 + 1);
  bench_report(run.requests, users_calls(&from, get, run.requests));
  users_close(&from);
  return 0;
}
