// SPDX-License-Identifier: Apache-2.0
// A queue that runs device work on the host, as late as possible: the device pipeline without a
// device.
#pragma once

#include <cxxabi.h>

#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

#include "gpu/device/launch_shape.h"
#include "gpu/device/queue.h"
#include "gpu/emulation/host_kernels.h"
#include "graph/core/error.h"

namespace overlace {

/// See gpu/device/queue.h. Device memory is separate from host memory, so a kernel that is given a
/// host pointer, or a host that reads device memory, shows up in comparisons. Work runs only when
/// the host waits for it, so memory that is reused too early shows up, too. Thread groups are
/// rounded up to whole blocks, as on a device.
class HostQueue {
 public:
  class Block {
   public:
    Block() = default;
    explicit Block(std::size_t bytes)
        : memory_(new (std::align_val_t{256}) std::byte[bytes]()), size_(bytes) {}
    [[nodiscard]] std::byte* data() const { return memory_.get(); }
    [[nodiscard]] std::byte* device() const { return memory_.get(); }
    [[nodiscard]] std::size_t size() const { return size_; }

   private:
    struct Free {
      void operator()(std::byte* p) const { operator delete[](p, std::align_val_t{256}); }
    };
    std::unique_ptr<std::byte[], Free> memory_;
    std::size_t size_ = 0;
  };
  using HostBlock = Block;
  /// A node of a graph: "copy", "clear", or the name of a kernel.
  struct Work {
    std::string name;
    std::function<void()> run;
  };
  using Graph = std::vector<Work>;
  struct Event {
    std::size_t place = 0;        ///< work queued before it
    std::size_t aside_place = 0;  ///< work queued aside before it
  };

  /// `seed` shuffles the order of each launch's thread groups; 0 keeps them in order.
  explicit HostQueue(std::uint32_t seed = 0) : seed_(seed) {}

  Block allocate(std::size_t bytes) {
    if (device_bytes_ + bytes > most_bytes_)
      throw Error(ErrorCode::out_of_memory, "the memory of the queue is used up");
    device_bytes_ += bytes;
    return allocate_host(bytes);
  }
  /// Limits the total of device memory that can be reserved from now on.
  void limit_device_bytes(std::size_t bytes) { most_bytes_ = bytes; }
  /// Makes the n-th reservation from now on fail, whether of a block or of a graph; 0: none.
  void fail_reservation(std::size_t n) { until_failure_ = n; }
  HostBlock allocate_host(std::size_t bytes) {
    reserve();
    ++counts_.allocations;
    return bytes == 0 ? Block() : Block(bytes);
  }
  /// Device memory reserved so far, including what has been freed.
  [[nodiscard]] std::size_t device_bytes() const { return device_bytes_; }

  void upload(void* device, const void* host, std::size_t bytes) {
    run("copy", [=] {
      if (bytes > 0) std::memcpy(device, host, bytes);
    });
  }
  void download(void* host, const void* device, std::size_t bytes) { upload(host, device, bytes); }
  void clear(void* device, std::size_t bytes) {
    run("clear", [=] { std::memset(device, 0, bytes); });
  }
  void copy_rows(const RowCopy& copy) {
    run("copy", [=] {
      for (std::size_t y = 0; y < copy.rows; ++y)
        std::memcpy(static_cast<std::byte*>(copy.dst) + y * copy.dst_stride,
                    static_cast<const std::byte*>(copy.src) + y * copy.src_stride, copy.row_bytes);
    });
  }
  template <class Kernel>
  void launch(const Kernel& kernel, std::uint32_t groups) {
    ++launches_;
    run(name_of(typeid(Kernel)), [=, seed = seed_] {
      HostKernels(seed).launch(kernel, launched_groups<Kernel::group_size>(groups));
    });
  }
  void launch_early(bool) {}
  template <class F>
  void aside(const F& f) {
    in_aside_ = true;
    f();
    in_aside_ = false;
  }
  template <class F>
  [[nodiscard]] Graph capture(const F& f) {
    reserve();
    ++counts_.instantiations;
    captured_.clear();
    is_capturing_ = true;
    f();
    is_capturing_ = false;
    return captured_;
  }
  /// The graph captured last.
  [[nodiscard]] const Graph& captured() const { return captured_; }
  void replay(const Graph& graph) {
    for (const Work& work : graph) run(work.name, work.run);
  }

  Event make_event() { return {}; }
  void record(Event& event) { event = {queued(), in_aside_ ? queued_aside() : 0}; }
  void wait(Event& event) {
    advance(event.place);
    for (; aside_done_ < event.aside_place; ++aside_done_) {
      advance(aside_.front().after);
      aside_.front().run();
      aside_.pop_front();
    }
  }
  [[nodiscard]] bool done(Event& event) {
    return done_ >= event.place && aside_done_ >= event.aside_place;
  }
  void synchronize() {
    ++counts_.synchronisations;
    Event all{queued(), queued_aside()};
    wait(all);
  }

  /// Few, so that persistent kernels loop, and not a multiple of a block's warps.
  [[nodiscard]] std::uint32_t warps() const { return 13; }
  [[nodiscard]] QueueCounts counts() const { return counts_; }
  [[nodiscard]] std::size_t launches() const { return launches_; }

 private:
  /// Work that runs after the first `after` items of the main queue.
  struct Aside {
    std::size_t after;
    std::function<void()> run;
  };

  static std::string name_of(const std::type_info& kernel) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> name(
        abi::__cxa_demangle(kernel.name(), nullptr, nullptr, &status), &std::free);
    return name.get();
  }
  void run(std::string name, std::function<void()> work) {
    if (in_aside_) {
      aside_.push_back({queued(), std::move(work)});
    } else if (is_capturing_) {
      captured_.push_back({std::move(name), std::move(work)});
    } else {
      waiting_.push_back(std::move(work));
    }
  }
  [[nodiscard]] std::size_t queued() const { return done_ + waiting_.size(); }
  [[nodiscard]] std::size_t queued_aside() const { return aside_done_ + aside_.size(); }
  void advance(std::size_t place) {
    for (; done_ < place; ++done_) {
      waiting_.front()();
      waiting_.pop_front();
    }
  }

  void reserve() {
    if (until_failure_ > 0 && --until_failure_ == 0)
      throw Error(ErrorCode::out_of_memory, "the memory of the queue is used up");
  }

  std::uint32_t seed_;
  bool is_capturing_ = false;  ///< work is recorded, not queued to run
  Graph captured_;
  std::deque<std::function<void()>> waiting_;
  std::deque<Aside> aside_;
  bool in_aside_ = false;
  std::size_t done_ = 0, aside_done_ = 0;
  QueueCounts counts_;
  std::size_t launches_ = 0, device_bytes_ = 0, most_bytes_ = SIZE_MAX;
  std::size_t until_failure_ = 0;
};

}  // namespace overlace
