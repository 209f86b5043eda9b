/* Decodes users into structs with yyjson, as a programmer writes it by hand. The program looks up keys in the order in
 * which they are in the text, which is the fastest order. The structs point to texts in yyjson's document, which is
 * freed together with them. With an argument, the program copies the texts, as jansson.c and libmoya do. Prints
 * gigabytes/s. */
#include "users.h"

#include <yyjson.h>

static bool copies;

static const char *text_of(yyjson_obj_iter *of, const char *key) {
  const char *text = yyjson_get_str(yyjson_obj_iter_get(of, key));
  bench_expect(text != NULL, "no text");
  return copies ? strdup(text) : text;
}

static void work(const char *text, size_t length) {
  yyjson_doc *document = yyjson_read(text, length, 0);
  yyjson_val *root = yyjson_doc_get_root(document), *each;
  bench_expect(yyjson_is_arr(root), "no array");
  size_t count = yyjson_arr_size(root), index, most;
  user *all = calloc(count, sizeof *all);
  bench_expect(all != NULL, "no memory");
  yyjson_arr_foreach(root, index, most, each) {
    user *it = &all[index];
    yyjson_obj_iter of = yyjson_obj_iter_with(each);
    it->login = text_of(&of, "login");
    it->id = yyjson_get_sint(yyjson_obj_iter_get(&of, "id"));
    it->node_id = text_of(&of, "node_id");
    it->avatar_url = text_of(&of, "avatar_url");
    it->html_url = text_of(&of, "html_url");
    it->type = text_of(&of, "type");
    it->site_admin = yyjson_get_bool(yyjson_obj_iter_get(&of, "site_admin"));
    it->name = text_of(&of, "name");
    const char *company = yyjson_get_str(yyjson_obj_iter_get(&of, "company"));
    it->company = company && copies ? strdup(company) : company;
    it->followers = yyjson_get_sint(yyjson_obj_iter_get(&of, "followers"));
    it->score = yyjson_get_num(yyjson_obj_iter_get(&of, "score"));
    yyjson_obj_iter plan = yyjson_obj_iter_with(yyjson_obj_iter_get(&of, "plan"));
    it->plan = text_of(&plan, "name");
    it->seats = (int32_t)yyjson_get_sint(yyjson_obj_iter_get(&plan, "seats"));
    it->created_at = text_of(&of, "created_at");
  }
  if (copies) yyjson_doc_free(document);
  bench_expect(users_size(all, count) > 0, "no users");
  for (size_t i = 0; i < count && copies; i++) {
    const char *const texts[] = {all[i].login, all[i].node_id, all[i].avatar_url, all[i].html_url, all[i].type,
                                 all[i].name, all[i].company, all[i].plan, all[i].created_at};
    for (size_t text = 0; text < sizeof texts / sizeof *texts; text++) free((void *)texts[text]);
  }
  free(all);
  if (!copies) yyjson_doc_free(document);
}

int main(int argc, char **argv) {
  (void)argv;
  copies = argc > 1;
  size_t length;
  char *text = bench_users(USERS, &length);
  printf("%.3f\n", users_speed(work, text, length));
  free(text);
  return 0;
}
