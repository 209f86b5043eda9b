#include <cstdlib>

#include "Types/decode.hpp"

// Handles values that are missing in the JSON: defaults, zeroes, errors.
namespace moya {

bool decoder::absent(const plan_node &node, const uint64_t *seen, char *base) {
  for (uint32_t first = 0; first < node.count; first += 64) {
    const uint64_t all = node.count - first >= 64 ? ~uint64_t{0} : (uint64_t{1} << (node.count - first)) - 1;
    for (uint64_t left = all & ~seen[first / 64]; left != 0; left &= left - 1) {
      const plan_field &field = node.fields[first + static_cast<uint32_t>(__builtin_ctzll(left))];
      // Nothing is done here for most missing fields, because they are optional and have no default.
      if (field.may_be_absent() && !field.default_json) continue;
      step here = {step::name, at_, field.name, field.length};
      at_ = &here;
      if (!absent(field, base)) return false;
      at_ = here.outer;
    }
  }
  return true;
}

bool decoder::absent(const plan_field &field, char *base) {
  if (field.kind == plan_field::group) {
    const uint64_t none[plan_node::most_fields / 64] = {};
    return absent(*field.node, none, base);
  }
  if (!field.default_json) return field.may_be_absent() || missing();
  if (depth_ == most_levels) return too_deep();
  if (defaults_left_-- == 0) return too_many_defaults();
  ++depth_;
  const byte *p = p_, *end = end_;
  // The text of a default belongs to the type's table, and a result can outlive the table. So such texts are always
  // copied.
  const bool borrows = borrows_;
  borrows_ = false;
  p_ = reinterpret_cast<const byte *>(field.default_json);
  end_ = p_ + std::strlen(field.default_json);
  skip_space();
  plan_field as_given = field;
  as_given.default_json = nullptr;
  as_given.flags &= ~uint32_t{MOYA_FIELD_OPTIONAL | MOYA_FIELD_HAS};
  if (!read(as_given, base)) return false;
  skip_space();
  if (p_ != end_) return malformed();
  p_ = p;
  end_ = end;
  borrows_ = borrows;
  --depth_;
  return true;
}

int32_t decoder::try_default(
    const plan_field &field, size_t length, size_t struct_size, moya_types_fault &fault) {
  char *room = static_cast<char *>(std::calloc(1, struct_size));
  if (!room) return MOYA_ERROR_MEMORY;
  decoder it(fault, false);
  it.defaults_left_ = most_defaults;
  plan_field as_given = field;
  as_given.default_json = nullptr;
  as_given.flags &= ~uint32_t{MOYA_FIELD_OPTIONAL | MOYA_FIELD_HAS};
  const int32_t status = it.decode(reinterpret_cast<const byte *>(field.default_json), length, "", as_given, room);
  std::free(room);
  return status;
}

}  // namespace moya
