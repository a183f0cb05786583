// SPDX-License-Identifier: Apache-2.0
// What a device keeps for a whole clip: tracks, links, colour look-up tables, layers.
#pragma once

#include <vector>

#include "gpu/device/frame_packer.h"
#include "gpu/device/link_layout.h"
#include "gpu/device/link_step.h"
#include "gpu/device/paint_region.h"
#include "gpu/device/picture_memory.h"
#include "gpu/device/track_memory.h"
#include "graph/plan/effect_memory.h"

namespace overlace {

/// The capacity that a step's link tables need.
[[nodiscard]] LinkCapacity link_capacity(const LinkWork& work);

/// Bytes of a colour look-up table.
[[nodiscard]] inline std::size_t lut_bytes(const Lut& lut) {
  return lut.values.size() * sizeof(float);
}

/// A view of a layer in device memory.
[[nodiscard]] LayerView device_layer_view(const LayerMemory& layer, Size size);

/// The memory blocks and the addresses in them. The constructor uploads everything and waits for
/// it.
template <class Queue>
class ClipMemory {
 public:
  ClipMemory(Queue& queue, const Plan& plan, const DeviceProgram& program) {
    for (const auto& table : plan.tracks) add_tracks(queue, *table);
    for (const LinkWork& work : program.links) add_links(queue, work);
    for (const auto& lut : plan.luts) add_lut(queue, *lut);
    for (const LayerKind kind : layer_kinds(plan)) add_layer(queue, stored_size(plan.clip), kind);
    if (const std::size_t bytes = effect_scratch_bytes(plan, FilterAxes::one_by_one); bytes > 0)
      tables_.effect_scratch = reserve(queue, bytes);
    upload_layer_views(queue);
    queue.synchronize();
  }

  [[nodiscard]] const DeviceTables& tables() const { return tables_; }
  [[nodiscard]] DeviceTables& tables() { return tables_; }
  [[nodiscard]] const std::vector<LinkTables>& links() const { return links_; }

 private:
  std::byte* reserve(Queue& queue, std::size_t bytes) {
    return blocks_.emplace_back(queue.allocate(bytes)).data();
  }

  void add_tracks(Queue& queue, const TrackTable& table) {
    const TrackLayout layout(table);
    std::byte* base = reserve(queue, layout.bytes());
    const std::vector<std::byte>& contents = sent_.emplace_back(layout.contents(table, base));
    queue.upload(base, contents.data(), contents.size());
    tables_.tracks.push_back(
        {layout.columns(base), layout.row_of_rank(base), layout.frame_begin(base)});
  }

  void add_links(Queue& queue, const LinkWork& work) {
    LinkTables& links = links_.emplace_back();
    if (!work.made_on_host) {
      const LinkLayout layout(link_capacity(work));
      links = layout.tables(reserve(queue, layout.bytes()));
    }
    tables_.links.push_back({links.links, links.count});
  }

  /// No copy is needed: the plan keeps the values during the upload.
  void add_lut(Queue& queue, const Lut& lut) {
    std::byte* base = reserve(queue, lut_bytes(lut));
    queue.upload(base, lut.values.data(), lut_bytes(lut));
    tables_.luts.push_back(view_of(lut, reinterpret_cast<const float*>(base)));
  }

  void add_layer(Queue& queue, Size size, LayerKind kind) {
    auto* pixels = reinterpret_cast<std::uint16_t*>(reserve(queue, layer_pixels_bytes(size, kind)));
    auto* occupied = reinterpret_cast<std::uint8_t*>(reserve(queue, layer_occupied_bytes(size)));
    tables_.layers.push_back({pixels, occupied, kind});
    tables_.layer_views.push_back(device_layer_view(tables_.layers.back(), size));
  }

  void upload_layer_views(Queue& queue) {
    const std::vector<LayerView>& views = tables_.layer_views;
    if (views.empty()) return;
    const std::size_t bytes = views.size() * sizeof(LayerView);
    std::byte* base = reserve(queue, bytes);
    queue.upload(base, views.data(), bytes);
    tables_.layers_on_device = reinterpret_cast<const LayerView*>(base);
  }

  std::vector<typename Queue::Block> blocks_;
  std::vector<std::vector<std::byte>> sent_;  ///< until the uploads are done
  std::vector<LinkTables> links_;
  DeviceTables tables_;
};

}  // namespace overlace
