// SPDX-License-Identifier: Apache-2.0
// A queue of device work whose kernels can be redirected: the Queue of gpu/device/queue.h.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <typeinfo>
#include <utility>
#include <vector>

#include "gpu/device/launch_shape.h"
#include "gpu/device/queue.h"
#include "gpu/device/thread_group.h"
#include "gpu/emulation/host_device.h"
#include "gpu/emulation/host_kernels.h"
#include "tools/gpu_model/arena.h"
#include "tools/gpu_model/backward_thread_group.h"
#include "tools/gpu_model/gpu_machine.h"

namespace overlace::gpu_model {

/// The order of execution of a kernel on the host.
enum class Order : std::uint8_t {
  forward,
  shuffled,  ///< groups in random order, and the threads of each backward
};

/// A launch without its kernel's type.
struct KernelLaunch {
  const std::type_info* kernel = nullptr;
  std::span<const std::byte> arguments;
  std::uint32_t blocks = 0, threads = 0;  ///< threads per block
  bool is_persistent = false;             ///< needs no more blocks than run at once
  std::function<void(std::uint32_t blocks, Order order)> on_host;
};

template <class Kernel>
void play_on_host(const Kernel& kernel, std::uint32_t blocks, Order order) {
  constexpr std::uint32_t seed = 1;
  const std::uint32_t groups = blocks * (block_threads<Kernel::group_size> / Kernel::group_size);
  if (order == Order::forward) return HostKernels().launch(kernel, groups);
  run_on_host<BackwardThreadGroup>(kernel, groups, seed);
}

/// Runs work when it is queued; all memory comes from one arena. Kernels run on the host unless
/// play_kernels() has set another player.
class ModelQueue {
 public:
  struct Block {
    std::byte* memory = nullptr;
    std::size_t bytes = 0;
    [[nodiscard]] std::byte* data() const { return memory; }
    [[nodiscard]] std::byte* device() const { return memory; }
    [[nodiscard]] std::size_t size() const { return bytes; }
  };
  using HostBlock = Block;
  using Graph = std::vector<std::function<void()>>;
  struct Event {};
  using Play = std::function<void(const KernelLaunch&)>;

  ModelQueue(Arena& memory, const Machine& machine) : memory_(&memory), warps_(machine.warps()) {}

  /// Sets what runs kernels from now on; none: the host.
  void play_kernels(Play play) { play_ = std::move(play); }

  Block allocate(std::size_t bytes) {
    return bytes == 0 ? Block{} : Block{memory_->allocate(bytes), bytes};
  }
  HostBlock allocate_host(std::size_t bytes) { return allocate(bytes); }
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
  void launch(const Kernel& kernel, std::uint32_t groups) {
    if (groups == 0) return;
    run([this, kernel, blocks = blocks_for<Kernel::group_size>(groups)] {
      const KernelLaunch launch{
          &typeid(Kernel),
          std::as_bytes(std::span(&kernel, 1)),
          blocks,
          block_threads<Kernel::group_size>,
          is_persistent<Kernel>,
          [&](std::uint32_t played, Order order) { play_on_host(kernel, played, order); }};
      play_ ? play_(launch) : launch.on_host(blocks, Order::forward);
    });
  }
  template <class F>
  void aside(const F& f) {
    f();
  }
  void launch_early(bool) {}
  [[nodiscard]] std::uint32_t warps() const { return warps_; }

  template <class F>
  [[nodiscard]] Graph capture(const F& f) {
    Graph graph;
    capturing_ = &graph;
    f();
    capturing_ = nullptr;
    return graph;
  }
  void replay(const Graph& graph) {
    for (const auto& work : graph) work();
  }
  Event make_event() { return {}; }
  void record(Event&) {}
  void wait(Event&) {}
  [[nodiscard]] bool done(Event&) { return true; }
  void synchronize() {}
  [[nodiscard]] QueueCounts counts() const { return {}; }

 private:
  void run(std::function<void()> work) {
    if (capturing_ != nullptr) {
      capturing_->push_back(std::move(work));
    } else {
      work();
    }
  }

  Arena* memory_;
  std::uint32_t warps_;
  Play play_;
  Graph* capturing_ = nullptr;
};

}  // namespace overlace::gpu_model
