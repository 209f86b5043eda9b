// Implements the functions of json.h that take a cursor. They are exported from C++ directly, so no layer has to
// convert the document's tokens for C.
#define MOYA_NONNULL(...)  // the functions check for NULL anyway
#include "../../include/moya/json.h"

#include "path.hpp"

using moya::document;
using moya::kind;
using moya::reading;

namespace {

// A value to which a cursor points. If the cursor points to anything that is not a value, for example to a comma, the
// value is treated as missing.
struct place {
  const document *in;
  uint32_t token;
  kind is;

  explicit place(moya_json value) : in(static_cast<const document *>(value.document)), token(0), is(kind::missing) {
    if (!in || value.token >= in->count()) return;
    token = static_cast<uint32_t>(value.token);
    is = in->kind_of(token);
  }

  bool is_container() const { return is == kind::array || is == kind::object; }

  // A found value is inside another value, so it is never token 0, the root. Here 0 means that no value was found.
  moya_json below(uint32_t found) const {
    return found != 0 ? moya_json{in, found} : moya_json{};
  }
};

moya_json at_path(moya_json value, moya::path path) {
  const place here(value);
  if (here.is == kind::missing) return {};
  uint32_t token = here.token;
  return moya::follow(*here.in, token, path) ? moya_json{here.in, token} : moya_json{};
}

moya_status refused(kind is) {
  switch (is) {
    case kind::missing: return MOYA_ERROR_KEY_PATH;
    case kind::null: return MOYA_ERROR_JSON_NULL;
    default: return MOYA_ERROR_JSON_TYPE;
  }
}

template <class Number>
moya_status number(moya_json value, Number *number) {
  if (!number) return MOYA_ERROR_NULL;
  *number = 0;
  const place here(value);
  if (here.is != kind::number) return refused(here.is);
  switch (here.in->read(here.token, *number)) {
    case reading::ok: return MOYA_OK;
    case reading::out_of_range: return MOYA_ERROR_JSON_RANGE;
    default: return MOYA_ERROR_JSON_TYPE;
  }
}

moya_str string(const document &in, uint32_t token) {
  const moya::text found = in.string(token);
  return {found.data, found.length};
}

}  // namespace

extern "C" {

int32_t moya_json_kind(moya_json value) { return static_cast<int32_t>(place(value).is); }

bool moya_json_exists(moya_json value) { return place(value).is != kind::missing; }

size_t moya_json_count(moya_json value) {
  size_t count = 0;
  for (moya_json it = moya_json_first(value); it.document; it = moya_json_next(it)) ++count;
  return count;
}

moya_json moya_json_member(moya_json object, const char *name) {
  const place here(object);
  if (here.is != kind::object || !name) return {};
  return here.below(moya::member(*here.in, here.token, name, std::strlen(name)));
}

moya_json moya_json_index(moya_json array, size_t index) {
  const place here(array);
  if (here.is != kind::array || index >= here.in->count()) return {};
  return here.below(moya::element(*here.in, here.token, static_cast<uint32_t>(index)));
}

moya_json moya_json_at(moya_json value, const char *key_path) {
  return at_path(
      value, key_path ? moya::path::of_keys(key_path, std::strlen(key_path)) : moya::path::of_keys("", 0));
}

moya_json moya_json_pointer(moya_json value, const char *pointer) {
  return pointer ? at_path(value, moya::path::of_pointer(pointer, std::strlen(pointer))) : moya_json{};
}

moya_json moya_json_first(moya_json container) {
  const place here(container);
  return here.is_container() ? here.below(moya::first(*here.in, here.token)) : moya_json{};
}

moya_json moya_json_next(moya_json value) {
  const place here(value);
  return here.is != kind::missing ? here.below(moya::next(*here.in, here.token)) : moya_json{};
}

moya_str moya_json_key(moya_json value) {
  const place here(value);
  if (here.is == kind::missing || !moya::is_member(*here.in, here.token)) return {nullptr, 0};
  return string(*here.in, here.token - 2);
}

moya_status moya_json_string(moya_json value, moya_str *text) {
  if (!text) return MOYA_ERROR_NULL;
  *text = {nullptr, 0};
  const place here(value);
  if (here.is != kind::string) return refused(here.is);
  *text = string(*here.in, here.token);
  return text->data ? MOYA_OK : MOYA_ERROR_MEMORY;
}

moya_status moya_json_int64(moya_json value, int64_t *it) { return number(value, it); }

moya_status moya_json_uint64(moya_json value, uint64_t *it) { return number(value, it); }

moya_status moya_json_double(moya_json value, double *it) { return number(value, it); }

moya_status moya_json_bool(moya_json value, bool *flag) {
  if (!flag) return MOYA_ERROR_NULL;
  *flag = false;
  const place here(value);
  if (here.is != kind::boolean) return refused(here.is);
  *flag = here.in->at(here.token) == 't';
  return MOYA_OK;
}

moya_status moya_json_raw(moya_json value, moya_str *text) {
  if (!text) return MOYA_ERROR_NULL;
  *text = {nullptr, 0};
  const place here(value);
  if (here.is == kind::missing) return refused(here.is);
  const moya::byte *first = here.in->begin(here.token);
  const size_t length = static_cast<size_t>(here.in->value_end(here.token) - first);
  *text = {reinterpret_cast<const char *>(first), length};
  return MOYA_OK;
}

}  // extern "C"
