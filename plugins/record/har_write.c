#include "../common/replace_file.h"
#include "har.h"
#include "har_entry.h"

#include <stdlib.h>

typedef yyjson_mut_doc document;
typedef yyjson_mut_val value;

/* Makes the document of a cassette, still without entries. If a cassette was read, copies everything else from it. */
static document *make_document(const har *it, value **entries) {
  document *made = it->document ? yyjson_doc_mut_copy(it->document, NULL) : yyjson_mut_doc_new(NULL);
  if (!made) return NULL;
  value *list = yyjson_mut_arr(made);
  *entries = list;
  if (it->document) {
    value *log = yyjson_mut_obj_get(yyjson_mut_doc_get_root(made), "log");
    if (yyjson_mut_obj_put(log, yyjson_mut_str(made, "entries"), list)) return made;
  } else {
    value *root = yyjson_mut_obj(made);
    yyjson_mut_doc_set_root(made, root);
    value *log = yyjson_mut_obj_add_obj(made, root, "log");
    bool is_good = yyjson_mut_obj_add_str(made, log, "version", "1.2");
    value *creator = yyjson_mut_obj_add_obj(made, log, "creator");
    is_good = is_good && yyjson_mut_obj_add_str(made, creator, "name", "moya.record") &&
              yyjson_mut_obj_add_str(made, creator, "version", RECORD_VERSION) &&
              yyjson_mut_obj_add_val(made, log, "entries", list);
    if (is_good) return made;
  }
  yyjson_mut_doc_free(made);
  return NULL;
}

static bool put_kept(document *to, value *list, const har *it, const bool *stays) {
  yyjson_val *log = yyjson_obj_get(yyjson_doc_get_root(it->document), "log"), *each;
  size_t index, count;
  yyjson_arr_foreach(yyjson_obj_get(log, "entries"), index, count, each) {
    if (stays[index] && !yyjson_mut_arr_append(list, yyjson_val_mut_copy(to, each))) return false;
  }
  return true;
}

moya_status har_write(const har *it, const bool *stays, const entry *recorded, const scrub_rules *rules,
                      const char *path, bytes *reason) {
  value *list;
  document *made = make_document(it, &list);
  bool is_good = made && put_kept(made, list, it, stays);
  for (const entry *each = recorded; is_good && each; each = each->next) is_good = har_put_entry(made, list, each, rules);
  size_t len = 0;
  char *text = is_good ? yyjson_mut_write(made, YYJSON_WRITE_PRETTY_TWO_SPACES | YYJSON_WRITE_NEWLINE_AT_END, &len) : NULL;
  moya_status status = text ? MOYA_OK : MOYA_ERROR_MEMORY;
  if (text && !replace_file(path, text, len, reason)) status = MOYA_ERROR_FILE;
  free(text);
  yyjson_mut_doc_free(made);
  return status;
}
