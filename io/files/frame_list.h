// SPDX-License-Identifier: Apache-2.0
// Lists of frame numbers as farms and artists write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace overlace {

/// first, first + step, … up to and including last. 0 <= first <= last, step >= 1.
struct FrameRange {
  std::int32_t first = 0, last = 0, step = 1;
  friend constexpr bool operator==(const FrameRange&, const FrameRange&) = default;
};

/// A set of frame numbers; an empty list means every frame.
class FrameList {
 public:
  FrameList() = default;
  explicit FrameList(std::vector<FrameRange> ranges) : ranges_(std::move(ranges)) {}

  [[nodiscard]] bool all() const { return ranges_.empty(); }
  [[nodiscard]] bool contains(std::int32_t frame) const;
  /// The lowest and highest number. Precondition: not all().
  [[nodiscard]] std::int32_t first() const;
  [[nodiscard]] std::int32_t last() const;
  /// The lowest number in the list that is at least `from`, if any. Precondition: not all().
  [[nodiscard]] std::optional<std::int32_t> next(std::int32_t from) const;
  /// How many distinct numbers below `frame_count` are in the list.
  [[nodiscard]] std::int64_t count_below(std::int32_t frame_count) const;
  /// The same frames, renumbered so that frame `first` becomes 0; earlier ones are left out. The
  /// result of a non-empty list must not be empty, which would mean every frame. Precondition:
  /// all() or last() >= first.
  [[nodiscard]] FrameList counted_from(std::int32_t first) const;
  /// The ranges without their steps, joined where they touch, in order.
  [[nodiscard]] std::vector<FrameRange> spans() const;
  [[nodiscard]] const std::vector<FrameRange>& ranges() const { return ranges_; }

 private:
  std::vector<FrameRange> ranges_;
};

/// Parses `10`, `10-20`, `1,3,7-9`, `1-100x2`. Throws Error(usage) for anything else: empty parts,
/// negative or reversed ranges, a step of 0, numbers over 2^31 - 1.
[[nodiscard]] FrameList parse_frame_list(std::string_view text);

}  // namespace overlace
