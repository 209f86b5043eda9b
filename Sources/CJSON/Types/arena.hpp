#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#include "moya_types.h"

// The handle that C code receives: a list of blocks of memory. The first block contains the handle itself.
struct moya_arena {
  struct block {
    block *older;
  };
  // An entry for memory that was allocated separately and is freed with the arena. The entry itself is in a
  // block.
  struct adopted {
    adopted *older;
    void *memory;
  };
  block *newest = nullptr;
  adopted *apart = nullptr;
  void *owner = nullptr;
  void (*give_back)(void *owner) = nullptr;
};

namespace moya {

// Allocates from an arena. Texts grow from the front of the newest block, and aligned values from its back, so that no
// padding is needed between them. The arena is created at the first allocation, because a struct of numbers needs no
// arena.
class arena {
 public:
  // The free part of the newest block is between `front` and `back`.
  char *front = nullptr;
  char *back = nullptr;

  arena() = default;
  arena(const arena &) = delete;
  arena &operator=(const arena &) = delete;
  ~arena() { release(handle_); }

  // Allocates memory for a value, without zeroing it. The memory is aligned to 16 bytes if the size is a multiple of
  // 16, otherwise to 8 bytes. Returns null if there is no memory.
  void *allocate(size_t size) {
    for (;;) {
      const uintptr_t mask = size % 16 == 0 ? 15 : 7;
      if (static_cast<size_t>(back - front) >= size) {
        char *start = reinterpret_cast<char *>((reinterpret_cast<uintptr_t>(back) - size) & ~mask);
        if (start >= front) return back = start;
      }
      if (!grow(size + 16)) return nullptr;
    }
  }

  // Allocates a new block with room for this many bytes.
  bool grow(size_t least) {
    if (least > SIZE_MAX / 2) return false;
    const size_t head = handle_ ? sizeof(moya_arena::block) : sizeof(moya_arena::block) + sizeof(moya_arena);
    if (next_size_ < largest) next_size_ *= 2;
    const size_t size = head + (least > next_size_ ? least : next_size_);
    auto *made = static_cast<moya_arena::block *>(std::malloc(size));
    if (!made) return false;
    front = reinterpret_cast<char *>(made + 1);
    back = reinterpret_cast<char *>(made) + size;
    if (!handle_) {
      handle_ = new (front) moya_arena;
      front += sizeof(moya_arena);
      first_end_ = back;
    }
    made->older = handle_->newest;
    handle_->newest = made;
    return true;
  }

  // Takes over memory that malloc returned. Returns false if there is no memory to record it.
  bool adopt(void *memory) {
    auto *node = static_cast<moya_arena::adopted *>(allocate(sizeof(moya_arena::adopted)));
    if (!node) return false;
    *node = {handle_->apart, memory};
    handle_->apart = node;
    return true;
  }

  // Returns the arena, which the caller must release. Returns null if nothing was allocated from it.
  moya_arena *give() {
    moya_arena *given = handle_;
    handle_ = nullptr;
    front = back = nullptr;
    next_size_ = smallest;
    return given;
  }

  // Frees what was allocated, but preserves one block for the next allocations.
  void rewind() {
    if (!handle_) return;
    if (handle_->newest->older || handle_->apart) {
      release(give());
      return;
    }
    front = reinterpret_cast<char *>(handle_ + 1);
    back = first_end_;
  }

  static void release(moya_arena *handle) {
    if (!handle) return;
    if (handle->give_back) handle->give_back(handle->owner);
    for (moya_arena::adopted *node = handle->apart; node; node = node->older) std::free(node->memory);
    // The handle is in the oldest block, so it is freed last.
    for (moya_arena::block *block = handle->newest; block;) {
      moya_arena::block *older = block->older;
      std::free(block);
      block = older;
    }
  }

 private:
  // The sizes of the blocks. Each block is twice as large as the block before it, up to a limit. The limit bounds the
  // memory that remains unused.
  static constexpr size_t smallest = 256;
  static constexpr size_t largest = 256 << 10;

  moya_arena *handle_ = nullptr;
  char *first_end_ = nullptr;  // the end of the oldest block, which contains the handle
  size_t next_size_ = smallest;
};

}  // namespace moya
