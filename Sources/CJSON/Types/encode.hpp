#pragma once
#include "Types/plan.hpp"
#include "Types/refusal.hpp"

// Encodes structs as trees of values. A sink builds the trees. A sink is a set of functions of the caller
// (moya_types_sink).
namespace moya {

template <class Value>
Value load(const char *from) {
  Value value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

class encoder {
 public:
  encoder(const moya_types_sink &sink, bool writes_nulls, moya_types_fault &fault)
      : sink_(sink), writes_nulls_(writes_nulls), fault_(fault) {}

  // Returns a status. If a function of the sink fails, the status is still MOYA_OK, because the sink stores its own
  // error. Exception: if `put` fails for a secret value, the status is the status of `put`.
  int32_t encode(const plan_node &node, const char *value);
  int32_t encode_list(const plan_node &node, const char *items, size_t count);

 private:
  // These functions return false after a failure. Their caller then writes nothing more.
  bool root(const plan_node &node, const char *value);
  bool fields(const plan_node &node, const char *base, void *object);
  bool field(const plan_field &field, const char *base, void *object);
  bool present(const plan_field &field, const char *base, void *into, const char *key);
  bool elements(const plan_field &field, const char *base, void *into, const char *key);
  bool one(const plan_field &field, const char *value, void *into, const char *key) {
    return field.kind == MOYA_KIND_STRUCT ? structure(field, value, into, key) : scalar(field, value, into, key);
  }
  bool structure(const plan_field &field, const char *value, void *into, const char *key);
  bool scalar(const plan_field &field, const char *value, void *into, const char *key);
  bool real(float number, void *into, const char *key);
  bool bytes(moya_str bytes, void *into, const char *key);
  bool put(void *into, const char *key, const moya_types_scalar &value) {
    const int32_t status = sink_.put(sink_.user, into, key, &value);
    if (status == MOYA_OK) return true;
    // In a map of secrets, the keys are secret too. The sink's message would name the key, so the error of a secret
    // value is reported here, without the key.
    return is_secret_ && refuse("cannot be sent", status);
  }
  bool put_null(void *into, const char *key) {
    moya_types_scalar null = {};
    null.is = MOYA_TYPES_NULL;
    return put(into, key, null);
  }

  bool refuse(const char *why, int32_t status = MOYA_ERROR_ENCODING) {
    status_ = status;
    return refusal_.because(why);
  }
  int32_t end();

  const moya_types_sink &sink_;
  const bool writes_nulls_;
  moya_types_fault &fault_;
  int32_t status_ = MOYA_OK;
  bool is_secret_ = false;  // true: messages show neither the current value nor the keys of its maps
  refusal refusal_;
};

}  // namespace moya
