// SPDX-License-Identifier: Apache-2.0
// Runs a small graph on hand-made tracks and returns every stage, for node tests.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gpu/replay.h"
#include "graph/compile/compile.h"
#include "graph/core/frame_clock.h"
#include "graph/types/registry.h"
#include "tests/test_sound.h"

namespace overlace::test {

/// A packed 8-bit RGB picture, initially black.
struct Picture {
  Size size;
  std::vector<std::uint8_t> rgb;
  explicit Picture(Size s);
  [[nodiscard]] ImageView view();
  /// Red, green or blue (0, 1, 2) of a pixel.
  [[nodiscard]] int at(int x, int y, int channel) const;
};

/// Rows of frames 0, 1, …: a row's id is its index in the frame unless `ids` says otherwise.
[[nodiscard]] TrackTable tracks_of(const std::vector<std::vector<TrackRow>>& frames);

/// The contents of a picture file in these tests: 8 x 4 px, the left half red, the right half
/// green, half transparent in the lower row; the halves are swapped for names longer than "icon".
/// Throws for "missing".
[[nodiscard]] std::shared_ptr<const Texture> texture_of(const std::string& path);

/// The contents of a look-up table in these tests, unless it is named "missing": a cube with two
/// points per side that inverts colours.
[[nodiscard]] std::shared_ptr<const Lut> lut_of(const std::string& path);

/// A graph over tracks in a clip of 200 x 100 pixels at 10 frames per second, with sound. Its
/// tracks come from a track_file node with the path "given".
class GraphRun {
 public:
  /// `nodes` is the JSON of nodes besides "tracks", without braces; `composite` is the paint order.
  GraphRun(const std::string& nodes, const std::string& composite, TrackTable tracks,
           std::shared_ptr<const ClipAudio> sound = test_sound());
  /// The same over a clip whose frames have these times, in seconds, the first at 0.
  GraphRun(const std::string& nodes, const std::string& composite, TrackTable tracks,
           std::vector<double> times);

  /// Draws one frame onto a black picture.
  void draw(std::int32_t frame = 0);

  [[nodiscard]] std::vector<Link> links() const;    ///< of the first link node
  [[nodiscard]] std::vector<Curve> curves() const;  ///< of the first curve node
  [[nodiscard]] const std::vector<Primitive>& primitives() const;
  [[nodiscard]] const Picture& picture() const { return picture_; }
  [[nodiscard]] const Plan& plan() const { return *plan_; }
  [[nodiscard]] std::shared_ptr<const Plan> shared_plan() const { return plan_; }

 private:
  GraphRun(const std::string& nodes, const std::string& composite, const TrackTable& tracks,
           const std::shared_ptr<const ClipAudio>& sound, std::shared_ptr<const FrameClock> clock);

  std::shared_ptr<const Plan> plan_;
  std::unique_ptr<InspectableReplay> replay_;
  Picture picture_;
};

/// The plate of a text: what a run drew first.
[[nodiscard]] Box plate(const GraphRun& run);

}  // namespace overlace::test
