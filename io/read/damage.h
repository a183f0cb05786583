// SPDX-License-Identifier: Apache-2.0
// Damaged input: what is wrong with it, and what to do about it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace overlace {

/// What is shown where a number between the first and last picture of a sequence has no file.
enum class MissingPictures : std::uint8_t {
  report,   ///< nothing: the frame is missing, and counts as damage
  refuse,   ///< an error: nothing may be missing
  hold,     ///< the previous picture
  nearest,  ///< the picture with the nearest number; of two, the earlier one
  black,    ///< a black picture like the previous one, transparent where there is alpha
};

/// What to do where the input is damaged.
enum class OnCorrupt : std::uint8_t {
  stop,     ///< end with Error(input)
  conceal,  ///< show what the decoder made of a damaged frame, and a neighbour for a missing one
  skip,     ///< omit damaged frames; their time stays empty
};

/// Frames `first` to `last`, both included.
struct FrameSpan {
  std::int32_t first = 0, last = 0;
  friend bool operator==(const FrameSpan&, const FrameSpan&) = default;
};

/// What was wrong with the input so far.
struct Damage {
  std::int64_t corrupt_packets =
      0;                            ///< packets that are marked as damaged or that no decoder takes
  std::int64_t corrupt_frames = 0;  ///< frames with concealed errors
  std::int64_t missing_frames = 0;  ///< frames that were expected but never came
  std::int64_t sound_packets = 0;   ///< packets of sound that a graph hears as silence
  bool ended_early = false;         ///< the file stops before its declared end
  std::vector<FrameSpan> spans{};   ///< damaged and missing frames, where their numbers are known

  [[nodiscard]] bool any() const {
    return corrupt_packets > 0 || corrupt_frames > 0 || missing_frames > 0 || sound_packets > 0 ||
           ended_early;
  }
  /// Adds a frame to the spans; numbers must not decrease.
  void add_frame(std::int32_t number);
  /// "3 damaged packets, 2 frames missing (frames 17-19, 40)"; "" when nothing was wrong.
  [[nodiscard]] std::string text() const;
};

}  // namespace overlace
