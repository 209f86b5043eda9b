#pragma once
#include "Types/decode.hpp"
#include "Types/splitter.hpp"

namespace moya {

// Decodes consecutive values, or the elements of an array, as they arrive.
class feed {
 public:
  feed(plan *prepared, bool is_array, size_t most_bytes, moya_types_item item, void *user);
  ~feed();
  feed(const feed &) = delete;
  feed &operator=(const feed &) = delete;

  // Adds bytes. Returns a status. If the function that receives the values asks for a pause, `flow` becomes
  // MOYA_FLOW_PAUSE, otherwise MOYA_FLOW_CONTINUE.
  int32_t add(const byte *bytes, size_t length, int32_t &flow, moya_types_fault &fault);
  // Tells the feed that there are no more bytes. Returns a status.
  int32_t finish(moya_types_fault &fault);

 private:
  int32_t skip_mark(const byte *&p, const byte *end);
  int32_t take(const byte *&p, const byte *end, int32_t &flow);
  int32_t hold(const byte *bytes, size_t length);
  int32_t value(const byte *bytes, size_t length, int32_t &flow);
  int32_t refuse(const char *why);

  // What must come next in the text. In an array, it is a bracket, a value or a comma. Outside an array, it is
  // always a value.
  enum { opening, first_value, value_or_space, next_value, comma, closed } awaits_;

  plan *plan_;
  const bool is_array_;
  const size_t most_bytes_;
  const moya_types_item item_;
  void *const user_;
  // How many of the three bytes of a byte order mark have arrived. It is 3 if the text has no byte order mark.
  uint32_t mark_ = 0;
  splitter splitter_;
  moya_types_fault fault_ = {};
  int32_t status_ = MOYA_OK;
  decoder decoder_;
  char *struct_ = nullptr;
  size_t count_ = 0;
  // The start of a value whose end has not arrived yet.
  byte *held_ = nullptr;
  size_t held_length_ = 0;
  size_t held_room_ = 0;
};

}  // namespace moya
