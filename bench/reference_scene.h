// SPDX-License-Identifier: Apache-2.0
// The reference scene of overlace-bench: moving points, links between neighbours, boxes.
#pragma once

#include <memory>
#include <random>
#include <vector>

#include "gpu/host/link_search.h"
#include "graph/data/display_list.h"

namespace overlace {

class BenchLabels;

/// What a scene consists of. Lengths are for a picture of 2160 rows and scale with the picture, so
/// that a scene looks alike at every size.
struct BenchSceneOptions {
  Size size{3840, 2160};
  int points = 100;     ///< on average; 0 is an empty scene
  float box_scale = 1;  ///< of the boxes alone
  bool filled = false;  ///< boxes are filled, not only outlined
  bool labels = false;  ///< boxes have a text on a plate
  std::uint32_t seed = 0;
};

/// Points that move over a picture; each is joined to its five nearest by curves of 3 px and has a
/// rounded box of 80-240 x 120-360 px. From frame to frame, all positions and colours change, and
/// the number of points varies by up to 2 %.
class BenchScene {
 public:
  static constexpr int neighbours = 5;

  /// Throws Error(usage) if labels are asked for and there is no font.
  explicit BenchScene(const BenchSceneOptions& options);
  ~BenchScene();
  BenchScene(BenchScene&&) noexcept;
  BenchScene& operator=(BenchScene&&) noexcept;

  /// Advances the scene by a frame; objects turn back at the edges of the picture.
  void move();
  /// Advances the scene by a frame and paints it.
  void next_frame(DisplayList& list);
  /// The box around an object. Precondition: object < points.
  [[nodiscard]] Box box(std::size_t object) const;

 private:
  struct Object {
    Vec2 position, velocity, half_box;
    Color color, color_step;
  };
  Object random_object();
  float uniform(float lo, float hi);
  void add_lines(DisplayList& list);
  void add_line(const Link& link, DisplayList& list) const;
  void add_box(const Object& object, DisplayList& list) const;

  std::mt19937 random_;
  BenchSceneOptions options_;
  float scale_;  ///< of all lengths
  std::vector<Object> objects_;
  std::size_t present_;  ///< how many of them are in this frame
  std::unique_ptr<BenchLabels> labels_;

  LinkSearch search_;  ///< with its inputs and results below
  std::vector<Box> boxes_;
  std::vector<TrackId> ids_;
  std::vector<std::int32_t> classes_;
  std::vector<Link> links_;
};

}  // namespace overlace
