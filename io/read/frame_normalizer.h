// SPDX-License-Identifier: Apache-2.0
// Turns decoded frames into frames of one kind.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "io/frames/frame_rotator.h"
#include "io/frames/plate_display.h"
#include "io/read/deinterlacer.h"
#include "io/read/frame_conformer.h"
#include "io/read/frame_orientation.h"
#include "io/read/video_reader.h"

namespace overlace {

/// Makes all frames like the first one and, where requested, progressive and rotated for display.
/// An orientation that pictures state themselves would be lost by an encoder: they are always
/// rotated. Frames of most streams need none of this and pass unchanged.
class FrameNormalizer {
 public:
  /// `stream` and `options` must outlive it. Throws Error(input) for pictures on a device that must
  /// be rotated.
  FrameNormalizer(const AVFrame& first, const AVStream& stream, const ReaderOptions& options);

  /// Takes the next frame, including the first one; nullptr ends the stream.
  void put(FramePtr frame);
  /// Leaves out the next frame, but not what it states about later ones.
  void pass(AVFrame& frame) { static_cast<void>(orientation_.take(frame)); }
  /// The next frame that is ready; null when another must be put first, or at the end.
  [[nodiscard]] FramePtr take();
  /// The next frame put will be `number`, whatever came before.
  void restart(std::int32_t number);

  /// A frame without pixels: format, size and properties of all frames from `take`.
  [[nodiscard]] const AVFrame& like() const { return *like_; }
  [[nodiscard]] const ColorSpec& color() const { return color_; }
  /// The stored orientation of frames from `take`.
  [[nodiscard]] Orientation stored() const { return stored_; }
  /// The same before they are rotated.
  [[nodiscard]] Orientation coded() const { return rotator_ ? rotator_->stored() : stored_; }
  [[nodiscard]] bool rotates() const { return rotator_.has_value(); }
  [[nodiscard]] bool deinterlaces() const { return deinterlacer_.has_value(); }
  /// True where width and height are swapped.
  [[nodiscard]] bool transposes() const { return rotator_ && rotator_->stored().transposed; }
  [[nodiscard]] const FrameConformer& conformer() const { return *conformer_; }

 private:
  void begin_rotation();
  void begin_deinterlacing();
  void begin_showing(const Plate& plate, const ReaderOptions& options);
  [[nodiscard]] FramePtr displayed(const AVFrame& frame);

  FramePtr like_ = make_frame();
  ColorSpec color_;
  FrameOrientation orientation_;
  Orientation stored_;
  Rational time_base_;
  std::int32_t first_frame_;  ///< by the clip's numbering
  std::optional<PlateDisplay> display_;
  std::optional<FrameConformer> conformer_;
  FramePtr interlaced_ = make_frame();  ///< describes the input of the de-interlacer
  std::optional<Deinterlacer> deinterlacer_;
  std::optional<FrameRotator> rotator_;
  std::int32_t put_ = 0;        ///< frames
  std::deque<FramePtr> ready_;  ///< except for rotation
};

}  // namespace overlace
