// SPDX-License-Identifier: Apache-2.0
// Labels in two columns at the sides of the picture, like the captions of a drawing.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "text/label_layout.h"

namespace overlace {

struct MarginLayoutRule {
  std::int32_t window = 75;  ///< frames for which a label keeps its slot, >= 1
  float slide = 2;           ///< px per frame that a label moves, see `glide`
  float margin = 0;          ///< px from the picture's sides
  bool hides = false;        ///< hides labels that find no room, else they cover each other
  Size frame;                ///< of the picture, px
};

/// Places the labels of any frame, in any order and with the same result: a window of frames reads
/// only the tracks, never the window before it. In each window a label sits in the column nearer to
/// its object's mean position over frames from half a window before to half a window after it.
/// Columns are sorted by their objects' vertical positions, and slots are as close to these as the
/// column allows, in the least-squares sense (Barlow et al. 1972, isotonic regression). If labels
/// without room are hidden, objects that never appear together share a slot. Around window edges
/// labels glide; those that change columns fade, as do as few others as needed for no two labels to
/// pass each other.
class MarginLayout {
 public:
  explicit MarginLayout(const MarginLayoutRule& rule) : rule_(rule) {}

  /// See LabelLayout::place.
  void place(std::int32_t frame, std::span<const LabelRequest> labels, const LabelsOfFrame& others,
             std::vector<LabelPlace>& places);

 private:
  struct Slot {
    TrackId id = no_id;
    bool right = false, hidden = false;
    float top = 0;  ///< px
  };
  struct Window {
    std::int32_t index = std::numeric_limits<std::int32_t>::min();
    std::vector<Slot> slots;  ///< by id
  };
  /// A label's object over the frames that a window looks at.
  struct Candidate {
    TrackId id = no_id;
    std::int32_t first = 0, last = 0;  ///< frames in which it was seen
    double x = 0, y = 0;               ///< sums of its centres, then their means, px
    int frames = 0;
    float height = 0, priority = 0;
    std::size_t place = 0;  ///< number of its place
  };
  /// A place in a column, for one label or for several that never appear together.
  struct Place {
    std::size_t number = 0;
    TrackId first_id = no_id;
    double y = 0;  ///< sum of its labels' vertical positions, px
    int labels = 0;
    float height = 0, top = 0;  ///< px
    [[nodiscard]] double middle() const { return y / labels; }
  };
  /// Places that touch: the first one, how many there are, and where they would begin.
  struct Block {
    std::size_t first = 0, count = 0;
    double offset = 0;
  };
  /// A label's move from one window to the next, and the longest chain of labels in order that ends
  /// with it.
  struct Move {
    TrackId id = no_id;
    float from = 0, to = 0;  ///< px
    std::size_t length = 1;
    std::size_t before = 0;  ///< the previous one in the chain; itself if it is the first
  };

  [[nodiscard]] const Window& window_at(std::int32_t index, const LabelsOfFrame& others);
  void look(std::int32_t index, const LabelsOfFrame& others);
  void fill_column(bool right, std::vector<Slot>& slots);
  [[nodiscard]] std::int32_t sample_step() const;
  [[nodiscard]] bool may_meet(const Candidate& a, const Candidate& b) const;
  [[nodiscard]] Place* place_for(const Candidate& label, float room,
                                 std::span<const Candidate> placed);
  void share_places();
  void find_gliding(bool right, const Window& earlier, const Window& later);
  [[nodiscard]] LabelPlace at(const LabelRequest& label, const Slot& slot) const;
  [[nodiscard]] LabelPlace between(const LabelRequest& label, const Slot& from, const Slot& to,
                                   bool glides, float since_edge) const;

  MarginLayoutRule rule_;
  std::array<Window, 3> windows_;
  // Memory reused between calls.
  std::vector<LabelRequest> labels_;
  std::vector<Candidate> candidates_, column_;
  std::vector<Place> places_;
  std::vector<Block> blocks_;
  std::vector<Move> moves_;
  std::vector<TrackId> gliding_;  ///< of both columns, ascending
};

}  // namespace overlace
