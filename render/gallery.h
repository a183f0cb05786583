// SPDX-License-Identifier: Apache-2.0
// Presets, each drawn on the same frame.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "io/read/grab.h"
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

  /// `plain` is the frame as it is, at the size at which presets are drawn, which may differ from
  /// the clip's.
  PresetPainter(OpenSession open, GrabbedFrame plain, bool layered, Device device)
      : open_(std::move(open)),
        plain_(std::move(plain)),
        layered_(layered),
        device_(std::move(device)) {}

  /// The frame with a preset drawn on it. `progress` is as for Session::analyse. Throws Error, and
  /// what `progress` throws.
  [[nodiscard]] GrabbedFrame draw(const GalleryPreset& preset,
                                  const AnalysisProgress& progress = {});

 private:
  OpenSession open_;
  GrabbedFrame plain_;
  bool layered_;
  Device device_;
  std::unique_ptr<Replay> replay_;  ///< of the last preset; null before
};

}  // namespace overlace
