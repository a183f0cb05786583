// SPDX-License-Identifier: Apache-2.0
// The clip that is edited, for an engine that does not care where its frames come from.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "graph/core/deadline.h"
#include "graph/core/time.h"
#include "graph/data/image.h"
#include "render/graph_source.h"
#include "render/session.h"

namespace overlace {

/// Thrown when a clip that somebody else decodes lacks a frame: that of `size` px is to be given.
struct FrameNeeded {
  std::int32_t frame;  ///< from 0
  Size size;
};
/// The same for a picture file that a graph paints with.
struct PictureNeeded {
  std::string path;
};

/// A picture as the page takes it.
struct PictureBytes {
  std::string type;      ///< of its content: "image/png"
  std::int32_t frame;    ///< the number of its frame in the clip
  std::string bytes;     ///< of the file, or of the pixels
  Json::Object facts{};  ///< what else has to be known to read them
};

/// A frame's picture, to draw on.
class EditedPicture {
 public:
  virtual ~EditedPicture() = default;
  [[nodiscard]] virtual const FrameTime& time() const = 0;
  /// Whether it stands in for one that takes longer.
  [[nodiscard]] virtual bool is_provisional() const = 0;
  /// Valid as long as this object.
  [[nodiscard]] virtual ImageView view() = 0;
  [[nodiscard]] virtual std::unique_ptr<EditedPicture> copy() const = 0;
  /// A part of it, in its own px.
  [[nodiscard]] virtual PictureBytes encoded(const PixelRect& part) = 0;
};

/// A pixel of a drawn frame.
struct DrawnPixel {
  FrameTime time;
  std::array<std::uint8_t, 3> rgb{};
};

/// A clip with a graph that is drawn on it. Frames are counted from 0, and exist; sizes are even.
/// One thread at a time. All that draws throws Error, FrameNeeded and PictureNeeded.
class EditedClip {
 public:
  virtual ~EditedClip() = default;

  [[nodiscard]] virtual const ClipInfo& info() const = 0;
  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual std::int64_t frame_count() const = 0;
  /// The place of a frame, by its number in the clip. Throws Error(usage) where there is none.
  [[nodiscard]] virtual std::int32_t place_of(std::int32_t number) const = 0;

  /// From now on this graph is drawn; see StillSession::show.
  virtual void show(const GraphSource& source, const AnalysisProgress& progress) = 0;
  /// A session of another document, which shares what that of the shown one has found out.
  [[nodiscard]] virtual Session open(SessionDocument document) = 0;
  /// What draws thumbnails.
  [[nodiscard]] virtual Device drafting_device() const = 0;

  /// The frame at a size, as it is.
  [[nodiscard]] virtual std::unique_ptr<EditedPicture> plain(std::int32_t frame, Size size,
                                                             Deadline deadline) = 0;
  /// The same, for thumbnails.
  [[nodiscard]] virtual std::unique_ptr<EditedPicture> small(std::int32_t frame, Size size) = 0;

  /// What follows is of the graph that is shown.
  [[nodiscard]] virtual const Graph& graph() const = 0;
  [[nodiscard]] virtual const ClipTables& tables() const = 0;
  /// The plan for the clip's size.
  [[nodiscard]] virtual const std::shared_ptr<const Plan>& plan() = 0;
  /// The frame at a size, drawn on.
  [[nodiscard]] virtual std::unique_ptr<EditedPicture> draft(std::int32_t frame, Size size,
                                                             Deadline deadline) = 0;
  /// A part of the frame as a render has it; nothing where the frame takes longer.
  [[nodiscard]] virtual std::optional<PictureBytes> exact(std::int32_t frame, const PixelRect& part,
                                                          Deadline deadline) = 0;
  /// A pixel of the clip's picture, drawn on.
  [[nodiscard]] virtual DrawnPixel pixel(std::int32_t frame, int x, int y) = 0;
};

}  // namespace overlace
