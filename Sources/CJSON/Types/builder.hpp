#pragma once
#include <memory>

#include "Types/plan.hpp"

namespace moya {

// The most bytes that a name may have. Types, fields and the values of an enumeration have names.
constexpr uint32_t longest_name = 4096;

// If `text` is a usable name, returns it and stores its length. Otherwise (NULL, too long or not UTF-8) returns null.
// The text is from a type's table (moya_type), so it can have any content.
const char *readable(const char *text, size_t &length);

// Makes the plan (plan.hpp) of a type and of all types to which it refers, and checks the tables of these types.
class plan_builder {
 public:
  plan_builder(plan &made, moya_types_fault &fault) : plan_(made), fault_(fault) {}

  // Makes the plan of this type. Returns a status.
  int32_t build(const moya_type *type);

 private:
  plan_node *node(const moya_type *type);
  plan_node *known(const moya_type *type) const;
  bool remember(plan_node &node);
  plan_node **slot(const moya_type *type) const;
  plan_node *add_node();
  plan_field *add_field(plan_node &node);
  bool read(plan_node &node);
  bool read(plan_node &node, const moya_type_field &field, uint32_t index);
  bool read_kind(const plan_node &node, const moya_type_field &given, uint32_t index, plan_field &made);
  bool place(plan_node &node, const moya_type_field &given, uint32_t index, plan_field made);
  const plan_names *names(const moya_type_names *given);
  bool index_fields(plan_node &node);
  bool holds_itself(plan_node &node, uint32_t depth);
  bool is_only_itself(plan_node &node, uint32_t walk);
  bool check_defaults(plan_node &node);

  static const char *fault_of(const moya_type &type);
  bool refuse(const plan_node &node, const moya_type_field &field, uint32_t index, const char *why);
  bool refuse(const char *type, const char *why);
  bool no_memory();

  plan &plan_;
  moya_types_fault &fault_;
  int32_t status_ = MOYA_OK;
  uint32_t types_ = 0;
  // A hash table of the nodes by the types' addresses, if there are more than a few types. The size is a power of two.
  std::unique_ptr<plan_node *[]> slots_;
  uint32_t slot_count_ = 0;
  plan_node *newest_ = nullptr;
};

}  // namespace moya
