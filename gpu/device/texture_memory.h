// SPDX-License-Identifier: Apache-2.0
// A plan's textures on a device.
#pragma once

#include <cstring>
#include <vector>

#include "gpu/device/frame_packer.h"
#include "gpu/host/texture_table.h"

namespace overlace {

/// Where the parts of a plan's textures lie in one block: views, then the texels and the ramp of
/// each.
struct TextureLayout {
  struct Place {
    std::size_t texels, ramp;
  };

  explicit TextureLayout(const Textures& textures) {
    Layout layout;
    layout.add<TextureView>(textures.size());
    for (const auto& texture : textures) {
      const std::size_t texels = layout.add<std::uint16_t>(texture->texels.size());
      places.push_back({texels, layout.add<std::uint16_t>(TextureRamp{}.size())});
    }
    if (!textures.empty()) bytes = layout.size();
  }

  std::vector<Place> places;  ///< of each texture
  std::size_t bytes = 0;      ///< 0 without textures
};

/// Textures are sent as one block, before the first frame, and again when the pictures' colours
/// change.
template <class Queue>
class TextureMemory {
 public:
  /// Puts the textures, in the colours of pictures like `picture`, into `tables`. Waits for the
  /// device if it sends them; captured graphs stay valid, because records hold the addresses.
  void send(Queue& queue, const Textures& textures, const ImageView& picture,
            DeviceTables& tables) {
    if (textures.empty()) return;
    const WorkingSpace space = make_working_space(picture.format, picture.color);
    const auto views = table_.views(&textures, space);
    if (sent_ == table_.generation()) return;
    queue.synchronize();
    const TextureLayout layout(textures);
    bytes_.assign(layout.bytes, std::byte{0});
    block_ = {};
    block_ = queue.allocate(bytes_.size());
    tables.texture_views = fill(layout, textures, views, block_.data());
    tables.textures_on_device = reinterpret_cast<const TextureView*>(block_.data());
    queue.upload(block_.data(), bytes_.data(), bytes_.size());
    queue.synchronize();
    bytes_ = {};
    sent_ = table_.generation();
  }

 private:
  /// Writes the block; returns the views into it at device address `base`.
  std::vector<TextureView> fill(const TextureLayout& layout, const Textures& textures,
                                std::span<const TextureView> views, const std::byte* base) {
    std::vector<TextureView> there(views.begin(), views.end());
    const auto copy = [&](const std::uint16_t* from, std::size_t count, std::size_t to) {
      std::memcpy(bytes_.data() + to, from, count * sizeof(std::uint16_t));
      return reinterpret_cast<const std::uint16_t*>(base + to);
    };
    for (std::size_t i = 0; i < views.size(); ++i) {
      there[i].texels = copy(views[i].texels, textures[i]->texels.size(), layout.places[i].texels);
      if (views[i].ramp != nullptr)
        there[i].ramp = copy(views[i].ramp, TextureRamp{}.size(), layout.places[i].ramp);
    }
    std::memcpy(bytes_.data(), there.data(), there.size() * sizeof(TextureView));
    return there;
  }

  TextureTable table_;
  typename Queue::Block block_;
  std::vector<std::byte> bytes_;  ///< until they are sent
  std::uint64_t sent_ = 0;        ///< generation of the table
};

}  // namespace overlace
