#include "Types/feed.hpp"

#include <cstdlib>

#include <moya/base.h>

namespace moya {

feed::feed(plan *prepared, bool is_array, size_t most_bytes, moya_types_item item, void *user)
    : awaits_(is_array ? opening : value_or_space),
      plan_(prepared),
      is_array_(is_array),
      most_bytes_(most_bytes),
      item_(item),
      user_(user),
      decoder_(fault_, false),
      struct_(static_cast<char *>(std::malloc(prepared->root()->struct_size))) {}

feed::~feed() {
  std::free(struct_);
  std::free(held_);
  plan::done(plan_);
}

int32_t feed::add(const byte *bytes, size_t length, int32_t &flow, moya_types_fault &fault) {
  flow = MOYA_FLOW_CONTINUE;
  if (!struct_) {
    status_ = MOYA_ERROR_MEMORY;
    sentence(fault_) << "there is no memory for a value";
  }
  const byte *p = bytes, *end = bytes + length;
  if (status_ == MOYA_OK) status_ = skip_mark(p, end);
  while (p < end && status_ == MOYA_OK) status_ = take(p, end, flow);
  if (status_ != MOYA_OK) fault = fault_;
  return status_;
}

// Skips the byte order mark at the start of the text.
int32_t feed::skip_mark(const byte *&p, const byte *end) {
  static constexpr byte mark[] = {0xEF, 0xBB, 0xBF};
  for (; mark_ < sizeof mark && p < end; ++p, ++mark_) {
    if (*p == mark[mark_]) continue;
    if (mark_ > 0) return refuse("the text is not JSON");
    mark_ = sizeof mark;
    break;
  }
  return MOYA_OK;
}

int32_t feed::finish(moya_types_fault &fault) {
  int32_t flow;
  if (status_ == MOYA_OK && (mark_ == 1 || mark_ == 2)) status_ = refuse("the text is not JSON");
  if (status_ == MOYA_OK && !splitter_.is_between()) {
    // The text has ended within a value. A number may be complete here. For any other value, the decoder reports that
    // it is incomplete.
    splitter_.end();
    status_ = value(held_, held_length_, flow);
  }
  if (status_ == MOYA_OK && is_array_ && awaits_ != closed) status_ = refuse("the text ends within an array");
  if (status_ != MOYA_OK) fault = fault_;
  return status_;
}

// Reads one of these: white space, a bracket or a comma of the outer array, or the part of a value that has arrived.
int32_t feed::take(const byte *&p, const byte *end, int32_t &flow) {
  if (splitter_.is_between()) {
    const byte c = *p;
    if (is_space(c)) return ++p, MOYA_OK;
    switch (awaits_) {
      case opening:
        if (c != '[') return refuse("the text is not an array");
        awaits_ = first_value;
        return ++p, MOYA_OK;
      case comma:
        if (c != ',' && c != ']') return refuse("the text is not an array");
        awaits_ = c == ',' ? next_value : closed;
        return ++p, MOYA_OK;
      case closed: return refuse("something stands behind the array");
      case first_value:
        if (c == ']') return awaits_ = closed, ++p, MOYA_OK;
        break;
      default: break;
    }
  }
  bool ends = false;
  const byte *start = p;
  p += splitter_.take(start, static_cast<size_t>(end - start), ends);
  const size_t length = static_cast<size_t>(p - start);
  if (length > most_bytes_ - held_length_) return refuse("a value is longer than max_value");
  if (!ends) return hold(start, length);
  if (is_array_) awaits_ = comma;
  if (held_length_ == 0) return value(start, length, flow);
  if (const int32_t status = hold(start, length)) return status;
  return value(held_, held_length_, flow);
}

int32_t feed::hold(const byte *bytes, size_t length) {
  if (length > held_room_ - held_length_) {
    const size_t least = held_length_ + length, room = least < held_room_ * 2 ? held_room_ * 2 : least;
    auto *more = static_cast<byte *>(std::realloc(held_, room));
    if (!more) {
      sentence(fault_) << "there is no memory for a value";
      return MOYA_ERROR_MEMORY;
    }
    held_ = more;
    held_room_ = room;
  }
  if (length > 0) std::memcpy(held_ + held_length_, bytes, length);
  held_length_ += length;
  return MOYA_OK;
}

int32_t feed::value(const byte *bytes, size_t length, int32_t &flow) {
  const plan_node *root = plan_->root();
  plan_field whole;
  whole.kind = MOYA_KIND_STRUCT;
  whole.node = root;
  whole.element = root->struct_size;
  std::memset(struct_, 0, root->struct_size);
  held_length_ = 0;
  if (const int32_t status = decoder_.decode(bytes, length, "", whole, struct_, &count_)) return status;
  ++count_;
  const int32_t answer = item_(user_, struct_);
  decoder_.memory.rewind();
  if (answer == MOYA_FLOW_PAUSE) flow = answer;
  if (answer == MOYA_FLOW_CONTINUE || answer == MOYA_FLOW_PAUSE) return MOYA_OK;
  sentence(fault_) << "the function for values stopped at [" << count_ - 1 << "]";
  return MOYA_ERROR_CANCELLED;
}

int32_t feed::refuse(const char *why) {
  sentence(fault_) << why << " (behind " << count_ << " values)";
  return MOYA_ERROR_JSON;
}

}  // namespace moya
