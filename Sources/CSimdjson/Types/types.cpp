#include "Types/decode.hpp"

using moya::arena;
using moya::decoder;
using moya::plan;
using moya::plan_field;
using moya::plan_node;

namespace {

// A value of the type, as a member at the beginning of what is around it.
plan_field whole(const plan &of) {
  const plan_node *root = of.root();
  plan_field field;
  field.kind = MOYA_KIND_STRUCT;
  field.node = root;
  field.element = root->struct_size;
  return field;
}

struct list {
  void *items;
  size_t count;
};

int32_t decode(
    const moya_types_source &source, const plan_field &field, void *out, moya_arena **arena, moya_types_fault &fault) {
  decoder it(fault, (source.flags & MOYA_TYPES_BORROW) != 0);
  const int32_t status = it.decode(source.text, source.length, source.key_path, field, static_cast<char *>(out));
  if (status == MOYA_OK) *arena = it.memory.give();
  return status;
}

}  // namespace

extern "C" {

int32_t moya_types_decode(
    const moya_types_source *source, void *value, moya_types_arena **arena, moya_types_fault *fault) {
  *arena = nullptr;
  int32_t status = MOYA_OK;
  plan *prepared = plan::of(static_cast<const moya_type *>(source->type), status, *fault);
  if (!prepared) return status;
  const size_t size = prepared->root()->struct_size;
  std::memset(value, 0, size);
  status = decode(*source, whole(*prepared), value, arena, *fault);
  if (status != MOYA_OK) std::memset(value, 0, size);
  plan::done(prepared);
  return status;
}

int32_t moya_types_decode_list(
    const moya_types_source *source, void **items, size_t *count, moya_types_arena **arena, moya_types_fault *fault) {
  *arena = nullptr;
  *items = nullptr;
  *count = 0;
  int32_t status = MOYA_OK;
  plan *prepared = plan::of(static_cast<const moya_type *>(source->type), status, *fault);
  if (!prepared) return status;
  plan_field field = whole(*prepared);
  field.flags = MOYA_FIELD_ARRAY;
  field.count_offset = offsetof(list, count);
  list found = {nullptr, 0};
  status = decode(*source, field, &found, arena, *fault);
  if (status == MOYA_OK) {
    *items = found.items;
    *count = found.count;
  }
  plan::done(prepared);
  return status;
}

bool moya_types_keep(moya_types_arena **arena, void *owner, void (*give_back)(void *owner)) {
  if (!*arena) {
    moya::arena made;
    if (!made.grow(0)) return false;
    *arena = made.give();
  }
  (*arena)->owner = owner;
  (*arena)->give_back = give_back;
  return true;
}

void moya_types_release(moya_types_arena *arena) { moya::arena::release(arena); }

int32_t moya_types_check(const void *type, moya_types_fault *fault) {
  int32_t status = MOYA_OK;
  plan::done(plan::of(static_cast<const moya_type *>(type), status, *fault));
  return status;
}

void moya_types_forget(const void *type) { plan::forget(static_cast<const moya_type *>(type)); }

}  // extern "C"
