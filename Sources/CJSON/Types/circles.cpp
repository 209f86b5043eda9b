#include "Types/builder.hpp"
#include "Types/decode.hpp"

// Finds types whose structs or whose JSON would have no end.
namespace moya {
namespace {

// The maximum nesting of structs in structs. It equals the maximum nesting of JSON.
constexpr uint32_t most_depth = decoder::most_levels;

}  // namespace

// Returns true if a struct contains itself through members that are structs.
bool plan_builder::holds_itself(plan_node &node, uint32_t depth) {
  if (node.search == plan_node::open) return !refuse(node.type ? node.type->name : "?", "holds itself");
  if (node.search == plan_node::seen) return false;
  if (depth > most_depth) return !refuse(node.type ? node.type->name : "?", "holds structs deeper than 512 levels");
  node.search = plan_node::open;
  bool found = false;
  for (uint32_t i = 0; i < node.count && !found; ++i) {
    const plan_field &field = node.fields[i];
    // A struct can contain itself only through members that are as large as the struct. So only such members are
    // searched, and few searches are deep.
    if (!field.node || field.has(plan_field::pointers)) continue;
    const bool can = field.kind == plan_field::group || field.node->struct_size == node.struct_size;
    found = can && holds_itself(const_cast<plan_node &>(*field.node), depth + 1);
  }
  node.search = plan_node::seen;
  return found;
}

// Returns true if a type with MOYA_TYPE_VALUE refers to itself only through types with MOYA_TYPE_VALUE. If so, its JSON
// would have no end.
bool plan_builder::is_only_itself(plan_node &node, uint32_t walk) {
  for (plan_node *at = &node; (at->flags & MOYA_TYPE_VALUE) != 0;) {
    if (at->walk == walk) return !refuse(at->type->name, "is a value that is only itself");
    if (at->walk != 0) return false;
    at->walk = walk;
    const plan_field &only = at->fields[0];
    if (!only.node || only.has(MOYA_FIELD_ARRAY | MOYA_FIELD_MAP)) return false;
    at = const_cast<plan_node *>(only.node);
  }
  return false;
}

}  // namespace moya
