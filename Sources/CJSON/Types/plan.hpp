#pragma once
#include <moya/type.h>

#include "Types/arena.hpp"
#include "Types/fault.hpp"

// A plan is made from a type's table (moya_type, moya/type.h), so that decoding and encoding need not examine the table
// again. It has the lengths of names, the sizes of elements, and a hash table of the keys. Key paths are nested fields
// in it. The plan copies only the keys within key paths, so the table must exist as long as the plan.
namespace moya {

struct plan_node;

struct plan_name {
  const char *text;
  uint32_t length;
  int32_t value;
};

struct plan_names {
  const plan_name *all;
  uint32_t count;
  bool is_open;
  int32_t other;
};

struct plan_field {
  // The kind of a JSON object or array to which only key paths lead, such as `user` for the key path `user.name`.
  // Fields inside it become members of the surrounding struct. Types' tables cannot contain this kind.
  static constexpr int32_t group = 0;

  const char *name = "";
  uint32_t length = 0;
  // The length of the name in JSON, if JSON writes the name without escapes. Otherwise more than the length of any
  // text, so that no comparison of a text with the name succeeds.
  uint32_t plain_length = UINT32_MAX;
  int32_t kind = group;
  uint32_t flags = 0;
  uint32_t offset = 0;
  uint32_t count_offset = 0;
  uint32_t has_offset = 0;
  uint32_t element = 0;  // the size in bytes of one value of this kind
  const plan_node *node = nullptr;
  const plan_names *names = nullptr;
  const char *default_json = nullptr;

  // If a field has one of these flags, the member is a pointer.
  static constexpr uint32_t pointers = MOYA_FIELD_ARRAY | MOYA_FIELD_MAP | MOYA_FIELD_POINTER;

  bool has(uint32_t flag) const { return (flags & flag) != 0; }
  bool may_be_absent() const { return has(MOYA_FIELD_OPTIONAL | MOYA_FIELD_HAS) || default_json; }
  // Returns true if an object that is written must contain the field even if the field has no value.
  bool is_needed() const { return !may_be_absent() || has(MOYA_FIELD_NULL); }
  // Returns the size of the member in bytes.
  uint32_t member() const {
    return has(pointers) ? sizeof(void *) : element;
  }
  // Returns the size of an entry of a map in bytes (MOYA_ENTRY).
  size_t entry() const { return (sizeof(char *) + element + 7) & ~size_t{7}; }
};

struct plan_node {
  static constexpr uint32_t most_fields = 1024;

  const moya_type *type = nullptr;  // null if this is the node of a group
  plan_field *fields = nullptr;
  uint32_t count = 0;
  uint32_t room = 0;
  uint32_t struct_size = 0;
  uint32_t flags = 0;
  plan_node *newer = nullptr;  // the next node of the plan
  // A hash table of the fields. It stores the index of each field plus one; 0 means that the entry is empty.
  uint16_t *slots = nullptr;
  uint32_t mask = 0;
  // The state of this node in the search for a struct that contains itself.
  enum { not_seen, open, seen } search = not_seen;
  // To find types whose JSON would have no end, `is_only_itself` walks from type to type. This is the number of the
  // walk that visited this node. 0 if no walk has visited it.
  uint32_t walk = 0;

  // Returns the field with this name, or null if there is none.
  const plan_field *find(const char *name, size_t length) const {
    for (uint32_t at = hash(name, length) & mask; slots[at] != 0; at = (at + 1) & mask) {
      const plan_field &field = fields[slots[at] - 1];
      if (field.length == length && std::memcmp(field.name, name, length) == 0) return &field;
    }
    return nullptr;
  }

  static uint32_t hash(const char *name, size_t length) {
    uint32_t sum = 2166136261u;
    for (size_t i = 0; i < length; ++i) sum = (sum ^ static_cast<byte>(name[i])) * 16777619u;
    return sum ^ (sum >> 15);
  }
};

class plan {
 public:
  // Returns the plan of a type: the plan that the type stores, or a plan that was made for this call. If the result is
  // null, the status says why.
  static plan *of(const moya_type *type, int32_t &status, moya_types_fault &fault);
  // Ends the use of a plan. Frees the plan if the type does not store it. Call this once for each `of`.
  static void done(plan *it);
  static void forget(const moya_type *type);

  const plan_node *root() const { return nodes_; }

 private:
  friend class plan_builder;
  plan() = default;

  arena memory_;
  plan_node *nodes_ = nullptr;
  bool is_kept_ = false;
};

}  // namespace moya
