/* Decodes users into structs with jansson, as a programmer writes it by hand. Prints gigabytes/s. */
#include "users.h"

#include <jansson.h>

static const char *text_of(json_t *of, const char *key) {
  const char *text = json_string_value(json_object_get(of, key));
  bench_expect(text != NULL, "no text");
  return strdup(text);
}

static void work(const char *text, size_t length) {
  json_t *root = json_loadb(text, length, 0, NULL), *each;
  bench_expect(json_is_array(root), "no array");
  size_t count = json_array_size(root), index;
  user *all = calloc(count, sizeof *all);
  bench_expect(all != NULL, "no memory");
  json_array_foreach(root, index, each) {
    json_t *company = json_object_get(each, "company"), *plan = json_object_get(each, "plan");
    all[index] = (user){
        .login = text_of(each, "login"),
        .id = json_integer_value(json_object_get(each, "id")),
        .node_id = text_of(each, "node_id"),
        .avatar_url = text_of(each, "avatar_url"),
        .html_url = text_of(each, "html_url"),
        .type = text_of(each, "type"),
        .site_admin = json_is_true(json_object_get(each, "site_admin")),
        .name = text_of(each, "name"),
        .company = json_is_string(company) ? strdup(json_string_value(company)) : NULL,
        .followers = json_integer_value(json_object_get(each, "followers")),
        .score = json_number_value(json_object_get(each, "score")),
        .plan = text_of(plan, "name"),
        .seats = (int32_t)json_integer_value(json_object_get(plan, "seats")),
        .created_at = text_of(each, "created_at"),
    };
  }
  json_decref(root);
  bench_expect(users_size(all, count) > 0, "no users");
  for (size_t i = 0; i < count; i++) {
    const char *const texts[] = {all[i].login, all[i].node_id, all[i].avatar_url, all[i].html_url, all[i].type,
                                 all[i].name, all[i].company, all[i].plan, all[i].created_at};
    for (size_t text = 0; text < sizeof texts / sizeof *texts; text++) free((void *)texts[text]);
  }
  free(all);
}

int main(void) {
  size_t length;
  char *text = bench_users(USERS, &length);
  printf("%.3f\n", users_speed(work, text, length));
  free(text);
  return 0;
}
