// SPDX-License-Identifier: Apache-2.0
// Presets, each drawn on a copy of the same frame.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "render/graph_settings.h"
#include "render/session.h"

namespace overlace {

/// A preset, merged with what it extends.
struct GalleryPreset {
  SessionDocument document;
  std::vector<Setting> values;  ///< those settings that it has a knob or a parameter for
};

/// Throws Error(usage).
[[nodiscard]] GalleryPreset load_gallery_preset(const std::string& name,
                                                const GraphSettings& graph);

/// Whether an error means that this preset does not suit the clip, and not that nothing works.
[[nodiscard]] bool is_of_preset(ErrorCode code);

/// Draws presets on one frame. One thread at a time.
class PresetPainter {
 public:
  /// Opens a document over the clip. Sessions that share their tables are quick.
  using OpenSession = std::function<Session(SessionDocument document)>;

  PresetPainter(OpenSession open, bool layered, Device device)
      : open_(std::move(open)), layered_(layered), device_(std::move(device)) {}

  /// Draws a preset on a frame's picture, whose size may differ from the clip's. `progress` is as
  /// for Session::analyse. Throws Error, and what `progress` throws.
  void draw(const GalleryPreset& preset, const FrameTime& time, const ImageView& picture,
            const AnalysisProgress& progress = {});

 private:
  OpenSession open_;
  bool layered_;
  Device device_;
  std::unique_ptr<Replay> replay_;  ///< of the last preset; null before
};

}  // namespace overlace
