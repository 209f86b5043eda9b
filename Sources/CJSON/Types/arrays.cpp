#include <cstdlib>

#include "Types/decode.hpp"

// Decodes arrays and maps. The number of elements is known only at the end, so the elements are collected in a buffer
// (`collector`) and then moved into the arena.
namespace moya {
namespace {

// The pointer of an empty array points to this memory.
alignas(16) char no_elements[16];

// If the collected elements have at least this size, they are not copied. Instead, the arena adopts their memory.
constexpr size_t large = 32 << 10;

}  // namespace

// Makes the buffer (`collector`) of a level at least `needed` bytes large. Each level of nested arrays has its own
// buffer.
bool decoder::collector_at(size_t level, size_t needed) {
  if (level >= collector_count_) {
    auto *more = static_cast<collector *>(std::realloc(collectors_, (level + 4) * sizeof(collector)));
    if (!more) return false;
    collectors_ = more;
    while (collector_count_ < level + 4) collectors_[collector_count_++] = {nullptr, 0};
  }
  collector &it = collectors_[level];
  if (needed <= it.room) return true;
  // The size doubles each time. Doubling costs little, because realloc moves a large block by remapping its pages, and
  // pages that were not written use no memory.
  size_t room = it.room < 1024 ? 1024 : it.room * 2;
  if (room < needed) room = needed;
  auto *start = static_cast<char *>(std::realloc(it.start, room));
  if (!start) return false;
  it = {start, room};
  return true;
}

bool decoder::array(const plan_field &field, char *base) {
  if (p_ >= end_ || *p_ != '[') return wrong("an array");
  bool has_more = false;
  if (!enter(']', has_more)) return false;
  const size_t level = arrays_++, size = field.element;
  step here = {step::element, at_, nullptr, 0};
  for (at_ = &here; has_more; ++here.number) {
    if (!collector_at(level, (here.number + 1) * size)) return no_memory();
    char *element = collectors_[level].start + here.number * size;
    std::memset(element, 0, size);
    if (p_ >= end_) return malformed();
    if (!one(field, element) || !comma_or(']', has_more)) return false;
  }
  at_ = here.outer;
  --depth_;
  --arrays_;
  std::memcpy(base + field.count_offset, &here.number, sizeof here.number);
  return finish_array(level, here.number * size, base + field.offset);
}

bool decoder::map(const plan_field &field, char *base) {
  if (p_ >= end_ || *p_ != '{') return wrong("an object");
  bool has_more = false;
  if (!enter('}', has_more)) return false;
  const size_t level = arrays_++, size = field.entry();
  step here = {step::key, at_, nullptr, 0};
  size_t count = 0;
  for (; has_more; ++count) {
    if (!collector_at(level, (count + 1) * size)) return no_memory();
    char *entry = collectors_[level].start + count * size;
    std::memset(entry, 0, size);
    if (p_ >= end_ || *p_ != '"') return malformed();
    const byte *key = p_ + 1, *last = key;
    if (!skip_string(last, end_)) return malformed();
    here.text = is_secret_ ? redacted : reinterpret_cast<const char *>(key);
    here.number = is_secret_ ? sizeof redacted - 1 : static_cast<size_t>(last - 1 - key);
    at_ = &here;
    if (!str(entry) || !colon()) return false;
    if (p_ >= end_) return malformed();
    if (!one(field, entry + sizeof(char *)) || !comma_or('}', has_more)) return false;
  }
  at_ = here.outer;
  --depth_;
  --arrays_;
  std::memcpy(base + field.count_offset, &count, sizeof count);
  return finish_array(level, count * size, base + field.offset);
}

// Moves the collected elements into the arena, and stores their address in the member.
bool decoder::finish_array(size_t level, size_t size, char *member) {
  char *start = no_elements;
  if (size >= large) {
    collector &it = collectors_[level];
    auto *fitted = static_cast<char *>(std::realloc(it.start, size));
    it.start = fitted ? fitted : it.start;
    start = it.start;
    if (!memory.adopt(start)) return no_memory();
    it = {nullptr, 0};
  } else if (size > 0) {
    start = static_cast<char *>(memory.allocate(size));
    if (!start) return no_memory();
    std::memcpy(start, collectors_[level].start, size);
  }
  std::memcpy(member, &start, sizeof start);
  return true;
}

}  // namespace moya
