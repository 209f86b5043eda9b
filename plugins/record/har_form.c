#include "har_form.h"
#include "../common/slice.h"
#include "spelling.h"

bool has_form(yyjson_val *post) {
  const char *type = yyjson_get_str(yyjson_obj_get(post, "mimeType"));
  return type && begins_with_word(type, "application/x-www-form-urlencoded") && !yyjson_obj_get(post, "text") &&
         yyjson_is_arr(yyjson_obj_get(post, "params"));
}

static bool add_member(bytes *to, yyjson_val *object, const char *name) {
  yyjson_val *text = yyjson_obj_get(object, name);
  return !yyjson_is_str(text) || add_encoded(to, yyjson_get_str(text), yyjson_get_len(text));
}

bool add_form(bytes *to, yyjson_val *post) {
  size_t index, count;
  yyjson_val *each;
  yyjson_arr_foreach(yyjson_obj_get(post, "params"), index, count, each) {
    if (index > 0 && !bytes_add(to, "&", 1)) return false;
    if (!add_member(to, each, "name") || !bytes_add(to, "=", 1) || !add_member(to, each, "value")) return false;
  }
  return true;
}
