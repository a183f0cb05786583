// SPDX-License-Identifier: Apache-2.0
// Which frames' pictures a frame shows: not only its own where the input is damaged or has gaps.
#pragma once

#include <cstdint>
#include <optional>

#include "io/read/damage.h"

namespace overlace {

/// What a frame's picture is, from certain to uncertain.
enum class PictureOrigin : std::uint8_t {
  own,        ///< the frame's own picture
  blended,    ///< made of its own and its neighbours' fields
  stand_in,   ///< whole pictures of other frames, because its own is missing
  concealed,  ///< a decoder's guess where data is damaged, out of parts of other pictures
};

/// Where a frame's picture comes from. Frames have the clip's numbers.
struct ShownFrames {
  PictureOrigin origin = PictureOrigin::own;
  FrameSpan others{};  ///< that it may show beside itself; meaningless for its own picture
  friend bool operator==(const ShownFrames&, const ShownFrames&) = default;
};

/// What is known of a frame when its turn comes, in display order.
struct FrameSigns {
  std::int32_t number = 0;
  bool is_key = false;        ///< no other frame is needed to decode it and those shown after it
  bool is_broken = false;     ///< decoded with errors
  std::int64_t troubles = 0;  ///< everything that has gone wrong so far, in decoding order
  /// Earlier frames that may be lost with nothing in their place: the picture may be that of a
  /// frame this much later.
  std::int32_t lost = 0;
};

/// Follows damage through a stream. A picture that is predicted from a damaged one shows the damage
/// as well, without any error: only a key frame that is decoded after it is clean again.
class DamageSpread {
 public:
  /// `first`: number of the clip's first frame; `start`: of the key frame where decoding begins.
  /// `is_predicted`: pictures are predicted from others.
  DamageSpread(std::int32_t first, std::int32_t start, bool is_predicted)
      : first_(first), last_key_(start), is_predicted_(is_predicted) {}

  /// What a decoded frame shows. At most `reordered` frames are decoded before one that is
  /// displayed earlier.
  [[nodiscard]] ShownFrames decoded(const FrameSigns& signs, int reordered);
  /// What a lost frame shows in whose place the picture of `neighbour` stands: an earlier frame
  /// whose picture shows `shown`, or a later one, if that is empty.
  [[nodiscard]] ShownFrames stand_in(const FrameSigns& signs, int reordered, std::int32_t neighbour,
                                     const std::optional<ShownFrames>& shown);

 private:
  void follow(const FrameSigns& signs, int reordered);
  [[nodiscard]] ShownFrames picture(const FrameSigns& signs, int reordered) const;
  [[nodiscard]] std::int32_t reach_of(std::int32_t number) const;

  std::int32_t first_, last_key_;
  bool is_predicted_;
  std::int64_t troubles_ = 0;
  int quiet_ = 0;                      ///< frames since the latest trouble
  std::optional<std::int32_t> begin_;  ///< while pictures may be damaged: the first one shown
};

/// What the picture of frame `number` shows that is made of its own and its neighbours' pictures.
[[nodiscard]] ShownFrames blended(std::int32_t number, const ShownFrames& before,
                                  const ShownFrames& own, const ShownFrames& after);
/// What a picture shows that is the whole picture of frame `other`, which itself shows `shown`.
[[nodiscard]] ShownFrames standing_in(std::int32_t other, const ShownFrames& shown);

}  // namespace overlace
