// SPDX-License-Identifier: Apache-2.0
// From frames as they were decoded to frames as they go on: all of one kind.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "io/frames/frame_rotator.h"
#include "io/frames/plate_display.h"
#include "io/read/deinterlacer.h"
#include "io/read/frame_conformer.h"
#include "io/read/video_reader.h"

namespace overlace {

/// Makes frames like the first one, and progressive and rotated for display where that is asked
/// for. Most streams need none of it, and their frames pass as they are.
class FrameNormalizer {
 public:
  /// `stream` and `options` must outlive it.
  FrameNormalizer(const AVFrame& first, const AVStream& stream, const ReaderOptions& options);

  /// Takes the next frame, the first one among them; nullptr ends the stream.
  void put(FramePtr frame);
  /// The next frame that is ready; null when another must be put before, or at the end.
  [[nodiscard]] FramePtr take();
  /// The next frame put will be `number`, whatever came before.
  void restart(std::int32_t number);

  /// A frame without pixels: format, size and properties of all that are taken.
  [[nodiscard]] const AVFrame& like() const { return *like_; }
  [[nodiscard]] const ColorSpec& color() const { return color_; }
  /// How the frames that are taken are stored.
  [[nodiscard]] Orientation stored() const { return stored_; }
  [[nodiscard]] bool rotates() const { return rotator_.has_value(); }
  [[nodiscard]] bool deinterlaces() const { return deinterlacer_.has_value(); }
  /// Width and height have traded places.
  [[nodiscard]] bool transposes() const { return rotator_ && rotator_->stored().transposed; }
  [[nodiscard]] const FrameConformer& conformer() const { return *conformer_; }

 private:
  void begin_rotation();
  void begin_deinterlacing();
  void begin_showing(const Plate& plate, const ReaderOptions& options);

  FramePtr like_ = make_frame();
  ColorSpec color_;
  Orientation stored_;
  Rational time_base_;
  std::int32_t first_frame_;  ///< as the clip calls it
  std::optional<PlateDisplay> display_;
  std::optional<FrameConformer> conformer_;
  FramePtr interlaced_ = make_frame();  ///< what the de-interlacer is made for
  std::optional<Deinterlacer> deinterlacer_;
  std::optional<FrameRotator> rotator_;
  std::int32_t put_ = 0;        ///< frames
  std::deque<FramePtr> ready_;  ///< but for turning
};

}  // namespace overlace
