// SPDX-License-Identifier: Apache-2.0
// Labels that avoid each other without jumping: each label's place is decided for many frames at
// once, from the tracks alone.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "graph/data/track_columns.h"
#include "text/layout.h"

namespace overlace {

/// A label that wants a place in one frame.
struct LabelRequest {
  TrackId id = no_id;  ///< of its object; a label without one gets the wanted position
  Box box;             ///< of its object, px
  QuarterVec size;     ///< of its block
  float gap = 0;       ///< px from the box's edge
  float priority = 0;  ///< larger ones choose first; ties go to the smaller id
};

/// Where a label stands, and how visible it is.
struct LabelPlace {
  Vec2 corner;      ///< top left, px
  float shown = 1;  ///< factor on its opacity
};

/// What happens to labels that find no room.
enum class LabelCrowd : std::uint8_t {
  overlap,  ///< they cover each other
  fade,     ///< the label of lower priority fades the more it is covered
  hide      ///< the label of lower priority is hidden for a whole window
};

struct LabelLayoutRule {
  BoxPosition wanted = BoxPosition::top_left;
  bool inside = false;
  bool far = false;          ///< labels may stand two of their heights away, too
  std::int32_t window = 75;  ///< frames for which a label keeps its place, >= 1
  float slide = 2;  ///< px per frame that a label moves at most, if its window is long enough
  LabelCrowd crowd = LabelCrowd::overlap;
  Size frame;  ///< of the picture, px
};

/// Replaces the contents of `labels` with the requests of a frame.
using LabelsOfFrame = std::function<void(std::int32_t frame, std::vector<LabelRequest>& labels)>;

/// Places the labels of any frame, in any order and with the same result: a window of frames reads
/// only the tracks, never the window before it. Within a window a label keeps one place at its box,
/// the cheapest over frames from half a window before to half a window after it. Covered areas
/// cost 4 times their size for other boxes, 512 for other labels and 1024 for what lies outside the
/// picture; each place preferred to it costs its own area / 8. Around window edges labels glide.
/// Labels that still overlap push each other apart; this is computed every tenth frame, is
/// continuous in their positions, and is interpolated by a cubic B-spline.
class LabelLayout {
 public:
  explicit LabelLayout(const LabelLayoutRule& rule) : rule_(rule) {}

  /// Replaces `places` with those of `labels`, the requests of `frame`. Asks `others` for the
  /// requests of other frames. Allocates only if there are more labels than ever before.
  void place(std::int32_t frame, std::span<const LabelRequest> labels, const LabelsOfFrame& others,
             std::vector<LabelPlace>& places);

 private:
  static constexpr std::size_t most_places = 17;

  /// A label's place in a window.
  struct Choice {
    TrackId id = no_id;
    std::uint8_t place = 0;
    bool hidden = false;
  };
  struct Window {
    std::int32_t index = std::numeric_limits<std::int32_t>::min();
    std::vector<Choice> choices;  ///< by id
  };
  /// A rectangle in quarters of a pixel.
  struct Rect {
    int left = 0, top = 0, right = 0, bottom = 0;
  };
  /// A frame that a window looks at.
  struct Sample {
    std::vector<LabelRequest> labels;
    std::vector<Rect> boxes;   ///< of the labels' objects
    std::vector<Rect> placed;  ///< by label; empty for those that have not chosen yet
  };
  /// How far labels are pushed aside in a frame, by id.
  struct Push {
    TrackId id = no_id;
    Vec2 by;
  };
  struct Pushed {
    std::int32_t step = std::numeric_limits<std::int32_t>::min();  ///< the frame / push_frames
    std::vector<Push> labels;
  };
  /// Where a label is in the samples.
  struct Appearance {
    TrackId id = no_id;
    std::uint32_t sample = 0, label = 0;
  };
  /// A label of a window.
  struct Candidate {
    TrackId id = no_id;
    float priority = 0;
    QuarterVec size;                     ///< its largest in the window
    std::uint32_t first = 0, count = 0;  ///< its appearances
  };
  /// An area that labels should not cover, and what it costs per square quarter pixel.
  struct Obstacle {
    Rect area;
    std::int64_t weight = 0;
  };
  /// Costs of a label's places.
  struct Costs {
    std::array<std::int64_t, most_places> all{}, labels{};  ///< in total; for other labels alone
    std::int64_t area = 0;                                  ///< of the label, over all its samples
  };

  static std::int64_t overlap(const Rect& a, const Rect& b);
  static Rect rect_of_box(const Box& box);
  [[nodiscard]] std::size_t place_count() const;
  [[nodiscard]] QuarterVec corner_at(std::size_t place, const LabelRequest& label) const;
  [[nodiscard]] Rect rect_at(std::size_t place, const LabelRequest& label) const;

  [[nodiscard]] const Window& window_at(std::int32_t index, const LabelsOfFrame& others);
  void look(std::int32_t index, const LabelsOfFrame& others);
  void find_candidates();
  void add_costs(const Appearance& at, QuarterVec size, Costs& costs);
  [[nodiscard]] Choice choose(const Candidate& candidate);
  void stand(const Candidate& candidate, const Choice& choice);
  /// Interpolates between the places in two windows, `since_edge` frames after the edge.
  [[nodiscard]] LabelPlace between(const LabelRequest& label, const Choice& from, const Choice& to,
                                   float since_edge) const;
  void stand_in_windows(std::int32_t frame, std::span<const LabelRequest> labels,
                        const LabelsOfFrame& others, std::vector<LabelPlace>& places);
  [[nodiscard]] const Pushed& pushed_at(std::int32_t step, const LabelsOfFrame& others);
  void push_apart(std::span<const LabelRequest> labels, std::vector<LabelPlace>& places);
  void fade_covered(std::span<const LabelRequest> labels, std::vector<LabelPlace>& places) const;

  LabelLayoutRule rule_;
  std::array<Window, 4> windows_;
  std::array<Pushed, 5> pushed_;
  // Memory reused between calls.
  std::vector<Sample> samples_;
  std::vector<Appearance> appearances_;
  std::vector<Candidate> candidates_;
  std::vector<Obstacle> near_;
  std::vector<LabelRequest> labels_;
  std::vector<LabelPlace> places_;
  std::vector<Vec2> pushes_;
};

}  // namespace overlace
