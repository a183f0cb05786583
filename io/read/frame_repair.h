// SPDX-License-Identifier: Apache-2.0
// Puts the frames of a damaged stream in order, and replaces lost ones.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "io/av/av_handles.h"

namespace overlace {

/// For streams with one frame per packet. For each packet a frame is expected at its presentation
/// timestamp. Around lost packets a decoder delivers frames early or late; here they wait until no
/// packet can come with an earlier one, since a packet's decoding timestamp is never after its
/// presentation timestamp. A frame that has not come by then is replaced by a neighbour's picture.
class FrameRepair {
 public:
  /// To be called for each packet sent to the decoder. False when timestamps run backwards: the
  /// clock has restarted, so that no order can be determined; take the waiting frames and drop this
  /// object.
  [[nodiscard]] bool expect(std::int64_t pts, std::int64_t dts);
  /// A frame of an undamaged part has been shown.
  void shown(std::int64_t pts);
  /// Adds a frame of a damaged part. Its pts must be set.
  void add(FramePtr frame);
  /// Frames that were expected before the first one, but did not come.
  [[nodiscard]] std::int64_t lost_at_start() const { return lost_at_start_; }
  /// No more frames come: none has to wait.
  void end() { ended_ = true; }

  struct Turn {
    FramePtr frame;  ///< pixels may be shared with other turns
    std::int64_t pts = 0;
    bool stands_in = false;  ///< replaces a lost frame
    /// Whose picture stands in: that of the latest frame that was not lost or, if this is not 0, of
    /// the frame whose turn comes this many turns later.
    int ahead = 0;
  };
  /// The next frame in order, if it is ready.
  [[nodiscard]] std::optional<Turn> next();
  /// All waiting frames, in order.
  [[nodiscard]] std::vector<FramePtr> take_waiting();

 private:
  [[nodiscard]] std::optional<std::int64_t> next_lost() const;
  Turn stand_in(std::int64_t pts);
  void drop_late();

  std::multiset<std::int64_t> expected_;  ///< timestamps whose frames have not come
  std::multimap<std::int64_t, FramePtr> waiting_;
  std::set<std::int64_t> replaced_;
  std::int64_t lost_at_start_ = 0;
  std::optional<std::int64_t> last_;  ///< timestamp of the latest turn
  std::optional<std::int64_t>
      settled_;  ///< no frame with an earlier timestamp is expected any more
  FramePtr last_frame_;
  bool ended_ = false;
};

}  // namespace overlace
