#include "Types/plan.hpp"

#include <new>

#include "Types/builder.hpp"

namespace moya {

plan *plan::of(const moya_type *type, int32_t &status, moya_types_fault &fault) {
  const bool keeps = type && type->size >= sizeof(moya_type) && type->prepared;
  if (keeps) {
    if (void *kept = __atomic_load_n(type->prepared, __ATOMIC_ACQUIRE)) return static_cast<plan *>(kept);
  }
  plan *made = new (std::nothrow) plan;
  if (!made) {
    status = MOYA_ERROR_MEMORY;
    sentence(fault) << "there is no memory for what a type is prepared to";
    return nullptr;
  }
  status = plan_builder(*made, fault).build(type);
  if (status != MOYA_OK) {
    delete made;
    return nullptr;
  }
  if (!keeps) return made;
  // Two threads can reach this point. The type stores the plan of the first thread. The other thread deletes its plan
  // and uses the stored one.
  made->is_kept_ = true;
  void *kept = nullptr;
  if (__atomic_compare_exchange_n(type->prepared, &kept, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return made;
  delete made;
  return static_cast<plan *>(kept);
}

void plan::done(plan *it) {
  if (it && !it->is_kept_) delete it;
}

void plan::forget(const moya_type *type) {
  if (!type || type->size < sizeof(moya_type) || !type->prepared) return;
  delete static_cast<plan *>(__atomic_exchange_n(type->prepared, nullptr, __ATOMIC_ACQ_REL));
}

}  // namespace moya
