// SPDX-License-Identifier: Apache-2.0
// What all queues of device work have in common. A queue runs work in order, while the host
// continues.
#pragma once

#include <cstddef>
#include <cstdint>

namespace overlace {

// A Queue is a class with these members; gpu/cuda/cuda_queue.h says what each does:
//
//   Block, HostBlock, Graph, Event               handles that own what they name; movable
//   Block allocate(std::size_t bytes)            HostBlock allocate_host(std::size_t bytes)
//   void upload(void* device, const void* host, std::size_t bytes)
//   void download(void* host, const void* device, std::size_t bytes)
//   void clear(void* device, std::size_t bytes)
//   void copy_rows(const RowCopy&)
//   std::uint32_t warps() const                   that keep the device busy
//   void launch(const Kernel&, std::uint32_t groups)
//   void aside(const F&)
//   Graph capture(const F&)                      void replay(const Graph&)
//   Event make_event()   void record(Event&)     void wait(Event&)   bool done(Event&)
//   void synchronize()                           QueueCounts counts() const

enum class CopyKind : std::uint8_t { host_to_device, device_to_host, device_to_device };

/// A copy of rows of a plane. Preconditions: both strides are at least `row_bytes`; source and
/// destination do not overlap.
struct RowCopy {
  void* dst = nullptr;
  std::size_t dst_stride = 0;  ///< bytes from row to row
  const void* src = nullptr;
  std::size_t src_stride = 0;
  std::size_t row_bytes = 0;
  std::size_t rows = 0;
  CopyKind kind = CopyKind::device_to_device;
};

/// Counts, since the queue was made, of what a frame loop must not do. Waiting for an event is
/// allowed.
struct QueueCounts {
  std::uint64_t allocations = 0;  ///< of device and host memory
  std::uint64_t instantiations = 0;
  std::uint64_t synchronisations = 0;  ///< of the whole queue with the host
  friend bool operator==(const QueueCounts&, const QueueCounts&) = default;
};

}  // namespace overlace
