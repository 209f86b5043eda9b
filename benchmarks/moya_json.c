/* A benchmark of the functions that read JSON values. The text is an array of 100 000 users with 30 MB. Prints five
 * numbers on one line, each the best of five runs:
 *
 * 1. the gigabytes/s with which the text is read and checked,
 * 2. the gigabytes/s of a walk that looks at every value,
 * 3. the gigabytes/s of a walk that reads seven fields of each user, six of them by name,
 * 4. the nanoseconds to look up a field that does not exist,
 * 5. the milliseconds to read all logins of another array, which has 16 000 users, by key paths (`0.login`, `1.login`,
 *    and so on). */
#include "bench_users.h"

#include <moya/moya.h>

static long seen;

static void walk(moya_json container) {
  for (moya_json it = moya_json_first(container); moya_json_exists(it); it = moya_json_next(it)) {
    int32_t kind = moya_json_kind(it);
    if (kind == MOYA_JSON_OBJECT || kind == MOYA_JSON_ARRAY) walk(it);
    else seen++;
  }
}

static void read_fields(moya_json users) {
  for (moya_json user = moya_json_first(users); moya_json_exists(user); user = moya_json_next(user)) {
    moya_str login, name, url;
    int64_t id = 0, followers = 0, seats = 0;
    double score = 0;
    bench_expect(moya_json_string(moya_json_member(user, "login"), &login) == MOYA_OK &&
                     moya_json_int64(moya_json_member(user, "id"), &id) == MOYA_OK &&
                     moya_json_string(moya_json_member(user, "html_url"), &url) == MOYA_OK &&
                     moya_json_string(moya_json_member(user, "name"), &name) == MOYA_OK &&
                     moya_json_int64(moya_json_member(user, "followers"), &followers) == MOYA_OK &&
                     moya_json_double(moya_json_member(user, "score"), &score) == MOYA_OK &&
                     moya_json_int64(moya_json_at(user, "plan.seats"), &seats) == MOYA_OK,
                 "a wrong answer");
    seen += (long)login.len + id + (long)url.len + (long)name.len + followers + (long)score + seats;
  }
}

static const char *const absent[] = {"twitter_username", "email", "bio", "blog", "hireable", "location", "gravatar_id", "nam"};
enum { ABSENT = sizeof absent / sizeof *absent };

static void look_for_missing(moya_json users) {
  for (moya_json user = moya_json_first(users); moya_json_exists(user); user = moya_json_next(user)) {
    for (int index = 0; index < ABSENT; index++) seen += moya_json_exists(moya_json_member(user, absent[index]));
  }
}

static void walk_over(moya_json users) {
  for (moya_json user = moya_json_first(users); moya_json_exists(user); user = moya_json_next(user)) seen++;
}

static double best(void (*work)(moya_json), moya_json users) {
  double least = 1e9;
  for (int turn = 0; turn < 5; turn++) {
    double began = bench_seconds();
    work(users);
    double took = bench_seconds() - began;
    if (took < least) least = took;
  }
  return least;
}

static double key_paths(const char *text, size_t length, long count) {
  moya_response *response;
  bench_expect(moya_response_create(200, NULL, NULL, 0, 0, text, length, &response, NULL) == MOYA_OK, "no response");
  double began = bench_seconds();
  for (long index = 0; index < count; index++) {
    char path[64];
    moya_str login;
    snprintf(path, sizeof path, "%ld.login", index);
    bench_expect(moya_response_json_string(response, path, &login, NULL) == MOYA_OK, "a wrong answer");
  }
  double took = bench_seconds() - began;
  moya_response_release(response);
  return took;
}

int main(void) {
  enum { USERS = 100000, ITEMS = 16000 };
  size_t length, items_length;
  char *text = bench_users(USERS, &length), *items = bench_users(ITEMS, &items_length);
  moya_json_document *document = NULL;
  double parse = 1e9;
  for (int turn = 0; turn < 5; turn++) {
    moya_json_document_release(document);
    double began = bench_seconds();
    bench_expect(moya_json_parse(text, length, &document, NULL) == MOYA_OK, "no document");
    double took = bench_seconds() - began;
    if (took < parse) parse = took;
  }
  moya_json users = moya_json_root(document);
  double size = (double)length / 1e9, walked = best(walk, users), read = best(read_fields, users);
  double missing = (best(look_for_missing, users) - best(walk_over, users)) / USERS / ABSENT;
  double paths = 1e9;
  for (int turn = 0; turn < 5; turn++) {
    double took = key_paths(items, items_length, ITEMS);
    if (took < paths) paths = took;
  }
  printf("%.3f %.3f %.3f %.1f %.2f\n", size / parse, size / walked, size / read, missing * 1e9, paths * 1e3);
  moya_json_document_release(document);
  free(text);
  free(items);
  return seen == 0;
}
