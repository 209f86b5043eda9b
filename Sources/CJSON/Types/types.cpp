#include <new>

#include "Types/decode.hpp"
#include "Types/encode.hpp"
#include "Types/feed.hpp"

using moya::arena;
using moya::decoder;
using moya::encoder;
using moya::plan;
using moya::plan_field;
using moya::plan_node;

struct moya_types_feed : moya::feed {
  using moya::feed::feed;
};

namespace {

// Returns a field whose value is a whole struct of the type. So a whole struct can be read and written like a field.
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

moya_types_feed *moya_types_feed_create(
    const void *type, bool is_array, size_t most_bytes, moya_types_item item, void *user, int32_t *status,
    moya_types_fault *fault) {
  plan *prepared = plan::of(static_cast<const moya_type *>(type), *status, *fault);
  if (!prepared) return nullptr;
  auto *made = new (std::nothrow) moya_types_feed(prepared, is_array, most_bytes, item, user);
  if (!made) plan::done(prepared);
  return made;
}

void moya_types_feed_destroy(moya_types_feed *feed) { delete feed; }

int32_t moya_types_feed_add(
    moya_types_feed *feed, const void *bytes, size_t length, int32_t *flow, moya_types_fault *fault) {
  return feed->add(static_cast<const moya::byte *>(bytes), length, *flow, *fault);
}

int32_t moya_types_feed_finish(moya_types_feed *feed, moya_types_fault *fault) { return feed->finish(*fault); }

int32_t moya_types_encode(
    const void *type, const void *value, bool writes_nulls, const moya_types_sink *sink, moya_types_fault *fault) {
  int32_t status = MOYA_OK;
  plan *prepared = plan::of(static_cast<const moya_type *>(type), status, *fault);
  if (!prepared) return status;
  status = encoder(*sink, writes_nulls, *fault).encode(*prepared->root(), static_cast<const char *>(value));
  plan::done(prepared);
  return status;
}

int32_t moya_types_encode_list(
    const void *type, const void *items, size_t count, bool writes_nulls, const moya_types_sink *sink,
    moya_types_fault *fault) {
  int32_t status = MOYA_OK;
  plan *prepared = plan::of(static_cast<const moya_type *>(type), status, *fault);
  if (!prepared) return status;
  status = encoder(*sink, writes_nulls, *fault).encode_list(*prepared->root(), static_cast<const char *>(items), count);
  plan::done(prepared);
  return status;
}

}  // extern "C"
