// SPDX-License-Identifier: Apache-2.0
// A queue of device work that runs on the host, as late as it may: the device pipeline without a
// device.
#pragma once

#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "gpu/device/launch_shape.h"
#include "gpu/device/queue.h"
#include "graph/core/error.h"
#include "tests/gpu/device/host_device.h"

namespace overlace {

/// See gpu/device/queue.h. Device memory is memory of its own, so that a kernel which is given a
/// pointer of the host's, or a host that reads the device's, is found by comparing. Work runs when
/// the host waits for it and no sooner, so that memory which is used again too early is found, too.
/// Teams are rounded up to whole blocks, as on a device.
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
  using Graph = std::vector<std::function<void()>>;
  struct Event {
    std::size_t place = 0;  ///< how much was queued before
  };

  /// Teams of each launch run in an order shuffled by `seed`; 0 keeps them in order.
  explicit HostQueue(std::uint32_t seed = 0) : seed_(seed) {}

  Block allocate(std::size_t bytes) {
    if (device_bytes_ + bytes > most_bytes_)
      throw Error(ErrorCode::out_of_memory, "the memory of the queue is used up");
    device_bytes_ += bytes;
    return allocate_host(bytes);
  }
  /// From now on no more than this can be reserved in all.
  void limit_device_bytes(std::size_t bytes) { most_bytes_ = bytes; }
  /// The n-th reservation of memory from now on fails, be it of a block or a graph; 0 is none.
  void fail_reservation(std::size_t n) { until_failure_ = n; }
  HostBlock allocate_host(std::size_t bytes) {
    reserve();
    ++counts_.allocations;
    return bytes == 0 ? Block() : Block(bytes);
  }
  /// Device memory reserved so far; what was given back still counts.
  [[nodiscard]] std::size_t device_bytes() const { return device_bytes_; }

  void upload(void* device, const void* host, std::size_t bytes) {
    run([=] {
      if (bytes > 0) std::memcpy(device, host, bytes);
    });
  }
  void download(void* host, const void* device, std::size_t bytes) { upload(host, device, bytes); }
  void clear(void* device, std::size_t bytes) {
    run([=] { std::memset(device, 0, bytes); });
  }
  void copy_rows(const RowCopy& copy) {
    run([=] {
      for (std::size_t y = 0; y < copy.rows; ++y)
        std::memcpy(static_cast<std::byte*>(copy.dst) + y * copy.dst_stride,
                    static_cast<const std::byte*>(copy.src) + y * copy.src_stride, copy.row_bytes);
    });
  }
  template <class Kernel>
  void launch(const Kernel& kernel, std::uint32_t teams) {
    ++launches_;
    run([=, seed = seed_] { run_on_host(kernel, launched_teams<Kernel::team_size>(teams), seed); });
  }
  void launch_early(bool) {}
  template <class F>
  [[nodiscard]] Graph capture(const F& f) {
    reserve();
    ++counts_.instantiations;
    Graph graph;
    capturing_ = &graph;
    f();
    capturing_ = nullptr;
    return graph;
  }
  void replay(const Graph& graph) {
    for (const auto& work : graph) run(work);
  }

  Event make_event() { return {}; }
  void record(Event& event) { event.place = done_ + waiting_.size(); }
  void wait(Event& event) {
    for (; done_ < event.place; ++done_) {
      waiting_.front()();
      waiting_.pop_front();
    }
  }
  [[nodiscard]] bool done(Event& event) { return done_ >= event.place; }
  void synchronize() {
    ++counts_.synchronisations;
    Event all;
    record(all);
    wait(all);
  }

  /// Few, so that persistent kernels go round, and no whole block of them.
  [[nodiscard]] std::uint32_t warps() const { return 13; }
  [[nodiscard]] QueueCounts counts() const { return counts_; }
  [[nodiscard]] std::size_t launches() const { return launches_; }

 private:
  void run(std::function<void()> work) {
    if (capturing_ != nullptr) {
      capturing_->push_back(std::move(work));
    } else {
      waiting_.push_back(std::move(work));
    }
  }

  void reserve() {
    if (until_failure_ > 0 && --until_failure_ == 0)
      throw Error(ErrorCode::out_of_memory, "the memory of the queue is used up");
  }

  std::uint32_t seed_;
  Graph* capturing_ = nullptr;
  std::deque<std::function<void()>> waiting_;
  std::size_t done_ = 0;
  QueueCounts counts_;
  std::size_t launches_ = 0, device_bytes_ = 0, most_bytes_ = SIZE_MAX;
  std::size_t until_failure_ = 0;
};

}  // namespace overlace
