#pragma once
#include <atomic>
#include <cstdint>

namespace moya {

// Remembers which array element was found last by its index, so that a loop over indexes walks the array once. If
// another thread is writing at the same moment, `recall` returns false and `keep` does nothing. These functions never
// wait, because the caller can also find the element by walking the array.
class last_element {
 public:
  bool recall(uint32_t array, uint32_t &index, uint32_t &token) const {
    const uint32_t version = version_.load(std::memory_order_acquire);
    if (version % 2 != 0 || array_.load(std::memory_order_relaxed) != array) return false;
    index = index_.load(std::memory_order_relaxed);
    token = token_.load(std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_acquire);
    return token != 0 && version_.load(std::memory_order_relaxed) == version;
  }

  void keep(uint32_t array, uint32_t index, uint32_t token) {
    uint32_t version = version_.load(std::memory_order_relaxed);
    if (version % 2 != 0 || !version_.compare_exchange_strong(version, version + 1, std::memory_order_acquire)) return;
    std::atomic_thread_fence(std::memory_order_release);
    array_.store(array, std::memory_order_relaxed);
    index_.store(index, std::memory_order_relaxed);
    token_.store(token, std::memory_order_relaxed);
    version_.store(version + 2, std::memory_order_release);
  }

 private:
  std::atomic<uint32_t> version_{0};  // an odd version means that a thread is writing
  std::atomic<uint32_t> array_{0}, index_{0}, token_{0};
};

}  // namespace moya
