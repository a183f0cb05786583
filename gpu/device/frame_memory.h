// SPDX-License-Identifier: Apache-2.0
// The memory of a device replay: what is reserved once, how large, and where each record of a frame
// lies in it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/device/plan_division.h"
#include "gpu/device/records.h"
#include "gpu/effects/layer_effects.h"
#include "gpu/effects/picture_effects.h"

namespace overlace {

/// What is reserved, in records. When one is exceeded, the replay enlarges it and continues.
struct DeviceCapacity {
  std::size_t items = 0;                                          ///< item slots of one pass
  std::size_t segments = 0;                                       ///< of one pass
  std::size_t groups = 0;                                         ///< of a frame
  std::size_t host_items = 0, host_segments = 0, host_links = 0;  ///< of a frame
  std::size_t words = 0;  ///< of a frame: cells of areas, values of images
  std::size_t atlas = 0;  ///< bytes

  /// Raises what is less than `wanted` to 1.5 times that; true if anything grew.
  bool grow(const DeviceCapacity& wanted);
  friend bool operator==(const DeviceCapacity&, const DeviceCapacity&) = default;
};

/// What a plan starts with: enough for what it can make, and room for ordinary labels.
[[nodiscard]] DeviceCapacity first_capacity(const Plan& plan, const DeviceProgram& program);

/// The bins for so many item slots: as small as keeps their masks within 32 MiB.
[[nodiscard]] BinGrid make_bin_grid(Size picture, std::size_t items);

/// Hands out aligned places in a block of memory that is allocated afterwards.
class Layout {
 public:
  /// Room for `count` records of T; returns its offset in bytes.
  template <class T>
  std::size_t add(std::size_t count) {
    return add_bytes(count * sizeof(T));
  }
  std::size_t add_bytes(std::size_t bytes) {
    const std::size_t offset = size_;
    size_ += (bytes + alignment - 1) / alignment * alignment;
    return offset;
  }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  static constexpr std::size_t alignment = 256;
  std::size_t size_ = 0;
};

/// An array that the host fills and the device reads.
template <class T>
struct Mirrored {
  T* host = nullptr;
  const T* device = nullptr;
  const T* in_place = nullptr;  ///< the host's, as the device sees it; may equal `device`
  std::size_t capacity = 0;
};

/// A frame's records. The first six are copied to the device as one block; the others stay in host
/// memory, where the device reads what it needs.
struct FrameRecords {
  Mirrored<LinkRecord> links;
  Mirrored<PassRecord> passes;
  Mirrored<DrawRecord> draws;
  Mirrored<EffectRecord> effects;
  Mirrored<PictureEffectRecord> picture_effects;
  Mirrored<Group> groups;
  Mirrored<Item> items;
  Mirrored<Segment> segments;
  Mirrored<Link> host_links;
  Mirrored<std::uint32_t> words;
};

/// Where FrameRecords lie: `copied` bytes at the start of both blocks, then `in_place` more in the
/// host's.
class FrameLayout {
 public:
  FrameLayout(const DeviceProgram& program, const DeviceCapacity& capacity);

  /// A multiple of 16.
  [[nodiscard]] std::size_t copied() const { return copied_.size(); }
  [[nodiscard]] std::size_t host_bytes() const { return copied_.size() + in_place_.size(); }
  /// `host` and `host_on_device` are one block of host_bytes() as each side sees it; `copy` is
  /// device memory of copied() bytes.
  [[nodiscard]] FrameRecords records(std::byte* host, const std::byte* host_on_device,
                                     const std::byte* copy) const;

 private:
  std::size_t link_count_, pass_count_, draw_count_, effect_count_, picture_effect_count_;
  DeviceCapacity capacity_;
  Layout copied_, in_place_;
  std::size_t links_, passes_, draws_, effects_, picture_effects_, groups_;  ///< offsets
  std::size_t items_, segments_, host_links_, words_;
};

/// Offsets of the tables that all passes share.
struct SceneLayout {
  SceneLayout(Size picture, const DeviceCapacity& capacity, std::size_t group_floats);

  BinGrid grid;
  std::size_t items, segments, mask, bin_cost, listed, last_listed, group_pixels;
  std::size_t bytes;
  /// The tables in a block of `bytes`; their counters are elsewhere.
  [[nodiscard]] SceneTables tables(std::byte* block, const DeviceCapacity& capacity,
                                   SceneCounters* counters) const;
};

}  // namespace overlace
