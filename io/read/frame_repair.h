// SPDX-License-Identifier: Apache-2.0
// Puts the frames of a damaged stream in order, and stands in for those that were lost.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "io/av/av_handles.h"

namespace overlace {

/// For streams with one frame per packet. Each packet promises a frame at its presentation stamp.
/// Around lost packets a decoder hands out frames early and late; here they wait until no packet
/// can promise an earlier one, as a packet's decoding stamp is never after what it presents. A
/// promise that is not kept by then gets a neighbour's picture.
class FrameRepair {
 public:
  /// A packet goes to the decoder. False when stamps run backwards: that is a clock which starts
  /// again, after which no order can be told; take what waits and let go of this object.
  [[nodiscard]] bool promise(std::int64_t pts, std::int64_t dts);
  /// A frame of the part without damage has been shown.
  void shown(std::int64_t pts);
  /// A frame of the part with damage has come. Its pts must be set.
  void add(FramePtr frame);
  /// No frame comes any more: nothing has to wait.
  void end() { ended_ = true; }

  struct Turn {
    FramePtr frame;  ///< pixels may be shared with other turns
    std::int64_t pts = 0;
    bool stands_in = false;  ///< for a frame that is lost
  };
  /// The frame whose turn it is, if any.
  [[nodiscard]] std::optional<Turn> next();
  /// All frames that wait, in order.
  [[nodiscard]] std::vector<FramePtr> take_waiting();

 private:
  [[nodiscard]] std::optional<std::int64_t> next_lost() const;
  Turn stand_in(std::int64_t pts);
  void drop_late();

  std::multiset<std::int64_t> promised_;  ///< and not yet kept
  std::multimap<std::int64_t, FramePtr> waiting_;
  std::set<std::int64_t> replaced_;
  std::optional<std::int64_t> last_;     ///< stamp of the latest turn
  std::optional<std::int64_t> settled_;  ///< no earlier stamp will be promised
  FramePtr last_frame_;
  bool ended_ = false;
};

}  // namespace overlace
